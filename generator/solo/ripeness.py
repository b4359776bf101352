"""How near the occupied features of a position are to being scored, and where they meet.

Games are drafted towards positions in which one tile can do much at once. It guides the source
:mod:`generator.solo.sources.rare_ideas`, and changes which puzzles are made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import Kind, Segment

_ONE, _TWO = 100, 30
"""What a feature is worth that lacks one cell, and two."""
_TOGETHER = 150
"""What each further feature is worth that lacks the same cell alone."""
_SORT = 400
"""What each further sort of features is worth there."""
_OUTVOTED = 700
_AROUND = 60
"""What a tile around a cell for a monastery is worth, to the power of two."""
_FULL = 8


@dataclass(frozen=True, slots=True)
class Ripe:
    """An occupied feature with the empty cells that it lacks, and its meeples."""

    kind: Kind
    gaps: frozenset[Cell]
    meeples: tuple[int, ...]


def occupied(position: Position) -> Iterator[Ripe]:
    """Yield the occupied features that are not complete."""
    table = {placement.cell: placement for placement in position.placements}
    standing = dict[tuple[Cell, Segment], int]()
    for cell, placement in table.items():
        meeple = placement.meeple
        segment = meeple and placement.drawing.segment_named(meeple.segment)
        if meeple and segment:
            standing[cell, segment] = meeple.colour
    while standing:
        (cell, segment), colour = standing.popitem()
        if segment.kind == "monastery":
            yield Ripe(segment.kind, frozenset(block(cell) - table.keys()), (colour,))
            continue
        parts, gaps = feature_of(table, cell, segment)
        others = [standing.pop(part) for part in parts & standing.keys()]
        yield Ripe(segment.kind, frozenset(gaps), (colour, *others))


def block(cell: Cell) -> set[Cell]:
    """Return the cell with the eight around it."""
    return {(cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}


def ripe_for_scoring(position: Position) -> int:
    """Return how ripe the position is for scorings, one after the other or at once."""
    value, at = 0, Counter[Cell]()
    for one in occupied(position):
        if one.kind == "monastery":
            value += _AROUND * (_FULL - len(one.gaps)) ** 2 // _FULL
        if len(one.gaps) == 1:
            value += _ONE
            at.update(one.gaps)
        elif len(one.gaps) == 1 + 1:
            value += _TWO
    return value + _TOGETHER * max((number - 1 for number in at.values()), default=0)


def _sorts(position: Position) -> int:
    """Return the same, and how many sorts of features lack one cell alone."""
    sorts = defaultdict[Cell, set[Kind]](set)
    for one in occupied(position):
        if len(one.gaps) == 1:
            sorts[min(one.gaps)].add(one.kind)
    return ripe_for_scoring(position) + _SORT * max(map(len, sorts.values()), default=0)


def _majorities(position: Position) -> int:
    """Return the same, and whether a city could be joined in which one colour outvotes another."""
    at = defaultdict[Cell, list[Ripe]](list)
    for one in occupied(position):
        if one.kind == "city" and len(one.gaps) == 1:
            at[min(one.gaps)].append(one)
    best = 0
    for together in at.values():
        votes = Counter(colour for one in together for colour in one.meeples)
        uneven = len(votes) > 1 and max(votes.values()) > min(votes.values())
        best = max(best, _ONE * len(together) ** 2 + (_OUTVOTED if uneven else 0))
    return ripe_for_scoring(position) + best


def _holes(position: Position) -> int:
    """Return the same, and how full the surroundings of a cell are where a monastery fits."""
    board = {placement.cell: placement.drawing for placement in position.placements}
    best = 0
    for x, y in {(x + i, y + j) for x, y in board for i, j in STEPS} - board.keys():
        beside = [
            board[x + i, y + j].segment_at((edge + 2) % 4)
            for edge, (i, j) in enumerate(STEPS)
            if (x + i, y + j) in board
        ]
        kinds = [segment.kind for segment in beside if segment is not None]
        if "city" not in kinds and len(kinds) <= 1:
            best = max(best, len(block((x, y)) & board.keys()))
    return ripe_for_scoring(position) + _AROUND * best**2


RIPENESS: Mapping[str, Callable[[Position], int]] = MappingProxyType(
    {
        "outvoting": _majorities,
        "tie-for-last": ripe_for_scoring,
        "levelling": ripe_for_scoring,
        "lowest-round": ripe_for_scoring,
        "monastery-given-up": ripe_for_scoring,
        "monastery-at-once": _holes,
        "three-sorts": _sorts,
    }
)
"""How ripe a position is for an idea, by theme."""
