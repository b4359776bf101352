"""Both keys against the naive oracle: every test here asks each key the same question."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import naive_turn, strategies
from tests.games import ORACLE, Step, features_seen, game
from tests.naive_goals import result_of
from tests.naive_search import READINGS
from tests.records import record_and_mutation
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_to_json, record_from_json
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.letters import tile_of, tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text, turn_text
from verifier.carcassonne.solo.position import Pile, Position, row, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedMeeple, RecordedTurn
from verifier.errors import Malformed

# How many positions and records a key is compared on, in the normal run and by night.
POSITIONS = {"engine": (700, 30_000), "model": (170, 6_000)}
FIRST_SEED = 320
"""A seed whose first positions show all that must be seen."""

RECORDS = {"engine": (100, 2_000), "model": (120, 4_000)}

MUST_BE_SEEN = {
    "engine": {
        "3 colours", "4 colours", "3 meeples", "7 meeples", "row", "piles", "over", "game over",
        "end A", "discard", "skipped colour", "no tile left", "completed road", "completed city",
        "completed monastery", "monastery elsewhere", "two completed", "three completed",
        "three colours on one", "sole majority", "shared", "nobody qualified", "supply empty",
        "claimed and scored",
    },
    "model": {
        "3 colours", "4 colours", "row", "piles", "over", "game over", "end A", "discard",
        "completed road", "completed city", "completed monastery", "two completed",
        "nobody qualified", "supply empty",
    },
}  # fmt: skip


def vectors(name: str) -> list[Any]:
    """Return the cases written down in a file, each under what it is about."""
    path = Path(__file__).parent / "vectors" / f"{name}.json"
    return [pytest.param(case, id=case["about"]) for case in json.loads(path.read_text("utf-8"))]


@pytest.fixture(params=[Engine, Model], ids=["engine", "model"])
def key(request: pytest.FixtureRequest) -> Key:
    made: Key = request.param()
    return made


def steps(count: int, first_seed: int) -> Iterator[tuple[str, Step]]:
    """Yield that many positions of seeded games, short and long in turn, each with its name."""
    games = (
        (f"seed {seed}, turn {turn}", step)
        for seed in range(first_seed, first_seed + count)
        for turn, step in enumerate(islice(game(seed), 6 if seed % 2 else None))
    )
    return islice(games, count)


def difference(name: str, position: Position, expected: set[Outcome], actual: set[Outcome]) -> str:
    """Say in words how two sets of outcomes differ."""
    lines = [f"{name}: {position_text(position)}"]
    for who, only in (("oracle", expected - actual), ("key", actual - expected)):
        shown = [f"{turn_text(o.turn) if o.turn else 'no turn'} {o}" for o in only]
        lines += [f"  {len(only)} of the {who} alone", *(f"    {text}" for text in shown[:2])]
    return "\n".join(lines)


def compare_positions(key: Key, count: int, first_seed: int) -> tuple[int, Counter[str]]:
    """Compare all outcomes of that many positions; return how many, and what was among them."""
    compared, seen = 0, Counter[str]()
    for name, (position, expected) in steps(count, first_seed):
        actual = key.outcomes(position)
        assert expected == actual, difference(name, position, set(expected), set(actual))
        compared += 1
        seen.update(features_seen(position, expected))
    return compared, seen


def test_outcomes_agree(key: Key, record_property: Any) -> None:
    wanted = POSITIONS[key.name][0]
    compared, seen = compare_positions(key, wanted, FIRST_SEED)
    record_property("positions compared", compared)
    assert wanted == compared
    assert set() == MUST_BE_SEEN[key.name] - set(seen)


@pytest.mark.slow
def test_outcomes_agree_by_night(key: Key, record_property: Any) -> None:
    wanted = POSITIONS[key.name][1]
    compared, seen = compare_positions(key, wanted, first_seed=1_000_000)
    record_property("positions compared", compared)
    assert wanted == compared
    assert set() == MUST_BE_SEEN["engine"] - set(seen)


shared_key = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@shared_key
@given(position=strategies.positions(most_turns=20))
def test_outcomes_agree_wherever_hypothesis_looks(key: Key, position: Position) -> None:
    assert ORACLE.outcomes(position) == key.outcomes(position)


@settings(shared_key, max_examples=8)
@given(position=strategies.positions(most_turns=8), data=st.data())
def test_outcomes_for_scores_are_those_of_the_position_with_each(
    key: Key, position: Position, data: st.DataObject
) -> None:
    each = st.tuples(*[st.integers(0, 30)] * position.rules.colours)
    wanted = data.draw(st.lists(each, min_size=1, max_size=6, unique=True))
    expected = [(scores, ORACLE.outcomes(replace(position, scores=scores))) for scores in wanted]
    assert expected == list(key.outcomes_for_scores(position, wanted))
    # The model folds its rules for a few scores and compiles them for many.
    assert expected * 20 == list(key.outcomes_for_scores(position, wanted * 20))


@pytest.mark.parametrize("vector", vectors("positions"))
def test_a_turn_brings_what_is_written_down(key: Key, vector: dict[str, Any]) -> None:
    outcomes = key.outcomes(parse_position(vector["position"]))
    found = [o.after for o in outcomes if o.turn and turn_text(o.turn) == vector["turn"]]
    assert vector["after"] == sorted(map(position_text, found))


@pytest.mark.parametrize(
    "piles",
    [
        (Pile((), 3), Pile(tiles_of("U")), Pile(tiles_of("U"))),
        (Pile(tiles_of("C"), 1), Pile(tiles_of("U")), Pile(tiles_of("U"))),
        (Pile(), Pile((), 1), Pile(tiles_of("U"))),
        (Pile((), 1),),
    ],
)
def test_a_tile_not_known_is_asked_for(key: Key, piles: tuple[Pile, ...]) -> None:
    closed = parse_position("s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~n..")
    with pytest.raises(Malformed):
        key.outcomes(replace(closed, piles=piles))


def test_goals_and_results_are_alike_in_every_reading(key: Key) -> None:
    rng, met = random.Random(0), Counter[bool]()
    own = [Goal("road", "road", 2, 4), Goal("city", "city", 0, None, 2), Goal("on", "stay", 9)]
    own.append(Goal("two", "two-goals", parts=(own[0], own[1])))
    for _, (_, outcomes) in steps(120, first_seed=500):
        for outcome in outcomes:
            if outcome.scorings or outcome.after.over or rng.random() < 0.1:
                readings = {name: rng.choice(CATALOGUE.switch(name).values) for name in OF_GOALS}
                read = in_reading(outcome, readings)
                for goal in (*checklist().values(), *own):
                    expected = ORACLE.reached(goal, read)
                    assert expected == key.reached(goal, read), (goal, read)
                    met[expected] += 1
                if read.final is not None:
                    after = read.after
                    end = key.final_scoring(after.rules)(after.scores, after.meeples_on_tiles())
                    assert read.result == end[1], read
    assert met[True] > 100
    assert met[False] > 1000


OF_GOALS = [name for name in READINGS if name != "final.unit"]
"""The switches that leave even the final scores as they are."""


def in_reading(outcome: Outcome, readings: dict[str, str]) -> Outcome:
    """Return the outcome as it is under other readings, which change no more than the result."""
    rules = outcome.after.rules.with_switches(readings)
    result = None if outcome.final is None else result_of(rules, outcome.final)
    return replace(outcome, after=replace(outcome.after, rules=rules), result=result)


# Records


def compare_records(key: Key, count: int, first_seed: int) -> Counter[tuple[str, bool]]:
    """Compare verdicts on as many records, each as played and mutated; return what was compared."""
    compared: Counter[tuple[str, bool]] = Counter()
    for seed in range(first_seed, first_seed + count):
        for change, record in record_and_mutation(seed):
            expected, actual = ORACLE.violations(record), key.violations(record)
            about = f"seed {seed}, {change}: {expected} {actual}"
            assert [broken.turn for broken in expected] == [b.turn for b in actual[:1]], about
            if key.name == "model":
                assert {v.rule for v in expected} <= {v.rule for v in actual}, about
            assert change != "as played" or not expected, about
            compared[change, bool(expected)] += 1
    return compared


def test_records_are_judged_alike(key: Key, record_property: Any) -> None:
    wanted = RECORDS[key.name][0]
    compared = compare_records(key, wanted, first_seed=0)
    record_property("records compared", compared.total())
    assert 2 * wanted == compared.total()
    assert compared["as played", False] == wanted
    assert sum(n for (_, broken), n in compared.items() if broken) > wanted // 2


@pytest.mark.slow
def test_records_are_judged_alike_by_night(key: Key, record_property: Any) -> None:
    wanted = RECORDS[key.name][1]
    compared = compare_records(key, wanted, first_seed=1_000_000)
    record_property("records compared", compared.total())
    assert 2 * wanted == compared.total()


def test_keys_follow_legal_records_alike() -> None:
    """The engine plays turn after turn, the model tells one game of as many turns."""
    engine, model, turns = Engine(), Model(), 0
    for seed in range(40):
        for _, record in record_and_mutation(seed):
            if not engine.violations(record):
                assert engine.course(record) == model.course(record), f"seed {seed}"
                turns += len(record.turns)
    assert turns > 200


@pytest.mark.parametrize("vector", vectors("records"))
def test_a_record_is_judged_as_written_down(key: Key, vector: dict[str, Any]) -> None:
    start = position_to_json(parse_position(vector["record"]["start"]))
    found = key.violations(record_from_json({**vector["record"], "start": start}))
    assert bool(vector["broken"]) == bool(found)
    assert {vector["broken"]} - {None} <= {violation.rule for violation in found}


def test_the_third_scoring_example_is_a_legal_game(key: Key) -> None:
    def turn(text: str, claim: str, *order: str) -> RecordedTurn:
        colour, letter, *numbers = text.split()
        rotation, x, y = map(int, numbers)
        meeples = (RecordedMeeple(claim),) if claim else ()
        return RecordedTurn(int(colour) - 1, tile_of(letter), rotation, x, y, meeples, order)

    turns = (
        turn("1 G 1 0 1", "S"),
        turn("2 U 0 1 0", "W"),
        turn("3 E 2 -1 1", "S"),
        turn("1 A 0 -2 1", "S"),
        turn("2 A 1 2 0", "M"),
        turn("3 V 2 -2 0", ""),
        turn("1 L 0 -1 0", "S", "W", "E", "N"),
    )
    start = row(setup(), tiles_of("GUEAAVL"))
    assert () == key.violations(Record(start, turns, official=False))
    unordered = (*turns[:6], replace(turns[6], order=()))
    rules = {
        violation.rule for violation in key.violations(Record(start, unordered, official=False))
    }
    assert "SOLO-SCORE-3" in rules


# The end


@pytest.mark.parametrize("unit", ["meeple", "colour"])  # AMB-11
@pytest.mark.parametrize(("colours", "points", "meeples"), [(3, 4, 3), (4, 2, 2)])
def test_final_scores_agree_in_a_box(
    key: Key, colours: int, points: int, meeples: int, unit: str
) -> None:
    rules, compared = RuleSet(colours).with_switches({"final.unit": unit}), 0
    end = key.final_scoring(rules)
    for scores in product(range(points + 1), repeat=colours):
        for on_tiles in product(range(meeples + 1), repeat=colours):
            (expected,) = naive_turn.final_scores_in_every_order(scores, on_tiles, unit=unit)
            assert (expected, min(expected)) == end(scores, on_tiles), (scores, on_tiles)
            compared += 1
    assert ((points + 1) * (meeples + 1)) ** colours == compared
