"""Long games made in stages: the end of a stage is constant for the next one (rolling horizon)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from verifier.carcassonne.model.solo.questions import (
    Answer,
    Line,
    Terms,
    best_by_model,
    decide,
    line_such_that,
    outcomes_of,
    require_going_on,
)
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.model.solo.synthesis import cells_near
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.constraints.cpsat import CpSatSolver, Parameters

_NEAR = 2
_STAGE = 5
"""Turns of a stage in which the lowest score is maximised."""

_STEPS = (12, 8, 4)
"""Points by which the lowest score is to rise in a stage, tried in this order."""

_LENGTHS = (5, 6)
_SHARE = 5.0
"""The limit of one try."""


def game_in_stages(
    solver: CpSatSolver, start: Position, turns: int, parameters: Parameters
) -> Answer:
    """Return a game of so many turns in which the lowest score climbs stage by stage.

    Each stage of a few turns is the best that was found within its share of the limit, near the
    tiles so far, with a meeple of every colour left at its end so that the game goes on. This gives
    no upper bound.
    """
    line: Line = ()
    position, time = start, 0.0
    lengths = [_STAGE] * (turns // _STAGE) + [turns % _STAGE] * (turns % _STAGE > 0)
    share = replace(parameters, limit=parameters.limit / len(lengths))
    for length in lengths:
        terms = Terms(tiles=True, window=cells_near(position, _NEAR), parameters=share)
        last = len(line) + length == turns
        answer = best_by_model(solver, position, length, terms=terms, going_on=not last)
        time += answer.time
        if answer.verdict != "found":
            return replace(answer, time=time)
        line += answer.line
        position = outcomes_of(position, answer.line)[-1].after
    return replace(answer, line=line, bound=None, time=round(time, 6))


def game_to_total(
    solver: CpSatSolver, start: Position, goal: Goal, parameters: Parameters
) -> Answer:
    """Return a game that ends with a result that meets the goal, if one is found in stages.

    First the lowest score climbs in small steps, since after large ones it gets stuck. Then the
    colour to move places its meeples until it has none for the next free feature (SOLO-END-1). If
    none is found, there may still be such a game.
    """
    climber = _StagedGame(solver, start, parameters)
    while min(climber.position.scores) < goal.at_least and climber.rises(goal.at_least):
        pass
    while min(climber.position.scores) >= goal.at_least and not climber.ends(goal):
        if not climber.parts_with_meeples():
            break
    if climber.position.over:
        return climber.answer_so_far("found", climber.line)
    return climber.answer_so_far(
        "undecided", (), f"no way on was found after {len(climber.line)} turns"
    )


@dataclass(slots=True)
class _StagedGame:
    """A game that is made stage by stage."""

    solver: CpSatSolver
    position: Position
    parameters: Parameters
    line: Line = ()
    time: float = 0.0
    answer: Answer = field(default_factory=lambda: Answer("undecided"))

    def answer_so_far(
        self, verdict: Literal["found", "undecided"], line: Line, reason: str = ""
    ) -> Answer:
        """Return the answer for the game as a whole."""
        return replace(
            self.answer,
            verdict=verdict,
            line=line,
            reason=reason,
            solver="CP-SAT in stages",
            time=round(self.time, 6),
        )

    def rises(self, target: int) -> bool:
        """Add a stage after which every colour has some more points, or the target."""
        low = min(self.position.scores)
        for step in _STEPS:
            for turns in _LENGTHS:

                def enough(game: Game, needed: int = min(low + step, target)) -> None:
                    b = game.builder
                    for points in game.scores:
                        b.require(b.at_least(points, needed), "goal", turn=len(game.turns))
                    require_going_on(game)

                if self._adds(turns, enough):
                    return True
        return False

    def parts_with_meeples(self) -> bool:
        """Add a stage after which the colour to move has fewer meeples, two if it can be."""
        colour = self.position.to_move
        left = self.position.supplies[colour]
        for fewer in (2, 1):

            def parted(game: Game, most: int = max(left - fewer, 0)) -> None:
                b = game.builder
                b.require(b.at_most(game.supplies[colour], most), "goal", turn=len(game.turns))
                require_going_on(game, but=colour)

            if left and self._adds(2 * self.position.rules.colours, parted):
                return True
        return False

    def ends(self, goal: Goal) -> bool:
        """Add a last turn that ends the game with a result that meets the goal."""
        terms = self._terms()
        answer = decide(self.solver, self.position, 1, goal, terms=terms, exactly_at=1)
        return self._took(answer)

    def _adds(self, turns: int, require: Callable[[Game], None]) -> bool:
        if self.time >= self.parameters.limit:
            return False
        answer = line_such_that(self.solver, self.position, turns, require, terms=self._terms())
        return self._took(answer)

    def _terms(self) -> Terms:
        left = max(self.parameters.limit - self.time, 0.0)
        parameters = replace(self.parameters, limit=min(_SHARE, left), hasty=True)
        return Terms(tiles=True, window=cells_near(self.position, _NEAR), parameters=parameters)

    def _took(self, answer: Answer) -> bool:
        self.answer = answer
        self.time += answer.time
        if answer.verdict != "found":
            return False
        self.line += answer.line
        self.position = outcomes_of(self.position, answer.line)[-1].after
        return True
