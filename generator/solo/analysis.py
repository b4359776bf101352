"""A solution with the alternatives to each of its turns; the themes are read from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.solo.goal_kinds import kind_of
from verifier.carcassonne.engine.solo import Engine, Line, solve
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome, Scoring, Turn
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import EDGES, Segment
from verifier.errors import Illegal, Malformed

_MOST_OUTCOMES = 20_000

Part = tuple[Cell, Segment]
Board = dict[Cell, Placement]


@dataclass(frozen=True, slots=True)
class CountedScoring:
    """A scoring that the goal counts: its turn, the parts of its feature, and their cells.

    For a road or city the cells are its tiles, for a monastery the nine around and under it.
    """

    turn: int
    scoring: Scoring
    parts: frozenset[Part]
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A solution: the position before each turn, all outcomes there, and what the goal counts.

    The goal counts the road or city that meets it; monasteries scored on the way; for a total, each
    scoring without whose points the total would be missed: see :mod:`generator.solo.goal_kinds`.
    """

    puzzle: Puzzle
    line: Line
    before: tuple[Position, ...]
    choices: tuple[tuple[Outcome, ...], ...]
    counted: tuple[CountedScoring, ...]

    @property
    def last(self) -> int:
        """The number of the last turn, from 0."""
        return len(self.line) - 1

    def turns(self) -> Iterator[tuple[int, Turn]]:
        """Yield the turns with their numbers, from 0."""
        for number, outcome in enumerate(self.line):
            if outcome.turn is not None:
                yield number, outcome.turn

    def keeps_goal_reachable(self, number: int, outcome: Outcome) -> bool:
        """Return whether the goal is, or can still be, reached if that turn has this outcome.

        False is certain. True may also mean that the search was stopped at its limit.
        """
        if reached(self.puzzle.goal, outcome):
            return True
        left = self.puzzle.tiles - number - 1
        if outcome.after.over or not left:
            return False
        try:
            solutions = solve(
                outcome.after, self.puzzle.goal, left, lines=0, shown=0, nodes=_MOST_OUTCOMES
            )
        except Malformed:  # the next tile is not known
            return False
        return bool(solutions.count) or not solutions.exhaustive

    def reaches_goal_from(self, number: int, position: Position) -> bool:
        """Return whether the turns from that one on would reach the goal from another position.

        The position may have more or fewer meeples than the rules allow: this is how we show that
        a meeple is needed.
        """
        for outcome in self.line[number:]:
            if outcome.turn is None:
                return False
            same = _same_turn(position, outcome.turn, last=outcome is self.line[-1])
            reaching = [one for one in same if reached(self.puzzle.goal, one)]
            if reaching or not same:
                return bool(reaching)
            position = same[0].after
        return False


def analyse(puzzle: Puzzle, line: Line) -> Analysis:
    """Return the analysis of a solution of the puzzle."""
    before = (puzzle.position, *(outcome.after for outcome in line[:-1]))
    choices = tuple(tuple(Engine().outcomes_in_order(position)) for position in before)
    counted = tuple(counted_scorings(puzzle, line))
    return Analysis(puzzle, line, before, choices, counted)


def board_of(position: Position) -> Board:
    """Return the placement on each cell."""
    return {placement.cell: placement for placement in position.placements}


def owners(board: Board, parts: set[Part]) -> frozenset[int]:
    """Return the colours with a meeple on the feature of these parts."""
    meeples = ((board[cell].meeple, segment) for cell, segment in parts)
    return frozenset(
        meeple.colour for meeple, segment in meeples if meeple and meeple.segment == segment.name
    )


def _same_turn(position: Position, turn: Turn, *, last: bool) -> list[Outcome]:
    """Return the outcomes of a turn; of the last turn, with any claim and scoring order."""
    try:
        outcomes = Engine().outcomes_in_order(position, None if last else turn.order)
    except (Illegal, Malformed):
        return []
    return [
        one
        for one in outcomes
        if one.turn and (one.turn == turn or (last and same_placement(one.turn, turn)))
    ]


def same_placement(one: Turn, other: Turn) -> bool:
    """Return whether two turns place the same tile in the same way."""
    return (one.tile, one.rotation, one.cell) == (other.tile, other.rotation, other.cell)


def counted_scorings(puzzle: Puzzle, line: Line) -> Iterator[CountedScoring]:
    """Yield what the goal counts of a solution, in the order in which it is scored."""
    kind = kind_of(puzzle.goal)
    for number, outcome in enumerate(line):
        for scoring in outcome.scorings:
            if outcome.turn and kind.counts(puzzle, line, outcome, scoring):
                parts, cells = scored_parts(board_of(outcome.after), outcome.turn, scoring)
                yield CountedScoring(number, scoring, parts, cells)


def scored_parts(
    board: Board, turn: Turn, scoring: Scoring
) -> tuple[frozenset[Part], frozenset[Cell]]:
    """Return the parts of a scored feature, and its cells."""
    if scoring.feature in EDGES:
        segment = board[turn.cell].drawing.segment_at(EDGES.index(scoring.feature))
        parts = feature_of(board, turn.cell, segment)[0] if segment else set[Part]()
        return frozenset(parts), frozenset(cell for cell, _ in parts)
    x, y = AROUND.get(scoring.feature, (0, 0))
    x, y = x + turn.x, y + turn.y
    block = frozenset((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
    return frozenset(), block
