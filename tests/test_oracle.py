"""The naive third opinion against the perft table and the facts of the catalogue."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests import naive_turn
from tests.perft_oracle import perft
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.letters import tiles_of

VECTORS = json.loads((Path(__file__).parent / "vectors" / "perft.json").read_text("utf-8"))
MANY = 20_000
"""More placements than this take the oracle more than a few seconds."""


def perft_rows() -> list[Any]:
    return [
        pytest.param(
            row,
            id=f"{row['tiles']}-{row['n']}",
            marks=[pytest.mark.slow] if row["placements"] > MANY else [],
        )
        for row in VECTORS["rows"]
    ]


@pytest.mark.parametrize("row", perft_rows())
def test_perft_agrees_with_the_table(row: dict[str, Any]) -> None:
    counted = perft(tiles_of(row["tiles"]), row["n"])
    assert {key: row[key] for key in asdict(counted)} == asdict(counted)


def boxes(colours: int, most_points: int, most_meeples: int) -> list[Scores]:
    """All scores of a box; a common shift changes nothing, so one colour stands on 0."""
    return [
        (*scores, *meeples)
        for scores in product(range(most_points + 1), repeat=colours)
        if min(scores) == 0
        for meeples in product(range(most_meeples + 1), repeat=colours)
    ]


@pytest.mark.parametrize(("colours", "points", "meeples"), [(3, 6, 3), (4, 3, 2)])
def test_fact_1_and_2_final_scoring_does_not_depend_on_its_order(
    colours: int, points: int, meeples: int
) -> None:
    for state in boxes(colours, points, meeples):
        scores, on_tiles = state[:colours], state[colours:]
        ends = naive_turn.final_scores_in_every_order(scores, on_tiles)
        assert {naive_turn.final_scores(scores, on_tiles)} == ends, state
        formula = min(s + 2 * n for s, n in zip(scores, on_tiles, strict=True))
        assert {formula} == {min(end) for end in ends}, state


@pytest.mark.parametrize(("unit", "waste"), [("meeple", True), ("colour", False), ("colour", True)])
@pytest.mark.parametrize(("colours", "points", "meeples"), [(3, 4, 2), (4, 2, 1)])
def test_fact_3_other_readings_have_the_same_best_result(
    colours: int,
    points: int,
    meeples: int,
    unit: str,
    waste: bool,
) -> None:
    for state in boxes(colours, points, meeples):
        scores, on_tiles = state[:colours], state[colours:]
        ends = naive_turn.final_scores_in_every_order(scores, on_tiles, unit=unit, waste=waste)
        formula = min(s + 2 * n for s, n in zip(scores, on_tiles, strict=True))
        assert formula == max(min(end) for end in ends), state


def test_fact_3_a_wasteful_order_can_end_lower() -> None:
    ends = naive_turn.final_scores_in_every_order((0, 0, 0), (2, 2, 2), waste=True)
    assert {2, 4} == {min(end) for end in ends}


@pytest.mark.parametrize(
    ("scores", "meeples", "final"),
    [
        ((10, 12, 15), (2, 1, 0), (14, 14, 15)),
        ((10, 10, 15), (0, 4, 4), (10, 12, 15)),
        ((0, 0, 0), (2, 2, 2), (4, 4, 4)),
        ((38, 40, 44), (1, 0, 4), (40, 40, 44)),
        ((7, 30, 30), (4, 4, 4), (15, 30, 30)),
    ],
)
def test_worked_examples_of_final_scoring(scores: Scores, meeples: Scores, final: Scores) -> None:
    assert final == naive_turn.final_scores(scores, meeples)
