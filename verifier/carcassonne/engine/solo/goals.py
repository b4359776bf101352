"""The kinds of goals for the engine, each with all that the engine needs of it.

An outcome is judged by the readings AMB-13 to AMB-19. Searches have the kernel judge outcomes by
conditions: each is a number that the kernel measures, with bounds for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from verifier.carcassonne.engine.solo.blocks import fewest_cells
from verifier.carcassonne.engine.solo.fronts import fronts, meet_in_one_cell
from verifier.carcassonne.engine.solo.short_games import result_in_reach
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Kind

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
    """What the kernel compares with the goal's bounds, by its number in ``kernel/goals.py``."""

    counts = "tiles and cells"
    """What :meth:`fewest_turns` counts, in words."""

    played = False
    """Whether games are played to show that so many turns are too few, not only counted."""

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


class _Feature(GoalKind):
    """To complete one road or city and score it (SOLO-GOAL-0a to -0c)."""

    played = True

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
            return max(1, worth - 1)  # one point a tile, including the start tile
        # Two points a tile and coat of arms; the start tile has no coat of arms.
        return max(1, -(-(worth - 2) // 4))

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
    """To end the game with such a result (SOLO-GOAL-11 to -13)."""

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
            sum(len(pile.known) + pile.hidden for pile in position.piles)
            for position in (_latest(start, outcomes), start)
        )
        return Progress(had - left, had)


def _all_tiles_used(outcome: Outcome) -> bool:
    if not all(pile.empty for pile in outcome.after.piles):
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


def _latest(start: Position, outcomes: Sequence[Outcome]) -> Position:
    return outcomes[-1].after if outcomes else start


_KINDS: dict[str, GoalKind] = {
    "road": _Feature("road", 1),
    "city": _Feature("city", 2),
    "monasteries": _Monasteries(),
    "total": _Total(),
    "all-tiles": _AllTiles(),
    "stay": _Stay(),
    "two-goals": _TwoGoals(),
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
