"""Both keys and the naive oracle with other boxes: turns, games, records and goals are the same."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from tests import naive, naive_record, naive_turn
from tests.boxes_dealt import crowded_river, game, official_start
from tests.boxes_started import ORACLE, box_rules, box_steps, boxes_seen
from tests.games import in_order
from tests.naive_goals import result_of
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.rules.state import follow
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_position, position_text, turn_text
from verifier.carcassonne.solo.position import LAKE, Position
from verifier.carcassonne.solo.rule_set import BOXES
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedTurn, Scoring, as_recorded
from verifier.carcassonne.tiles import EDGES

SEEN = {
    "river", "ic", "tb", "ks", "base alone", "river to come", "3 colours", "4 colours",
    "large meeples", "claimed with the large meeple", "only the large meeple left",
    "no meeple left", "road with an inn", "city", "monastery", "shared", "outnumbered",
    "nobody qualified", "end A", "several completed",
}  # fmt: skip
"""What positions and outcomes must show between them."""


ORACLE_EVERY = 20
"""The oracle is asked about one position of so many, as it is slow."""

MIXTURES = tuple(boxes for size in range(5) for boxes in combinations(BOXES, size))
MODEL_GAMES = 20
"""So many whole games are followed by the model, too, which takes it long."""

TELLING = (207, 372, 238, 315, 23, 371, 416, 216, 295)
"""Seeds whose games show all that must be seen."""

MUST_BE_SEEN = {
    "ic", "tb", "ks", "inn", "cathedral", "large claim", "large home",
    "only large in hand", "river", "river to come", "lake", "river tile under the stack",
    "end A on a river tile",
    "box.large=instead", "sole majority", "shared", "end A", "3 colours", "4 colours",
}  # fmt: skip


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
            if compared % ORACLE_EVERY == 0:
                assert expected == ORACLE.outcomes(position), position_text(position)
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
    compared, seen = compare(model, range(1_000_000, 1_001_100), step=3)
    record_property("positions compared", compared)
    assert compared > 10_000
    assert set() == SEEN - set(seen)


@pytest.mark.parametrize(
    "seeds", [(*TELLING, *range(700, 706)), pytest.param(range(4_000), marks=pytest.mark.slow)]
)
def test_the_engine_brings_what_the_oracle_brings(seeds: Sequence[int]) -> None:
    engine, seen = Engine(), Counter[str]()
    for name, (position, expected) in box_steps(seeds):
        assert expected == engine.outcomes(position), f"{name}: {position_text(position)}"
        seen.update(boxes_seen(position, expected))
    assert set() == MUST_BE_SEEN - set(seen)


@pytest.mark.parametrize(
    "seeds", [(23, 315, 416), pytest.param(range(5_000, 5_150), marks=pytest.mark.slow)]
)
def test_the_model_brings_what_the_oracle_brings(model: Model, seeds: Sequence[int]) -> None:
    for name, (position, expected) in box_steps(seeds):
        assert expected == model.outcomes(position), f"{name}: {position_text(position)}"


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


def official_game(seed: int) -> Iterator[tuple[Position, Outcome]]:
    """Yield the turns of a random game by the engine, from the official set-up to its end."""
    rng, engine = random.Random(f"box game {seed}"), Engine()
    rules = replace(box_rules(rng), boxes=rng.choice(MIXTURES))
    rules = rules.with_switches({"score.optional": "no"})  # no record says what was wanted
    position = official_start(rng, rules)
    while not position.over:
        outcomes = in_order(engine.outcomes(position))
        going_on = [outcome for outcome in outcomes if not outcome.after.over]
        outcome = max(rng.sample(going_on or outcomes, len(going_on or outcomes)), key=hands_after)
        yield position, outcome
        position = outcome.after


def hands_after(outcome: Outcome) -> int:
    """Return how many meeples are in all hands then: who has many plays for long."""
    return sum(outcome.after.supplies) + sum(outcome.after.large)


def recorded(position: Position, outcome: Outcome) -> RecordedTurn:
    """Return the outcome's turn as it is written down."""
    assert outcome.turn is not None
    written = as_recorded(outcome.turn, outcome.colour, outcome.discards)
    pile = naive.draw(position).pile
    own = len(position.piles) == 1 or pile == outcome.colour
    return written if own else replace(written, pile=pile)


@pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_whole_games_of_the_engine_are_followed_by_oracle_and_model(
    model: Model, games: int
) -> None:
    engine, longest = Engine(), 0
    for seed in range(games):
        played = list(official_game(seed))
        turns = tuple(recorded(*step) for step in played if step[1].turn is not None)
        record = Record(played[0][0], turns)
        for key in (engine, model) if seed < MODEL_GAMES else (engine,):
            assert () == key.violations(record), f"game {seed}"
            assert engine.course(record) == key.course(record), f"game {seed}"
        for number, (position, outcome) in enumerate(played, start=1):
            where = f"game {seed}, turn {number}: {position_text(position)}"
            if outcome.turn is not None:
                after = naive_record.replay(position, recorded(position, outcome))
                assert after == outcome.after, where
            assert (outcome.final is not None) == outcome.after.over, where
        last = played[-1][1]
        final = naive_turn.final_of(last.after)
        assert (final, result_of(last.after.rules, final)) == (last.final, last.result), seed
        longest = max(longest, len(played))
    assert longest > 20


def changed(rng: random.Random, turns: list[RecordedTurn]) -> list[RecordedTurn]:
    """Return the turns with one of them written down otherwise."""
    number = rng.randrange(len(turns))
    turn = turns[number]
    if turn.meeples and rng.random() < 0.7:
        (meeple,) = turn.meeples
        piece = "meeple" if meeple.piece == "large" else "large"
        other = replace(turn, meeples=(replace(meeple, piece=piece),))
    elif rng.random() < 0.5:
        other = replace(turn, rotation=(turn.rotation + 1) % 4)
    else:
        other = replace(turn, meeples=())
    return [*turns[:number], other, *turns[number + 1 :]]


@pytest.mark.parametrize("games", [8, pytest.param(400, marks=pytest.mark.slow)])
def test_changed_records_break_the_same_rule_by_engine_and_oracle(games: int) -> None:
    engine, broken = Engine(), Counter[str]()
    for seed in range(games):
        played = list(official_game(seed))[:24]
        turns = [recorded(p, outcome) for p, outcome in played if outcome.turn is not None]
        for turn in (turns, changed(random.Random(seed), turns)):
            record = Record(played[0][0], tuple(turn))
            expected = naive_record.violations(record)
            found = engine.violations(record)
            assert [(v.rule, v.turn) for v in expected] == [(v.rule, v.turn) for v in found], seed
            broken.update(violation.rule for violation in expected)
    assert "SOLO-BOX-5" in broken


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
