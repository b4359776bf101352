"""The keys of the house game and the naive oracle: every test asks each of them the same."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests import house_strategies
from tests.house_agreement import (
    compare_positions,
    compare_records,
    difference,
    follow_game,
    judges_compared,
    keys_compared,
)
from tests.house_oracle import ORACLE
from tests.house_tables import final_in_words, in_words, position_of
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.position import Position
from verifier.errors import Malformed

CASES = json.loads((Path(__file__).parent / "vectors" / "house_turns.json").read_text("utf-8"))

# How many positions, records and games are compared, in the normal run and by night.
POSITIONS = (140, 10_000)
RECORDS = (60, 3_000)
GAMES = (6, 300)

MUST_BE_SEEN = {
    *(f"{players} players" for players in range(2, 7)),
    *(f"hand of {size}" for size in range(1, 7)),
    *(f"set {name}" for name in ("base", "river", "ic", "tb", "ks")),
    *("river tile in hand", "lake in hand", "double turn", "end", "equal tiles"),
    *("empty supply", "hidden", "claimed and scored", "shared", "heavy"),
    *("scored road", "scored city", "laid builder on 1", "laid big on 2", "laid little on 1"),
}
BY_NIGHT = MUST_BE_SEEN | {
    *("scored monastery", "monastery elsewhere", "two scored", "second part", "laid aside"),
    *(
        "land tile by the river",
        "under the river stack",
        "tie",
        "tie in the second part",
        "majority",
    ),
    "double turn by a completed feature",
}


@pytest.fixture(params=[ORACLE, *keys_compared()], ids=lambda key: key.name)
def key(request: pytest.FixtureRequest) -> Key:
    made: Key = request.param
    return made


@pytest.mark.parametrize("case", [pytest.param(case, id=case["about"]) for case in CASES])
def test_a_part_turn_brings_what_is_written_down(key: Key, case: dict[str, Any]) -> None:
    position = position_of(case)
    outcomes = key.outcomes(position)
    expected = ORACLE.outcomes(position)
    assert expected == outcomes, difference(key.name, position, expected, outcomes)
    found = {str(outcome.part_turn): outcome for outcome in outcomes}
    played = found[case["turn"]]
    brought = in_words(played)
    assert {name: case[name] for name in brought if name in case} == {
        name: brought[name] for name in brought if name in case
    }
    assert [] == [text for text in case.get("offered", ()) if text not in found]
    assert [] == [text for text in case.get("not_offered", ()) if text in found]
    if "final" in case:
        assert case["final"] == final_in_words(key.final_scorings(played.after))


def test_a_position_by_the_river_leaves_nothing_behind(key: Key) -> None:
    """The engine once kept a cell beside the river, and later positions lacked places."""
    by_the_river = parse_position(
        "h3.2.britk~o.builderAfterReturn.no~b0.0.rA0rD0rC0lS1~t2~nrD~gKUtB~rrHrErGrKrBrGrIrL"
    )
    after_the_lake = parse_position(
        "h3.2.britk~o.builderAfterReturn.no~b0.-1.-U0lNl3K0V3uE2A1lW2tQ1uN3V3O1bSr1tU3W0.rA0rD0rC0"
        "lEl1rD0rH2rE2tS2bE3T3lEl1rI2rL0.R0M0F1B0lNl1U1lN3rG3bNl2rK1lEr3rB2rG0~p2.2.6~t3~nHtB~gLI"
    )
    assert ORACLE.outcomes(by_the_river) == key.outcomes(by_the_river)
    assert ORACLE.outcomes(after_the_lake) == key.outcomes(after_the_lake)


def test_outcomes_and_final_scorings_agree(record_property: Any) -> None:
    seen = compare_positions(keys_compared(), POSITIONS[0], first_seed=0)
    record_property("positions compared", seen["positions"])
    assert POSITIONS[0] == seen["positions"]
    assert set() == MUST_BE_SEEN - set(seen)


@pytest.mark.slow
def test_outcomes_and_final_scorings_agree_by_night(record_property: Any) -> None:
    seen = compare_positions(keys_compared(), POSITIONS[1], first_seed=1_000_000)
    record_property("positions compared", seen["positions"])
    assert POSITIONS[1] == seen["positions"]
    assert set() == BY_NIGHT - set(seen)


@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(position=house_strategies.positions(most_part_turns=12))
def test_outcomes_agree_wherever_hypothesis_looks(key: Key, position: Position) -> None:
    if position.hidden == 0:
        assert ORACLE.outcomes(position) == key.outcomes(position)


def test_a_tile_not_known_is_asked_for(key: Key) -> None:
    position = position_of({"table": "base/D0.0.0", "hand": "base/U base/V", "hand_size": 3})
    assert key.outcomes(position)
    with pytest.raises(Malformed):
        key.outcomes(replace(position, hidden=1))


@pytest.mark.parametrize("key", judges_compared(), ids=lambda key: key.name)
def test_records_are_judged_alike(key: Key, record_property: Any) -> None:
    found = compare_records(key, RECORDS[0], first_seed=0)
    record_property("records compared", found.total())
    broken = sum(number for (_, rule), number in found.items() if rule.startswith("HOUSE-"))
    assert broken > RECORDS[0] // 2
    assert found["as played", ""] == RECORDS[0]


@pytest.mark.slow
@pytest.mark.parametrize("key", judges_compared(), ids=lambda key: key.name)
def test_records_are_judged_alike_by_night(key: Key, record_property: Any) -> None:
    found = compare_records(key, RECORDS[1], first_seed=1_000_000)
    record_property("records compared", found.total())
    assert found["as played", ""] == RECORDS[1]


def games_followed(key: Key, number: int, first_seed: int) -> Counter[str]:
    return sum((follow_game(key, first_seed + n) for n in range(number)), Counter[str]())


@pytest.mark.parametrize("key", keys_compared(), ids=lambda key: key.name)
def test_the_oracle_follows_whole_games(key: Key, record_property: Any) -> None:
    happened = games_followed(key, GAMES[0], first_seed=0)
    record_property("part-turns followed", happened["part-turns"])
    assert GAMES[0] == happened["games"]
    assert happened["games ended: played"] > GAMES[0] // 2


@pytest.mark.slow
@pytest.mark.parametrize("key", keys_compared(), ids=lambda key: key.name)
def test_the_oracle_follows_whole_games_by_night(key: Key, record_property: Any) -> None:
    happened = games_followed(key, GAMES[1], first_seed=1_000_000)
    record_property("part-turns followed", happened["part-turns"])
    assert happened["games ended: tie"] > 0
