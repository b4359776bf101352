"""The tables on which a game of a few turns may end with enough points for every colour.

Points come from complete features with meeples, and few tables have features worth as much as the
best games bring. They are found without playing: beside the start tile one cell after the other
gets a tile or stays empty for good, as long as the bounds of :mod:`final_tables_bound` allow it.
Which games lead to such a table, and what they bring, is then a matter of play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TypeAlias

from verifier.carcassonne.engine.solo.final_tables_bound import Bound, Worth, worth_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import (
    Kind,
    Orientation,
    Segment,
    Terrain,
    tile_kind,
    tiles_in_play,
)

Laid: TypeAlias = tuple[Cell, str, int]
"""A tile on a table: its cell, its id and its rotation."""

_START: Cell = (0, 0)

_End: TypeAlias = tuple[Cell, int]
"""An empty cell that a feature is open to, and the edge of that cell where it is."""


@dataclass(frozen=True, slots=True)
class _Feature:
    """A road or city: the cells of its tiles, its coats of arms, its open ends."""

    kind: Kind
    cells: frozenset[Cell]
    shields: int
    ends: frozenset[_End]

    @property
    def worth(self) -> int:
        """Its points if it were complete as it is (BASE-ROAD-3, BASE-CITY-2)."""
        return len(self.cells) if self.kind == "road" else 2 * (len(self.cells) + self.shields)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that is not finished, with the cells that stay empty.

    ``open`` are the features that can still be completed, and ``complete`` what the complete ones
    are worth, the greatest first.
    """

    drawings: dict[Cell, Orientation]
    empty: frozenset[Cell]
    open: tuple[_Feature, ...]
    complete: tuple[int, ...]
    left: int

    def laid(self) -> frozenset[Laid]:
        """Return the tiles on the table."""
        return frozenset((cell, lies.id, lies.rotation) for cell, lies in self.drawings.items())

    def tiles(self) -> tuple[str, ...]:
        """Return the ids of the tiles on the table, sorted."""
        return tuple(sorted(drawing.id for drawing in self.drawings.values()))

    def worth(self) -> Worth:
        """Return what the features are worth now that so many tiles may complete."""
        cities = roads = 0
        on_roads = set[Cell]()
        for feature in self.open:
            if len({cell for cell, _ in feature.ends}) > self.left:
                continue
            if feature.kind == "city":
                cities += feature.worth
            else:
                roads += feature.worth
                on_roads |= feature.cells
        return Worth(cities, len(on_roads), roads)


@dataclass(frozen=True, slots=True)
class TablesOnTheWay:
    """The tables of tiles alone that lead to a final table, with the tiles that lead on.

    ``examined`` counts the tables that were examined. If the search was not ``exhaustive``, there
    may be other tables.
    """

    tiles: dict[frozenset[Laid], set[str]]
    examined: int
    exhaustive: bool


def tables_on_the_way(rules: RuleSet, turns: int, lowest: int, *, most: int = 0) -> TablesOnTheWay:
    """Return the tables on the way to those of :func:`final_tables`.

    The search stops after ``most`` tables (0: never).
    """
    tiles = defaultdict[frozenset[Laid], set[str]](set)
    examined = 0
    for examined, table in enumerate(final_tables(rules, turns, lowest), start=1):
        if 0 < most < examined:
            return TablesOnTheWay({}, examined - 1, exhaustive=False)
        if table is not None:
            _lead_to(table, tiles)
    return TablesOnTheWay(dict(tiles), examined, exhaustive=True)


def _lead_to(table: frozenset[Laid], tiles: dict[frozenset[Laid], set[str]]) -> None:
    """Add the tables that this one has parts of; the start tile is on all of them."""
    later = [laid for laid in table if laid[0] != _START]
    for number in range(len(later)):
        for missing in combinations(later, number + 1):
            tiles[table.difference(missing)].update(tile for _, tile, _ in missing)


def laid_on(position: Position) -> frozenset[Laid]:
    """Return the tiles on the table of a position."""
    return frozenset((lies.cell, lies.tile, lies.rotation) for lies in position.placements)


def final_tables(rules: RuleSet, turns: int, lowest: int) -> Iterator[frozenset[Laid] | None]:
    """Yield the tables after so many turns on which all colours may have more than ``lowest``.

    None is yielded for each table on the way, so that the search can be counted and stopped. There
    must be too few tiles to complete a monastery.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> sum(table is not None for table in final_tables(SOLO, 2, 4))
    0
    """
    needs = tuple(lowest + 1 - score for score in rules.start_scores)
    return _tables_from(_start(rules, turns), Bound(rules, turns, needs))


def _start(rules: RuleSet, turns: int) -> _Table:
    """Return the table of the set-up before so many turns."""
    start = rules.sheet.orientation(rules.sheet.start_tile, 0)
    return _with_tile(_Table({}, frozenset(), (), (), turns + 1), _START, start)


def _tables_from(table: _Table, bound: Bound) -> Iterator[frozenset[Laid] | None]:
    if not table.left:
        yield table.laid()
        return
    yield None
    for after in _tables_after(table, bound):
        yield from _tables_from(after, bound)


def _tables_after(table: _Table, bound: Bound) -> Iterator[_Table]:
    """Yield the table with the next cell decided in every way that may be enough."""
    cell = _next_cell(table)
    if cell is None:
        return
    for after in (*_with_a_tile(table, cell, bound), _with_none(table, cell)):
        if bound.allows(after.complete, after.worth(), after.tiles(), after.left):
            yield after


def _with_a_tile(table: _Table, cell: Cell, bound: Bound) -> Iterator[_Table]:
    """Yield the table with each tile on the cell that may be worth enough there."""
    rim, worth, tiles = _rim(table, cell), table.worth(), table.tiles()
    counted = frozenset(edge for edge in range(4) if table.left > 1 or rim[edge])

    @cache
    def allowed(tile: str, more: Worth) -> bool:
        after = tuple(sorted((*tiles, tile)))
        return bound.allows(table.complete, worth + more, after, table.left - 1)

    for drawing in _fitting(bound.sets, rim):
        if tiles.count(drawing.id) < tile_kind(drawing.id).count and allowed(
            drawing.id, worth_of(drawing.id, drawing.rotation, counted)
        ):
            yield _with_tile(table, cell, drawing)


# Laying tiles


def _next_cell(table: _Table) -> Cell | None:
    """Return the cell that is decided next: where a city is open, with the most tiles around."""
    best = max(
        (
            (feature.kind == "city", sum(map(bool, _rim(table, cell))), feature.worth, cell)
            for feature in table.open
            for cell, _ in feature.ends
        ),
        default=None,
    )
    if best is not None:
        return best[-1]
    beside = (_beyond(cell, edge) for cell in table.drawings for edge in range(4))
    return min(
        (c for c in beside if c not in table.drawings and c not in table.empty), default=None
    )


def _with_tile(table: _Table, cell: Cell, drawing: Orientation) -> _Table:
    """Return the table with a tile on the cell."""
    features, complete = list(table.open), list(table.complete)
    for segment in drawing.segments:
        feature = _joined(table, features, cell, segment) if segment.edges else None
        if feature is not None and feature.ends:
            features.append(feature)
        elif feature is not None:
            complete.append(feature.worth)
    return _Table(
        {**table.drawings, cell: drawing},
        table.empty,
        tuple(features),
        tuple(sorted(complete, reverse=True)),
        table.left - 1,
    )


def _joined(
    table: _Table, features: list[_Feature], cell: Cell, segment: Segment
) -> _Feature | None:
    """Return the feature of a segment on the cell; None if it cannot be completed any more.

    What the segment joins is taken out of ``features``.
    """
    cells, ends = {cell}, set[_End]()
    shields, alive = segment.shields, True
    for edge in segment.edges:
        beyond = _beyond(cell, edge)
        if beyond not in table.drawings:
            ends.add((beyond, (edge + 2) % 4))
            alive = alive and beyond not in table.empty
        elif (cell, edge) not in ends:  # else it has been joined over another edge
            joined = next((each for each in features if (cell, edge) in each.ends), None)
            if joined is None:
                alive = False
            else:
                features.remove(joined)
                cells |= joined.cells
                ends |= joined.ends
                shields += joined.shields
    ends.difference_update((cell, edge) for edge in segment.edges)
    return _Feature(segment.kind, frozenset(cells), shields, frozenset(ends)) if alive else None


def _with_none(table: _Table, cell: Cell) -> _Table:
    """Return the table with the cell empty for good."""
    features = (f for f in table.open if all(gap != cell for gap, _ in f.ends))
    empty = table.empty | {cell}
    return _Table(table.drawings, empty, tuple(features), table.complete, table.left)


def _rim(table: _Table, cell: Cell) -> tuple[Terrain | None, ...]:
    """Return what the tiles around a cell show towards it, by edge; None where there is none."""
    around = (table.drawings.get(_beyond(cell, edge)) for edge in range(4))
    return tuple(
        None if drawing is None else drawing.terrain[(edge + 2) % 4]
        for edge, drawing in enumerate(around)
    )


@cache
def _fitting(sets: tuple[str, ...], rim: tuple[Terrain | None, ...]) -> tuple[Orientation, ...]:
    """Return the tiles in all rotations that look different and fit there (BASE-PLACE-3)."""
    return tuple(
        kind.orientations[rotation]
        for kind in tiles_in_play(sets).kinds
        for rotation in kind.rotations
        if all(
            shown in (None, own)
            for shown, own in zip(rim, kind.orientations[rotation].terrain, strict=True)
        )
    )


def _beyond(cell: Cell, edge: int) -> Cell:
    step = STEPS[edge]
    return (cell[0] + step[0], cell[1] + step[1])
