"""The solvers, and which of them answers: SAT where no scores are compared, CP-SAT else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Self

from verifier.errors import Undecided
from verifier.goals import Goal
from verifier.model.cpsat import Solver
from verifier.model.questions import Answer, Terms, answered, game_in_question
from verifier.model.sat import SatSolver
from verifier.model.scoreless import answer, question_about
from verifier.position import Position


class Solvers:
    """The processes that answer; each starts with the first question put to it.

    Use it as a context manager to end them.
    """

    def __init__(self, cpsat: Solver | None = None, sat: SatSolver | None = None) -> None:
        """Use these, or new ones."""
        self.cpsat = Solver() if cpsat is None else cpsat
        self.sat = SatSolver() if sat is None else sat

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that there are."""
        self.cpsat.close()
        self.sat.close()

    def decide(
        self,
        position: Position,
        turns: int,
        goal: Goal,
        terms: Terms,
        *,
        last_tile: Collection[str] | None = None,
    ) -> Answer:
        """Return a line of exactly that many turns that first then reaches the goal.

        If ``last_tile`` names kinds, the tile of its last turn is of these where it is not known.
        """
        game = game_in_question(position, turns, terms, goal, last_tile=last_tile)
        try:
            asked = question_about(game)
        except Undecided:  # scores have to be compared
            return answered(self.cpsat, game, terms)
        return answer(asked, self.sat.find(asked.formula, terms.parameters), terms)
