"""The model's part of ``smallest``: the shortest games from the set-up that reach a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt
from typing import TypeAlias

from verifier.carcassonne.model.answers import counted_answer
from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.model.solo.best import game_in_one_city, large_enough
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.questions import (
    FREE_TILES,
    Answer,
    Line,
    Terms,
    folds_to_false,
)
from verifier.carcassonne.model.solo.rules.goals import kind_of
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.model.solo.synthesis import game_to_total
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Segment, TileSheet
from verifier.constraints.builder import TRUE, Builder, Lit, Sum
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


# --- Whether the tiles of a game that ends as early as it can are worth so high a result
#
# The question leaves out where tiles lie, in which order they come and who is lowest; it only
# counts tiles, features and meeples, so ``impossible`` holds for the game as well. The colour that
# ends such a game has claimed in each of its turns and got no meeple back; of roads and cities it
# scores those of the last tile alone, and where it scores a city nobody has more meeples.


_A_TILE_OF_A_ROAD, _A_TILE_OF_A_CITY = 1, 2  # BASE-ROAD-3, BASE-CITY-2: points of a tile
_MONASTERY = 9  # BASE-MON-2
_STANDING = 2  # SOLO-FINAL-1

_Tiles: TypeAlias = dict[str, Sum]
"""How many tiles there are of each kind."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """What a colour scores, and how many of its meeples stay on the table.

    ``cities`` and ``roads`` say whether it scores at least one, two and so on.
    """

    cities: tuple[Lit, ...]
    roads: tuple[Lit, ...]
    monasteries: Sum
    standing: Sum


def is_covered(rules: RuleSet, turns: int) -> bool:
    """Return whether :func:`enough_points` knows such games.

    The last turn is the first that a colour begins without a meeple (SOLO-END-1), no switch is away
    from its default, no rule is left out, and tiles and meeples are those of the base game, whose
    points are counted here (SOLO-BOX-11).
    """
    earlier_turns = (turns - 1) // rules.colours
    by_default = not rules.switches and not rules.without
    return rules.plain and by_default and earlier_turns == rules.meeples


def enough_points(
    solver: CpSatSolver, rules: RuleSet, turns: int, result: int, parameters: Parameters
) -> Answer:
    """Return whether the tiles of so many turns are worth this result; ``found`` proves nothing.

    >>> from verifier.carcassonne.model.solo.solvers import Solvers
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> with Solvers() as solvers:
    ...     [
    ...         enough_points(solvers.cpsat, SOLO, turns, 60, Parameters()).verdict
    ...         for turns in (13, 14)
    ...     ]
    ['impossible', 'found']
    """
    game = _CountedGame(rules, turns)
    for colour, score in enumerate(rules.start_scores):
        game.require_points(colour, result - score)
    return counted_answer(solver.ask(game.builder, [], parameters), parameters)


class _CountedGame:
    """How many tiles of each kind every colour places, and what it may score."""

    def __init__(self, rules: RuleSet, turns: int) -> None:
        self.builder = b = Builder()
        self.rules, self.turns = rules, turns
        self.ends = (turns - 1) % rules.colours
        self.segments = _segments_by_kind(rules.sheet)
        self.last = {kind: b.decision(f"the last tile is {kind}") for kind in self.segments}
        b.require(b.exactly_one(self.last.values()), "BASE-PLACE-1", turn=turns)
        self.placed = [self._placed(colour) for colour in range(rules.colours)]
        self.table = self._table()
        self.in_its_cities = [self._in_its_cities(placed) for placed in self.placed]
        self.its_meeples = b.given(0, rules.meeples)
        self.scored = [self._scored() for _ in range(rules.colours)]
        for colour in range(rules.colours):
            if colour == self.ends:
                self._require_claims_of_ending_colour()
                self._require_last_tile()
            else:
                self._require_claims(colour)
        monasteries = b.plus(*(scored.monasteries for scored in self.scored))
        b.require(b.no_more(monasteries, self._features("monastery")), "BASE-MON-1")

    def require_points(self, colour: int, points: int) -> None:
        """Require that a colour may get so many (SOLO-SCORE-2, SOLO-FINAL-1)."""
        b, scored = self.builder, self.scored[colour]
        worth = b.plus(
            *self._worth_of_cities(colour),
            self._if_scored(scored.roads[0], self._tiles_inside_roads()),
            b.times(2 * _A_TILE_OF_A_ROAD, b.count(scored.roads)),  # two ends at most
            b.times(_MONASTERY, scored.monasteries),
            b.times(_STANDING, scored.standing),
        )
        b.require(b.at_least(worth, points), "goal", where=f"colour {colour + 1}")

    # Tiles

    def _placed(self, colour: int) -> _Tiles:
        """Return the tiles that it places before the last turn."""
        b = self.builder
        turns = len(range(colour, self.turns - 1, self.rules.colours))
        placed = {kind: b.given(0, number) for kind, number in self.rules.sheet.counts().items()}
        b.require(b.equals(b.plus(*placed.values()), turns), "BASE-PLACE-1")
        return placed

    def _table(self) -> _Tiles:
        """Return all tiles on the table: the start tile, those placed, and the last."""
        b, sheet = self.builder, self.rules.sheet
        table = {}
        for kind, number in sheet.counts().items():
            other = b.number({self.last[kind]: 1}, int(kind == sheet.start_tile))
            table[kind] = b.plus(other, *(placed[kind] for placed in self.placed))
            b.require(b.at_most(table[kind], number), "BASE-TILE-1")
        return table

    def _in_its_cities(self, placed: _Tiles) -> _Tiles:
        """Return which of these show a city alone and are in one that the ending colour scores."""
        b = self.builder
        some = {}
        for kind, segments in self.segments.items():
            if [segment.kind for segment in segments] == ["city"]:
                some[kind] = b.given(0, self.rules.sheet.counts()[kind])
                b.require(b.no_more(some[kind], placed[kind]), "DEF-3")
        return some

    # Claims

    def _scored(self) -> _Scored:
        b = self.builder
        cities, roads = (
            tuple(b.decision(f"scores {number} {what}") for number in range(1, most + 1))
            for what, most in (("cities", self._most_on_a_tile("city")), ("roads", self.turns))
        )
        for levels in (cities, roads):
            for fewer, more in pairwise(levels):
                b.require(b.implies(more, fewer), "DEF-3")
        return _Scored(cities, roads, b.given(0, self.turns), b.given(0, self.rules.meeples))

    def _require_claims(self, colour: int) -> None:
        """Require a turn for each meeple, and none alone in cities that the ending colour scores.

        A meeple on a tile that shows a city alone is in that city (SOLO-MEEPLE-3).
        """
        b, scored = self.builder, self.scored[colour]
        turns = b.number(constant=len(range(colour, self.turns, self.rules.colours)))
        claims = b.plus(
            b.count([*scored.cities, *scored.roads]), scored.monasteries, scored.standing
        )
        b.require(b.no_more(claims, turns), "SOLO-MEEPLE-8")
        alone = b.plus(*self.in_its_cities[colour].values())
        most = b.plus(turns, self.its_meeples)
        b.require(b.no_more(b.plus(claims, alone), most), "SOLO-SCORE-8")

    def _require_claims_of_ending_colour(self) -> None:
        """SOLO-END-1: it has claimed in each turn, and none of its meeples came back."""
        b, scored = self.builder, self.scored[self.ends]
        b.require(b.no_more(b.count(scored.cities), self.its_meeples), "SOLO-SCORE-8")
        others = b.plus(b.count(scored.roads), scored.monasteries, scored.standing)
        all_meeples = b.plus(self.its_meeples, others)
        b.require(b.at_most(all_meeples, self.rules.meeples), "SOLO-SETUP-3")
        alone = b.plus(*self.in_its_cities[self.ends].values())
        b.require(b.no_more(alone, self.its_meeples), "SOLO-MEEPLE-1")

    def _require_last_tile(self) -> None:
        """SOLO-END-1: its roads and cities are on the last tile, and a feature there is free."""
        b, scored = self.builder, self.scored[self.ends]
        cities, roads = b.count(scored.cities), b.count(scored.roads)
        b.require(b.no_more(cities, self._on_last_tile("city")), "SOLO-END-1")
        b.require(b.no_more(roads, self._on_last_tile("road")), "SOLO-END-1")
        claimed_and_free = b.plus(cities, roads, b.number(constant=1))
        shown = self._on_last_tile("city", "road", "monastery")
        b.require(b.no_more(claimed_and_free, shown), "SOLO-END-1")

    def _on_last_tile(self, *whats: str) -> Sum:
        shown = {kind: sum(self._number(kind, what) for what in whats) for kind in self.segments}
        return self.builder.number({self.last[kind]: number for kind, number in shown.items()})

    # Points

    def _worth_of_cities(self, colour: int) -> list[Sum]:
        """Return the points of one city, of a second and so on (BASE-CITY-2).

        A tile belongs to the second one if it shows two. The first has all shields.
        """
        b, table = self.builder, dict(self.table)
        if colour == self.ends:
            for kind in self.in_its_cities[colour]:
                table[kind] = b.plus(*(some[kind] for some in self.in_its_cities))
        worth = []
        for before, scores in enumerate(self.scored[colour].cities):
            points = {kind: int(self._number(kind, "city") > before) for kind in table}
            if not before:
                for kind, segments in self.segments.items():
                    points[kind] += sum(segment.shields for segment in segments)
            tiles = b.plus(*(b.times(points[kind], number) for kind, number in table.items()))
            worth.append(self._if_scored(scores, b.times(_A_TILE_OF_A_CITY, tiles)))
        return worth

    def _tiles_inside_roads(self) -> Sum:
        """Return the points of tiles on which roads do not end (BASE-ROAD-3)."""
        b = self.builder
        inside = {
            kind: sum(segment.kind == "road" and len(segment.edges) > 1 for segment in segments)
            for kind, segments in self.segments.items()
        }
        return b.times(
            _A_TILE_OF_A_ROAD,
            b.plus(*(b.times(inside[kind], number) for kind, number in self.table.items())),
        )

    def _if_scored(self, scored: Lit, points: Sum) -> Sum:
        """Return up to so many points, and none unless scored; this form is quick to refute."""
        b = self.builder
        _, most = b.range(points)
        counted = b.given(0, most)
        b.require(b.no_more(counted, points), "SOLO-SCORE-2")
        b.require(b.no_more(counted, b.number({scored: most})), "SOLO-SCORE-2")
        return counted

    def _features(self, what: str) -> Sum:
        b = self.builder
        return b.plus(*(b.times(self._number(kind, what), n) for kind, n in self.table.items()))

    def _most_on_a_tile(self, what: str) -> int:
        return max(self._number(kind, what) for kind in self.segments)

    def _number(self, kind: str, what: str) -> int:
        """Return how many features of that sort a tile shows."""
        return sum(segment.kind == what for segment in self.segments[kind])


def _segments_by_kind(sheet: TileSheet) -> dict[str, tuple[Segment, ...]]:
    return {kind: sheet.orientation(kind, 0).segments for kind in sheet.counts()}
