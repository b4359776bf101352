"""Goals (SOLO-GOAL-1 to -14), under every reading of AMB-13 to AMB-19."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.goals import Goal
from verifier.model.builder import FALSE, Lit, Sum
from verifier.model.rules import ending
from verifier.model.rules.state import Finished, Game, Played


def met(game: Game, goal: Goal) -> Lit:
    """Return whether the latest turn meets the goal."""
    played = game.turns[-1]
    if goal.kind == "monasteries":
        return enough_monasteries(game, goal, played)
    if goal.kind == "total":
        return game.builder.both(played.over, within(game, goal, total(game)))
    if goal.kind == "all-tiles":
        return all_tiles(game, played)
    if goal.kind == "stay":
        return stays(game, goal, played)
    return game.builder.any_of(
        one_feature(game, goal, feature, played.scored.brought[key])
        for key, feature in played.scored.features.items()
        if not ending.is_monastery(key)
    )


def one_feature(game: Game, goal: Goal, feature: Finished, brought: Lit) -> Lit:
    """SOLO-GOAL-0a to -0c: one road or city that brought points, of that worth, to such colours."""
    b = game.builder
    kind = feature.city if goal.kind == "city" else -feature.city
    if everybody_must_score(game, goal):
        # FACT-5: where all colours in play are tied, one of them is lowest.
        brought = b.both(feature.scored, *feature.winners)
    paid = [b.both(brought, winner) for winner in feature.winners]
    counted = brought if game.rules.value("goal.scored") == "yes" else feature.scored  # AMB-14
    return b.both(
        kind, counted, worth(game, goal, feature, paid), colours(game, goal, feature, paid)
    )


def everybody_must_score(game: Game, goal: Goal) -> bool:
    """Tell whether the goal asks for points for all colours in play, which none may decline."""
    return (
        goal.colours == game.rules.colours
        and game.rules.value("goal.colours") == "scoring"
        and game.rules.value("score.optional") == "no"
    )


def worth(game: Game, goal: Goal, feature: Finished, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0b: the value of the feature; AMB-13: or the sum over the colours that score."""
    b = game.builder
    if game.rules.value("goal.worth") == "value":
        return within(game, goal, feature.value)
    number = b.count(paid)
    return b.any_of(
        b.both(b.equals(number, times), within(game, goal, b.times(times, feature.value)))
        for times in range(len(paid) + 1)
    )


def colours(game: Game, goal: Goal, feature: Finished, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0c: how many colours; AMB-15, -16: which ones count, and at least or exactly."""
    b = game.builder
    reading = game.rules.value("goal.colours")
    counted = {"scoring": paid, "majority": feature.winners, "present": feature.present}[reading]
    number = b.count(counted)
    if goal.colours and game.rules.value("goal.count") == "exactly":
        return b.equals(number, goal.colours)
    return b.at_least(number, goal.colours)


def enough_monasteries(game: Game, goal: Goal, played: Played) -> Lit:
    """SOLO-GOAL-9, -10: so many monasteries by now, and one of them in this turn."""
    now = [
        feature.scored
        for key, feature in played.scored.features.items()
        if ending.is_monastery(key)
    ]
    return game.builder.both(game.builder.any_of(now), within(game, goal, played.monasteries))


def total(game: Game) -> Sum:
    """SOLO-GOAL-11 to -13: the result; AMB-19: or the sum of all colours, after final scoring."""
    b = game.builder
    if game.rules.value("goal.total") == "result":
        return ending.result(game)
    total_ = b.plus(*ending.final_scores(b, game.rules, game.scores, ending.on_tiles(game)))
    if game.rules.value("result.offset") == "keep":
        return total_
    return b.plus(total_, Sum(-sum(game.rules.start_scores)))


def all_tiles(game: Game, played: Played) -> Lit:
    """SOLO-GOAL-14: all piles are empty at the end; AMB-18: and no tile was laid aside."""
    everything_placed = game.rules.value("goal.allTiles") == "all_placed"
    if everything_placed and game.table.position.discards:
        return FALSE
    return game.builder.both(played.over, game.builder.const(played.last))


def stays(game: Game, goal: Goal, played: Played) -> Lit:
    """SOLO-END-1, -4: the game goes on with so many tiles on the table."""
    tiles = len(game.table.position.placements) + len(game.turns)
    return game.builder.both(-played.over, game.builder.const(goal.admits(tiles)))


def within(game: Game, goal: Goal, number: Sum) -> Lit:
    """Return whether the number lies within the goal's bounds."""
    return game.builder.within(number, goal.at_least, goal.at_most)
