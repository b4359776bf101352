"""A user's catalogue of NEOM: goods, City boards, tiles, and the parameters.

``None`` in a field of a tile or board is *unknown*; an empty tuple or 0 is *none*.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

from verifier.errors import Malformed
from verifier.neom.parameters import Adjacency, DisasterName, Parameters, Target, Tier

Deck = Literal["I", "II", "III", "C"]
Mark = Literal["1+", "4+", "5+", "C"]
TileType = Literal["residential", "commercial", "industrial", "raw", "public", "disaster"]

DECKS: tuple[Deck, ...] = ("I", "II", "III")
"""The decks of the Generations, in order; Cornerstones are deck ``C``."""


class Roads(NamedTuple):
    """On which edges a road leaves; absolute, as tiles are never turned (NEOM-PLACE-1)."""

    north: bool
    east: bool
    south: bool
    west: bool


@dataclass(frozen=True, slots=True)
class Good:
    """A good and its tier (NEOM-COMP-3)."""

    id: str
    tier: Tier


@dataclass(frozen=True, slots=True)
class Board:
    """A City board: the raw good of its Center, and the roads that leave it."""

    id: str
    good: str | None
    roads: Roads | None


EffectKind = Literal[
    "vp_per_neighbour",
    "vp_per_count",
    "vp_if_position",
    "vp_per_good_tier",
    "vp_per_money",
    "income_per_neighbour",
    "income_per_count",
    "money_now",
    "protect",
    "power",
    "ignore_pollution",
    "price_change",
    "extra_cornerstone",
    "custom",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a tile; ``amount`` is points or £, and which other fields count is the kind's.

    ========================  =====================================================================
    vp_per_neighbour          ``amount`` points for each tile next to it (``adjacency``) that is of
                              ``target``
    vp_per_count              ``amount`` points for each tile of ``target`` in the city, itself
                              included
    vp_if_position            ``amount`` points if it lies in a ``corner``, on the border
                              (``edge``, corners included), next to the Center by an edge
                              (``centre-adjacent``), or ``isolated``: no tile, nor the Center, next
                              to it by an edge
    vp_per_good_tier          ``amount`` points for each good of ``tier`` whose token is owned
    vp_per_money              ``amount`` points for each full £ ``per``
    income_per_neighbour      £ ``amount`` of income for each such neighbour
    income_per_count          £ ``amount`` of income for each such tile in the city
    money_now                 £ ``amount`` when it is placed, besides ``on_place``
    protect                   protects against ``disaster``
    power                     it has the tag ``power``
    ignore_pollution          pairs of tiles with this one do not count as pollution
    price_change              £ ``amount`` (negative: cheaper) on the price of each good of
                              ``tier``, while in the city; no price falls below 0
    extra_cornerstone         no meaning in solo is public; does nothing of itself
    custom                    ``text`` only; scored by ``hand_score``, which is entered by hand
    ========================  =====================================================================
    """

    kind: EffectKind
    amount: int | None = None
    target: Target | None = None
    adjacency: Adjacency | None = None
    position: Literal["corner", "edge", "isolated", "centre-adjacent", ""] = ""
    tier: Tier | Literal[""] = ""
    per: int | None = None
    disaster: DisasterName | Literal[""] = ""
    text: str = ""
    hand_score: int | None = None


EFFECT_FIELDS: Mapping[EffectKind, tuple[str, ...]] = MappingProxyType(
    {
        "vp_per_neighbour": ("amount", "target", "adjacency"),
        "vp_per_count": ("amount", "target"),
        "vp_if_position": ("amount", "position"),
        "vp_per_good_tier": ("amount", "tier"),
        "vp_per_money": ("amount", "per"),
        "income_per_neighbour": ("amount", "target", "adjacency"),
        "income_per_count": ("amount", "target"),
        "money_now": ("amount",),
        "protect": ("disaster",),
        "power": (),
        "ignore_pollution": (),
        "price_change": ("amount", "tier"),
        "extra_cornerstone": (),
        "custom": ("hand_score",),
    }
)
"""The fields that an effect has by its kind; each may have a text beside them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile. ``needs_tiles`` are ids or tags; one listed twice is needed twice.

    ``conditional`` says that the tile shows a "?" in place of points.
    """

    id: str
    deck: Deck
    mark: Mark
    type: TileType
    roads: Roads | None
    cost: int | None = 0
    needs_goods: tuple[str, ...] | None = ()
    needs_tiles: tuple[str, ...] | None = ()
    produces: tuple[str, ...] | None = ()
    on_place: int | None = 0
    income: int | None = 0
    vp: int | None = 0
    effects: tuple[Effect, ...] | None = ()
    tags: tuple[str, ...] | None = ()
    conditional: bool = False
    name: str = ""
    number: int | None = None


@dataclass(frozen=True)
class TileCatalogue:
    """Everything a user's catalogue says. ``invented`` is True for the demo, and is always shown.

    ``provenance`` says who typed it, and from what. ``complete`` is False for one that does not
    have all tiles, like a small one for an experiment.
    """

    provenance: str
    invented: bool
    parameters: Parameters
    goods: tuple[Good, ...]
    boards: tuple[Board, ...]
    tiles: tuple[Tile, ...] = field(repr=False)
    complete: bool = True

    @property
    def note(self) -> str:
        """What every output says of the catalogue, empty if there is nothing to say."""
        return "Tiles and numbers are invented, not those of the box." if self.invented else ""

    def tile(self, tile_id: str) -> Tile:
        """Return the tile with this id.

        :raises Malformed: if there is none.
        """
        return _named(self.tile_by_id, tile_id, "tile")

    def deck(self, name: Deck, marks: Collection[str] = ("C",)) -> tuple[str, ...]:
        """Return the ids of the tiles of a deck that have one of the marks."""
        return tuple(tile.id for tile in self.tiles if tile.deck == name and tile.mark in marks)

    def board(self, board_id: str) -> Board:
        """Return the City board with this id.

        :raises Malformed: if there is none.
        """
        return _named(self._boards, board_id, "City board")

    def tier(self, good: str) -> Tier:
        """Return the tier of a good.

        :raises Malformed: if there is no such good.
        """
        return _named(self._goods, good, "good").tier

    @cached_property
    def tile_by_id(self) -> Mapping[str, Tile]:
        """The tiles by their ids."""
        return {tile.id: tile for tile in self.tiles}  # a view of it could not be sent to a worker

    @cached_property
    def _boards(self) -> Mapping[str, Board]:
        return {board.id: board for board in self.boards}

    @cached_property
    def _goods(self) -> Mapping[str, Good]:
        return {good.id: good for good in self.goods}


_Thing = TypeVar("_Thing")


def _named(things: Mapping[str, _Thing], name: str, what: str) -> _Thing:
    try:
        return things[name]
    except KeyError:
        raise Malformed(f"the catalogue has no {what} {name!r}", where=name) from None
