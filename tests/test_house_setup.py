"""What a table takes out of the boxes, and what handicaps are then (HOUSE-SETUP-1 to -11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.console_output import run_command
from verifier.carcassonne.house.evening import (
    HELD_BACK_AT_LEAST,
    Handicap,
    plan_table,
)
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS

RULE_SETS = st.builds(
    RuleSet,
    players=st.integers(2, 6),
    sets=st.sets(st.sampled_from(SETS)).map(lambda sets: ("base", *sorted(sets - {"base"}))),
    switches=st.sampled_from([(), (("house.tiles", "multiple_of_2n"),)]),
)
LEDGER = {
    "$schema": "urn:meepleproof:ledger:1",
    "game": "house",
    "players": [
        {"name": "Ada", "child": True, "handicap": {"per_tile": 1, "points": -30}},
        {"name": "Ben"},
    ],
    "games": [],
}


@pytest.mark.parametrize(
    ("players", "minutes", "rounding", "bag"),
    [
        (4, 30, "multiple", 60),  # EX-HOUSE-6
        (3, 20, "multiple", 39),  # EX-HOUSE-6
        (3, 20, "multiple_of_2n", 42),  # EX-HOUSE-6, its other reading
        (4, 25, "multiple", 48),  # 50 is as near to 52
        (6, 90, "multiple", 114),  # the boxes hold 118 tiles beside the start tile
        (5, 90, "multiple", 115),
        (2, 1, "multiple", 2),
    ],
)
def test_the_bag_gets_two_tiles_a_minute(
    players: int, minutes: int, rounding: str, bag: int
) -> None:
    rules = RuleSet(players, switches=(("house.tiles", rounding),))
    assert bag == plan_table(rules, minutes).bag


@given(RULE_SETS, st.integers(6, 500))
def test_every_plan_keeps_to_the_rules(rules: RuleSet, minutes: int) -> None:
    plan = plan_table(rules, minutes)
    step = rules.players * (2 if rules.switches else 1)
    assert plan.opening == (11 if rules.has_river else 0)
    assert 0 == (plan.bag + plan.opening) % step
    assert plan.held_back >= HELD_BACK_AT_LEAST
    # HOUSE-SETUP-3: the nearest multiple, unless the boxes hold less.
    full = plan.held_back - step < HELD_BACK_AT_LEAST
    assert 2 * abs(plan.bag - plan.wanted) <= step or (full and plan.bag < plan.wanted)


@pytest.mark.parametrize(("start", "base"), [("out", 71), ("river", 71), ("bag", 72)])
def test_with_the_river_the_start_tile_goes_where_the_switch_says(start: str, base: int) -> None:
    rules = RuleSet(sets=("base", "river"), switches=(("house.riverStart", start),))
    plan = plan_table(rules, 30)
    assert (("base", base),) == plan.mixed
    assert (12, 12 if start == "river" else 11) == (plan.river, plan.opening)


def test_a_child_of_five_starts_with_the_tiles_less_thirty() -> None:
    # EX-HOUSE-1, EC-H-42, EC-H-43: nothing is clamped.
    handicap = Handicap(per_tile=1, points=-30)
    assert [30, 0, -6] == [handicap.at(tiles) for tiles in (60, 30, 24)]


def test_setup_reads_the_handicaps_of_a_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(LEDGER), encoding="utf-8")
    words = ("house", "setup", "--players", "2", "--minutes", "12", "--ledger", str(path))
    code, out, err = run_command(capsys, *words)
    assert (0, "") == (code, err)
    assert (
        "Handicap  Ada starts with -6; less than 0, the rules set no lower limit\n"
        "Handicap  Ben starts with 0\n"
    ) == out[out.index("Handicap") :]
    code, out, _ = run_command(capsys, *words, "--json")
    assert {"Ada": -6, "Ben": 0} == json.loads(out)["handicaps"]
