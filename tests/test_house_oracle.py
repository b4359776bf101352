"""The naive house rules: the rows that two programs before them counted."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.house_oracle import ORACLE
from tests.house_perft import perft, start_of

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "house_perft.json").read_text("utf-8")
)
LONG = 5_000
"""More leaves than this take the oracle more than a few seconds."""


def rows() -> list[Any]:
    return [
        pytest.param(
            case,
            row,
            id=f"{case['about']}-{row['depth']}",
            marks=[pytest.mark.slow] if row["leaves"] > LONG else [],
        )
        for case in CASES
        for row in case["rows"]
    ]


@pytest.mark.parametrize(("case", "row"), rows())
def test_every_row_is_counted_alike(case: dict[str, Any], row: dict[str, Any]) -> None:
    counted = asdict(perft(ORACLE, start_of(case, ORACLE), row["depth"]))
    assert {key: row[key] for key in counted} == counted


def test_the_rows_are_all_there() -> None:
    assert ["h01", "h03", "h06", "h09", "h11", "h15"] == [case["about"] for case in CASES]
    assert [1, 2, 3] * 6 == [row["depth"] for case in CASES for row in case["rows"]]
