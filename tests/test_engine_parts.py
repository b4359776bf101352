"""The engine's smaller parts: features on the table, final scoring, the order asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from tests import naive, naive_turn
from tests.builds import Build
from tests.games import game, position_at
from verifier.carcassonne.engine.solo import Engine, Feature, features
from verifier.carcassonne.engine.solo.engine import final_scoring
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Meeple, Placement, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.errors import Illegal, Malformed

THIRD_EXAMPLE = parse_position(
    "s3.4~V2.-2.0~D0.0.0~U0.1.0.E2~A1.2.0.M2~A0.-2.1.S1~E2.-1.1.S3~G1.0.1.N1~p1.2.3~h2.2.3~t1~nL"
)

TWICE = parse_position("s3.4~I1.0.0~N0.1.0~N2.0.1~N3.1.1~p1.2.3~h4.4.4~t1~n")


def naive_features(position: Position) -> Counter[Feature]:
    """Return what the oracle's flood fill says of the features on the table."""
    board = naive.board_of(position)
    found = {
        naive.feature_of(board, cell, segment)
        for cell, lying in board.items()
        for segment in lying.drawing.segments
    }
    return Counter(naive_feature(position, board, feature) for feature in found)


def naive_feature(position: Position, board: naive.Board, feature: naive.Feature) -> Feature:
    on = naive.meeples_on(board, feature)
    meeples = tuple(on[colour] for colour in range(position.rules.colours))
    cells = {cell for cell, _ in feature.parts}
    if feature.kind == "monastery":
        ((x, y),) = cells
        around = [(x + i, y + j) in board for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return Feature("monastery", sum(around), 9 - sum(around), 0, meeples)
    segments = [board[cell].drawing.segment_named(name) for cell, name in feature.parts]
    ends = sum(
        naive.beside(cell, edge) not in board
        for (cell, _), segment in zip(feature.parts, segments, strict=True)
        for edge in (segment.edges if segment else ())
    )
    shields = sum(segment.shields for segment in segments if segment)
    return Feature(feature.kind, len(cells), ends, shields, meeples)


def test_features_are_those_of_a_flood_fill(build: Build) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        position = position_at(seed, seed % 8)
        found = Counter(features(position))
        assert naive_features(position) == found, (build.name, seed)
        seen.update(feature.kind for feature in found)
        seen["complete"] += any(not feature.open_ends for feature in found)
        seen["several meeples"] += any(sum(feature.meeples) > 1 for feature in found)
    assert min(seen.values()) > 5
    assert {"road", "city", "monastery", "complete", "several meeples"} == set(seen)


def test_a_tile_that_meets_a_feature_twice_counts_once(build: Build) -> None:
    # BASE-COUNT-1: both walls of I belong to one city, joined round the corner.
    assert (Feature("city", 4, 0, 0, (0, 0, 0)),) == features(TWICE), build.name


@pytest.mark.parametrize(("colours", "points", "meeples"), [(3, 5, 3), (4, 2, 2)])
@pytest.mark.parametrize("unit", ["meeple", "colour"])
def test_final_scoring_ends_as_any_order_would(
    colours: int, points: int, meeples: int, unit: str
) -> None:
    end = final_scoring(RuleSet(colours).with_switches({"final.unit": unit}))
    for scores in product(range(points + 1), repeat=colours):
        for on_tiles in product(range(meeples + 1), repeat=colours):
            ends = naive_turn.final_scores_in_every_order(scores, on_tiles, unit=unit)
            assert ends == {end(scores, on_tiles)[0]}, (scores, on_tiles)


# Asking for one order


def test_an_order_asked_for_is_the_order_told(build: Build) -> None:
    engine, scored = Engine(), set()
    for order in permutations("NEW"):
        outcomes = engine.outcomes(THIRD_EXAMPLE, order)
        assert {order} == {o.turn.order for o in outcomes if o.turn}, build.name
        for outcome in outcomes:
            assert order == tuple(scoring.feature for scoring in outcome.scorings)
            scored.add((outcome.turn and outcome.turn.claim, outcome.after.scores))
    merged = {
        (o.turn.claim, o.after.scores)
        for o in engine.outcomes(THIRD_EXAMPLE)
        if o.turn and len(o.turn.order) == 3
    }
    assert merged == scored


@pytest.mark.parametrize("order", [("M",), ("N", "E"), ("nw", "N", "E"), ("S",), ()])
def test_an_order_of_other_features_has_no_outcome_that_scores_them(
    build: Build, order: tuple[str, ...]
) -> None:
    scored = {o.turn.order for o in Engine().outcomes(THIRD_EXAMPLE, order) if o.turn}
    assert scored <= {order}, build.name
    whole = {o.turn.order for o in Engine().outcomes(THIRD_EXAMPLE) if o.turn}
    assert (order in whole) == bool(scored)


@pytest.mark.parametrize(
    "order", [("N", "N"), ("North",), ("",), ("N",) * 100_000, ("F",), tuple("NESWM") * 2]
)
def test_an_order_that_cannot_be_read_is_refused(build: Build, order: tuple[str, ...]) -> None:
    with pytest.raises(Malformed, match="name each feature once"):
        Engine().outcomes(THIRD_EXAMPLE, order)
    assert build.kinds


# Names of features


def test_features_are_named_by_the_first_edge_that_reaches_them(build: Build) -> None:
    engine = Engine()
    names = engine.feature_names(THIRD_EXAMPLE, Placement("base/L", 0, -1, 0))
    assert {"N": "N", "E": "E", "S": "S", "W": "W"} == names, build.name
    # V closes a ring of road whose other end is the tile itself.
    ring = parse_position("s3.4~V2.0.0.N1~V1.1.0~V3.0.1~p1.2.3~h3.4.4~t1~n")
    assert {"S": "S"} == engine.feature_names(ring, Placement("base/V", 0, 1, 1))
    bent = replace(TWICE, placements=tuple(p for p in TWICE.placements if p.tile == "base/N"))
    assert {"N": "N", "E": "N"} == engine.feature_names(bent, Placement("base/I", 1, 0, 0))


@pytest.mark.parametrize(
    ("placement", "rule"),
    [
        (Placement("base/L", 0, 0, 0), "BASE-PLACE-2"),
        (Placement("base/L", 0, 5, 5), "BASE-PLACE-2"),
        (Placement("base/L", 0, 10**9, 0), "BASE-TILE-1"),
        (Placement("base/B", 0, 1, 0), "BASE-PLACE-3"),
    ],
)
def test_a_tile_that_cannot_lie_there_has_no_names(
    build: Build, placement: Placement, rule: str
) -> None:
    for meeple in (None, Meeple("N", 77)):
        laid = Placement(placement.tile, placement.rotation, *placement.cell, meeple)
        with pytest.raises(Illegal) as caught:
            Engine().feature_names(setup(), laid)
        assert rule == caught.value.rule, build.name


def test_a_game_that_is_over_has_no_outcomes(build: Build) -> None:
    over = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE~over")
    assert frozenset() == Engine().outcomes(over), build.name


# Asking for one turn


@pytest.mark.parametrize("switches", [(), (("score.optional", "yes"),)])
@pytest.mark.parametrize(("seed", "turns"), [(1, 0), (2, 12), (3, 30)])
def test_what_one_turn_brings_is_what_the_list_of_all_says(
    build: Build, switches: tuple[tuple[str, str], ...], seed: int, turns: int
) -> None:
    engine, position = Engine(), position_at(seed, turns)
    position = replace(position, rules=replace(position.rules, switches=switches))
    all_turns = {outcome.turn for outcome in engine.outcomes(position) if outcome.turn}
    for turn in all_turns:
        same = [o for o in engine.outcomes(position, turn.order) if o.turn == turn]
        assert same
        assert Counter(same) == Counter(engine.outcomes_of(position, turn)), build.name
        assert () == engine.outcomes_of(position, replace(turn, x=turn.x + 50))
        other = "base/B" if turn.tile == "base/A" else "base/A"
        assert () == engine.outcomes_of(position, replace(turn, tile=other))


def test_the_rules_default_is_meeple_by_meeple() -> None:
    assert ((14, 14, 15), 14) == Engine().final_scoring(SOLO)((10, 12, 15), (2, 1, 0))


def test_what_is_drawn_is_what_the_outcomes_begin_with() -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in (1, 6, 32):
        for position, outcomes in game(seed):
            if position.over:
                continue
            drawn = Engine().draw(position)
            beginnings = {(one.colour, one.discards, one.turn is None) for one in outcomes}
            assert {(drawn.colour, drawn.discards, drawn.no_place)} == beginnings
            seen[bool(drawn.discards), drawn.no_place] += 1
    assert {(False, False), (True, False), (False, True)} == set(seen)
