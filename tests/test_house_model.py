"""The house game's model: counts that are known, and what it finds broken."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.house_perft import perft, start_of
from verifier.carcassonne.model.house.key import HouseModel

MODEL = HouseModel()

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "house_perft.json").read_text(encoding="utf-8")
)


# Counts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_the_plays_are_as_many_as_another_program_counted(case: dict[str, Any]) -> None:
    start = start_of(case, MODEL)
    for row in case["rows"][: 2 if case["about"] in ("h03", "h06", "h09") else 1]:
        counts = asdict(perft(MODEL, start, row["depth"]))
        assert {name: row[name] for name in counts} == counts
