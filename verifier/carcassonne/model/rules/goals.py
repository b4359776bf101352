"""Goals (SOLO-GOAL-1 to -14), under every reading of AMB-13 to AMB-19."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.carcassonne.model.rules import ending
from verifier.carcassonne.model.rules.state import Game, Key, ScorableFeature
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
    if goal.kind == "monasteries":
        return enough_monasteries(left, goal)
    if goal.kind == "total":
        return left.builder.both(left.over, within(left, goal, total(left)))
    if goal.kind == "all-tiles":
        return all_tiles(left)
    if goal.kind == "stay":
        return stays(left, goal)
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
    """Tell whether the goal asks for points for all colours in play, which none may decline."""
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


def enough_monasteries(left: Left, goal: Goal) -> Lit:
    """SOLO-GOAL-9, -10: so many monasteries by now, and one of them in this turn."""
    now = [feature.scored for key, feature in left.features.items() if ending.is_monastery(key)]
    return left.builder.both(left.builder.any_of(now), within(left, goal, left.monasteries))


def total(left: Left) -> Sum:
    """SOLO-GOAL-11 to -13: the result; AMB-19: or the sum of all colours, after final scoring."""
    b, rules = left.builder, left.rules
    if rules.choose("goal.total", {"result": True, "sum": False}):
        return ending.result_of(b, rules, left.scores, left.on_tiles)
    total_ = b.plus(*ending.final_scores(b, rules, left.scores, left.on_tiles))
    starts = sum(rules.start_scores)
    counted_from = rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts})
    return b.plus(total_, Sum(-counted_from))


def all_tiles(left: Left) -> Lit:
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


def within(left: Left, goal: Goal, number: Sum) -> Lit:
    """Return whether the number lies within the goal's bounds."""
    return left.builder.within(number, goal.at_least, goal.at_most)
