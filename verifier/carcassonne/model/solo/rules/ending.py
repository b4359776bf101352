"""The state after a turn: supplies, the end of the game, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from verifier.carcassonne.model.demands import Demand
from verifier.carcassonne.model.solo.rules.claiming import free_features
from verifier.carcassonne.model.solo.rules.features import meeples_of
from verifier.carcassonne.model.solo.rules.state import (
    Claim,
    Features,
    Game,
    Key,
    PlacedTile,
    ScorableFeature,
    ScoringStep,
)
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.constraints.builder import Builder, Lit, Sum

PER_MEEPLE = 2
"""SOLO-FINAL-1; SOLO-BOX-6: a large meeple is one meeple."""


class Moved(NamedTuple):
    """By colour how many meeples leave a place, and how many of these are large."""

    meeples: list[Sum]
    large: list[Sum]


def game_goes_on(game: Game) -> Iterator[Demand]:
    """SOLO-END-1, -4: no turn is played once the game is over."""
    yield Demand(-game.over, "SOLO-END-1", "", "the game is over before this turn")


def lifted(
    game: Game, tile: PlacedTile, features: Features, claim: Claim, scored: ScoringStep
) -> Moved:
    """SOLO-SCORE-11: all meeples on scored features leave them, with points or without."""
    b = game.builder
    leaving: list[list[Sum]] = [[] for _ in game.supplies]
    leaving_large: list[list[Sum]] = [[] for _ in game.supplies]
    for edge, name in enumerate("NESW"):
        if name in scored.features:
            complete = scored.features[name].complete
            meeples, large = meeples_of(game, tile, features.reach[edge], claim)
            for colour, standing in enumerate(meeples):
                leaving[colour].append(_if_complete(b, complete, standing))
                if large[colour]:
                    leaving_large[colour].append(_if_complete(b, complete, large[colour]))
    for key, (colour, is_large) in _monks(game, tile, claim).items():
        if key in scored.features:
            leaves = scored.features[key].scored
            leaving[colour].append(b.count([leaves]))
            leaving_large[colour].append(b.count([b.both(leaves, is_large)]))
    return Moved(
        [b.plus(*numbers) for numbers in leaving], [b.plus(*numbers) for numbers in leaving_large]
    )


def _if_complete(b: Builder, complete: Lit, standing: dict[Lit, int]) -> Sum:
    parts = {b.both(complete, literal): 0 for literal in standing}
    for literal, number in standing.items():
        parts[b.both(complete, literal)] += number
    return b.number(parts)


def returning(game: Game, lifted_: Moved) -> Moved:
    """SOLO-SCORE-11: they return to their supplies; without the rule "return" none does."""
    nobody = [Sum() for _ in game.supplies]
    return lifted_ if game.rules.applies("return") else Moved(nobody, nobody)


def laid_aside(game: Game, lifted_: Moved, home: Moved) -> list[Sum]:
    """Return how many meeples are neither on tiles nor in supplies by now."""
    b = game.builder
    return [
        b.plus(before, up, b.times(-1, back))
        for before, up, back in zip(game.laid_aside, lifted_.meeples, home.meeples, strict=True)
    ]


def _monks(game: Game, tile: PlacedTile, claim: Claim) -> dict[Key, tuple[int, Lit]]:
    """Return by monastery the colour that can stand there, and whether its meeple is large."""
    b = game.builder
    found: dict[Key, tuple[int, Lit]] = {"M": (tile.colour, claim.large)}
    found |= {monk.cell: (monk.colour, b.const(monk.large)) for monk in game.table.monks}
    found |= {turn.tile.turn: (turn.tile.colour, turn.claim.large) for turn in game.turns}
    return found


def supplies(
    game: Game, tile: PlacedTile, claim: Claim, home: Moved
) -> tuple[list[Sum], list[Sum]]:
    """SOLO-SETUP-3, BASE-RETURN-1: a claim takes one from the supply, returning gives back.

    SOLO-BOX-5: large meeples, which come second, have supplies of their own.
    """
    b = game.builder
    put = b.any_of(claim.names.values())
    large = b.both(put, claim.large)
    back = zip(game.supplies, home.meeples, home.large, strict=True)
    ordinary = [b.plus(supply, all_, b.times(-1, large_)) for supply, all_, large_ in back]
    ordinary[tile.colour] = b.plus(
        ordinary[tile.colour], b.times(-1, b.count([put])), b.count([large])
    )
    larges = [
        b.plus(supply, up) for supply, up in zip(game.large_supplies, home.large, strict=True)
    ]
    larges[tile.colour] = b.plus(larges[tile.colour], b.times(-1, b.count([large])))
    return ordinary, larges


def over(game: Game, tile: PlacedTile, features: Features, home: Moved, *, last: bool) -> Lit:
    """SOLO-END-1, -4, -7: a meeple had to be placed and none was left, or the last tile is down.

    SOLO-END-3: a meeple that returns in this turn does not prevent it; by end.rescue (AMB-05) it
    does.
    """
    b = game.builder
    stuck = b.both(b.any_of(free_features(game, tile, features)), -game.in_hand(tile.colour))
    if game.rules.choose("end.rescue", {"no": False, "yes": True}):
        stuck = b.both(stuck, -b.at_least(home.meeples[tile.colour], 1))
    return b.either(stuck, b.const(last))


def monasteries(game: Game, scored: ScoringStep) -> Sum:
    """SOLO-GOAL-9: how many monasteries count by now."""
    counted = counted_monasteries(game.rules, scored.features, scored.brought)
    return game.builder.plus(game.monasteries, game.builder.count(counted))


def counted_monasteries(
    rules: RuleSet, features: Mapping[Key, ScorableFeature], brought: Mapping[Key, Lit]
) -> list[Lit]:
    """SOLO-GOAL-9: monasteries that bring points; AMB-17, -14: or are completed at all."""
    return [
        feature.scored if completed_suffices(rules) else brought[key]
        for key, feature in features.items()
        if is_monastery(key)
    ]


def completed_suffices(rules: RuleSet) -> bool:
    """Return whether monasteries completed without points count (AMB-17, AMB-14)."""
    either = (
        rules.choose("goal.monastery", {"scored": False, "completed": True}),
        rules.choose("goal.scored", {"yes": False, "completed_suffices": True}),
    )
    return any(either)


def is_monastery(key: Key) -> bool:
    """Return whether the key names a monastery."""
    return key not in ("N", "E", "S", "W")


def on_tiles(game: Game) -> list[Sum]:
    """Return how many meeples each colour has on tiles (SOLO-FINAL-4)."""
    b = game.builder
    position = game.table.position
    standing = position.meeples_on_tiles()
    large = position.large or (0,) * len(position.supplies)
    return [
        b.plus(Sum(supply + larges + number), b.times(-1, b.plus(left, left_large, gone)))
        for supply, larges, number, left, left_large, gone in zip(
            position.supplies,
            large,
            standing,
            game.supplies,
            game.large_supplies,
            game.laid_aside,
            strict=True,
        )
    ]


def closing_level(b: Builder, scores: Sequence[Sum], meeples: Sequence[Sum]) -> Sum:
    """FACT-1: the least of score plus 2 per meeple on tiles, over the colours."""
    return b.least(
        b.plus(points, b.times(PER_MEEPLE, number))
        for points, number in zip(scores, meeples, strict=True)
    )


def final_scores(
    b: Builder, rules: RuleSet, scores: Sequence[Sum], meeples: Sequence[Sum]
) -> list[Sum]:
    """SOLO-FINAL-1 to -7: the scores after final scoring, whatever its order (FACT-2).

    The lowest colours climb until one of them is out of meeples, at the closing level. So a meeple
    brings its 2 points iff its colour is no higher than that level when the meeple is scored: after
    the colour's earlier ones, or by final.unit: colour (AMB-11) together with them.
    """
    climbed = rules.choose("final.unit", {"meeple": PER_MEEPLE, "colour": 0})
    level = closing_level(b, scores, meeples)
    finals = []
    for points, number in zip(scores, meeples, strict=True):
        paid = [
            b.both(
                b.at_least(number, nth + 1),
                b.no_more(b.plus(points, Sum(climbed * nth)), level),
            )
            for nth in range(b.range(number)[1])
        ]
        finals.append(b.plus(points, b.times(PER_MEEPLE, b.count(paid))))
    return finals


def result(game: Game) -> Sum:
    """Return the result if the game were ended now, see :func:`result_of`."""
    return result_of(game.builder, game.rules, game.scores, on_tiles(game))


def result_of(b: Builder, rules: RuleSet, scores: Sequence[Sum], meeples: Sequence[Sum]) -> Sum:
    """SOLO-RESULT-1: the score of the colour that is lowest after final scoring.

    SOLO-RESULT-2: by result.offset (AMB-01) each colour's own start is subtracted first.
    """
    if rules.choose("result.offset", {"keep": True, "subtract_own_start": False}):
        return closing_level(b, scores, meeples)
    finals = final_scores(b, rules, scores, meeples)
    return b.least(
        b.plus(final, Sum(-start)) for final, start in zip(finals, rules.start_scores, strict=True)
    )
