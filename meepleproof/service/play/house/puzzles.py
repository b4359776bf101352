"""Lines of part-turns played on the page: what follows each, and how it fares.

In a study the other player answers perfectly and at once, so a line has the part-turns of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.house.judging import Judgement, judge_by_engine
from generator.house.part_turns import gain_of, lines_that_solve, placement_in
from generator.pack import Packed
from meepleproof.service.play.house.attempt import StudyPlay
from meepleproof.service.play.house.turns import parse_player_part_turns, play_part_turns
from meepleproof.service.play.refusal import Refusal
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line as far as it can be played; others made the last ``answers`` part-turns.

    ``before`` counts the part-turns before the last one that the player chose.
    """

    outcomes: tuple[Outcome, ...]
    refusal: Refusal | None
    answers: int
    before: int


def play_study(study: StudyPlay, texts: Sequence[str], *, answered: bool = True) -> PlayedLine:
    """Play a line of both players, and the other one's perfect replies to it if ``answered``.

    :raises Malformed: if a part-turn cannot be read.
    """
    start = study.packed.puzzle.position
    outcomes, refusal = play_part_turns(start, parse_player_part_turns(texts))
    given = len(outcomes)
    while (
        answered
        and outcomes
        and not outcomes[-1].after.end
        and not _is_solvers(start, outcomes[-1].after)
    ):
        answer = study.told(outcomes, helped=False)["play"]["reply"]["turn"]
        found, _ = play_part_turns(outcomes[-1].after, (parse_part_turn(answer),))
        outcomes = (*outcomes, *found)
    own = [number for number in range(len(outcomes)) if _chooses(start, outcomes, number)]
    return PlayedLine(outcomes, refusal, len(outcomes) - given, own[-1] if own else 0)


def play_turn(packed: Packed[HousePuzzle], texts: Sequence[str]) -> PlayedLine:
    """Play the part-turns of a puzzle of one turn, no more than it asks for.

    :raises Malformed: if one cannot be read.
    """
    turns = parse_player_part_turns(texts)[: packed.puzzle.part_turns]
    outcomes, refusal = play_part_turns(packed.puzzle.position, turns)
    return PlayedLine(outcomes, refusal, 0, max(0, len(outcomes) - 1))


def judged_turn(packed: Packed[HousePuzzle], line: PlayedLine) -> Judgement | None:
    """Return how the part-turns of a puzzle of one turn fare, None while its turn goes on."""
    wanted = packed.puzzle.part_turns
    if len(line.outcomes) == wanted:
        return judge_by_engine(packed.puzzle, line.outcomes)
    if line.outcomes and not line.outcomes[-1].part_turn.second:
        return Judgement(solved=False, placed=False, gain=0)
    return None


def judged_part_turns(packed: Packed[HousePuzzle]) -> list[tuple[Outcome, Judgement]]:
    """Return all that can be played in a puzzle of one part-turn, and how each fares."""
    puzzle, engine = packed.puzzle, HouseEngine()
    lines = [(one,) for one in engine.outcomes_in_order(puzzle.position)]
    solving = lines_that_solve(puzzle, lines, engine.final_scorings)
    solved, placed = set(solving), {placement_in(one) for (one,) in solving}
    return [
        (
            one,
            Judgement(
                solved=(one,) in solved,
                placed=placement_in(one) in placed,
                gain=gain_of((one,), puzzle.position),
            ),
        )
        for (one,) in lines
    ]


def _is_solvers(start: Position, position: Position) -> bool:
    player_of = start.rules.player_of
    return player_of(position.to_move) == player_of(start.to_move)


def _chooses(start: Position, outcomes: Sequence[Outcome], number: int) -> bool:
    """Return whether the solver made that part-turn."""
    return number == 0 or _is_solvers(start, outcomes[number - 1].after)
