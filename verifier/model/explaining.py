"""Why a goal is out of reach: the rules without which some line would reach it, and no others.

Rules are dropped one after the other, in all turns and then in single ones. A rule without which
the goal is still out of reach has nothing to do with it and stays dropped; what remains is needed,
each rule by itself, and shown to be so by a line that would reach the goal without it.

The rules that make a table a table are never dropped: each tile on a cell of its own beside
others, one claim in a turn, one feature in a place of the order. Without them the rest means
nothing. Neither are the known tiles, which are what is asked about; whether others would do is one
question more. Where no rule is needed the tiles are all there is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.goals import Goal
from verifier.model.builder import Requirement
from verifier.model.cpsat import Parameters, Solver
from verifier.model.draws import schedule
from verifier.model.questions import Line
from verifier.model.rules import aims
from verifier.model.rules.state import Game
from verifier.model.unknowns import decided, decisions, open_game
from verifier.position import Pile, Position

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

    ``line`` would reach the goal without this rule, or without this part of the goal, and without
    the rules ``besides``, which do not suffice to keep it out of reach. Without a line it was not
    found out whether the rule is needed.
    """

    rule: str
    turn: int
    line: Line = ()
    besides: tuple[str, ...] = ()


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

    The known tiles are taken to be placeable when their turn comes. The limit is on all questions
    together.
    """
    return _Filter(solver, position, goal, turns, parameters).run()


@dataclass(frozen=True, slots=True)
class _Without:
    """A rule that is dropped, in one turn or (0) in all of them."""

    rule: str
    turn: int = 0


_Dropped = frozenset[_Without]
_Told = tuple[Game, tuple[Requirement, ...]]


class _Filter:
    """Asks one question after the other, each with one more rule dropped."""

    def __init__(
        self, solver: Solver, position: Position, goal: Goal, turns: int, parameters: Parameters
    ) -> None:
        self.solver, self.position, self.goal = solver, position, goal
        self.turns = turns
        self.parameters = parameters
        self.left = parameters.limit
        self.questions = 0
        self._known: dict[tuple[int, bool, bool], _Told] = {}

    def run(self) -> Obstacles:
        line = self._line(frozenset())
        if line or line is None:
            return Obstacles(line or (), (), self.questions, undecided=line is None)
        dropped: _Dropped = frozenset()
        lines: dict[_Without, Line] = {}
        for rule in (*DROPPED, *_parts(self.goal)):
            dropped = self._try(_Without(rule), dropped, lines)
        for rule in [without.rule for without in lines if without.rule in DROPPED]:
            del lines[_Without(rule)]
            for turn in range(1, self.turns + 1):
                dropped = self._try(_Without(rule, turn), dropped, lines)
        needed = tuple(
            self._obstacle(without, dropped, lines[without]) for without in self._told(lines)
        )
        other_tiles = self._line(frozenset([_Without(THE_TILES)]))
        if other_tiles or not needed:
            needed = (Obstacle(THE_TILES, 0, other_tiles or ()), *needed)
        return Obstacles((), needed, self.questions)

    def _obstacle(self, without: _Without, dropped: _Dropped, line: Line) -> Obstacle:
        """Return the obstacle with a line that breaks as few of the dropped rules as it must."""
        alone = self._line(frozenset([without]))
        if alone:
            return Obstacle(without.rule, without.turn, alone)
        besides = dropped
        for rule in dict.fromkeys(each.rule for each in self._told(dropped) if line):
            fewer = frozenset(each for each in besides if each.rule != rule)
            found = self._line(fewer | {without})
            if found:
                line, besides = found, fewer
        rules = dict.fromkeys(each.rule for each in self._told(besides))
        return Obstacle(without.rule, without.turn, line, tuple(rules))

    def _told(self, groups: Iterable[_Without]) -> list[_Without]:
        order = (*DROPPED[::-1], *_parts(self.goal))
        return sorted(groups, key=lambda each: (order.index(each.rule), each.turn))

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
        everywhere = {without.rule for without in dropped if not without.turn}
        for game, required in self._games(THE_TILES in everywhere, POINTS in everywhere):
            b = game.builder
            b.requirements[:] = [
                each for each in required if not _is_dropped(each, everywhere, dropped)
            ]
            b.require(aims.met(game, _eased(self.goal, everywhere)), "goal")
            if self.left <= 0:
                return None
            self.questions += 1
            parameters = replace(self.parameters, limit=self.left)
            reply = self.solver.ask(b, decisions(game), parameters)
            self.left -= reply.time
            if reply.found:
                return decided(game, reply.found[-1])
            undecided = undecided or reply.status != "infeasible"
        return None if undecided else ()

    def _games(self, any_tiles: bool, any_points: bool) -> Iterator[_Told]:  # noqa: FBT001
        """Yield the open games of one turn, of two and so on, with what is required of them."""
        position = self.position
        if any_tiles:
            position = replace(position, piles=_face_down(position.piles))
        if any_points:  # AMB-14
            rules = position.rules.with_switches({"goal.scored": "completed_suffices"})
            position = replace(position, rules=rules)
        for last, _ in enumerate(schedule(position, self.turns), start=1):
            kind = (last, any_tiles, any_points)
            if kind not in self._known:
                game = open_game(position, list(schedule(position, last)))
                self._known[kind] = (game, tuple(game.builder.requirements))
            yield self._known[kind]


def _is_dropped(each: Requirement, everywhere: set[str], dropped: _Dropped) -> bool:
    return each.rule in everywhere or _Without(each.rule, each.turn) in dropped


def _face_down(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    return tuple(Pile("", len(pile.known) + pile.hidden) for pile in piles)


# A goal in parts


def _parts(goal: Goal) -> tuple[str, ...]:
    """Return the rules of which the goal is made."""
    points = POINTS if goal.kind in ("road", "city", "monasteries") else ""
    colours = COLOURS if goal.colours else ""
    return tuple(part for part in (points, _bounds(goal), colours) if part)


def _bounds(goal: Goal) -> str:
    """Return the rule of the goal's number, if it has one."""
    if goal.kind in ("road", "city"):
        return WORTH
    counted = {"monasteries": "SOLO-GOAL-9", "total": "SOLO-RESULT-1"}
    return (goal.rule or counted[goal.kind]) if goal.kind in counted else ""


def _eased(goal: Goal, without: set[str]) -> Goal:
    """Return the goal without some of its parts; that of points is a matter of the rule set."""
    if _bounds(goal) in without:
        goal = replace(goal, at_least=0, at_most=None)
    return replace(goal, colours=0) if COLOURS in without else goal
