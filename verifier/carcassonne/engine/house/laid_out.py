"""Lays a position of the house game on the kernel's board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.kernel_board import NumberedCells, borrowed, shift_to_middle
from verifier.carcassonne.engine.tables import HouseTables, house_tables, segments_of
from verifier.carcassonne.house.position import PIECES, Placement, Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.table.cells import STEPS
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.drawing import lying
from verifier.errors import Illegal, Malformed

_BITS = 64
"""Tiles with several roads or cities, and completed cities, have a bit of a word each."""

_SWITCHES: dict[str, tuple[str, dict[str, int]]] = {
    "inn_two_tiles": ("house.innTwoTiles", {"6": 6, "2": 2}),
    "tiny_shield": ("house.tinyShield", {"6": 6, "3": 3, "2": 2}),
    "official_roads": ("house.road", {"2_3": 0, "official_1_2": 1}),
    "builder_after_return": ("house.builderAfterReturn", {"yes": 1, "no": 0}),
    "builder_on_completed": ("house.builderOnCompleted", {"yes": 1, "no": 0}),
}
"""Attribute of the kernel -> the switch it stands for, and the number of each value."""


@dataclass(frozen=True, slots=True)
class LaidOut(NumberedCells):
    """A kernel with a position on it."""

    kernel: Any
    tables: HouseTables

    def kind_number(self, tile: str) -> int:
        """Return the kernel's number of a tile.

        :raises Malformed: if there is no such tile.
        """
        try:
            return _kind_numbers()[tile]
        except KeyError:
            raise Malformed(f"there is no tile {tile!r}", where="hand") from None

    def drawing_number(self, placement: Placement) -> int:
        """Return the kernel's number of a tile as it lies."""
        return 4 * self.kind_number(placement.tile) + placement.rotation


@cache
def _kind_numbers() -> dict[str, int]:
    return {tile: number for number, tile in enumerate(house_tables().kinds)}


_cleared: defaultdict[type[Any], list[Any]] = defaultdict(list)
"""Cleared kernels that are not in use."""


@contextmanager
def laid_out(
    position: Position, kind: str = "HouseLister", coming: tuple[str, ...] | None = None
) -> Iterator[LaidOut]:
    """Lay the position out for one question, on a kernel that is reused afterwards.

    ``kind`` is the kernel's class; ``coming`` tiles follow, one of the hand if left out.

    :raises Illegal: if the tiles cannot lie like this.
    :raises Malformed: if there is no such tile.
    """
    made = getattr(kernel, kind)
    with borrowed(_cleared[made], lambda: made(house_tables())) as board:
        yield lay_out(position, board, position.hand[:1] if coming is None else coming)


def lay_out(position: Position, board: Any, coming: tuple[str, ...]) -> LaidOut:
    """Lay a position on a kernel of the house game with nothing on it; ``coming`` tiles follow.

    :raises Illegal: if the tiles cannot lie like this.
    :raises Malformed: if there is no such tile.
    """
    lying = position.placements
    shift = shift_to_middle([p.x for p in lying], [p.y for p in lying])
    table = LaidOut(shift, board, house_tables())
    _require_fit(position, table, coming)
    for placement in position.placements:
        board.lay(table.number(placement.cell), table.drawing_number(placement))
    for placement in position.placements:
        if placement.piece is not None:
            piece = placement.piece
            board.stand(
                table.number(placement.cell),
                _segment_number(placement),
                PIECES.index(piece.piece) + 1,
                piece.colour,
            )
    _set_river(position, table)
    set_switches(board, position.rules)
    board.set_colours(
        position.to_move,
        int(position.second),
        list(position.scores),
        [tuple(supply) for supply in position.supplies],
    )
    return table


def set_switches(board: Any, rules: RuleSet) -> None:
    """Let the kernel play by a rule set."""
    board.set_switches(
        {name: rules.choose(key, values) for name, (key, values) in _SWITCHES.items()}
    )


def _require_fit(position: Position, table: LaidOut, coming: tuple[str, ...]) -> None:
    """Do nothing if the kernel has room for the tiles and the pieces stand on something.

    :raises Illegal: if it has not.
    """
    _require_room([*(laid.tile for laid in position.placements), *coming], table.tables)
    seen = set()
    for placement in position.placements:
        where = f"cell {placement.x},{placement.y}"
        if placement.cell in seen:
            raise Illegal("two tiles lie on one cell", where=where, rule="HOUSE-TURN-3")
        seen.add(placement.cell)
        if not table.has_room_for(placement.cell):
            raise Illegal("the tile lies apart", where=where, rule="HOUSE-TURN-3")
        if placement.piece is not None and _segment_number(placement) < 0:
            raise Illegal(
                f"nobody can stand on {placement.piece.feature!r} of {placement.tile}",
                where=where,
                rule="HOUSE-TURN-4",
            )


def _require_room(tiles: list[str], tables: HouseTables) -> None:
    """Do nothing if all the tiles are together no more than the five sets hold.

    A fixed order of tiles may have more of one kind than there are, but then less of others.

    :raises Illegal: if there are too many.
    """
    drawn = [_drawn_on(tile) for tile in tiles]
    nodes, cities, twins = map(sum, zip(*drawn, strict=True)) if drawn else (0, 0, 0)
    fits = (
        len(tiles) <= tables.tiles
        and nodes <= tables.nodes
        and twins <= _BITS
        and cities <= 2 * _BITS  # two or more are joined to a completed city
    )
    if not fits:
        raise Illegal(
            f"{len(tiles)} tiles; they and what is on them are more than the five sets hold",
            where="placements",
            rule="HOUSE-SETUP-1",
        )


@cache
def _drawn_on(tile: str) -> tuple[int, int, int]:
    """Return how many segments and cities a tile has, and 1 if two of them may be one feature."""
    drawn = segments_of(tile, 0)
    cities = sum(each.kind == "city" for each in drawn)
    return len(drawn), cities, house_tables().twin[4 * _kind_numbers()[tile]]


def _segment_number(placement: Placement) -> int:
    """Return the kernel's number of the segment that the piece stands on, -1 if there is none."""
    name = placement.piece.feature if placement.piece else ""
    found = segments_of(placement.tile, placement.rotation)
    return next((number for number, each in enumerate(found) if name in each.places), -1)


def _set_river(position: Position, table: LaidOut) -> None:
    """Find the open end of the river, from the spring on."""
    lying_on = {
        placement.cell: placement
        for placement in position.placements
        if lying(placement.tile, placement.rotation).rivers
    }
    springs = [p for p in lying_on.values() if lying(p.tile, 0).role == "spring"]
    if len(springs) != 1:
        table.kernel.set_river(-1, 0, 0)
        return
    cell, came_from, bend = springs[0].cell, -1, 0
    while cell in lying_on:
        sides = _river_sides(lying_on[cell]) - {came_from}
        if not sides:  # the lake
            table.kernel.set_river(-1, 0, 0)
            return
        side = min(sides)
        if came_from >= 0:
            bend = (side - came_from - 2) % 4
        cell = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
        came_from = (side + 2) % 4
    table.kernel.set_river(table.number(cell), came_from, bend)


def _river_sides(placement: Placement) -> set[int]:
    drawn = lying(placement.tile, placement.rotation)
    return {EDGES.index(edge) for river in drawn.rivers for edge in river.edges}
