"""Puzzles about ideas that games hardly ever show: a line that shows one is made first.

A game is drafted until the table is ripe for it (:mod:`generator.solo.ripeness`). There the last
tiles of a line may be any of the box and lie anywhere; the goal asks for exactly what the line
scores at its end. The turns of the game that lead there are the beginning of the puzzle. What is
left is to see that no other line reaches the goal, and that the idea is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from types import MappingProxyType

from generator.chance import Chance
from generator.solo.analysis import analyse, board_of, owners
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.goal_kinds import exactly_scored
from generator.solo.only_solution import only_solution
from generator.solo.rare_themes import (
    Event,
    Scores,
    claimed_at_once,
    events_of,
    goes_round,
    has_three_sorts,
    is_given_up,
    is_new_tie,
    lowest,
    outvotes,
    passing,
    pays_all_tied,
    uses_tie,
)
from generator.solo.ripe_games import going_on, ripe_game
from generator.solo.ripeness import RIPENESS, block
from generator.solo.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from generator.solo.techniques import needs_all
from verifier.carcassonne.engine.solo import seek
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.goals import kind_of as kind_for_engine
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome

Line = tuple[Outcome, ...]

_GAMES = 2
_LAST = 4
"""Stages of a drafted game, its last ones, from which lines are made."""
_LEADING = 20
"""Outcomes of a turn from which a line goes on; a quarter of it in the turn after."""
_LINES = (6, 24)
"""Lines tried from one stage of a game, and more of them when all stages have had their turn."""
_NODES = 300_000
_KINDS = 24
_ALL_AROUND = 8
NO_LINE = "no line that shows the idea is the only one to what it scores"


@dataclass(frozen=True, slots=True)
class _Idea:
    """How lines that show an idea are made.

    A game is played for ``played`` turns or a few more, and drafted to be ripe for so many more.
    The last ``turns`` of a line are then made; each but the last one ``leads`` there. ``shows``
    tells from the scores at the beginning, the line and its scorings whether it shows the idea.
    """

    shows: Callable[[Scores, Line, Sequence[Event]], bool]
    turns: int
    leads: Callable[[Scores, Line], bool]
    played: int = 4
    drafted: int = 10


def _scores(_start: Scores, line: Line) -> bool:
    """Return whether the turn completes something."""
    return bool(line[-1].scorings)


def _joins(_start: Scores, line: Line) -> bool:
    """Return whether the tile lies on a road or city that several colours share."""
    turn = line[-1].turn
    if turn is None:
        return False
    board = board_of(line[-1].after)
    return any(
        len(owners(board, feature_of(board, turn.cell, segment)[0])) > 1
        for segment in board[turn.cell].drawing.segments
        if segment.edges
    )


def _surrounds(_start: Scores, line: Line) -> bool:
    """Return whether the tile is the last around an empty cell."""
    turn = line[-1].turn
    if turn is None:
        return False
    cells = board_of(line[-1].after).keys()
    return any(len(block(hole) & cells) == _ALL_AROUND for hole in block(turn.cell) - cells)


def _makes_a_tie(start: Scores, line: Line) -> bool:
    """Return whether the turn ends in a tie for last place that its last points made."""
    events = events_of(start, line)
    return bool(events) and is_new_tie(start, events[-1])


def _makes_a_tie_and_pays(start: Scores, line: Line) -> bool:
    """Return whether the first turn ends so, and a later one pays one of the tied."""
    if len(line) == 1 or not _makes_a_tie(start, line[:1]):
        return _makes_a_tie(start, line)
    tied = lowest(line[0].after.scores)
    return any(tied & {*scoring.colours} for scoring in line[-1].scorings)


def _passes_on(start: Scores, line: Line) -> bool:
    return bool(passing(events_of(start, line)))


def _outvotes(_start: Scores, line: Line, events: Sequence[Event]) -> bool:
    return any(outvotes(one.scoring) for one in events if one.turn == len(line) - 1)


def _ties(start: Scores, _line: Line, events: Sequence[Event]) -> bool:
    return any(is_new_tie(start, one) and pays_all_tied(one, events) for one in events)


def _levels(start: Scores, _line: Line, events: Sequence[Event]) -> bool:
    return any(
        is_new_tie(start, one) and uses_tie(one, last)
        for number, last in enumerate(events)
        for one in events[:number]
    )


def _goes_round(start: Scores, _line: Line, events: Sequence[Event]) -> bool:
    return bool(events) and bool(events[-1].scoring.colours) and goes_round(events[:-1], len(start))


def _gives_up(_start: Scores, _line: Line, events: Sequence[Event]) -> bool:
    return any(
        is_given_up(one, last) for number, last in enumerate(events) for one in events[:number]
    )


def _at_once(_start: Scores, line: Line, events: Sequence[Event]) -> bool:
    last, before = line[-1].turn, line[0].turn
    return any(
        one.turn == len(line) - 1 and claimed_at_once(last, one.scoring) for one in events
    ) and bool(last and before and before.cell in block(last.cell))


def _three_sorts(_start: Scores, line: Line, _events: Sequence[Event]) -> bool:
    return has_three_sorts(line[-1].scorings)


IDEAS: Mapping[str, _Idea] = MappingProxyType(
    {
        "outvoting": _Idea(_outvotes, 1, _joins),
        "tie-for-last": _Idea(_ties, 3, _makes_a_tie_and_pays),
        "levelling": _Idea(_levels, 2, _makes_a_tie),
        "lowest-round": _Idea(_goes_round, 2, _passes_on),
        "monastery-given-up": _Idea(_gives_up, 2, _scores, drafted=14),
        "monastery-at-once": _Idea(_at_once, 2, _surrounds, drafted=14),
        "three-sorts": _Idea(_three_sorts, 1, _scores, drafted=14),
    }
)
"""The ideas that lines are made for, by theme."""


def idea_puzzles(
    theme: str, goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that need the idea. Their goals imply the one given: they set the numbers."""
    idea = IDEAS[theme]
    made = min(idea.turns, tiles)
    again = list[tuple[Draft, tuple[str, ...], Iterator[Line]]]()
    for first, stage in _stages(idea, theme, tiles - made, rules, chance):
        row = tuple(turn.tile for turn in stage.game[len(first.game) :])
        again.append((first, row, _lines(idea, goal, stage, made, chance)))
        yield from _puzzles_of(theme, goal, *again[-1], contract, _LINES[0])
    for one in again:
        yield from _puzzles_of(theme, goal, *one, contract, _LINES[1])
    yield NO_LINE


def _stages(
    idea: _Idea, theme: str, leading: int, rules: RuleSet, chance: Chance
) -> Iterator[tuple[Draft, Draft]]:
    """Yield the stages of games that are ripe for the idea, each with the one ``leading`` to it."""
    for _ in range(_GAMES):
        game = ripe_game(RIPENESS[theme], idea.played, idea.drafted, rules, chance)
        for number in range(max(len(game) - _LAST, leading), len(game)):
            yield game[number - leading], game[number]


def _puzzles_of(
    theme: str,
    goal: Goal,
    first: Draft,
    row: tuple[str, ...],
    lines: Iterator[Line],
    contract: Contract,
    most: int,
) -> Iterator[SolvedPuzzle]:
    """Yield a puzzle for each goal that one of the next lines meets by what its last turn scores.

    The puzzle begins at ``first`` with the tiles of the ``row``, and goes on with the line.
    """
    for line in islice(lines, most):
        whole = (*row, *(one.turn.tile for one in line if one.turn is not None))
        for one in exactly_scored(goal, first.position, line[-1].scorings):
            puzzle = Puzzle(one, with_row(first.position, whole))
            solution = only_solution(puzzle, contract, _NODES)
            if solution is not None and needs_all(analyse(puzzle, solution.line), (theme,)):
                yield SolvedPuzzle(puzzle, solution, first.game)


def _lines(idea: _Idea, goal: Goal, stage: Draft, turns: int, chance: Chance) -> Iterator[Line]:
    """Yield lines of so many turns from there that show the idea and meet the goal."""
    start = stage.position.scores
    for line in _all_lines(idea, goal, stage, (), turns, chance):
        if idea.shows(start, line, events_of(start, line)):
            yield line


def _all_lines(
    idea: _Idea, goal: Goal, stage: Draft, line: Line, turns: int, chance: Chance
) -> Iterator[Line]:
    """Yield lines that go on from one; the stage is where they begin."""
    drafted = reduce(then, line, stage)
    if len(line) + 1 == turns:
        for tile in chance.shuffled(_meeting(goal, drafted.position, chance)):
            ending = [one for one in outcomes_with(drafted.position, tile) if reached(goal, one)]
            yield from ((*line, one) for one in chance.shuffled(ending))
        return
    start = stage.position.scores
    leading = [
        one
        for tile in sorted(tiles_to_draw(drafted.position))
        for one in going_on(drafted.position, tile)
        if idea.leads(start, (*line, one))
    ]
    for one in chance.shuffled(leading)[: _LEADING >> 2 * len(line)]:
        yield from _all_lines(idea, goal, stage, (*line, one), turns, chance)


def _meeting(goal: Goal, position: Position, chance: Chance) -> list[str]:
    """Return kinds of tiles with which the next turn can meet the goal, as far as that is known."""
    if not kind_for_engine(goal).sought(goal) or not position.rules.plain:
        return sorted(tiles_to_draw(position))
    rows = seek(position, goal, 1, seed=chance.below(1 << 30), most=_KINDS, nodes=_NODES)
    return sorted({tile for row in rows for tile in row})
