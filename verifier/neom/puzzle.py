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
from verifier.errors import Illegal
from verifier.neom.documents import city_to_json, read_square, require_tile, state_at, state_to_json
from verifier.neom.state import (
    GENERATIONS,
    TURNS,
    Action,
    City,
    DisasterAnswer,
    FirstAction,
    State,
    square_name,
)
from verifier.neom.tiles import DECKS, TileCatalogue
from verifier.neom.tiles_document import catalogue_to_json

__all__ = ["first_action_from_json", "first_action_to_json", "question_from_json", "step_to_json"]

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


# --- questions and actions as documents


def question_from_json(document: Document, catalogue: TileCatalogue, where: str) -> Question:
    """Return the question of a document that follows the schema; ``where`` is its JSON Pointer.

    :raises Malformed: if it has a tile that the catalogue lacks.
    :raises Illegal: if its tiles cannot be placed now, or its packs cannot come.
    """
    if document["kind"] == "link":
        return _link(document, catalogue, where)
    if document["kind"] == "purchase":
        return _purchase(document, catalogue, where)
    state = state_at(document["state"], catalogue, f"{where}/state")
    packs = tuple(tuple(pack) for pack in document["packs"])
    _require_packs(state, packs, catalogue, f"{where}/packs")
    return TurnsQuestion(document["kind"], state, packs)


def _link(document: Document, catalogue: TileCatalogue, where: str) -> LinkQuestion:
    beside = {"tokens": [], "money": 0, "reserve": [], "tile_set": ["1+"]}
    city = state_at({**document, **beside}, catalogue, where).city
    for number, tile in enumerate(document["tiles"]):
        _require_placeable(tile, city, catalogue, f"{where}/tiles/{number}")
    return LinkQuestion(
        city, tuple(document["tiles"]), document["overbuilding"], document["centre"]
    )


def _purchase(document: Document, catalogue: TileCatalogue, where: str) -> PurchaseQuestion:
    beside = {"money": 0, "reserve": [], "tile_set": ["1+"]}
    state = state_at({**document, **beside}, catalogue, where)
    tiles, helpers = tuple(document["tiles"]), tuple(document.get("helpers", ()))
    for name, listed in (("tiles", tiles), ("helpers", helpers)):
        for number, tile in enumerate(listed):
            at = f"{where}/{name}/{number}"
            _require_placeable(tile, state.city, catalogue, at)
            _require_now(tile, state.generation, catalogue, at)
            if name == "helpers" and tile in tiles:
                message = f"{tile} is to be placed anyway, so it is no helper"
                raise Illegal(message, where=at, rule="NEOM-SOLO-TURN-3")
    corners = frozenset(tile for tile in tiles + helpers if catalogue.tile(tile).deck == "C")
    return PurchaseQuestion(replace(state, reserve=corners), tiles, helpers)


def _require_placeable(tile: str, city: City, catalogue: TileCatalogue, where: str) -> None:
    if catalogue.tile(require_tile(catalogue, tile, where)).type == "disaster":
        message = f"{tile} is a Disaster, which is never placed"
        raise Illegal(message, where=where, rule="NEOM-SOLO-DIS-2")
    if tile in {lying for _, lying in city.tiles}:
        raise Illegal(f"{tile} lies in the city", where=where, rule="NEOM-SOLO-TURN-3")


def _require_now(tile: str, generation: int, catalogue: TileCatalogue, where: str) -> None:
    if catalogue.tile(tile).deck not in ("C", DECKS[generation - 1]):
        message = (
            f"{tile} is neither a tile of Generation {DECKS[generation - 1]} nor a Cornerstone"
        )
        raise Illegal(message, where=where, rule="NEOM-SOLO-PACK-1")


def _require_packs(
    state: State, packs: tuple[tuple[str, ...], ...], catalogue: TileCatalogue, where: str
) -> None:
    seen = set(tiles_of(state))
    for number, pack in enumerate(packs):
        passed = state.turn + number - 1
        generation = state.generation + passed // TURNS
        if generation > GENERATIONS:
            message = "the game is over before this pack comes"
            raise Illegal(message, where=f"{where}/{number}", rule="NEOM-SOLO-TURN-4")
        for place, tile in enumerate(pack):
            at = f"{where}/{number}/{place}"
            if catalogue.tile(require_tile(catalogue, tile, at)).deck != DECKS[generation - 1]:
                message = f"{tile} is not a tile of Generation {DECKS[generation - 1]}"
                raise Illegal(message, where=at, rule="NEOM-SOLO-PACK-1")
            if tile in seen:
                raise Illegal(f"{tile} was seen before", where=at, rule="NEOM-SOLO-TURN-3")
            seen.add(tile)


def first_action_from_json(document: Document) -> FirstAction:
    """Return the action of a document that follows the schema.

    >>> first_action_from_json({"action": "sell", "disaster": {"answer": "pay"}}).disaster
    DisasterAnswer(kind='pay', squares=())
    """
    square, disaster = document.get("square"), document.get("disaster")
    answer = None
    if disaster is not None:
        squares = tuple(sorted(map(read_square, disaster.get("squares", ()))))
        answer = DisasterAnswer(disaster["answer"], squares)
    return FirstAction(
        document["action"],
        document.get("tile", ""),
        None if square is None else read_square(square),
        answer,
    )


def first_action_to_json(action: FirstAction) -> Document:
    """Return what tells an action apart, as a document.

    >>> first_action_to_json(FirstAction("place", "demo-I-07", (2, 3), None))
    {'action': 'place', 'tile': 'demo-I-07', 'square': 'D3'}
    """
    document: Document = {"action": action.kind}
    if action.square is not None:
        document |= {"tile": action.placed, "square": square_name(action.square)}
    if action.disaster is not None:
        document["disaster"] = {"answer": action.disaster.kind}
        if action.disaster.squares:
            names = [square_name(square) for square in action.disaster.squares]
            document["disaster"]["squares"] = names
    return document


def step_to_json(action: Action, paid: int) -> Document:
    """Return a tile placed, with what is bought for it and paid, as a document.

    >>> step_to_json(Action("place", "demo-I-07", "demo-I-07", (2, 3), ("wood",), ("west",)), 5)
    {'tile': 'demo-I-07', 'square': 'D3', 'bought': ['wood'], 'routes': ['west'], 'paid': 5}
    """
    assert action.square is not None  # noqa: S101 - only tiles that are placed are steps
    return {
        "tile": action.placed,
        "square": square_name(action.square),
        "bought": list(action.bought),
        "routes": list(action.routes),
        "paid": paid,
    }
