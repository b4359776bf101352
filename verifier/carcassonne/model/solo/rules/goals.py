"""The kinds of goals (SOLO-GOAL-1 to -14), for the model, under every reading of AMB-13 to AMB-19.

For each kind: what a turn must leave so that it meets the goal, of which rules such a goal is made,
and what may be taken as seen when the shortest game to it is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from verifier.carcassonne.model.solo.rules import ending
from verifier.carcassonne.model.solo.rules.state import Game, Key, ScorableFeature
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.constraints.builder import FALSE, Builder, Lit, Sum


@dataclass(frozen=True, slots=True)
class Left:
    """What a turn leaves behind: all that goals look at, and the supplies.

    ``features`` are those it may have completed and ``brought`` whether they brought points;
    ``on_tiles`` are the meeples there by colour. ``piles_empty`` and ``laid_aside`` tell whether no
    tile is left to draw and whether any was discarded (SOLO-PLACE-4); ``tiles`` lie on the table.
    """

    builder: Builder
    rules: RuleSet
    features: dict[Key, ScorableFeature]
    brought: dict[Key, Lit]
    scores: Sequence[Sum]
    supplies: Sequence[Sum]
    on_tiles: Sequence[Sum]
    monasteries: Sum
    over: Lit
    piles_empty: bool
    laid_aside: bool
    tiles: int


def left_by_the_latest_turn(game: Game) -> Left:
    """Return what the latest turn leaves."""
    position, played = game.table.position, game.turns[-1]
    return Left(
        builder=game.builder,
        rules=game.rules,
        features=played.scored.features,
        brought=played.scored.brought,
        scores=game.scores,
        supplies=game.supplies,
        on_tiles=ending.on_tiles(game),
        monasteries=played.monasteries,
        over=played.over,
        piles_empty=played.draw.last,
        laid_aside=bool(position.discards) or any(turn.draw.discards for turn in game.turns),
        tiles=len(position.placements) + len(game.turns),
    )


def met(game: Game, goal: Goal) -> Lit:
    """Return whether the latest turn meets the goal."""
    return met_by(left_by_the_latest_turn(game), goal)


def met_by(left: Left, goal: Goal) -> Lit:
    """Return whether a turn that leaves this meets the goal."""
    return kind_of(goal).met(left, goal)


# Roads and cities


def some_feature(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-1 to -8: one of the features completed is such a road or city."""
    return left.builder.any_of(
        one_feature(left, goal, feature, left.brought[key])
        for key, feature in left.features.items()
        if not ending.is_monastery(key)
    )


def one_feature(left: Left, goal: Goal, feature: ScorableFeature, brought: Lit) -> Lit:
    """SOLO-GOAL-0a to -0c: one road or city that brought points, of that worth, to such colours."""
    b = left.builder
    kind = feature.city if goal.kind == "city" else -feature.city
    if everybody_must_score(left, goal):
        # FACT-5: where all colours in play are tied, one of them is lowest.
        brought = b.both(feature.scored, *feature.winners)
    paid = [b.both(brought, winner) for winner in feature.winners]
    counted = left.rules.choose(  # AMB-14
        "goal.scored", {"yes": brought, "completed_suffices": feature.scored}
    )
    return b.both(
        kind, counted, worth(left, goal, feature, paid), colours(left, goal, feature, paid)
    )


def everybody_must_score(left: Left, goal: Goal) -> bool:
    """Return whether the goal asks for points for all colours in play, which none may decline."""
    only_scoring = {"scoring": True, "majority": False, "present": False}
    return (
        goal.colours == left.rules.colours
        and left.rules.choose("goal.colours", only_scoring)
        and left.rules.choose("score.optional", {"no": True, "yes": False})
    )


def worth(left: Left, goal: Goal, feature: ScorableFeature, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0b: the value of the feature; AMB-13: or the sum over the colours that score."""
    b = left.builder
    if left.rules.choose("goal.worth", {"value": True, "sum_over_colours": False}):
        return within(left, goal, feature.value)
    number = b.count(paid)
    return b.any_of(
        b.both(b.equals(number, times), within(left, goal, b.times(times, feature.value)))
        for times in range(len(paid) + 1)
    )


def colours(left: Left, goal: Goal, feature: ScorableFeature, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0c: how many colours; AMB-15, -16: which ones count, and at least or exactly."""
    b = left.builder
    counted = left.rules.choose(
        "goal.colours",
        {"scoring": paid, "majority": feature.winners, "present": feature.present},
    )
    number = b.count(counted)
    exactly = left.rules.choose("goal.count", {"at_least": False, "exactly": True})
    if goal.colours and exactly:
        return b.equals(number, goal.colours)
    return b.at_least(number, goal.colours)


# Monasteries, the end of the game, and staying in it


def enough_monasteries(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-9, -10: so many monasteries by now, and one of them in this turn."""
    now = [feature.scored for key, feature in left.features.items() if ending.is_monastery(key)]
    return left.builder.both(left.builder.any_of(now), within(left, goal, left.monasteries))


def ends_with_total(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-11 to -13: the game is over with such a total."""
    return left.builder.both(left.over, within(left, goal, total(left)))


def total(left: Left) -> Sum:
    """SOLO-GOAL-11 to -13: the result; AMB-19: or the sum of all colours, after final scoring."""
    b, rules = left.builder, left.rules
    if rules.choose("goal.total", {"result": True, "sum": False}):
        return ending.result_of(b, rules, left.scores, left.on_tiles)
    total_ = b.plus(*ending.final_scores(b, rules, left.scores, left.on_tiles))
    starts = sum(rules.start_scores)
    counted_from = rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts})
    return b.plus(total_, Sum(-counted_from))


def all_tiles(left: Left, _goal: Goal) -> Lit:
    """SOLO-GOAL-14: all piles are empty at the end; AMB-18: and no tile was laid aside."""
    everything_placed = left.rules.choose(
        "goal.allTiles", {"piles_empty": False, "all_placed": True}
    )
    if everything_placed and left.laid_aside:
        return FALSE
    return left.builder.both(left.over, left.builder.const(left.piles_empty))


def stays(left: Left, goal: Goal) -> Lit:
    """SOLO-END-1, -4: the game goes on with so many tiles on the table."""
    return left.builder.both(-left.over, left.builder.const(goal.admits(left.tiles)))


def both_met(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-15: the turn meets each of two goals."""
    met_now = [met_by(left, part) for part in goal.parts]
    if any(kind_of(part).surrounded for part in goal.parts):
        # Enough of them may have been scored before, but one must count with this turn.
        counted = ending.counted_monasteries(left.rules, left.features, left.brought)
        met_now.append(left.builder.any_of(counted))
    return left.builder.all_of(met_now)


def level(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-16: the highest and the lowest score are so many points apart."""
    b = left.builder
    highest = b.times(-1, b.least(b.times(-1, score) for score in left.scores))
    apart = b.plus(highest, b.times(-1, b.least(left.scores)))
    return within(left, goal, apart)


def restrained(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-17: the game is over, and all colours together have so many points."""
    return left.builder.both(left.over, within(left, goal, left.builder.plus(*left.scores)))


def within(left: Left, goal: Goal, number: Sum) -> Lit:
    """Return whether the number lies within the goal's bounds."""
    return left.builder.within(number, goal.at_least, goal.at_most)


# The kinds

POINTS, WORTH, COLOURS = "SOLO-GOAL-0a", "SOLO-GOAL-0b", "SOLO-GOAL-0c"


@dataclass(frozen=True, slots=True)
class GoalKind:
    """What the model has to know of a kind of goal.

    ``met`` is what its goals ask of a turn, ``points`` whether something must bring points for it
    and ``bounds`` the rule of its number, which a goal's own rule replaces unless it is ``fixed``.

    The rest is for the shortest game: whether monasteries are to be ``surrounded``, all piles are
    to be ``emptied``, or a game with a high ``result`` is worth looking for.
    """

    met: Callable[[Left, Goal], Lit]
    points: bool = False
    bounds: str = ""
    fixed: bool = False
    surrounded: bool = False
    emptied: bool = False
    result: bool = False


_FEATURE = GoalKind(some_feature, points=True, bounds=WORTH, fixed=True)
_KINDS = {
    "road": _FEATURE,
    "city": _FEATURE,
    "monasteries": GoalKind(enough_monasteries, points=True, bounds="SOLO-GOAL-9", surrounded=True),
    "total": GoalKind(ends_with_total, bounds="SOLO-RESULT-1", result=True),
    "best": GoalKind(ends_with_total, bounds="SOLO-RESULT-1", result=True),
    "all-tiles": GoalKind(all_tiles, emptied=True),
    "stay": GoalKind(stays),
    "two-goals": GoalKind(both_met),
    "level": GoalKind(level, bounds="SOLO-GOAL-16"),
    "restraint": GoalKind(restrained, bounds="SOLO-GOAL-17"),
}


def kind_of(goal: Goal) -> GoalKind:
    """Return what the model has to know of the goal's kind."""
    return _KINDS[goal.kind]


def rules_of(goal: Goal) -> tuple[str, ...]:
    """Return the rules that define the goal, which may be dropped one by one.

    >>> rules_of(Goal("road-10", "road", at_least=10))
    ('SOLO-GOAL-0a', 'SOLO-GOAL-0b')
    """
    if goal.parts:
        return tuple(dict.fromkeys(rule for part in goal.parts for rule in rules_of(part)))
    points = POINTS if kind_of(goal).points else ""
    colours_ = COLOURS if goal.colours else ""
    return tuple(rule for rule in (points, _bounds(goal), colours_) if rule)


def without(goal: Goal, dropped: frozenset[str]) -> Goal:
    """Return the goal without some of its rules; the one about points is in the rule set."""
    if goal.parts:
        return replace(goal, parts=tuple(without(part, dropped) for part in goal.parts))
    if _bounds(goal) in dropped:
        goal = replace(goal, at_least=0, at_most=None)
    return replace(goal, colours=0) if COLOURS in dropped else goal


def _bounds(goal: Goal) -> str:
    """Return the rule about the goal's bounds, if it has any."""
    kind = kind_of(goal)
    return (kind.bounds and not kind.fixed and goal.rule) or kind.bounds
