"""Both keys on the Solo Variant with other boxes: every turn of random games brings the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.boxes_dealt import crowded_river, game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.rules.state import follow
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_position, position_text, turn_text
from verifier.carcassonne.solo.position import LAKE, Position
from verifier.carcassonne.solo.turn import Outcome, Record, Scoring, as_recorded
from verifier.carcassonne.tiles import EDGES

SEEN = {
    "river", "ic", "tb", "ks", "base alone", "river to come", "3 colours", "4 colours",
    "large meeples", "claimed with the large meeple", "only the large meeple left",
    "no meeple left", "road with an inn", "city", "monastery", "shared", "outnumbered",
    "nobody qualified", "end A", "several completed",
}  # fmt: skip
"""What positions and outcomes must show between them."""


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    """Return the model."""
    made = Model()
    yield made
    made.close()


def compare(model: Model, seeds: range, step: int) -> tuple[int, Counter[str]]:
    """Compare each step-th position of seeded games; return how many, and what was among them."""
    engine, compared, seen = Engine(), 0, Counter[str]()
    for seed in seeds:
        for position, expected in islice(game(seed, engine.outcomes), seed % step, None, step):
            actual = model.outcomes(position)
            assert expected == actual, difference(seed, position, expected, actual)
            compared += 1
            seen.update(seen_in(position, expected))
    return compared, seen


def difference(
    seed: int, position: Position, expected: frozenset[Outcome], actual: frozenset[Outcome]
) -> str:
    """Say in words how the outcomes differ."""
    lines = [f"seed {seed}: {position_text(position)}"]
    for who, only in (("engine", expected - actual), ("model", actual - expected)):
        shown = sorted(f"{turn_text(o.turn) if o.turn else 'no turn'} {o}" for o in only)
        lines += [f"  {len(only)} of the {who} alone", *(f"    {text}" for text in shown[:2])]
    return "\n".join(lines)


def seen_in(position: Position, outcomes: frozenset[Outcome]) -> Iterator[str]:
    """Yield what a position and its outcomes show."""
    rules = position.rules
    yield from rules.boxes or ("base alone",)
    yield f"{rules.colours} colours"
    if not position.river.empty:
        yield "river to come"
    if rules.large:
        yield "large meeples"
        if position.large[position.to_move] and not position.supplies[position.to_move]:
            yield "only the large meeple left"
    if not position.supplies[position.to_move] and not sum(position.large):
        yield "no meeple left"
    for outcome in outcomes:
        yield from _seen_in_outcome(outcome)


def _seen_in_outcome(outcome: Outcome) -> Iterator[str]:
    if outcome.turn and outcome.turn.large:
        yield "claimed with the large meeple"
    if outcome.after.over and not all(pile.empty for pile in outcome.after.piles):
        yield "end A"
    if len(outcome.scorings) > 1:
        yield "several completed"
    if outcome.discards:
        yield "no place"
    for scoring in outcome.scorings:
        yield from _seen_in_scoring(outcome, scoring)


def _seen_in_scoring(outcome: Outcome, scoring: Scoring) -> Iterator[str]:
    yield scoring.kind
    if outcome.turn and scoring.feature in EDGES:
        lying = {placed.cell: placed for placed in outcome.after.placements}
        part = lying[outcome.turn.cell].drawing.segment_named(scoring.feature)
        assert part is not None
        parts, _ = follow(lying, (outcome.turn.cell, part))
        if any(part.inn for _, part in parts):
            yield "road with an inn"
        if any(part.cathedral for _, part in parts):
            yield "city with a cathedral"
    if len(scoring.colours) > 1:
        yield "shared"
    if len(scoring.present) > len(scoring.majority):
        yield "outnumbered"
    if not scoring.colours:
        yield "nobody qualified"


def test_outcomes_agree(model: Model, record_property: Any) -> None:
    compared, seen = compare(model, range(5, 65), step=10)
    record_property("positions compared", compared)
    assert compared > 150
    assert set() == SEEN - set(seen)


@pytest.mark.slow
def test_outcomes_agree_on_10_000_positions(model: Model, record_property: Any) -> None:
    compared, seen = compare(model, range(1_000_000, 1_000_700), step=3)
    record_property("positions compared", compared)
    assert compared > 10_000
    assert set() == SEEN - set(seen)


def test_rivers_among_land_tiles_agree(model: Model) -> None:
    """River tiles without a place, and lakes without one, are rare on an open table."""
    engine, seen = Engine(), Counter[str]()
    for seed in range(60, 120):
        position = crowded_river(seed, engine.outcomes)
        expected, actual = engine.outcomes(position), model.outcomes(position)
        assert expected == actual, difference(seed, position, expected, actual)
        seen.update(_seen_of_river(position, expected))
    assert set() == {"under the stack", "laid aside", "lake at once", "no lake"} - set(seen)


def _seen_of_river(position: Position, outcomes: frozenset[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        tile = None if outcome.turn is None else outcome.turn.tile
        if LAKE in outcome.discards:
            yield "no lake"
        elif outcome.discards:
            yield "lake at once" if tile == LAKE else "laid aside"
        elif tile != position.river.known[0]:
            yield "under the stack"


def test_games_are_legal_and_followed_alike(model: Model) -> None:
    engine = Engine()
    for seed in range(200, 206):
        record = record_of(list(game(seed, engine.outcomes)))
        assert () == engine.violations(record) == model.violations(record), f"seed {seed}"
        assert engine.course(record) == model.course(record), f"seed {seed}"


def record_of(played: list[tuple[Position, frozenset[Outcome]]]) -> Record:
    """Return a random game as a record, up to its last turn but one."""
    line = []
    for (_, outcomes), (following, _) in pairwise(played):
        outcome = next(each for each in outcomes if each.after == following)
        if outcome.turn is not None:
            line.append(as_recorded(outcome.turn, outcome.colour, outcome.discards))
    return Record(played[0][0], tuple(line))


GOALS = [
    Goal("road", "road", 2),
    Goal("dear road", "road", 6),
    Goal("city", "city", 4),
    Goal("odd city", "city", 15, 15),
    Goal("two", "road", 0, None, 2),
    Goal("level", "level", 0, 1),
]


def test_goals_are_decided_as_by_trying_everything(model: Model) -> None:
    engine, verdicts = Engine(), Counter[str]()
    for seed in range(20, 26):
        *_, (position, _) = islice(game(seed, engine.outcomes), 5 + seed % 10)
        for goal in GOALS:
            expected = "found" if _reachable(engine, position, goal, turns=2) else "impossible"
            found = model.decide(position, 2, goal)
            assert expected == found.verdict, (goal.id, position_text(position))
            verdicts[found.verdict] += 1
    assert {"found", "impossible"} == set(verdicts)


def _reachable(engine: Engine, position: Position, goal: Goal, turns: int) -> bool:
    """Return whether some turns reach the goal if every tile drawn has a place."""
    drawn = next(schedule(position, 1), None)
    if not turns or drawn is None or position.over:
        return False
    return any(
        engine.reached(goal, outcome) or _reachable(engine, outcome.after, goal, turns - 1)
        for outcome in engine.outcomes(position)
        if outcome.turn is not None and outcome.turn.tile == drawn.tile
    )


def vectors(name: str) -> list[Any]:
    """Return the positions worked by hand, each under what it is about."""
    path = Path(__file__).parent / "vectors" / f"{name}.json"
    return [pytest.param(case, id=case["about"]) for case in json.loads(path.read_text("utf-8"))]


@pytest.mark.parametrize("vector", vectors("boxes_positions"))
def test_the_engine_brings_what_was_worked_by_hand(vector: dict[str, Any]) -> None:
    outcomes = Engine().outcomes(parse_position(vector["position"]))
    found = [o.after for o in outcomes if o.turn and turn_text(o.turn) == vector["turn"]]
    assert vector["after"] == sorted(map(position_text, found))


@pytest.mark.parametrize("vector", vectors("boxes_turns"))
def test_the_engine_lists_the_turns_worked_by_hand(vector: dict[str, Any]) -> None:
    outcomes = Engine().outcomes(parse_position(vector["position"]))
    assert vector["turns"] == sorted(turn_text(o.turn) for o in outcomes if o.turn)
