"""Picks the solver for a question: SAT if no scores are compared, CP-SAT otherwise."""

from __future__ import annotations

from typing import Self

from verifier.carcassonne.model.solo.questions import Answer, Terms, ask, game_in_question
from verifier.carcassonne.model.solo.sat_questions import answer, question_about
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.constraints.cpsat import CpSatSolver
from verifier.constraints.sat import SatSolver
from verifier.errors import Undecided


class Solvers:
    """The solvers' processes; each starts with its first question.

    Use it as a context manager to end them.
    """

    def __init__(self, cpsat: CpSatSolver | None = None, sat: SatSolver | None = None) -> None:
        """Use these solvers, or new ones."""
        self.cpsat = CpSatSolver() if cpsat is None else cpsat
        self.sat = SatSolver() if sat is None else sat

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cpsat.close()
        self.sat.close()

    def decide(self, position: Position, turns: int, goal: Goal, terms: Terms) -> Answer:
        """Return a line of exactly that many turns that reaches the goal first in its last turn."""
        game = game_in_question(position, turns, terms, goal)
        try:
            asked = question_about(game)
        except Undecided:  # scores have to be compared
            return ask(self.cpsat, game, terms)
        return answer(asked, self.sat.find(asked.formula, terms.parameters), terms)
