"""How near the occupied features of a position are to being scored, and where they meet.

Games are drafted towards positions in which one tile can do much at once. It guides the source
:mod:`generator.solo.sources.rare_ideas`, and changes which puzzles are made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from verifier.carcassonne.engine.solo.features import feature_of, worth_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import Kind, Segment

_ONE, _TWO = 100, 30
"""What a feature is worth that lacks one cell, and two."""
_TOGETHER = 150
"""What each further feature is worth that lacks the same cell alone."""
_SORT = 400
"""What each further sort of features is worth there."""
_BEHIND = 300
"""What it is worth if the colour in last place has one of those, and the next to it another."""
_LEVEL = 500
"""What a feature is worth that would bring the last just level with the next."""
_OUTVOTED = 700
_AROUND = 60
"""What a tile around a cell for a monastery is worth, to the power of two."""
_FULL, _NINE = 8, 9
_A_TILE: Mapping[Kind, int] = MappingProxyType({"road": 1, "city": 2})
"""The points that one tile more brings."""


@dataclass(frozen=True, slots=True)
class Ripe:
    """An occupied feature with the empty cells that it lacks, and its meeples.

    ``value`` is what it brings when one tile without a shield completes it.
    """

    kind: Kind
    gaps: frozenset[Cell]
    meeples: tuple[int, ...]
    value: int


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
            yield Ripe(segment.kind, frozenset(block(cell) - table.keys()), (colour,), _NINE)
            continue
        parts, gaps = feature_of(table, cell, segment)
        others = [standing.pop(part) for part in parts & standing.keys()]
        value = worth_of(segment.kind, parts) + _A_TILE[segment.kind]
        yield Ripe(segment.kind, frozenset(gaps), (colour, *others), value)


def block(cell: Cell) -> set[Cell]:
    """Return the cell with the eight around it."""
    return {(cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}


def ripe_for_scoring(position: Position) -> int:
    """Return how ripe the position is for scorings, one after the other or at once."""
    return _for_scoring(occupied(position))


def _for_scoring(standing: Iterable[Ripe]) -> int:
    value, at = 0, Counter[Cell]()
    for one in standing:
        if one.kind == "monastery":
            value += _AROUND * (_FULL - len(one.gaps)) ** 2 // _FULL
        if len(one.gaps) == 1:
            value += _ONE
            at.update(one.gaps)
        elif len(one.gaps) == 1 + 1:
            value += _TWO
    return value + _TOGETHER * max((number - 1 for number in at.values()), default=0)


def _sorts(position: Position) -> int:
    """Return the same, and how many sorts of features lack one cell alone, and whose they are."""
    standing = tuple(occupied(position))
    both = {*_behind(position)[:2]}
    best = 0
    for together in _at_one_cell(standing).values():
        value = _SORT * len({one.kind for one in together})
        best = max(best, value + (_BEHIND if _owners(together) >= both else 0))
    return _for_scoring(standing) + best


def _ties(position: Position) -> int:
    """Return the same, and whether the last can be brought level with the next, and both paid.

    They are paid at one cell, as the points that make the tie come elsewhere.
    """
    standing = tuple(occupied(position))
    last, following, apart = _behind(position)
    at = _at_one_cell(standing)
    levelling = {
        cell
        for cell, together in at.items()
        if any(one.value == apart and {last} == {*one.meeples} for one in together)
    }
    best = 0
    for cell, together in at.items():
        paid = _owners(together) >= {last, following}
        best = max(best, _BEHIND * paid + _LEVEL * bool(levelling - {cell}))
    return _for_scoring(standing) + best


def _at_one_cell(standing: Iterable[Ripe]) -> Mapping[Cell, list[Ripe]]:
    """Return the features that lack one cell alone, by that cell."""
    at = defaultdict[Cell, list[Ripe]](list)
    for one in standing:
        if len(one.gaps) == 1:
            at[min(one.gaps)].append(one)
    return at


def _owners(together: Iterable[Ripe]) -> set[int]:
    return {colour for one in together for colour in one.meeples}


def _behind(position: Position) -> tuple[int, int, int]:
    """Return the colour in last place, the next one, and by how many points they are apart."""
    scores = position.scores
    last, following = sorted(range(len(scores)), key=scores.__getitem__)[:2]
    return last, following, scores[following] - scores[last]


def _majorities(position: Position) -> int:
    """Return the same, and whether a city could be joined in which one colour outvotes another."""
    standing = tuple(occupied(position))
    best = 0
    for together in _at_one_cell(one for one in standing if one.kind == "city").values():
        votes = Counter(colour for one in together for colour in one.meeples)
        uneven = len(votes) > 1 and max(votes.values()) > min(votes.values())
        best = max(best, _ONE * len(together) ** 2 + (_OUTVOTED if uneven else 0))
    return _for_scoring(standing) + best


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
        "tie-for-last": _ties,
        "levelling": ripe_for_scoring,
        "lowest-round": ripe_for_scoring,
        "monastery-given-up": ripe_for_scoring,
        "monastery-at-once": _holes,
        "three-sorts": _sorts,
    }
)
"""How ripe a position is for an idea, by theme."""
