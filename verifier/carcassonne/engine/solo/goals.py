"""The kinds of goals for the engine, each with all that the engine needs of it.

An outcome is judged by the readings AMB-13 to AMB-19. Searches have the kernel judge outcomes by
conditions: each is a number that the kernel measures, with bounds for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from verifier.carcassonne.engine.solo.features import fronts, meet_in_one_cell
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Kind, Segment, TileSheet

_NO_CELLS: frozenset[Cell] = frozenset()
_TWO = 2


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of what a goal asks for was achieved, and with how many of its colours.

    ``scored_by`` are the colours that got the points, if it is about those of a road or city;
    ``over`` is whether the game has ended, so that nothing changes any more.
    """

    have: int
    asked: int
    colours: int = 0
    scored_by: tuple[int, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """What the kernel is to ask of an outcome: a measure with its bounds, and so many colours."""

    measure: int
    at_least: int
    at_most: int | None
    colours: int


class GoalKind:
    """What the engine needs of a kind of goal; the defaults suit most kinds."""

    measure: int
    """What the kernel compares with the goal's bounds, by its number in ``kernel/numbers.pxd``."""

    counts = "tiles and cells"
    """What :meth:`fewest_turns` counts, in words."""

    played = False
    """Whether games are played to show that so many turns are too few, not only counted."""

    bounded_with_boxes = False
    """Whether :meth:`fewest_turns` holds with the tiles of other boxes, too."""

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether this turn meets the goal."""
        raise NotImplementedError

    def conditions(self, goal: Goal) -> tuple[Condition, ...]:
        """Return the conditions by which the kernel judges; a search is bounded by the first."""
        return (Condition(self.measure, goal.at_least, goal.at_most, goal.colours),)

    def sought(self, goal: Goal) -> bool:
        """Return whether tiles can be sought with which a turn meets the goal."""
        return False

    def met_by_scoring(self, goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
        """Return whether this scoring is one of those that the goal asks for."""
        return False

    def reached_already(self, goal: Goal, position: Position) -> tuple[str, str]:
        """Return why a game that stands so has reached it, and where that stands; empty if not."""
        return "", ""

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        """Return a number of turns from the set-up below which there are too few tiles."""
        raise NotImplementedError

    def promising(self, goal: Goal, position: Position, left: int) -> bool:
        """Return whether the goal may still be reached in ``left`` more turns."""
        return True

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        """Return how close these outcomes came to the goal, played from ``start`` on."""
        raise NotImplementedError


def _has(rules: RuleSet, special: str) -> bool:
    """Return whether tiles in play show an inn or a cathedral (SOLO-BOX-3, -4)."""
    return any(getattr(segment, special) for segment in _segments(rules))


def _most_shields(rules: RuleSet) -> int:
    """Return the most coats of arms on a tile; a city may have all of them."""
    return max(
        sum(segment.shields for segment in kind.orientations[0].segments)
        for kind in rules.sheet.kinds
    )


def _segments(rules: RuleSet) -> Iterator[Segment]:
    for kind in rules.sheet.kinds:
        yield from kind.orientations[0].segments


class _Feature(GoalKind):
    """To complete one road or city and score it (SOLO-GOAL-0a to -0c)."""

    played = True
    bounded_with_boxes = True

    def __init__(self, kind: Kind, measure: int) -> None:
        self.kind: Kind = kind
        self.measure = measure

    def sought(self, goal: Goal) -> bool:
        return True

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        rules = outcome.after.rules
        return any(self.met_by_scoring(goal, scoring, rules) for scoring in outcome.scorings)

    def met_by_scoring(self, goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
        if scoring.kind != goal.kind:
            return False
        must_score = rules.choose(  # AMB-14
            "goal.scored", {"yes": True, "completed_suffices": False}
        )
        if must_score and not scoring.colours:
            return False
        worth = scoring.value * rules.choose(  # AMB-13
            "goal.worth", {"value": 1, "sum_over_colours": len(scoring.colours)}
        )
        return goal.admits(worth) and _colours_suffice(goal, scoring, rules)

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        scorers = rules.choose("goal.worth", {"value": 1, "sum_over_colours": rules.colours})
        worth = -(-goal.at_least // scorers)
        if self.kind == "road":
            # One point a tile, including the start tile; with an inn two (SOLO-BOX-3).
            a_tile = 2 if _has(rules, "inn") else 1
            return max(1, -(-worth // a_tile) - 1)
        # Two points a tile and coat of arms; the start tile has no coat of arms.
        parts = 1 + _most_shields(rules)
        turns = -(-(worth - 2) // (2 * parts))
        if _has(rules, "cathedral"):
            # SOLO-BOX-4: three points each, and another tile lies at each of its four edges.
            turns = min(turns, max(4, -(-(worth - 3) // (3 * parts))))
        return max(1, turns)

    def promising(self, goal: Goal, position: Position, left: int) -> bool:
        # A road or city that meets it joins open ones with meeples. Every cell at an open end of
        # these must be filled, one a turn. Its colours are those there now and those of later
        # turns, except the last one if several colours are needed: that tile joins features that
        # are occupied.
        colours = position.rules.colours
        coming = {(position.to_move + turn) % colours for turn in range(left - (goal.colours > 1))}
        standing_open = list(fronts(position, self.kind))
        manned = [front for front in standing_open if front.colours]
        empty = [front.gaps for front in standing_open if not front.colours]
        for number in range(min(len(manned), colours) + 1):
            for chosen in combinations(manned, number):
                gaps = [front.gaps for front in chosen]
                standing = set[int]().union(*(front.colours for front in chosen))
                if len(coming | standing) < goal.colours or len(_NO_CELLS.union(*gaps)) > left:
                    continue
                brings_one = left == _TWO and goal.colours > 1 and len(standing) < goal.colours
                if not brings_one or meet_in_one_cell(gaps, empty):
                    return True
        return False

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        scorings = [
            scoring
            for outcome in outcomes
            for scoring in outcome.scorings
            if scoring.kind == self.kind and scoring.colours
        ]
        if not scorings:
            return Progress(0, goal.at_least)
        best = max(scorings, key=lambda s: (min(len(s.colours), goal.colours), s.value))
        colours = len(best.colours) if goal.colours else 0
        return Progress(best.value, goal.at_least, colours, tuple(best.colours))


def _colours_suffice(goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
    if not goal.colours:
        return True
    counted = rules.choose(  # AMB-15
        "goal.colours",
        {
            "scoring": scoring.colours,
            "majority": scoring.majority,
            "present": scoring.present,
        },
    )
    most = rules.choose("goal.count", {"at_least": len(counted), "exactly": goal.colours})  # AMB-16
    return goal.colours <= len(counted) <= most


class _Monasteries(GoalKind):
    """To score so many monasteries in the game (SOLO-GOAL-9, -10)."""

    measure = 3

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        # A turn that scored none cannot be the one that met the goal.
        scored = any(scoring.kind == "monastery" for scoring in outcome.scorings)
        return scored and goal.admits(outcome.after.monasteries)

    def met_by_scoring(self, goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
        # AMB-17 and AMB-14: either switch is enough.
        must_score = rules.choose(
            "goal.monastery", {"scored": True, "completed": False}
        ) and rules.choose("goal.scored", {"yes": True, "completed_suffices": False})
        return scoring.kind == "monastery" and (bool(scoring.colours) or not must_score)

    def reached_already(self, goal: Goal, position: Position) -> tuple[str, str]:
        if not goal.admits(position.monasteries):
            return "", ""
        return f"{position.monasteries} monasteries have scored", "monasteries"

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return max(1, fewest_cells(goal.at_least) - 1)

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        return Progress(_latest(start, outcomes).monasteries, goal.at_least)


class _Total(GoalKind):
    """To end the game with such a result (SOLO-GOAL-11 to -13), or with the greatest there is."""

    measure = 4
    counts = "turns, meeples and points"

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return outcome.final is not None and goal.admits(_total(outcome))

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        first = rules.colours * rules.meeples + 1  # FACT-11: the first colour is out of meeples
        ends = range(first, first + rules.colours)
        possible = (turns for turns in ends if result_in_reach(rules, turns, goal.at_least))
        return next(possible, first + rules.colours)

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        result = outcomes[-1].result if outcomes else None
        if result is None:
            return Progress(min(_latest(start, outcomes).scores), goal.at_least)
        return Progress(result, goal.at_least, over=True)


def _total(outcome: Outcome) -> int:
    rules = outcome.after.rules
    # AMB-19; AMB-01 speaks of the result and of this sum alike.
    starts = sum(rules.start_scores)
    counted_from = rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts})
    return rules.choose(
        "goal.total",
        {"result": outcome.result or 0, "sum": sum(outcome.final or ()) - counted_from},
    )


class _AllTiles(GoalKind):
    """To use up all tiles (SOLO-GOAL-14)."""

    measure = 5
    counts = "tiles"

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return outcome.after.over and _all_tiles_used(outcome)

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return sum(rules.pile_sizes)

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        left, had = (
            sum(pile.size for pile in position.piles)
            for position in (_latest(start, outcomes), start)
        )
        return Progress(had - left, had)


def _all_tiles_used(outcome: Outcome) -> bool:
    if not all(pile.empty for pile in (*outcome.after.piles, outcome.after.river)):
        return False
    # AMB-18: "all_placed" asks that none was discarded on the way.
    everything_placed = outcome.after.rules.choose(
        "goal.allTiles", {"piles_empty": False, "all_placed": True}
    )
    return not (everything_placed and outcome.after.discards)


class _Stay(GoalKind):
    """To have so many tiles on the table while the game goes on (SOLO-END-1, -4)."""

    measure = 6

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return not outcome.after.over and goal.admits(len(outcome.after.placements))

    def reached_already(self, goal: Goal, position: Position) -> tuple[str, str]:
        tiles = len(position.placements)
        if not goal.admits(tiles):
            return "", ""
        return f"{tiles} tiles lie on the table and the game is not over", "placements"

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return max(1, goal.at_least - 1)  # the start tile lies there already

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        after = _latest(start, outcomes)
        return Progress(len(after.placements), goal.at_least, over=after.over)


class _TwoGoals(GoalKind):
    """To meet each of two goals with the same turn (SOLO-GOAL-15)."""

    played = True

    def conditions(self, goal: Goal) -> tuple[Condition, ...]:
        # A road or city bounds a search more than monasteries do.
        first = sorted(goal.parts, key=lambda part: not kind_of(part).sought(part))
        return tuple(each for part in first for each in kind_of(part).conditions(part))

    def sought(self, goal: Goal) -> bool:
        return any(kind_of(part).sought(part) for part in goal.parts)

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return all(
            reached(part, outcome) and self._scores_for(part, outcome) for part in goal.parts
        )

    @staticmethod
    def _scores_for(part: Goal, outcome: Outcome) -> bool:
        # Monasteries may be enough already, and then one without points must not do.
        kind, rules = kind_of(part), outcome.after.rules
        return any(kind.met_by_scoring(part, scoring, rules) for scoring in outcome.scorings)

    def met_by_scoring(self, goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
        return any(kind_of(part).met_by_scoring(part, scoring, rules) for part in goal.parts)

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return max(fewest_turns(part, rules) for part in goal.parts)

    def promising(self, goal: Goal, position: Position, left: int) -> bool:
        return all(promising(part, position, left) for part in goal.parts)

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        met = [sum(reached(part, outcome) for part in goal.parts) for outcome in outcomes]
        return Progress(max(met, default=0), len(goal.parts))


class _Level(GoalKind):
    """To leave the scores so many points apart (SOLO-GOAL-16)."""

    measure = 7
    counts = "turns"

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return goal.admits(_apart(outcome.after))

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return 1

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        return Progress(_apart(_latest(start, outcomes)), goal.at_most or 0)


def _apart(position: Position) -> int:
    return max(position.scores) - min(position.scores)


class _Restraint(GoalKind):
    """To end the game with so many points of all colours together (SOLO-GOAL-17)."""

    measure = 8
    counts = "turns"

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return outcome.after.over and goal.admits(sum(outcome.after.scores))

    def fewest_turns(self, goal: Goal, rules: RuleSet) -> int:
        return rules.colours * rules.meeples + 1  # FACT-11

    def progress(self, goal: Goal, start: Position, outcomes: Sequence[Outcome]) -> Progress:
        after = _latest(start, outcomes)
        return Progress(sum(after.scores), goal.at_most or 0, over=after.over)


def _latest(start: Position, outcomes: Sequence[Outcome]) -> Position:
    return outcomes[-1].after if outcomes else start


_KINDS: dict[str, GoalKind] = {
    "road": _Feature("road", 1),
    "city": _Feature("city", 2),
    "monasteries": _Monasteries(),
    "total": _Total(),
    "best": _Total(),
    "all-tiles": _AllTiles(),
    "stay": _Stay(),
    "two-goals": _TwoGoals(),
    "level": _Level(),
    "restraint": _Restraint(),
}


def kind_of(goal: Goal) -> GoalKind:
    """Return what the engine needs of the goal's kind."""
    return _KINDS[goal.kind]


def reached(goal: Goal, outcome: Outcome) -> bool:
    """Return whether this turn meets the goal, under the readings of the position's rule set."""
    return kind_of(goal).reached(goal, outcome)


def fewest_turns(goal: Goal, rules: RuleSet) -> int:
    """Return a lower bound on the turns, from the tiles and meeples that the goal takes.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [fewest_turns(checklist()[word], SOLO) for word in ("road-10", "city-16", "monasteries-3")]
    [9, 4, 14]
    """
    return kind_of(goal).fewest_turns(goal, rules)


def promising(goal: Goal, position: Position, left: int) -> bool:
    """Return whether the goal may still be reached in ``left`` more turns."""
    return kind_of(goal).promising(goal, position, left)


# --- How many cells monasteries take together with all cells around them


_Blocks = frozenset[Cell]
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
_OVERLAPPING = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]


def fewest_cells(monasteries: int) -> int:
    """Return the fewest cells that so many monasteries and all cells around them cover.

    >>> [fewest_cells(number) for number in range(5)]
    [0, 9, 12, 15, 16]
    """
    if monasteries < 1:
        return 0
    apart = [
        fewest_cells(some) + fewest_cells(monasteries - some) for some in range(1, monasteries)
    ]
    # In a row each further one takes three cells.
    most = min([6 + 3 * monasteries, *apart])
    groups: set[_Blocks] = {frozenset([(0, 0)])}
    for _ in range(monasteries - 1):
        wider = {_in_corner(group | {cell}) for group in groups for cell in _near(group)}
        groups = {group for group in wider if len(_covered(group)) <= most}
    return min([most, *(len(_covered(group)) for group in groups)])


def _near(group: _Blocks) -> set[Cell]:
    """Return the cells whose 3 x 3 block overlaps a block of the group."""
    return {(x + east, y + north) for x, y in group for east, north in _OVERLAPPING} - group


def _covered(group: _Blocks) -> set[Cell]:
    return {(x + east, y + north) for x, y in group for east, north in _AROUND}


def _in_corner(group: _Blocks) -> _Blocks:
    west, south = min(x for x, _ in group), min(y for _, y in group)
    return frozenset((x - west, y - south) for x, y in group)


# --- Whether a game that ends as early as it can may have so high a result
#
# A colour that ends a game with its first turn without a meeple (SOLO-END-1) has claimed in every
# turn before and got no meeple back. So of roads and cities it scores those alone that the last
# tile completes. What else is counted leaves out where the tiles lie and who is lowest: a colour
# needs a meeple of its own for each feature that it scores, no road has more than two ends, nobody
# else scores the same monastery, and the others have no more meeples on a city that the ending
# colour scores than that colour has itself.


_PER_MEEPLE = 2  # SOLO-FINAL-1
_MONASTERY = 9  # BASE-MON-2
_ENDS = 2  # of a road: what lies there touches one edge of its tile

_NEVER = 1_000


@dataclass(frozen=True, slots=True, order=True)
class _Tile:
    """How many features of each kind a tile shows; ``through`` are roads that touch two edges."""

    cities: int
    shields: int
    roads: int
    through: int
    monasteries: int

    @property
    def features(self) -> int:
        return self.cities + self.roads + self.monasteries

    @property
    def only_city(self) -> bool:
        """Whether a meeple on this tile must stand in its city (SOLO-MEEPLE-3)."""
        return self.cities == self.features == 1

    def points(self, cities: int, roads: int) -> int:
        """Return the most that it adds to so many cities and roads, without the roads' ends."""
        shields = self.shields if cities else 0  # BASE-CITY-2, BASE-ROAD-3
        return 2 * (min(self.cities, cities) + shields) + min(self.through, roads)


def result_in_reach(rules: RuleSet, turns: int, result: int) -> bool:
    """Return whether counting allows a game of so many turns to have at least this result.

    ``turns`` is one of those in which a colour can have its first turn without a meeple. Where a
    switch is not at its default or a rule is left out, nothing is counted.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [result_in_reach(SOLO, turns, 60) for turns in (13, 14)]
    [False, True]
    """
    if rules.switches or rules.without:
        return True
    game = _ShortGame(rules, turns, result)
    monasteries = sum(tile.monasteries for tile in game.box)
    return any(game.in_reach(number) for number in range(monasteries + 1))


@dataclass(frozen=True, slots=True)
class _Ending:
    """What brings enough to the colour that ends the game.

    So many monasteries, meeples in cities that it scores, and tiles that show a city alone and
    belong to these.
    """

    monasteries: int
    in_cities: int
    only_cities: int


class _ShortGame:
    """A game of so many turns with at least this result, ended by the colour of its last turn."""

    def __init__(self, rules: RuleSet, turns: int, result: int) -> None:
        self.turns, self.meeples = turns, rules.meeples
        self.start = _tile(rules.sheet, rules.sheet.start_tile)
        self.box = _box(rules.sheet)
        self.ends = (turns - 1) % rules.colours
        self.others = [colour for colour in range(rules.colours) if colour != self.ends]
        self.needed = [result - score for score in rules.start_scores]

    def in_reach(self, monasteries: int) -> bool:
        """Return whether it may be, with so many monasteries on the table."""
        fewest = [self._fewest_monasteries(colour, monasteries) for colour in self.others]
        return any(
            ending.monasteries + self._others_take(ending, fewest) <= monasteries
            for ending in self._endings(monasteries)
        )

    def _endings(self, monasteries: int) -> Iterator[_Ending]:
        """Yield what may bring enough to the colour that ends the game."""
        for last, cities, roads in self._scored_by_last_tile():
            for only_cities in range(self.turns + 1) if cities else (0,):
                tiles = self._tiles(cities, roads, monasteries, last, only_cities)
                missing = self.needed[self.ends] - tiles
                free = self.meeples - roads
                for own in range(min(free - cities, monasteries) + 1):
                    # SOLO-SCORE-6: a meeple more in a city may be worth more than its 2 points.
                    for in_cities in range(cities, free - own + 1) if cities else (0,):
                        standing = free - own - in_cities
                        if _MONASTERY * own + _PER_MEEPLE * standing >= missing:
                            yield _Ending(own, in_cities, only_cities)

    def _scored_by_last_tile(self) -> Iterator[tuple[_Tile, int, int]]:
        """Yield each tile with the cities and roads that the ending colour may score by it.

        A feature of the tile is free, or the game would not end (SOLO-END-1).
        """
        for last in sorted(set(self.box)):
            for cities, roads in product(range(last.cities + 1), range(last.roads + 1)):
                if cities + roads < last.features:
                    yield last, cities, roads

    def _others_take(self, ending: _Ending, fewest: list[list[int]]) -> int:
        """Return with how few monasteries the other colours get enough.

        The ending colour claimed in every turn, so it placed no more of the tiles that show a city
        alone than it has meeples there. The others placed the rest, and no more of their claims
        were on these.
        """
        placed = max(0, ending.only_cities - ending.in_cities)
        return min(
            (
                sum(
                    colour[-1 - max(0, number - ending.in_cities)]
                    for colour, number in zip(fewest, numbers, strict=True)
                )
                for numbers in product(*(range(len(colour)) for colour in fewest))
                if sum(numbers) == placed
            ),
            default=_NEVER,
        )

    def _fewest_monasteries(self, colour: int, monasteries: int) -> list[int]:
        """Return with how few monasteries a colour may get enough, by its number of claims."""
        turns = len(range(colour, self.turns, len(self.needed)))
        fewest = [_NEVER] * (turns + 1)
        for cities, roads in product(range(turns + 1), repeat=2):
            missing = self.needed[colour] - self._tiles(cities, roads, monasteries)
            for own in range(min(monasteries, turns - cities - roads) + 1):
                for claims in range(cities + roads + own, turns + 1):
                    standing = min(self.meeples, claims - cities - roads - own)
                    if _MONASTERY * own + _PER_MEEPLE * standing >= missing:
                        fewest[claims] = min(fewest[claims], own)
        return fewest

    def _tiles(
        self,
        cities: int,
        roads: int,
        monasteries: int,
        last: _Tile | None = None,
        only_cities: int | None = None,
    ) -> int:
        """Return the most points of so many cities and roads, with those monasteries on the table.

        If ``only_cities`` is given, so many tiles that show a city alone count, and no more.
        """
        lying = [self.start] if last is None else [self.start, last]
        box = list(self.box)
        for tile in lying:
            box.remove(tile)
        box.sort(key=lambda tile: -tile.points(cities, roads))
        some = [tile for tile in box if tile.monasteries]
        alone = [tile for tile in box if tile.only_city and only_cities is not None]
        rest = [tile for tile in box if not tile.monasteries and tile not in alone]
        numbers = [monasteries - sum(tile.monasteries for tile in lying), only_cities or 0]
        numbers.append(self.turns + 1 - len(lying) - sum(numbers))
        for tiles, number in zip((some, alone, rest), numbers, strict=True):
            if not 0 <= number <= len(tiles):
                return -_NEVER
            lying += tiles[:number]
        return sum(tile.points(cities, roads) for tile in lying) + _ENDS * roads


@cache
def _box(sheet: TileSheet) -> tuple[_Tile, ...]:
    """Return all tiles of the box, the start tile among them."""
    return tuple(
        _tile(sheet, kind) for kind, number in sheet.counts().items() for _ in range(number)
    )


def _tile(sheet: TileSheet, kind: str) -> _Tile:
    segments = sheet.orientation(kind, 0).segments
    kinds = [segment.kind for segment in segments]
    return _Tile(
        cities=kinds.count("city"),
        shields=sum(segment.shields for segment in segments),
        roads=kinds.count("road"),
        through=sum(len(segment.edges) > 1 for segment in segments if segment.kind == "road"),
        monasteries=kinds.count("monastery"),
    )
