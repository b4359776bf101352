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
    counted = game.rules.choose(  # AMB-14
        "goal.scored", {"yes": brought, "completed_suffices": feature.scored}
    )
    return b.both(
        kind, counted, worth(game, goal, feature, paid), colours(game, goal, feature, paid)
    )


def everybody_must_score(game: Game, goal: Goal) -> bool:
    """Tell whether the goal asks for points for all colours in play, which none may decline."""
    only_scoring = {"scoring": True, "majority": False, "present": False}
    return (
        goal.colours == game.rules.colours
        and game.rules.choose("goal.colours", only_scoring)
        and game.rules.choose("score.optional", {"no": True, "yes": False})
    )


def worth(game: Game, goal: Goal, feature: Finished, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0b: the value of the feature; AMB-13: or the sum over the colours that score."""
    b = game.builder
    if game.rules.choose("goal.worth", {"value": True, "sum_over_colours": False}):
        return within(game, goal, feature.value)
    number = b.count(paid)
    return b.any_of(
        b.both(b.equals(number, times), within(game, goal, b.times(times, feature.value)))
        for times in range(len(paid) + 1)
    )


def colours(game: Game, goal: Goal, feature: Finished, paid: Sequence[Lit]) -> Lit:
    """SOLO-GOAL-0c: how many colours; AMB-15, -16: which ones count, and at least or exactly."""
    b = game.builder
    counted = game.rules.choose(
        "goal.colours",
        {"scoring": paid, "majority": feature.winners, "present": feature.present},
    )
    number = b.count(counted)
    exactly = game.rules.choose("goal.count", {"at_least": False, "exactly": True})
    if goal.colours and exactly:
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
    if game.rules.choose("goal.total", {"result": True, "sum": False}):
        return ending.result(game)
    total_ = b.plus(*ending.final_scores(b, game.rules, game.scores, ending.on_tiles(game)))
    starts = sum(game.rules.start_scores)
    counted_from = game.rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts})
    return b.plus(total_, Sum(-counted_from))


def all_tiles(game: Game, played: Played) -> Lit:
    """SOLO-GOAL-14: all piles are empty at the end; AMB-18: and no tile was laid aside."""
    everything_placed = game.rules.choose(
        "goal.allTiles", {"piles_empty": False, "all_placed": True}
    )
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
