"""The keys of the house game and the naive oracle: every test asks each of them the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.house_oracle import ORACLE
from tests.house_tables import final_in_words, in_words, position_of
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import Key

CASES = json.loads((Path(__file__).parent / "vectors" / "house_turns.json").read_text("utf-8"))


@pytest.fixture(params=[ORACLE, HouseEngine()], ids=lambda key: key.name)
def key(request: pytest.FixtureRequest) -> Key:
    made: Key = request.param
    return made


@pytest.mark.parametrize("case", [pytest.param(case, id=case["about"]) for case in CASES])
def test_a_part_turn_brings_what_is_written_down(key: Key, case: dict[str, Any]) -> None:
    outcomes = {str(o.part_turn): o for o in key.outcomes(position_of(case))}
    played = outcomes[case["turn"]]
    brought = in_words(played)
    assert {name: case[name] for name in brought if name in case} == {
        name: brought[name] for name in brought if name in case
    }
    assert [] == [text for text in case.get("offered", ()) if text not in outcomes]
    assert [] == [text for text in case.get("not_offered", ()) if text in outcomes]
    if "final" in case:
        assert case["final"] == final_in_words(key.final_scorings(played.after))
