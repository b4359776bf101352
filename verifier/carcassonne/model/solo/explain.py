"""The model's part of ``explain``: a minimal set of rules that keep a goal out of reach.

Rules are dropped one after the other, first in all turns and then in single ones. If the goal is
still out of reach without a rule, the rule stays dropped. Each rule that remains is needed, as
shown by a line that would reach the goal without it.

Rules without which a game has no meaning are never dropped: each tile on a cell of its own beside
others, one claim in a turn, one feature in a place of the order. Nor are the known tiles dropped;
whether other tiles would do is a separate question. If no rule is needed, the tiles are the reason.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.open_reading import decided, decisions, open_game
from verifier.carcassonne.model.solo.questions import Line
from verifier.carcassonne.model.solo.rules import goals
from verifier.carcassonne.model.solo.rules.goals import rules_of
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, face_down
from verifier.constraints.builder import FALSE, Builder, Lit, Requirement
from verifier.constraints.clauses import formula
from verifier.constraints.cpsat import Parameters
from verifier.constraints.process import LIMIT
from verifier.errors import Undecided

DROPPED = (
    "SOLO-END-1",
    "SOLO-SCORE-14",
    "SOLO-PLACE-3",
    "BASE-TILE-1",
    "SOLO-MEEPLE-1",
    "SOLO-MEEPLE-11",
    "SOLO-MEEPLE-5",
    "BASE-PLACE-3",
)
"""In this order, so that the rules a player would name first are dropped last."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rule in the way in that turn (0: in no particular turn), or a part of the goal.

    ``line`` would reach the goal without this rule, or this part of the goal, and without the rules
    ``besides``, which alone do not keep it out of reach. If there is no line, it is open whether
    the rule is needed.
    """

    rule: str
    turn: int
    line: Line = ()
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacles:
    """The rules in the way of a goal, or a line if there are none.

    ``undecided`` is why the solvers left open whether there is a line, if they did; ``answers``
    counts the questions by solver.
    """

    line: Line
    needed: tuple[Obstacle, ...]
    answers: tuple[tuple[str, int], ...]
    undecided: str = ""


def explain_by_model(
    solvers: Solvers, position: Position, goal: Goal, turns: int, parameters: Parameters
) -> Obstacles:
    """Return why no line of at most that many turns reaches the goal, or such a line.

    Known tiles are assumed to be placeable when their turn comes. The limit is for all questions
    together.
    """
    question = RelaxedQuestion(solvers, position, goal, turns, parameters)
    line = question.line(frozenset())
    undecided = question.trouble if line is None else ""
    needed: tuple[Obstacle, ...] = ()
    if line == ():
        needed = tuple(_needed(question, goal, turns))
        other_tiles = question.line(frozenset([DroppedRule(THE_TILES)]))
        if other_tiles or not needed:
            needed = (Obstacle(THE_TILES, 0, other_tiles or ()), *needed)
    return Obstacles(line or (), needed, tuple(question.answers.items()), undecided=undecided)


def _needed(question: RelaxedQuestion, goal: Goal, turns: int) -> Iterator[Obstacle]:
    """Yield the obstacles among the rules and the parts of the goal."""
    dropped, lines = _filtered(question, map(DroppedRule, (*DROPPED, *rules_of(goal))), frozenset())
    for rule in [each.rule for each in lines if each.rule in DROPPED]:
        del lines[DroppedRule(rule)]
        by_turns = [DroppedRule(rule, turn) for turn in range(1, turns + 1)]
        dropped, in_turns = _filtered(question, by_turns, dropped)
        lines |= in_turns
    in_order = (*DROPPED[::-1], *rules_of(goal))
    others = [rule for rule in in_order if rule in {each.rule for each in dropped}]
    for each in sorted(lines, key=lambda each: (in_order.index(each.rule), each.turn)):
        yield _obstacle(question, each, lines[each], dropped, others)


def _filtered(
    question: RelaxedQuestion, candidates: Iterable[DroppedRule], dropped: Dropped
) -> tuple[Dropped, dict[DroppedRule, Line]]:
    """Drop one candidate after the other, except those without which a line reaches the goal.

    Returns all that were dropped, and the lines of the exceptions. Dropping more rules only allows
    more lines, so the first exception is found by bisection.
    """
    lines: dict[DroppedRule, Line] = {}
    left = list(candidates)
    while question.line(dropped.union(left)) != ():
        first = bisect_left(
            range(len(left) - 1),
            True,  # noqa: FBT003 - what is looked for
            key=lambda last: question.line(dropped.union(left[: last + 1])) != (),
        )
        lines[left[first]] = question.line(dropped.union(left[: first + 1])) or ()
        dropped, left = dropped.union(left[:first]), left[first + 1 :]
    return dropped.union(left), lines


def _obstacle(
    question: RelaxedQuestion,
    without: DroppedRule,
    line: Line,
    dropped: Dropped,
    others: Iterable[str],
) -> Obstacle:
    """Return the obstacle with a line that breaks as few of the dropped rules as possible."""
    alone = question.line(frozenset([without]))
    if alone:
        return Obstacle(without.rule, without.turn, alone)
    besides = dropped
    for rule in others if line else ():
        fewer = frozenset(each for each in besides if each.rule != rule)
        found = question.line(fewer | {without})
        if found:
            line, besides = found, fewer
    rules = {each.rule for each in besides}
    return Obstacle(
        without.rule, without.turn, line, tuple(rule for rule in others if rule in rules)
    )


# --- Whether a line would reach a goal if some of the rules, or parts of the goal, were dropped
#
# Answers are reused: a line that breaks some rules exists whenever these are dropped, and if there
# is none, there is none with fewer rules dropped. If no scores are compared, the question goes to a
# SAT solver, which is many times faster than CP-SAT.


THE_TILES = "SOLO-PLACE-1"
"""The rule that tiles come in the order of the piles; without it any tile of the box may come."""


@dataclass(frozen=True, slots=True)
class DroppedRule:
    """A rule that is dropped, in one turn or (0) in all of them."""

    rule: str
    turn: int = 0


Dropped: TypeAlias = frozenset[DroppedRule]
_Question: TypeAlias = tuple[int, frozenset[str]]
"""The number of turns of the lines, and the parts of the question that are dropped."""


@dataclass(frozen=True, slots=True)
class _RelaxedLine:
    """A line, the rules it breaks by turn, and the parts of the question that it does not meet."""

    line: Line
    broken: Dropped
    eased: frozenset[str]


@dataclass(frozen=True, slots=True)
class _SolverReply:
    """A solver's reply: the asked literals that hold, or ``exhausted`` if there is no solution."""

    holds: dict[Lit, bool] | None = None
    exhausted: bool = False


class RelaxedQuestion:
    """Asks for lines of at most so many turns that reach the goal with rules dropped.

    Known tiles are assumed to be placeable when their turn comes. ``parameters.limit`` is for all
    questions together; ``answers`` counts them by solver.
    """

    def __init__(
        self, solvers: Solvers, position: Position, goal: Goal, turns: int, parameters: Parameters
    ) -> None:
        self.answers: Counter[str] = Counter()
        self._solvers = solvers
        self._position, self._goal = position, goal
        self._turns = len(list(schedule(position, turns)))
        self._parameters = parameters
        self._left = parameters.limit
        self._games: dict[_Question, tuple[Game, tuple[Requirement, ...]]] = {}
        self._found: list[_RelaxedLine] = []
        self._refuted: dict[_Question, list[Dropped]] = defaultdict(list)
        self._by_scores: set[_Question] = set()
        self.trouble = ""
        """Why the last question that was left open is open."""

    def line(self, dropped: Dropped) -> Line | None:
        """Return a line that reaches the goal, an empty one if there is none, None if undecided."""
        for found in self._found:
            covered = all(_covers(dropped, each) for each in found.broken)
            if covered and found.eased <= self._eased(dropped):
                return found.line
        undecided = False
        for last in range(1, self._turns + 1):
            line = self._about(last, dropped)
            if line is None:
                undecided = True
            elif line:
                return line
        return None if undecided else ()

    def _about(self, last: int, dropped: Dropped) -> Line | None:
        """Return the same as :meth:`line`, for lines of exactly that many turns."""
        question = (last, self._eased(dropped))
        game, required = self._game(*question)
        given_up = [each for each in required if _covers(dropped, _of(each))]
        gone = frozenset(_of(each) for each in given_up)
        if any(gone <= refuted for refuted in self._refuted[question]):
            return ()
        b = game.builder
        b.requirements[:] = [each for each in required if _of(each) not in gone]
        b.require(goals.met(game, goals.without(self._goal, question[1])), "goal")
        judged = [each.literal for each in given_up if each.literal != FALSE]
        reply = self._ask(question, b, [*decisions(game), *judged])
        if reply.holds is None:
            if reply.exhausted:
                self._refuted[question].append(gone)
            return () if reply.exhausted else None
        holds = reply.holds | {FALSE: False}
        broken = frozenset(_of(each) for each in given_up if not holds[each.literal])
        line = decided(game, holds)
        self._found.append(_RelaxedLine(line, broken, question[1]))
        return line

    def _eased(self, dropped: Dropped) -> frozenset[str]:
        """Return the dropped rules that are a part of the question instead of a rule of turns."""
        return frozenset(each.rule for each in dropped) & {THE_TILES, *goals.rules_of(self._goal)}

    def _ask(self, question: _Question, b: Builder, literals: Sequence[Lit]) -> _SolverReply:
        if any(each.literal == FALSE for each in b.requirements):
            return _SolverReply(exhausted=True)
        if self._left <= 0:
            self.trouble = LIMIT
            return _SolverReply()
        parameters = replace(self._parameters, limit=self._left)
        if question not in self._by_scores:
            try:
                clauses = formula(b, literals)
            except Undecided:  # scores have to be compared
                self._by_scores.add(question)
            else:
                reply = self._solvers.sat.find(clauses, parameters)
                self._spent(reply.solver, reply.time)
                if reply.found:
                    return _SolverReply(dict(zip(literals, reply.found[0], strict=True)))
                self.trouble = reply.why
                return _SolverReply(exhausted=reply.status == "exhausted")
        answer = self._solvers.cpsat.ask(b, literals, parameters)
        self._spent("CP-SAT", answer.time)
        if answer.found:
            return _SolverReply(answer.found[-1])
        self.trouble = answer.why
        return _SolverReply(exhausted=answer.status == "infeasible")

    def _spent(self, solver: str, time: float) -> None:
        self.answers[solver] += 1
        self._left -= time

    def _game(self, last: int, eased: frozenset[str]) -> tuple[Game, tuple[Requirement, ...]]:
        """Return the open game of so many turns with its requirements."""
        position = self._position
        if THE_TILES in eased:
            (river,) = face_down([position.river])
            position = replace(position, piles=face_down(position.piles), river=river)
        if goals.POINTS in eased:  # AMB-14
            rules = position.rules.with_switches({"goal.scored": "completed_suffices"})
            position = replace(position, rules=rules)
        kind = (last, eased & {THE_TILES, goals.POINTS})
        if kind not in self._games:
            game = open_game(position, list(schedule(position, last)))
            self._games[kind] = (game, tuple(game.builder.requirements))
        return self._games[kind]


def _of(each: Requirement) -> DroppedRule:
    return DroppedRule(each.rule, each.turn)


def _covers(dropped: Dropped, each: DroppedRule) -> bool:
    return each in dropped or DroppedRule(each.rule) in dropped
