"""The model's part of ``smallest``: the shortest games from the set-up that reach a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt

from verifier.carcassonne.model.solo.answers import counted_answer
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.ground import surroundings
from verifier.carcassonne.model.solo.one_city import game_in_one_city, large_enough
from verifier.carcassonne.model.solo.questions import (
    FREE_TILES,
    Answer,
    Line,
    Terms,
    folds_to_false,
)
from verifier.carcassonne.model.solo.rolling_horizon import game_to_total
from verifier.carcassonne.model.solo.rules.goals import kind_of
from verifier.carcassonne.model.solo.short_games import enough_points, is_covered
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import TRUE, Builder, Lit
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Undecided

_WIDE = 4
"""Up to so many turns solvers are quicker without a window."""

_LONGEST = 16

_EARLY_ENDS = 4
"""So many lengths are tried, from the bound on, before a game is made in stages."""

_CITY = 15.0
"""The limit of a question about a game that ends with one city of all colours."""

NOT_FOLLOWED = "whole games are too long for the model to look at all of them"


@dataclass(frozen=True, slots=True)
class SmallestByModel:
    """The shortest game to a goal that the model found, and a lower bound.

    No game of fewer than ``bound`` turns reaches the goal. If ``line`` is empty, none was found,
    and ``trouble`` states why. ``answers`` are those to all questions put.
    """

    bound: int
    line: Line
    answers: tuple[Answer, ...]
    trouble: str = ""


def smallest_by_model(
    solvers: Solvers, goal: Goal, rules: RuleSet, parameters: Parameters, known: Line = ()
) -> SmallestByModel:
    """Ask about games of one turn, of two and so on from the set-up, with any tiles of the box.

    ``parameters.limit`` is for all questions together. Games in which a tile is laid aside are not
    covered. For goals about the end of a game the bound comes from folding, for totals also from
    counting points, and the game is the ``known`` one; without one, a game that ends early is
    searched, then one made in stages.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> with Solvers() as solvers:
    ...     smallest_by_model(solvers, checklist()["city-16"], SOLO, Parameters()).bound
    4
    """
    start, questions = setup(rules), _Questions(solvers, parameters)
    if goal.about_the_end:
        return _about_the_end(questions, start, goal, known)
    turns = _enough_cells(goal, questions)
    while turns <= _LONGEST:
        answer = questions.about(start, turns, goal)
        if answer.verdict != "impossible":
            return SmallestByModel(turns, answer.line, tuple(questions.answers), answer.reason)
        turns += 1
    reason = f"games of more than {_LONGEST} turns are too long to be written down for a solver"
    return SmallestByModel(turns, (), tuple(questions.answers), reason)


def _about_the_end(
    questions: _Questions, start: Position, goal: Goal, known: Line
) -> SmallestByModel:
    lengths = range(1, sum(start.rules.pile_sizes) + 1)
    turns = next((turns for turns in lengths if not _folds(start, turns, goal)), len(lengths) + 1)
    line = known
    if kind_of(goal).result:
        turns = questions.enough_points(start.rules, turns, goal)
    if kind_of(goal).result and not known:
        early = range(turns, turns + _EARLY_ENDS)
        line = questions.ending_early(start, goal, early) or questions.in_stages(start, goal)
    return SmallestByModel(turns, line, tuple(questions.answers), NOT_FOLLOWED)


class _Questions:
    """The questions put so far, which share one limit."""

    def __init__(self, solvers: Solvers, parameters: Parameters) -> None:
        self.solvers = solvers
        self.parameters = parameters
        self.answers: list[Answer] = []

    @property
    def left(self) -> float:
        """The rest of the limit."""
        used = sum(answer.time for answer in self.answers)
        return max(self.parameters.limit - used, 0.0)

    def about(self, start: Position, turns: int, goal: Goal) -> Answer:
        """Return a game of exactly that many turns; long ones are sought in a square first."""
        whole = replace(self.parameters, limit=self.left)
        if turns > _WIDE:
            hasty = replace(whole, limit=whole.limit / 2, hasty=True)
            within = Terms(tiles=True, window=_square(goal, turns + 1), parameters=hasty)
            if self._put(start, turns, goal, within).verdict == "found":
                return self.answers[-1]
            whole = replace(whole, limit=self.left)
        return self._put(start, turns, goal, Terms(tiles=True, parameters=whole))

    def enough_points(self, rules: RuleSet, turns: int, goal: Goal) -> int:
        """Return the fewest turns, from these on, whose tiles may be worth the total.

        Only games that a colour ends with its first turn without a meeple are counted.
        """
        while is_covered(rules, turns):
            parameters = replace(self.parameters, limit=self.left)
            self.answers.append(
                enough_points(self.solvers.cpsat, rules, turns, goal.at_least, parameters)
            )
            if self.answers[-1].verdict != "impossible":
                break
            turns += 1
        return turns

    def ending_early(self, start: Position, goal: Goal, lengths: range) -> Line:
        """Return a game of one great city with a total that meets the goal; empty if none."""
        promising = [turns for turns in lengths if large_enough(start, turns, goal)]
        for number, turns in enumerate(promising):
            share = self.left / (2 * (len(promising) - number))
            if share < 1:
                break
            parameters = replace(self.parameters, limit=min(share, _CITY))
            window = _square(goal, turns + 1)
            terms = Terms(tiles=True, window=window, parameters=parameters)
            try:
                answer = game_in_one_city(self.solvers.sat, start, turns, goal, terms)
            except Undecided:  # scores have to be compared
                return ()
            self.answers.append(answer)
            if answer.line:
                return answer.line
        return ()

    def in_stages(self, start: Position, goal: Goal) -> Line:
        """Return a game made in stages with a total that meets the goal; empty if none."""
        parameters = replace(self.parameters, limit=self.left)
        self.answers.append(game_to_total(self.solvers.cpsat, start, goal, parameters))
        return self.answers[-1].line

    def _put(self, start: Position, turns: int, goal: Goal, terms: Terms) -> Answer:
        self.answers.append(self.solvers.decide(start, turns, goal, terms))
        return self.answers[-1]


def _folds(start: Position, turns: int, goal: Goal) -> bool:
    """Return whether folding alone shows that no game of that many turns reaches the goal."""
    if kind_of(goal).emptied:  # SOLO-GOAL-14: the piles are empty after the last draw only
        return not any(draw.last for draw in schedule(start, turns))
    return folds_to_false(start, turns, goal, terms=FREE_TILES)


def _square(goal: Goal, tiles: int) -> frozenset[Cell]:
    """Return the cells of the smallest square that has room for the tiles, the start tile's among.

    A monastery lies in the middle of its surroundings, so the start tile is put at their rim.
    """
    side = isqrt(tiles - 1) + 1
    west, north = (side - 1) // 2, 0 if kind_of(goal).surrounded else 1
    return frozenset((column - west, north - row) for column in range(side) for row in range(side))


# Monasteries need cells


def _enough_cells(goal: Goal, questions: _Questions) -> int:
    """Return the fewest turns with enough cells; 1 if the goal does not depend on cells."""
    turns = 1
    while kind_of(goal).surrounded and goal.at_least > 0:
        parameters = replace(questions.parameters, limit=questions.left)
        questions.answers.append(
            enough_cells(questions.solvers.cpsat, goal.at_least, turns, parameters)
        )
        if questions.answers[-1].verdict != "impossible":
            break
        turns += 1
    return turns


def enough_cells(
    solver: CpSatSolver, monasteries: int, turns: int, parameters: Parameters
) -> Answer:
    """Return whether so many turns cover enough cells for so many complete monasteries.

    Only BASE-MON-1 and that a turn covers one cell (BASE-PLACE-1) are required, so ``impossible``
    holds for the game as well; ``found`` proves nothing and has no line. The first of the
    monasteries, row by row, is put at the origin.
    """
    b = Builder()
    reach = range(-turns, turns + 1)
    covered = {
        (x, y): b.decision(f"({x},{y}) is covered")
        for x in reach
        for y in reach
        if abs(x) + abs(y) <= turns
    }
    complete: list[Lit] = []
    for x, y in covered:
        block = [(x, y), *surroundings((x, y))]
        if (y, x) >= (0, 0) and all(cell in covered for cell in block):
            first = (x, y) == (0, 0)
            complete.append(TRUE if first else b.decision(f"a monastery on ({x},{y}) is complete"))
            for cell in block:
                b.require(b.implies(complete[-1], covered[cell]), "BASE-MON-1")
    b.require(b.at_most(b.count(covered.values()), turns + 1), "BASE-PLACE-1", turn=turns)
    b.require(b.at_least(b.count(complete), monasteries), "goal")
    return counted_answer(solver.ask(b, [], parameters), parameters)
