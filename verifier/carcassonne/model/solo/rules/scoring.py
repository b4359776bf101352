"""Step 3: completed features are scored, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.carcassonne.model.demands import Demand, surroundings
from verifier.carcassonne.model.solo.rules.features import (
    bonus_of,
    meeples_of,
    shields_of,
    tiles_of,
)
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
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

MONASTERY = Sum(9)
"""BASE-MON-2."""

_LARGE = 2
"""SOLO-BOX-5: a large meeple counts as so many for the majority."""


# Complete features and their values


def finished(
    game: Game, tile: PlacedTile, features: Features, claim: Claim
) -> dict[Key, ScorableFeature]:
    """Return the features that the tile may complete (SOLO-SCORE-1), by their keys."""
    found: dict[Key, ScorableFeature] = {}
    for edge, name in enumerate("NESW"):
        if features.whole[edge] != FALSE:
            found[name] = _road_or_city(game, tile, features, claim, edge)
    found.update(_monasteries(game, tile, claim))
    return found


def _road_or_city(
    game: Game, tile: PlacedTile, features: Features, claim: Claim, edge: int
) -> ScorableFeature:
    b = game.builder
    reach = features.reach[edge]
    city = tile.terrain[edge]["city"]
    numbers = zip(*meeples_of(game, tile, reach, claim), strict=True)
    weights = [_weight(game, meeples, large) for meeples, large in numbers]
    # SOLO-SCORE-12: a meeple placed in this turn takes part.
    manned = b.either(features.manned[edge], claim.names.get("NESW"[edge], FALSE))
    value = b.choose(
        city, city_value(game, tile, edge, features), road_value(game, tile, edge, features)
    )
    return _judged(game, (features.whole[edge], manned), city, value, weights)


def _weight(game: Game, meeples: dict[Lit, int], large: dict[Lit, int]) -> Sum:
    """DEF-8, SOLO-BOX-5: each meeple counts once for the majority, a large one twice.

    Without the rule "large" that counts once, too.
    """
    b = game.builder
    number = b.number(meeples)
    if large and game.rules.applies("large"):
        return b.plus(number, b.times(_LARGE - 1, b.number(large)))
    return number


def road_value(game: Game, tile: PlacedTile, edge: int, features: Features) -> Sum:
    """BASE-ROAD-3, SOLO-BOX-3: 1 per tile, with one inn or more 2 per tile if "inns" applies."""
    reach = features.reach[edge]
    tiles = tiles_of(game, tile, reach)
    inn = bonus_of(game, tile, reach) if game.rules.applies("inns") else FALSE
    return game.builder.choose(inn, game.builder.times(2, tiles), tiles)


def city_value(game: Game, tile: PlacedTile, edge: int, features: Features) -> Sum:
    """BASE-CITY-2, -3: 2 per tile and 2 per coat of arms; city.two sets a two-tile city apart.

    SOLO-BOX-4: with one cathedral or more it is 3 for each; no such city has two tiles. Without the
    rule "cathedrals" it is 2 then, too.
    """
    b, reach = game.builder, features.reach[edge]
    tiles = tiles_of(game, tile, reach)
    units = b.plus(tiles, shields_of(game, tile, reach))
    cathedral = bonus_of(game, tile, reach) if game.rules.applies("cathedrals") else FALSE
    value = b.choose(cathedral, b.times(3, units), b.times(2, units))
    if game.rules.choose("city.two", {"4": False, "2": True}):
        return b.choose(b.equals(tiles, 2), Sum(2), value)
    return value


def _monasteries(
    game: Game, tile: PlacedTile, claim: Claim
) -> Iterator[tuple[Key, ScorableFeature]]:
    """BASE-MON-1: monasteries whose last surrounding cell this tile fills, or its own."""
    b = game.builder
    claimed = claim.names.get("M", FALSE)
    own = b.both(tile.monastery, surrounded(game, tile))
    if own != FALSE:
        yield "M", _monastery(game, own, claimed, tile.colour)
    for monk in game.table.monks:
        last = b.any_of(tile.at.get(gap, FALSE) for gap in monk.gaps)
        if last != FALSE and len(monk.gaps) <= tile.turn:
            complete = b.both(last, *(game.lies_on(gap) for gap in monk.gaps))
            yield monk.cell, _monastery(game, complete, TRUE, monk.colour)
    for played in game.turns:
        stands = played.claims.get("M", FALSE)
        if stands != FALSE:
            last = b.meets(
                (here, tile.at[gap])
                for cell, here in played.tile.at.items()
                for gap in surroundings(cell)
                if gap in tile.at
            )
            complete = b.both(last, surrounded(game, played.tile))
            yield played.tile.turn, _monastery(game, complete, stands, played.tile.colour)


def surrounded(game: Game, tile: PlacedTile) -> Lit:
    """BASE-MON-1: all 8 cells around the tile carry tiles by now."""
    b = game.builder
    full: list[tuple[Lit, Lit]] = []
    turns = len(game.turns) + 1
    for cell, here in tile.at.items():
        around = surroundings(cell)
        # The other tiles put down since the start are too few to fill more gaps.
        if sum(gap not in game.table.terrain for gap in around) < turns:
            full.append((here, b.all_of(game.lies_on(gap) for gap in around)))
    return b.meets(full)


def _monastery(game: Game, complete: Lit, manned: Lit, colour: int) -> ScorableFeature:
    counts = [game.builder.number({manned: 1} if c == colour else {}) for c in _colours(game)]
    return _judged(game, (complete, manned), FALSE, MONASTERY, counts)


def _colours(game: Game) -> range:
    return range(game.rules.colours)


# Colours that may get the points


def _judged(
    game: Game, done: tuple[Lit, Lit], city: Lit, value: Sum, counts: list[Sum]
) -> ScorableFeature:
    b = game.builder
    present = [b.at_least(count, 1) for count in counts]
    winners = [
        b.both(here, *(b.no_more(other, count) for other in counts))
        for here, count in zip(present, counts, strict=True)
    ]
    return ScorableFeature(
        complete=done[0],
        manned=done[1],
        scored=b.both(*done),
        city=city,
        value=value,
        present=tuple(present),
        winners=tuple(winners),
        judges=tuple(judges(b, game.rules, present, winners)),
    )


def judges(b: Builder, rules: RuleSet, present: list[Lit], winners: list[Lit]) -> list[Lit]:
    """Return the colours of which one must be lowest for the majority to get the points.

    SOLO-SCORE-5, -6, -7: the colours of the majority. Switches: score.qualifier (AMB-08) for a tied
    majority, score.soleMajority (AMB-07) for one colour that has the majority over others.
    """
    tied = -b.at_most_one(winners)
    outnumbering = b.both(-tied, -b.at_most_one(present))
    any_present = (
        rules.choose("score.qualifier", {"majority_colours": FALSE, "any_present": tied}),
        rules.choose(
            "score.soleMajority",
            {"lowest_only": FALSE, "any_present_lowest": outnumbering, "never": FALSE},
        ),
    )
    nobody = rules.choose(
        "score.soleMajority",
        {"lowest_only": FALSE, "any_present_lowest": FALSE, "never": outnumbering},
    )
    judging = winners
    for allowed in any_present:
        judging = [
            b.either(judge, b.both(allowed, here))
            for judge, here in zip(judging, present, strict=True)
        ]
    return [b.both(judge, -nobody) for judge in judging]


# The order, and the points


def order(
    game: Game, tile: PlacedTile, features: dict[Key, ScorableFeature], slots: list[dict[Key, Lit]]
) -> None:
    """Require an order of all features that are scored; this does not depend on scores."""
    game.demand(in_an_order(game, features, slots), tile.turn)
    game.demand(one_at_a_time(game, slots), tile.turn)
    game.demand(nothing_but_completed_features(game, features, slots), tile.turn)
    game.demand(every_completed_feature(game, features, slots), tile.turn)


def score(
    game: Game,
    tile: PlacedTile,
    features: dict[Key, ScorableFeature],
    slots: list[dict[Key, Lit]],
    declined: list[Lit],
) -> tuple[ScoringStep, list[Sum]]:
    """Return whether each place of the order brings points, and the new scores."""
    b = game.builder
    scores = game.scores
    brought: dict[Key, list[Lit]] = {key: [] for key in features}
    for number, slot in enumerate(slots):
        value, winners, judging = in_slot(b, features, slot, len(scores))
        due = qualifies(game, scores, judging)
        game.demand(points_are_taken(game, declined[number], due, number), tile.turn)
        paid = b.both(due, -declined[number])
        scores = gains(b, scores, value, [b.both(paid, winner) for winner in winners])
        for key, here in slot.items():
            if key in brought:
                brought[key].append(b.both(here, paid))
    either = {key: b.any_of(literals) for key, literals in brought.items()}
    return ScoringStep(features, slots, declined, either), scores


def in_an_order(
    game: Game, features: dict[Key, ScorableFeature], slots: list[dict[Key, Lit]]
) -> Iterator[Demand]:
    """SOLO-SCORE-3: where several features are scored, their order is chosen."""
    b = game.builder
    several = -b.at_most_one(feature.scored for feature in features.values())
    chosen = b.any_of(here for slot in slots for here in slot.values())
    why = "several features are complete, and no order is chosen"
    yield Demand(b.implies(several, chosen), "SOLO-SCORE-3", "", why)


def one_at_a_time(game: Game, slots: list[dict[Key, Lit]]) -> Iterator[Demand]:
    """SOLO-SCORE-3: features are scored one at a time, the first place first."""
    b = game.builder
    used = [b.any_of(slot.values()) for slot in slots]
    for number, slot in enumerate(slots):
        where = f"place {number + 1} of the order"
        single = b.at_most_one(slot.values())
        yield Demand(single, "SOLO-SCORE-3", where, "features are scored one at a time")
        if number:
            gapless = b.implies(used[number], used[number - 1])
            yield Demand(gapless, "SOLO-SCORE-3", where, "the place before it is empty")


def nothing_but_completed_features(
    game: Game, features: dict[Key, ScorableFeature], slots: list[dict[Key, Lit]]
) -> Iterator[Demand]:
    """SOLO-SCORE-1, -13: only features just completed are scored, and only those with meeples."""
    b = game.builder
    for slot in slots:
        for key, here in slot.items():
            feature = features.get(key)
            complete = FALSE if feature is None else feature.complete
            manned = FALSE if feature is None else feature.manned
            where = f"feature {key}"
            yield Demand(
                b.implies(here, complete), "SOLO-SCORE-1", where, "this turn does not complete it"
            )
            yield Demand(
                b.implies(b.both(here, complete), manned),
                "SOLO-SCORE-13",
                where,
                "it carries no meeple, so it is not scored",
            )


def every_completed_feature(
    game: Game, features: dict[Key, ScorableFeature], slots: list[dict[Key, Lit]]
) -> Iterator[Demand]:
    """SOLO-SCORE-1, -3: every completed feature with a meeple is scored, and once."""
    b = game.builder
    for key, feature in features.items():
        places = [slot[key] for slot in slots if key in slot]
        where = f"feature {key}"
        yield Demand(
            b.implies(feature.scored, b.any_of(places)),
            "SOLO-SCORE-1",
            where,
            "it is complete and carries a meeple, but the order does not name it",
        )
        yield Demand(b.at_most_one(places), "SOLO-SCORE-3", where, "it is scored more than once")


def points_are_taken(game: Game, declined: Lit, due: Lit, number: int) -> Iterator[Demand]:
    """SOLO-SCORE-14: points cannot be declined; by score.optional (AMB-10) those due can."""
    allowed = due if may_be_declined(game.rules) else FALSE
    literal = game.builder.implies(declined, allowed)
    where = f"place {number + 1} of the order"
    yield Demand(literal, "SOLO-SCORE-14", where, "points cannot be declined")


def may_be_declined(rules: RuleSet) -> bool:
    """Return whether points that are due can be declined (AMB-10)."""
    return rules.choose("score.optional", {"no": False, "yes": True})


def in_slot(
    b: Builder, features: dict[Key, ScorableFeature], slot: dict[Key, Lit], colours: int
) -> tuple[Sum, list[Lit], list[Lit]]:
    """Return value, majority and judges of the feature in one place of the order."""
    value = Sum()
    here = [(literal, features[key]) for key, literal in slot.items() if key in features]
    for literal, feature in here:
        value = b.choose(literal, feature.value, value)
    winners = [b.any_of(b.both(here_, f.winners[c]) for here_, f in here) for c in range(colours)]
    judging = [b.any_of(b.both(here_, f.judges[c]) for here_, f in here) for c in range(colours)]
    return value, winners, judging


def lowest(b: Builder, scores: Sequence[Sum], colour: int) -> Lit:
    """DEF-7, SOLO-SCORE-9: no colour in play has less; ties count."""
    return b.all_of(b.no_more(scores[colour], other) for other in scores)


def qualifies(game: Game, scores: Sequence[Sum], judging: Sequence[Lit]) -> Lit:
    """SOLO-SCORE-4, -5, -6, -7: a colour that counts is lowest at that moment.

    Without the rule "order" it is lowest before step 3; without "lowest" it need not be.
    """
    b = game.builder
    if not game.rules.applies("lowest"):
        return b.any_of(judging)
    if not game.rules.applies("order"):
        scores = game.scores
    return b.any_of(
        b.both(judge, lowest(b, scores, colour))
        for colour, judge in enumerate(judging)
        if judge != FALSE
    )


def gains(b: Builder, scores: Sequence[Sum], value: Sum, winners: Sequence[Lit]) -> list[Sum]:
    """BASE-SCORE-2, SOLO-SCORE-6, -10: each colour that gets points gets the full value."""
    return [
        b.plus(points, b.choose(wins, value, Sum()))
        for points, wins in zip(scores, winners, strict=True)
    ]
