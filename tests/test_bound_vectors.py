"""Small positions on which a bound has nothing to spare: what it leaves out must not be a solution.

Each has the solutions that brute force finds, and so has the goal that asks for one more. Where
chance would take thousands of positions to show a bound that is too strong, one of these shows it
at once: a new bound is to come with its own.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.builds import Build
from verifier.carcassonne.engine.solo import solve, solve_best
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.notation import parse_position

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "bounds.json").read_text(encoding="utf-8")
)
WORTH = [one for one in VECTORS if one["goal"]["kind"] in ("road", "city", "total")]
MANY = 5000
"""More solutions than any of these positions has."""


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["says"] for vector in VECTORS])
def test_the_bounds_lose_nothing_where_nothing_is_to_spare(
    build: Build, vector: dict[str, Any]
) -> None:
    position, goal = parse_position(vector["position"]), goal_from_json(vector["goal"])
    turns = vector["turns"]
    assert () == faults(position), build.name
    found = solve(position, goal, turns, lines=MANY)
    assert (vector["solutions"], True) == (list(found.by_length), found.exhaustive)
    more = [] if goal.kind == "all-tiles" else [goal.at_least + 1]
    for each in (goal, *(replace(goal, at_least=least, at_most=None) for least in more)):
        brute = solve(position, each, turns, lines=MANY, filtered=False)
        assert brute.lines == solve(position, each, turns, lines=MANY).lines


@pytest.mark.parametrize("vector", WORTH, ids=[vector["says"] for vector in WORTH])
def test_the_best_is_what_brute_force_cannot_pass(build: Build, vector: dict[str, Any]) -> None:
    position, goal = parse_position(vector["position"]), goal_from_json(vector["goal"])
    found = solve_best(position, replace(goal, at_least=1, at_most=None), vector["turns"])
    assert found.worth is not None, build.name
    for least, any_there in ((found.worth, True), (found.worth + 1, False)):
        question = replace(goal, at_least=least, at_most=None)
        brute = solve(position, question, vector["turns"], lines=0, filtered=False)
        assert any_there == bool(brute.count)
