"""Perft with other boxes: oracle, engine and model count the same lines, along the river, too."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from tests.perft_oracle import perft
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo import perft as perft_by_engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, turns_of

VECTORS = json.loads((Path(__file__).parent / "vectors" / "box_perft.json").read_text("utf-8"))


def start_of(row: dict[str, Any]) -> Position:
    """Return the set-up that a row of counts begins with, its river tiles known."""
    rules = RuleSet(row["colours"], row["meeples"], tuple(row["boxes"]), row["large"])
    rules = rules.with_switches(row["switches"])
    return replace(setup(rules), river=Pile(tiles_of(row["river"])))


def rows() -> list[Any]:
    return [
        pytest.param(
            row,
            id=f"{row['name']}-{row['n']}",
            marks=[pytest.mark.slow] if row["placements"] > 2_000 else [],
        )
        for row in VECTORS["rows"]
    ]


@pytest.mark.parametrize("row", rows())
def test_perft_of_the_oracle_is_the_table(row: dict[str, Any]) -> None:
    counted = asdict(perft(tiles_of(row["tiles"]), row["n"], start_of(row)))
    assert {key: row[key] for key in counted} == counted


@pytest.mark.parametrize("row", rows())
def test_perft_of_the_engine_is_the_table(row: dict[str, Any]) -> None:
    counted = perft_by_engine(tiles_of(row["tiles"]), row["n"], start_of(row))
    assert (row["leaves"], row["nodes"]) == (counted.leaves[-1], counted.nodes[-1])
    assert (row["placements"], row["chk"]) == (counted.placements, counted.checksum)


def listed(key: Key, position: Position, depth: int) -> tuple[int, int]:
    """Return how many lines of so many turns there are, and how many turns on the way."""
    outcomes = [] if position.over else list(key.outcomes(position))
    if depth == 1:
        return len(outcomes), len(outcomes)
    below = [listed(key, outcome.after, depth - 1) for outcome in outcomes]
    return sum(n for n, _ in below), len(outcomes) + sum(n for _, n in below)


def rows_along_the_river() -> list[Any]:
    """Return rows with river tiles to come for each key; long ones take the model a minute."""
    return [
        pytest.param(
            make,
            row,
            id=f"{make.__name__}-{row['name']}-{row['n']}",
            marks=[pytest.mark.slow] if make is Model and row["nodes"] > 50 else [],
        )
        for make in (Engine, Model)
        for row in VECTORS["rows"]
        if row["river"]
    ]


@pytest.mark.parametrize(("make", "row"), rows_along_the_river())
def test_turns_along_the_river_are_as_many_as_in_the_table(
    make: type[Engine | Model], row: dict[str, Any]
) -> None:
    key: Key = make()
    start = start_of(row)
    start = replace(start, piles=(Pile(tiles_of(row["tiles"]), 1),))
    assert (row["leaves"], row["nodes"]) == listed(key, start, row["n"])


def test_large_meeples_double_the_claims_of_a_turn() -> None:
    plain, large = setup(), setup(RuleSet(large=True))
    engine = Engine()
    for letters in ("E", "W", "X", "B"):
        piles = (Pile(tiles_of(letters)), Pile(), Pile())
        without = turns_of(engine.outcomes(replace(plain, piles=piles)))
        with_them = turns_of(engine.outcomes(replace(large, piles=piles)))
        claims = [turn for turn in without if turn.claim != NO_CLAIM]
        assert len(without) + len(claims) == len(with_them)
        assert len(claims) == sum(turn.large for turn in with_them)
