"""A puzzle of NEOM: a question, and the part of a catalogue that it is asked on; its id.

It needs nothing else: the catalogue is cut to the tiles that the question names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from verifier.documents.canonical_json import puzzle_id
from verifier.documents.strict_json import Document
from verifier.neom.catalogue_document import catalogue_to_json
from verifier.neom.state import City, State
from verifier.neom.state_document import city_to_json, state_to_json
from verifier.neom.tile_catalogue import TileCatalogue

Pack: TypeAlias = tuple[str, ...]

VERSION = "n1"
"""The version of what ids are made of."""


@dataclass(frozen=True, slots=True)
class TurnsQuestion:
    """A state, and the packs of the turns to come.

    ``last-turns``: which first action leads to the most points at the end of the game?
    ``disaster``: the first pack has the Disaster. Is it better to prevent it, or to leave it, if
    after the last of the packs there is an income, and then the city is scored?
    """

    kind: Literal["last-turns", "disaster"]
    state: State
    packs: tuple[Pack, ...]

    @property
    def income_at_end(self) -> bool:
        """Whether there is an income before the score, though turn 7 is not over."""
        return self.kind == "disaster"

    @property
    def tiles(self) -> frozenset[str]:
        """The tiles that it names."""
        return tiles_of(self.state).union(*self.packs)

    @property
    def city(self) -> City:
        """The city to begin with."""
        return self.state.city

    def to_json(self) -> Document:
        """Return it as a document; equal questions give equal documents."""
        horizon = "income-and-score" if self.income_at_end else "end-of-game"
        return {
            "kind": self.kind,
            "state": state_to_json(self.state),
            "packs": [sorted(pack) for pack in self.packs],
            "horizon": horizon,
        }


@dataclass(frozen=True, slots=True)
class LinkQuestion:
    """A city, and tiles to place in it so that all is linked and nothing is polluted.

    Each of the tiles has a square of its own. ``overbuilding`` allows to cover what lies in the
    city, by the rules for types, ``centre`` the bare City Center. Costs and goods do not count.
    """

    city: City
    tiles_to_place: tuple[str, ...]
    overbuilding: bool
    centre: bool
    kind: Literal["link"] = "link"

    @property
    def tiles(self) -> frozenset[str]:
        """The tiles that it names."""
        return frozenset(self.tiles_to_place).union(tile for _, tile in self.city.tiles)

    def to_json(self) -> Document:
        """Return it as a document; equal questions give equal documents."""
        return {
            "kind": self.kind,
            "board": self.city.board,
            "city": city_to_json(self.city),
            "tiles": sorted(self.tiles_to_place),
            "overbuilding": self.overbuilding,
            "centre": self.centre,
        }


@dataclass(frozen=True, slots=True)
class PurchaseQuestion:
    """A city, and tiles to place in it with as little money as can be, in one Generation.

    Without ``helpers``: with how much money, at the least, can all of the tiles be placed, one
    after another? With ``helpers``: which of these are placed before the tile, so that the least
    money is enough? No income and no Disaster come in between.

    Of ``state`` city, tokens, Generation, routes used and Cornerstones placed count; its reserve
    are the Cornerstones among the tiles, and its money is 0.
    """

    state: State
    tiles_to_place: tuple[str, ...]
    helpers: tuple[str, ...] = ()
    kind: Literal["purchase"] = "purchase"

    @property
    def asks(self) -> Literal["money", "helpers"]:
        """What solvers give: a number, or a set of tiles."""
        return "helpers" if self.helpers else "money"

    @property
    def tiles(self) -> frozenset[str]:
        """The tiles that it names."""
        return tiles_of(self.state).union(self.tiles_to_place, self.helpers)

    @property
    def city(self) -> City:
        """The city to begin with."""
        return self.state.city

    def to_json(self) -> Document:
        """Return it as a document; equal questions give equal documents."""
        state = state_to_json(self.state)
        counting = ("board", "city", "tokens", "generation", "cornerstones_placed", "routes_used")
        document: Document = {
            "kind": self.kind,
            "asks": self.asks,
            **{key: state[key] for key in counting if key in state},
            "tiles": sorted(self.tiles_to_place),
        }
        if self.helpers:
            document["helpers"] = sorted(self.helpers)
        return document


Question: TypeAlias = TurnsQuestion | LinkQuestion | PurchaseQuestion


@dataclass(frozen=True)
class NeomPuzzle:
    """A question on a catalogue that has the tiles it names, and no others."""

    catalogue: TileCatalogue
    question: Question

    @cached_property
    def id(self) -> str:
        """Its id of twelve characters: a hash of the question and of what the tiles can do.

        Names and numbers of tiles have no part in it, nor who typed the catalogue.
        """
        facts = catalogue_to_json(self.catalogue)
        for tile in facts["tiles"]:
            tile.pop("name", None)
            tile.pop("number", None)
        parts = {key: facts[key] for key in ("params", "goods", "boards", "tiles")}
        return puzzle_id(json.dumps([VERSION, self.question.to_json(), parts], sort_keys=True))


def puzzle_of(catalogue: TileCatalogue, question: Question) -> NeomPuzzle:
    """Return the puzzle of a question on a catalogue that has more tiles, too."""
    return NeomPuzzle(cut(catalogue, question.tiles, frozenset([question.city.board])), question)


def cut(catalogue: TileCatalogue, tiles: frozenset[str], boards: frozenset[str]) -> TileCatalogue:
    """Return a catalogue with these tiles and boards alone, in the order of their ids."""
    return replace(
        catalogue,
        boards=tuple(sorted((catalogue.board(each) for each in boards), key=lambda one: one.id)),
        tiles=tuple(catalogue.tile(each) for each in sorted(tiles)),
        complete=False,
    )


def tiles_of(state: State) -> frozenset[str]:
    """Return the tiles in a player's city and reserve."""
    return state.reserve.union(tile for _, tile in state.city.tiles)
