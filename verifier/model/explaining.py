"""Why a goal is out of reach: the rules without which some line would reach it, and no others.

Rules are dropped one after the other, in all turns and then in single ones. A rule without which
the goal is still out of reach has nothing to do with it and stays dropped; what remains is needed,
each rule by itself, and shown to be so by a line that would reach the goal without it.

The rules that make a table a table are never dropped: each tile on a cell of its own beside
others, one claim in a turn, one feature in a place of the order. Without them the rest means
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from verifier.goals import Goal
from verifier.model.builder import Requirement
from verifier.model.cpsat import Parameters, Solver
from verifier.model.draws import UNKNOWN, schedule
from verifier.model.questions import Line
from verifier.model.rules import aims
from verifier.model.rules.state import Game
from verifier.model.unknowns import decided, decisions, open_game
from verifier.position import Pile, Position
from verifier.rules.ruleset import RuleSet

THE_TILES = "SOLO-PLACE-1"
"""The rule that the tiles come as they lie in the piles; dropped, any tile of the box may come."""

DROPPED = (
    "SOLO-END-1",
    "SOLO-SCORE-14",
    "SOLO-PLACE-3",
    "BASE-TILE-1",
    "SOLO-MEEPLE-1",
    "SOLO-MEEPLE-7",
    "SOLO-MEEPLE-5",
    "BASE-PLACE-3",
)
"""In this order, so that what is told last is what a player would say first."""

POINTS, WORTH, COLOURS = "SOLO-GOAL-0a", "SOLO-GOAL-0b", "SOLO-GOAL-0c"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rule that stands in the way in that turn (0: it is no matter of turns), or a goal's part.

    ``line`` would reach the goal without this rule, or without this part of the goal; if ``alone``
    it breaks no other rule, else some that do not stand in the way. Without a line it was not found
    out whether the rule is needed.
    """

    rule: str
    turn: int
    line: Line = ()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What stands between the known tiles and the goal, or a line if nothing does.

    ``undecided`` says that the solver did not find out whether there is a line.
    """

    line: Line
    needed: tuple[Obstacle, ...]
    questions: int
    undecided: bool = False


def obstacles(
    solver: Solver, position: Position, goal: Goal, turns: int, parameters: Parameters
) -> Obstacles:
    """Return why no line of at most that many turns reaches the goal, or such a line.

    The known tiles are taken to be placeable when their turn comes.
    """
    return _Filter(solver, position, goal, turns, parameters).run()


@dataclass(frozen=True, slots=True)
class _Without:
    """A rule that is dropped, in one turn or (0) in all of them."""

    rule: str
    turn: int = 0


_Dropped = frozenset[_Without]


class _Filter:
    """Asks one question after the other, each with one more rule dropped."""

    def __init__(
        self, solver: Solver, position: Position, goal: Goal, turns: int, parameters: Parameters
    ) -> None:
        self.solver, self.position, self.goal = solver, position, goal
        self.turns = turns
        self.parameters = parameters
        self.questions = 0

    def run(self) -> Obstacles:
        line = self._line(frozenset())
        if line or line is None:
            return Obstacles(line or (), (), self.questions, undecided=line is None)
        dropped: _Dropped = frozenset()
        lines: dict[_Without, Line] = {}
        for rule in (THE_TILES, *DROPPED, *_parts(self.goal)):
            dropped = self._try(_Without(rule), dropped, lines)
        for rule in [without.rule for without in lines if without.rule in DROPPED]:
            del lines[_Without(rule)]
            for turn in range(1, self.turns + 1):
                dropped = self._try(_Without(rule, turn), dropped, lines)
        order = (THE_TILES, *DROPPED[::-1], *_parts(self.goal))
        told = sorted(lines, key=lambda without: (order.index(without.rule), without.turn))
        needed = tuple(self._obstacle(without, lines[without]) for without in told)
        return Obstacles((), needed, self.questions)

    def _obstacle(self, without: _Without, line: Line) -> Obstacle:
        alone = self._line(frozenset([without]))
        return Obstacle(without.rule, without.turn, alone or line, alone=bool(alone))

    def _try(self, without: _Without, dropped: _Dropped, lines: dict[_Without, Line]) -> _Dropped:
        """Return what is dropped now; where that would open a way, remember the line."""
        line = self._line(dropped | {without})
        if line == ():
            return dropped | {without}
        lines[without] = line or ()
        return dropped

    def _line(self, dropped: _Dropped) -> Line | None:
        """Return a line that reaches the goal, an empty one if there is none, None if undecided."""
        undecided = False
        for last in range(1, self.turns + 1):
            game = self._game(last, dropped)
            if game is None:
                continue
            self.questions += 1
            asked = decisions(game)
            reply = self.solver.ask(game.builder, asked, self.parameters)
            if reply.found:
                return decided(game, reply.found[-1])
            undecided = undecided or reply.status != "infeasible"
        return None if undecided else ()

    def _game(self, last: int, dropped: _Dropped) -> Game | None:
        """Return the open game of that many turns whose last meets the goal, some rules dropped."""
        everywhere = {without.rule for without in dropped if not without.turn}
        position = self.position
        if everywhere & {*_parts(self.goal)}:
            position = replace(position, rules=_eased_rules(position.rules, everywhere))
        draws = list(schedule(position, last))
        if len(draws) < last:
            return None
        if THE_TILES in everywhere:
            position = replace(position, piles=_face_down(position.piles))
            draws = [replace(drawn, tile=UNKNOWN) for drawn in draws]
        game = open_game(position, draws)
        b = game.builder
        b.requirements[:] = [
            each for each in b.requirements if not _is_dropped(each, everywhere, dropped)
        ]
        b.require(aims.met(game, _eased_goal(self.goal, everywhere)), "goal")
        return game


def _is_dropped(each: Requirement, everywhere: set[str], dropped: _Dropped) -> bool:
    return each.rule in everywhere or _Without(each.rule, each.turn) in dropped


def _face_down(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    return tuple(Pile("", len(pile.known) + pile.hidden) for pile in piles)


# A goal in parts


def _parts(goal: Goal) -> tuple[str, ...]:
    """Return the rules of which the goal is made."""
    if goal.kind in ("road", "city"):
        return (POINTS, WORTH, COLOURS) if goal.colours else (POINTS, WORTH)
    number = {"monasteries": "SOLO-GOAL-9", "total": "SOLO-RESULT-1"}.get(goal.kind)
    parts = (POINTS,) if goal.kind == "monasteries" else ()
    return parts if number is None else (*parts, goal.rule or number)


def _eased_goal(goal: Goal, without: set[str]) -> Goal:
    *_, number = (*_parts(goal), "")
    if WORTH in without or (goal.kind not in ("road", "city") and number in without):
        goal = replace(goal, at_least=0, at_most=None)
    return replace(goal, colours=0) if COLOURS in without else goal


def _eased_rules(rules: RuleSet, without: set[str]) -> RuleSet:
    """Return the rules by which a feature need not bring points to meet a goal (AMB-14)."""
    choice = {"goal.scored": "completed_suffices"} if POINTS in without else {}
    return rules.with_switches(choice)
