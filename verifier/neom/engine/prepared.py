"""A catalogue made ready for play: numbers in place of names, masks in place of sets.

A property that squares can have is a *plane*, 25 bits of one number: roads by edge, types, tags.
All planes of a city are one number, too, so that a tile is laid by one addition. What the
catalogue leaves unknown is told by :class:`Missing` where a rule needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from verifier.errors import Malformed, Undecided
from verifier.neom.engine.grid import CENTRE_INDEX, FULL, SIZE, indices
from verifier.neom.parameters import Adjacency, Parameters, Target, Unknown
from verifier.neom.state import City
from verifier.neom.tiles import Board, Effect, Roads, Tile, TileCatalogue

_TYPES = ("residential", "commercial", "industrial", "raw", "public", "disaster")
_POWER = Target(tag="power")
RAW = Target(type="raw")
NORTH_PLANE, EAST_PLANE, SOUTH_PLANE, WEST_PLANE = 0, SIZE, 2 * SIZE, 3 * SIZE

TILES = 4 * SIZE
"""The plane of squares with a tile; the bare Center has none."""
CORNERSTONES = 5 * SIZE

POINT_EFFECTS = 6 * SIZE
"""Tiles with effects that score."""
INCOME_EFFECTS = 7 * SIZE
IGNORES_POLLUTION = 8 * SIZE
PRICE_EFFECTS = 9 * SIZE

OPEN = 10 * SIZE
"""Tiles of which roads, tags or effects are unknown."""

PRODUCERS = 11 * SIZE
"""Tiles that produce goods, or of which that is unknown."""
_FIRST_CLASS = 12
_POINT_KINDS = frozenset(
    {
        "vp_per_neighbour",
        "vp_per_count",
        "vp_if_position",
        "vp_per_good_tier",
        "vp_per_money",
        "custom",
    }
)
_MEANS_KINDS = frozenset({"vp_per_good_tier", "vp_per_money"})
INCOME_KINDS = frozenset({"income_per_neighbour", "income_per_count"})


class Counting(NamedTuple):
    """What an effect brings for each tile of a plane: points or income.

    It counts those next to it if it has an ``adjacency``, else those of the whole city.
    """

    plane: int
    points: int
    income: int
    adjacency: Adjacency | None


@dataclass(frozen=True, slots=True, eq=False)
class PreparedTile:
    """A tile: its number, its planes (as if on square 0), and its lists as masks of goods.

    ``planes_at`` are those it has where it lies on a square, by the square's number: on the City
    Center it may count as raw-material. ``type_plane`` is that of its type. ``produces`` and
    ``needs`` are None if unknown.
    """

    index: int
    source: Tile
    type_plane: int
    planes: int
    planes_at: tuple[int, ...] = field(repr=False)
    produces: int | None
    needs: int | None
    is_cornerstone: bool
    is_disaster: bool
    roads: int
    point_effects: tuple[Effect, ...]
    income_effects: tuple[Effect, ...]
    means: tuple[Effect, ...]
    """Its effects that look at tokens or money."""
    counting: tuple[Counting, ...]
    """Its effects that count tiles and can bring something."""
    received: int | None
    """``on_place`` and all ``money_now`` (NEOM-EFFECT-1); None if one is unknown."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedBoard:
    """A City board: the planes of its bare Center, and its good as a mask (None if unknown)."""

    source: Board
    planes: int
    good: int | None


@dataclass(frozen=True, eq=False)
class Prepared:
    """A catalogue made ready for play."""

    catalogue: TileCatalogue
    tiles: tuple[PreparedTile, ...] = field(repr=False)
    index_of: dict[str, int] = field(repr=False)
    plane_of: dict[Target, int] = field(repr=False)
    good_bit: dict[str, int] = field(repr=False)
    boards: dict[str, PreparedBoard] = field(repr=False)
    cell_bits: int

    @property
    def parameters(self) -> Parameters:
        """The catalogue's parameters."""
        return self.catalogue.parameters

    @cached_property
    def goods(self) -> tuple[str, ...]:
        """The ids of the goods, in the order of their bits."""
        return tuple(self.good_bit)

    @cached_property
    def tier_masks(self) -> dict[str, int]:
        """The mask of the goods of each tier."""
        masks = dict.fromkeys(("raw", "processed", "luxury"), 0)
        for good in self.catalogue.goods:
            masks[good.tier] |= self.good_bit[good.id]
        return masks

    def tile(self, tile_id: str) -> PreparedTile:
        """Return a tile by its id.

        :raises Malformed: if there is none.
        """
        index = self.index_of.get(tile_id)
        if index is None:
            self.catalogue.tile(tile_id)
            raise AssertionError(tile_id)
        return self.tiles[index]

    def board(self, board_id: str) -> PreparedBoard:
        """Return a City board by its id.

        :raises Malformed: if there is none.
        """
        self.catalogue.board(board_id)
        return self.boards[board_id]

    def goods_mask(self, goods: frozenset[str] | tuple[str, ...]) -> int:
        """Return goods as a mask.

        :raises Malformed: if one of them is not in the catalogue.
        """
        mask = 0
        for good in goods:
            if good not in self.good_bit:
                raise Malformed(f"the catalogue has no good {good!r}", where=good)
            mask |= self.good_bit[good]
        return mask

    def goods_of(self, mask: int) -> frozenset[str]:
        """Return the goods of a mask."""
        return frozenset(good for good, bit in self.good_bit.items() if mask & bit)

    def sorted_goods(self, mask: int) -> tuple[str, ...]:
        """Return the goods of a mask, sorted by id."""
        return tuple(sorted(self.goods_of(mask)))


def prepare(catalogue: TileCatalogue) -> Prepared:
    """Return a catalogue made ready for play."""
    good_bit = {good.id: 1 << number for number, good in enumerate(catalogue.goods)}
    plane_of = _planes(catalogue)
    tiles = tuple(
        _prepared_tile(index, tile, plane_of, good_bit, catalogue.parameters)
        for index, tile in enumerate(catalogue.tiles)
    )
    return Prepared(
        catalogue,
        tiles,
        {tile.source.id: tile.index for tile in tiles},
        plane_of,
        good_bit,
        {board.id: _prepared_board(board, good_bit) for board in catalogue.boards},
        len(tiles).bit_length(),
    )


def tags_of(tile: Tile) -> frozenset[str]:
    """Return the tags that a tile surely has; the effect ``power`` is the tag ``power``."""
    tags = frozenset(tile.tags or ())
    powers = any(effect.kind == "power" for effect in tile.effects or ())
    return tags | {"power"} if powers else tags


def _planes(catalogue: TileCatalogue) -> dict[Target, int]:
    parameters = catalogue.parameters
    targets = {Target(type=name): None for name in _TYPES} | {_POWER: None}
    targets |= {Target(tag=tag): None for tile in catalogue.tiles for tag in tile.tags or ()}
    for tile in catalogue.tiles:
        targets |= {each.target: None for each in tile.effects or () if each.target}
    targets |= {Target(tag=each.tag): None for each in parameters.required_structures or ()}
    if parameters.pollution.source:
        targets[parameters.pollution.source] = None
    return {target: (_FIRST_CLASS + number) * SIZE for number, target in enumerate(targets)}


def _prepared_tile(
    index: int,
    tile: Tile,
    plane_of: dict[Target, int],
    good_bit: dict[str, int],
    parameters: Parameters,
) -> PreparedTile:
    effects = tile.effects or ()
    kinds = {effect.kind for effect in effects}
    marks = {
        TILES: True,
        CORNERSTONES: tile.deck == "C",
        POINT_EFFECTS: bool(kinds & _POINT_KINDS),
        INCOME_EFFECTS: bool(kinds & INCOME_KINDS),
        IGNORES_POLLUTION: "ignore_pollution" in kinds,
        PRICE_EFFECTS: "price_change" in kinds,
        PRODUCERS: tile.produces is None or bool(tile.produces),
        OPEN: tile.roads is None or tile.tags is None or tile.effects is None,
    }
    planes = _road_planes(tile.roads) | sum(1 << plane for plane, on in marks.items() if on)
    for tag in tags_of(tile):
        planes |= 1 << plane_of[Target(tag=tag)]
    type_plane = plane_of[Target(type=tile.type)]
    own = 1 << type_plane
    raw = 1 << plane_of[RAW]
    stays_raw = parameters.covered_centre == "raw"
    at_once = [tile.on_place, *(each.amount for each in effects if each.kind == "money_now")]
    known = tile.effects is not None and None not in at_once
    return PreparedTile(
        index,
        tile,
        type_plane,
        planes | own,
        tuple(
            (planes | (raw if at == CENTRE_INDEX and stays_raw else own)) << at
            for at in range(SIZE)
        ),
        _mask(tile.produces, good_bit),
        _mask(tile.needs_goods, good_bit),
        tile.deck == "C",
        tile.type == "disaster",
        _road_bits(tile.roads),
        tuple(each for each in effects if each.kind in _POINT_KINDS),
        tuple(each for each in effects if each.kind in INCOME_KINDS),
        tuple(each for each in effects if each.kind in _MEANS_KINDS),
        _counting(effects, plane_of),
        sum(amount or 0 for amount in at_once) if known else None,
    )


def _prepared_board(board: Board, good_bit: dict[str, int]) -> PreparedBoard:
    good = None if board.good is None else good_bit[board.good]
    return PreparedBoard(board, _road_planes(board.roads) << CENTRE_INDEX, good)


def _road_planes(roads: Roads | None) -> int:
    planes = (NORTH_PLANE, EAST_PLANE, SOUTH_PLANE, WEST_PLANE)
    return sum(1 << plane for plane, on in zip(planes, roads or (), strict=False) if on)


def _road_bits(roads: Roads | None) -> int:
    return sum(1 << number for number, on in enumerate(roads or ()) if on)


def _counting(effects: Iterable[Effect], plane_of: dict[Target, int]) -> tuple[Counting, ...]:
    found = []
    for effect in effects:
        amount = effect.amount or 0
        if effect.target and amount > 0:
            income = amount if effect.kind in INCOME_KINDS else 0
            plane = plane_of[effect.target]
            found.append(Counting(plane, amount - income, income, effect.adjacency))
    return tuple(found)


def _mask(goods: tuple[str, ...] | None, good_bit: dict[str, int]) -> int | None:
    if goods is None:
        return None
    mask = 0
    for good in goods:
        mask |= good_bit[good]
    return mask


class Layout(NamedTuple):
    """The tiles that lie on a City board.

    ``cells`` holds the number of the tile, plus 1, on each square; ``planes`` what the squares
    have, the bare Center's roads included. Both are parted into equal pieces for the squares.
    """

    board: PreparedBoard
    cells: int
    planes: int

    def plane(self, number: int) -> int:
        """Return one plane, a mask of squares."""
        return self.planes >> number & FULL


def lay_out(prepared: Prepared, city: City) -> Layout:
    """Return a city as the engine holds it.

    :raises Malformed: if the catalogue does not have its board or one of its tiles.
    """
    layout = Layout(prepared.board(city.board), 0, prepared.board(city.board).planes)
    for (row, column), tile in city.tiles:
        layout = with_tile(prepared, layout, row * 5 + column, prepared.tile(tile))
    return layout


def city_of(prepared: Prepared, layout: Layout) -> City:
    """Return what :func:`lay_out` was given."""
    tiles = [
        ((index // 5, index % 5), tile.source.id)
        for index in range(SIZE)
        if (tile := tile_at(prepared, layout, index))
    ]
    return City(layout.board.source.id, tuple(tiles))


def tile_at(prepared: Prepared, layout: Layout, index: int) -> PreparedTile | None:
    """Return the tile on top of a square, by the square's number; None if there is none."""
    number = layout.cells >> prepared.cell_bits * index & (1 << prepared.cell_bits) - 1
    return prepared.tiles[number - 1] if number else None


def with_tile(prepared: Prepared, layout: Layout, index: int, tile: PreparedTile) -> Layout:
    """Return the layout with a tile laid on a square, over what lay there."""
    bare = cleared(prepared, layout, index)
    planes = bare.planes - layout.board.planes if index == CENTRE_INDEX else bare.planes
    return Layout(
        layout.board,
        bare.cells + (tile.index + 1 << prepared.cell_bits * index),
        planes + tile.planes_at[index],
    )


def cleared(prepared: Prepared, layout: Layout, index: int) -> Layout:
    """Return the layout without the tile on a square; the City Center shows again."""
    tile = tile_at(prepared, layout, index)
    if tile is None:
        return layout
    planes = layout.planes - tile.planes_at[index]
    return Layout(
        layout.board,
        layout.cells - (tile.index + 1 << prepared.cell_bits * index),
        planes + layout.board.planes if index == CENTRE_INDEX else planes,
    )


def without_tiles(prepared: Prepared, layout: Layout, squares: int) -> Layout:
    """Return the layout without the tiles on top of some squares."""
    for index in indices(squares):
        layout = cleared(prepared, layout, index)
    return layout


# --- what the catalogue leaves unknown

_Value = TypeVar("_Value")


class Missing(Undecided):
    """The question cannot be decided; ``unknown`` has everything that was found missing."""

    def __init__(self, unknown: Sequence[Unknown]) -> None:
        self.unknown = tuple(unknown)
        first = self.unknown[0]
        super().__init__(str(first), where=first.parameter, rule=first.rule)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with what is missing."""
        return (type(self), (self.unknown,))


def needed(value: _Value | None, rule: str, parameter: str) -> _Value:
    """Return a value.

    :raises Missing: if it is None.
    """
    if value is None:
        raise Missing([Unknown(rule, parameter)])
    return value


def answered(*questions: Callable[[], object]) -> bool:
    """Return whether all questions are answered by something true.

    A definite no beats what is unknown in the others.

    :raises Missing: if one cannot be answered, and none is answered by no.
    """
    missing: Missing | None = None
    for question in questions:
        try:
            if not question():
                return False
        except Missing as found:
            missing = missing or found
    if missing:
        raise missing
    return True
