"""The solver for a question: SAT if no scores are compared, CP-SAT otherwise.

SAT solvers are many times faster where they can be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from verifier.carcassonne.model.answers import combined_answer, settled
from verifier.carcassonne.model.solo.open_reading import decided, decisions
from verifier.carcassonne.model.solo.questions import (
    KNOWN_TILES,
    Answer,
    Line,
    Terms,
    ask,
    game_in_question,
    game_of_lines,
    lengths,
)
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.constraints.builder import Lit
from verifier.constraints.clauses import Formula, formula
from verifier.constraints.cpsat import EVERY, CpSatSolver
from verifier.constraints.sat import UNIT, SatReply, SatSolver
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


# --- Questions for SAT solvers
#
# These are the questions for all lines of so many turns, and for goals that require points for
# every colour in play: if all are tied on a feature, one of them is lowest and all get the points
# (FACT-5). By the switches goal.scored and goal.colours more goals need no scores, nor does a
# single turn, before which all scores are known. All other questions are refused.


@dataclass(frozen=True, slots=True)
class Question:
    """A formula whose solutions are the lines of so many turns, and how to read them."""

    game: Game
    literals: tuple[Lit, ...]
    formula: Formula

    def line(self, holds: Sequence[bool]) -> Line:
        """Return the line of a solution."""
        return decided(self.game, dict(zip(self.literals, holds, strict=True)))


def question(position: Position, turns: int, goal: Goal, *, terms: Terms = KNOWN_TILES) -> Question:
    """Return the question for lines of exactly that many turns that first then reach the goal.

    :raises Malformed: if an unknown tile may not be any tile.
    :raises Undecided: if scores have to be compared.
    """
    return question_about(game_in_question(position, turns, terms, goal))


def question_about(game: Game) -> Question:
    """Return the question for the lines of an open game.

    :raises Undecided: if scores have to be compared.
    """
    literals = tuple(decisions(game))
    return Question(game, literals, formula(game.builder, literals))


def decide_by_clauses(
    solver: SatSolver,
    position: Position,
    turns: int,
    goal: Goal,
    *,
    terms: Terms = KNOWN_TILES,
    exactly_at: int | None = None,
) -> Answer:
    """Return a line that first reaches the goal within ``turns`` turns, or in turn ``exactly_at``.

    The answer is that of :func:`questions.decide`; limits and times count conflicts and
    propagations, see :data:`sat.PROPAGATIONS`.

    :raises Malformed: if an unknown tile may not be any tile, or for no turns.
    :raises Undecided: if scores have to be compared.
    """
    answers: list[Answer] = []
    for last in lengths(turns, exactly_at):
        lines_question = question(position, last, goal, terms=terms)
        answers.append(
            answer(lines_question, solver.find(lines_question.formula, terms.parameters), terms)
        )
        if answers[-1].verdict == "found":
            break
    return combined_answer(answers)


def lines_by_clauses(
    solver: SatSolver, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
) -> tuple[Line, ...]:
    """Return all lines of exactly that many turns, sorted, as :func:`questions.lines` does.

    :raises Undecided: if the solver did not finish, or if scores have to be compared.
    """
    lines_question = question_about(game_of_lines(position, turns, terms))
    reply = solver.find(lines_question.formula, terms.parameters, most=EVERY)
    if reply.status != "exhausted":
        raise Undecided(f"not all lines were listed: {reply.why}")
    return tuple(
        sorted(map(lines_question.line, reply.found), key=lambda line: [str(turn) for turn in line])
    )


def answer(lines_question: Question, reply: SatReply, terms: Terms) -> Answer:
    """Return the answer that a reply gives to a question."""
    unanswered = Answer(
        verdict="undecided",
        solver=reply.solver,
        version=reply.version,
        status=reply.status,
        seed=terms.parameters.seed,
        limit=terms.parameters.limit,
        time=reply.time,
        unit=UNIT,
    )
    line = lines_question.line(reply.found[0]) if reply.found else None
    return settled(unanswered, line, reply.why, everywhere=terms.window is None)
