"""The kinds of goals for the generator, each with all that the generator needs of it.

Where candidates come from, how promising a position looks, which goals are near, what a solution is
made of. Most of it changes which puzzles are made, so none of that may change between two versions
that are to make the same puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from generator.solo.by_eye import best_together, claimed_open, meeples_in_hand, owners, worth
from generator.solo.near_goals import NearGoal
from verifier.carcassonne.engine.solo import Engine, Feature, Line, features
from verifier.carcassonne.engine.solo.goals import kind_of as kind_for_engine
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, essential_rule, goal_to_stay
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring

Source = Literal["dealt", "sought", "endings", "best endings", "staying", "level", "restraint"]

_FEWEST_FEATURES = 2
"""Features that are looked at for a goal that asks for no or one colour."""


class GoalKind:
    """What the generator needs of a kind of goal; the defaults suit most kinds."""

    of_features = False
    """Whether it asks for features, so that a tile that is no part of them is a detour."""

    ending = False
    """Whether it is about the end of a game, so that all tiles of the box are in play."""

    many_solutions = False
    """Whether puzzles may have many solutions, so that the best result is proved instead."""

    sets_number = False
    """Whether each puzzle sets the number of its goal by itself."""

    apart = 0
    """So many points below the solution every line ends that places a tile otherwise."""

    by_order = False
    """Whether the scoring order can decide whether a turn meets the goal."""

    game_goes_on = False
    """Whether the game must go on after the last turn."""

    any_near_goal_is_missed = False
    """Whether a line to a near goal is a wrong one, so that it need not be looked for."""

    looks_for_gaps = False
    """Whether a line comes near that lacks a tile only, see :meth:`lacks_a_tile`."""

    of_cities = False
    """Whether it asks for one city, which may need a cathedral."""

    drafted = True
    """Whether games are drafted towards it, see :mod:`generator.solo.draft`."""

    def source(self, goal: Goal) -> Source:
        """Return where candidates come from."""
        raise NotImplementedError

    def drafted_turns(self, goal: Goal) -> int:
        """Return the fewest turns of a drafted game before a puzzle for the goal begins."""
        raise NotImplementedError

    def drafted_too_far(self, goal: Goal, position: Position) -> bool:
        """Return whether a drafted game that leads there has reached the goal already."""
        return False

    def as_scored(self, goal: Goal, position: Position, scoring: Scoring) -> Iterator[Goal]:
        """Yield the goal with the numbers of a scoring in a turn from there, if it asks for such.

        See :mod:`generator.solo.sources.early`.
        """
        yield from ()

    def prospects(self, position: Position, goal: Goal) -> int:
        """Return how promising the position is, for drafting.

        See :mod:`generator.solo.evaluation`.
        """
        raise NotImplementedError

    def promise(self, position: Position, goal: Goal) -> int:
        """Return how promising it looks to a player; meeples in hand keep the game going."""
        return meeples_in_hand(position)

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        """Yield the goals that are close to the puzzle's."""
        raise NotImplementedError

    def lacks_a_tile(self, goal: Goal, position: Position, left: int) -> bool:
        """Return whether one tile more than are left could be enough for the goal."""
        return False

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        """Return whether the goal counts a scoring of one of the line's outcomes."""
        return False

    def suited(self, puzzle: Puzzle) -> Goal:
        """Return the puzzle's goal, its numbers suited to the puzzle's tiles."""
        return puzzle.goal

    def just_missed(self, goal: Goal, length: int, result: int, rules: RuleSet) -> bool:
        """Return whether a game of that length and result misses the goal by little."""
        raise NotImplementedError

    def whatever_its_number(self, goal: Goal) -> Goal:
        """Return the goal without bounds for what is to be the greatest."""
        return goal


class _Feature(GoalKind):
    """A road or city."""

    of_features = by_order = True
    _rare = 3
    """Rows of tiles that reach a goal for so many colours are too rare to be dealt by chance."""
    _turns, _more_turns = 5, 3

    def __init__(self, kind: str, tile: int, large: int) -> None:
        """Take the kind, what a tile is worth, and how much takes more tiles, and so more turns."""
        self.kind, self.tile, self.large = kind, tile, large
        self.of_cities = kind == "city"

    def source(self, goal: Goal) -> Source:
        return "dealt" if goal.colours < self._rare else "sought"

    def drafted_turns(self, goal: Goal) -> int:
        return self._turns + (self._more_turns if goal.at_least >= self.large else 0)

    def prospects(self, position: Position, goal: Goal) -> int:
        # The largest open ones count if they bring another colour: as many as the goal asks for
        # colours, and at least two.
        value = meeples_in_hand(position)
        used: frozenset[int] = frozenset()
        for feature in _largest(position, self.kind)[: max(goal.colours, _FEWEST_FEATURES)]:
            if owners(feature) - used:
                value += worth(feature, position)
            used |= owners(feature)
        return value

    def promise(self, position: Position, goal: Goal) -> int:
        # The best few open ones count, no two with a common owner.
        wanted = [one for one in claimed_open(position) if one.kind == self.kind]
        together = best_together(wanted, position, max(goal.colours, _FEWEST_FEATURES))
        return meeples_in_hand(position) + together

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        goal = puzzle.goal
        # A tile of a road with an inn, or of a city with a cathedral, is worth a point more.
        dearer = essential_rule("inns").is_in_play(puzzle.position.rules)
        yield from _worth_other(goal, self.tile + dearer)
        if goal.colours > 1:
            yield NearGoal(replace(goal, colours=goal.colours - 1), "colours")
        unpaid = (("goal.scored", "completed_suffices"), ("goal.colours", "majority"))
        yield NearGoal(goal, "unpaid", unpaid)

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        goal, rules = puzzle.goal, puzzle.position.rules
        return outcome is line[-1] and kind_for_engine(goal).met_by_scoring(goal, scoring, rules)

    def as_scored(self, goal: Goal, position: Position, scoring: Scoring) -> Iterator[Goal]:
        if scoring.colours and goal.kind == scoring.kind:
            value, colours = scoring.value, len(scoring.colours)
            yield Goal(f"{goal.kind}.{value}.{value}.{colours}", goal.kind, value, value, colours)


def _largest(position: Position, kind: str) -> list[Feature]:
    """Return the open features of a kind with meeples, the largest first."""
    wanted = [feature for feature in claimed_open(position) if feature.kind == kind]
    return sorted(wanted, key=lambda one: (one.tiles, -one.open_ends), reverse=True)


def _worth_other(goal: Goal, step: int) -> Iterator[NearGoal]:
    # Without an upper bound the goal is large, so two tiles fewer are still near.
    under = step if goal.at_most is not None else 2 * step
    if goal.at_least >= under:
        less = replace(goal, at_least=goal.at_least - under, at_most=goal.at_least - 1)
        yield NearGoal(less, "result" if goal.kind == "total" else "less")
    if goal.at_most is not None:
        more = replace(goal, at_least=goal.at_most + 1, at_most=goal.at_most + step)
        yield NearGoal(more, "result" if goal.kind == "total" else "more")


class _Monasteries(GoalKind):
    of_features = looks_for_gaps = True
    _scored = 6000
    _usual, _turns = 3, 14
    """So many monasteries take so many turns."""

    def source(self, goal: Goal) -> Source:
        return "dealt"

    def drafted_turns(self, goal: Goal) -> int:
        return self._turns + 2 * max(goal.at_least - self._usual, 0)

    def drafted_too_far(self, goal: Goal, position: Position) -> bool:
        return position.monasteries >= goal.at_least

    def as_scored(self, goal: Goal, position: Position, scoring: Scoring) -> Iterator[Goal]:
        if scoring.colours and scoring.kind == "monastery":
            number = position.monasteries + 1
            yield replace(goal, id=f"monasteries.{number}.x.0", at_least=number, rule="")

    def prospects(self, position: Position, goal: Goal) -> int:
        value = meeples_in_hand(position) + self._scored * position.monasteries
        largest = _largest(position, "monastery")[:_FEWEST_FEATURES]
        return value + sum(worth(one, position) for one in largest)

    def promise(self, position: Position, goal: Goal) -> int:
        # The fullest surroundings count.
        is_open = claimed_open(position)
        worths = [worth(one, position) for one in is_open if one.kind == "monastery"]
        left = goal.at_least - position.monasteries
        return meeples_in_hand(position) - self._scored * left + sum(sorted(worths)[-left:])

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        goal = puzzle.goal
        yield NearGoal(goal, "unpaid", (("goal.monastery", "completed"),), unpaid_count=True)
        if goal.at_least - 1 > puzzle.position.monasteries:
            fewer = replace(goal, at_least=goal.at_least - 1, at_most=goal.at_least - 1)
            yield NearGoal(fewer, "fewer")

    def lacks_a_tile(self, goal: Goal, position: Position, left: int) -> bool:
        wanted = goal.at_least - position.monasteries
        close = [
            feature
            for feature in features(position)
            if feature.kind == "monastery"
            and any(feature.meeples)
            and feature.open_ends <= left + 1
        ]
        return len(close) >= wanted

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        goal, rules = puzzle.goal, puzzle.position.rules
        return kind_for_engine(goal).met_by_scoring(goal, scoring, rules)


class _Ending(GoalKind):
    ending = True
    drafted = False

    def source(self, goal: Goal) -> Source:
        return "endings"


class _Total(_Ending):
    any_near_goal_is_missed = many_solutions = True
    _missed_by = 12
    """A game just misses the goal by no more points than this."""

    def promise(self, position: Position, goal: Goal) -> int:
        # The result if the game ended now (FACT-1), and the lowest colour's part of what is open.
        expected = [100 * score for score in position.scores]
        for feature in claimed_open(position):
            for colour, meeples in enumerate(feature.meeples):
                if meeples == max(feature.meeples):
                    expected[colour] += 50 * feature.points // feature.open_ends
        on_tiles = position.meeples_on_tiles()
        now = min(score + 2 * out for score, out in zip(position.scores, on_tiles, strict=True))
        return 100 * now + min(expected)

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        return _worth_other(puzzle.goal, 1)

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        # Without its points the game would miss the total.
        end, after = line[-1], line[-1].after
        scores = tuple(
            score - scoring.value * (colour in scoring.colours)
            for colour, score in enumerate(after.scores)
        )
        final, result = Engine().final_scoring(after.rules)(scores, after.meeples_on_tiles())
        return not reached(puzzle.goal, replace(end, final=final, result=result))

    def just_missed(self, goal: Goal, length: int, result: int, rules: RuleSet) -> bool:
        return goal.at_least - self._missed_by <= result < goal.at_least

    def whatever_its_number(self, goal: Goal) -> Goal:
        return Goal("total.0.x.0", "total")


class _Best(_Total):
    many_solutions = False
    sets_number = True
    apart = 3
    """Two points are a meeple more that stands at the end (SOLO-FINAL-1), which takes no idea."""
    _near = 9
    """A line comes near that ends with no more points less than this."""

    def source(self, goal: Goal) -> Source:
        return "best endings"

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        best = puzzle.goal.at_least
        if best:
            near = Goal("near", "total", max(0, best - self._near), best - 1)
            yield NearGoal(near, "result")

    def just_missed(self, goal: Goal, length: int, result: int, rules: RuleSet) -> bool:
        return True  # any ending has a best result


class _AllTiles(_Ending):
    many_solutions = True

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        yield NearGoal(puzzle.goal, "ended", one_tile_fewer=True)

    def just_missed(self, goal: Goal, length: int, result: int, rules: RuleSet) -> bool:
        return length < rules.tiles_to_place  # it ran out of meeples


class _Stay(GoalKind):
    game_goes_on = sets_number = True
    drafted = False

    def source(self, goal: Goal) -> Source:
        return "staying"

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        goal = puzzle.goal
        fewer = replace(goal, at_least=goal.at_least - 1, at_most=goal.at_least - 1)
        yield NearGoal(fewer, "ended")

    def suited(self, puzzle: Puzzle) -> Goal:
        return goal_to_stay(len(puzzle.position.placements) + puzzle.tiles)


class _TwoGoals(GoalKind):
    """Two goals for the same turn: each looked at by itself."""

    of_features = True

    def source(self, goal: Goal) -> Source:
        return "sought" if kind_for_engine(goal).sought(goal) else "dealt"

    def drafted_turns(self, goal: Goal) -> int:
        return max(kind_of(part).drafted_turns(part) for part in goal.parts)

    def prospects(self, position: Position, goal: Goal) -> int:
        # Meeples in hand are counted with each part.
        both = sum(kind_of(part).prospects(position, part) for part in goal.parts)
        return both - meeples_in_hand(position)

    def promise(self, position: Position, goal: Goal) -> int:
        both = sum(kind_of(part).promise(position, part) for part in goal.parts)
        return both - meeples_in_hand(position)

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        return (NearGoal(part, "fewer") for part in puzzle.goal.parts)

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        alone = [replace(puzzle, goal=part) for part in puzzle.goal.parts]
        return any(kind_of(one.goal).counts(one, line, outcome, scoring) for one in alone)


class _Level(GoalKind):
    drafted = False
    _near = 3
    """Scores are nearly so far apart that are by no more points than this too far."""

    def source(self, goal: Goal) -> Source:
        return "level"

    def promise(self, position: Position, goal: Goal) -> int:
        apart = max(position.scores) - min(position.scores)
        return meeples_in_hand(position) - 100 * abs(apart - goal.at_least)

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        most = puzzle.goal.at_most or 0
        near = replace(puzzle.goal, id="near", at_least=most + 1, at_most=most + self._near)
        yield NearGoal(near, "points")

    def counts(self, puzzle: Puzzle, line: Line, outcome: Outcome, scoring: Scoring) -> bool:
        # Without its points the scores would not be so far apart.
        after = line[-1].after
        scores = tuple(
            score - scoring.value * (colour in scoring.colours)
            for colour, score in enumerate(after.scores)
        )
        return not reached(puzzle.goal, replace(line[-1], after=replace(after, scores=scores)))


class _Restraint(GoalKind):
    drafted = False
    sets_number = True
    _near = 12
    """The points of a larger feature; with no more than that too many the goal is nearly met."""

    def source(self, goal: Goal) -> Source:
        return "restraint"

    def promise(self, position: Position, goal: Goal) -> int:
        # The fewer meeples are in hand, the sooner the game ends.
        return -meeples_in_hand(position) - 100 * sum(position.scores)

    def near_goals(self, puzzle: Puzzle) -> Iterator[NearGoal]:
        most = puzzle.goal.at_most or 0
        near = replace(puzzle.goal, id="near", at_least=most + 1, at_most=most + self._near)
        yield NearGoal(near, "points")

    def suited(self, puzzle: Puzzle) -> Goal:
        most = sum(puzzle.position.scores)
        return Goal(f"restraint.0.{most}.0", "restraint", 0, most)


_KINDS: dict[str, GoalKind] = {
    "road": _Feature("road", tile=1, large=9),
    "city": _Feature("city", tile=2, large=13),
    "monasteries": _Monasteries(),
    "total": _Total(),
    "best": _Best(),
    "all-tiles": _AllTiles(),
    "stay": _Stay(),
    "two-goals": _TwoGoals(),
    "level": _Level(),
    "restraint": _Restraint(),
}


def kind_of(goal: Goal) -> GoalKind:
    """Return what the generator needs of the goal's kind."""
    return _KINDS[goal.kind]


def exactly_scored(goal: Goal, position: Position, scorings: Iterable[Scoring]) -> list[Goal]:
    """Return the goals that ask for exactly what these scorings bring, of those that meet the goal.

    The scorings are of a turn that comes after the position; no goal is returned twice.
    """
    kind, rules = kind_for_engine(goal), position.rules
    meeting = (one for one in scorings if kind.met_by_scoring(goal, one, rules))
    return list(
        dict.fromkeys(
            one for scoring in meeting for one in kind_of(goal).as_scored(goal, position, scoring)
        )
    )
