"""``meepleproof compare --game neom``: which parameters change what both keys say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.console_output import run_command
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.neom.claims import documents
from verifier.neom.compare import (
    differences,
    of_scenario,
    other_values,
    rule_of,
    value_of,
    with_parameters,
)
from verifier.neom.engine import Engine
from verifier.neom.model.key import NeomModel
from verifier.neom.tiles_document import demo_catalogue

ROOT = Path(__file__).parents[1]
GAME = str(ROOT / "docs" / "examples" / "neom-game.json")
STATE = str(ROOT / "docs" / "examples" / "neom-state.json")
LINKS = str(ROOT / "puzzles" / "neom" / "neom-link.json")


def compared(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code, out, err = run_command(capsys, "compare", "--game", "neom", *words, "--json")
    assert err == ""
    document = json.loads(out)
    validate("neom-compare", document)
    return code, document


# --- parameters


def test_every_other_value_is_another_one_that_a_catalogue_may_have() -> None:
    catalogue, tried = demo_catalogue(), list(other_values(demo_catalogue()))
    assert len(tried) == len({(path, json.dumps(value)) for path, value in tried})
    for path, value in tried[::5]:
        assert value_of(catalogue, path) != value or value is False
        assert value_of(with_parameters(catalogue, {path: value}), path) == value
        assert rule_of(path).startswith("NEOM-")


def test_what_the_public_rules_leave_open_is_tried() -> None:
    tried = {path for path, _ in other_values(demo_catalogue())}
    readings = {
        "money_rounding",
        "sell_value",
        "overbuild.keep_token",
        "pollution.adjacency",
        "neighbourhood.adjacency",
        "crime.lose",
        "trade_route.rows",
        "trade_route.scope",
        "requirements_read",
        "cornerstones_counted",
        "covered_centre",
        "unlinked_tiles",
        "disaster_before_income",
    }
    assert readings <= tried


# --- what is compared


@pytest.mark.parametrize(
    ("choice", "changed"),
    [
        ("money_rounding=up", {}),
        ("good_vp.raw=2", {"score, goods": "4", "score": "72"}),
        ("cornerstone_cap=[1,1,1]", {"verdict": "violated: event 52 breaks NEOM-ACT-CORNER-1"}),
        ("sell_value=4", {"verdict": "violated: event 20 breaks NEOM-REQ-1"}),
    ],
)
def test_a_log_by_another_reading(
    choice: str, changed: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = compared(capsys, "--from", GAME, choice)
    (reading,) = document["readings"]
    here = {part: said["here"] for part, said in reading["changes"].items()}
    assert code == (0 if changed else 1)
    assert changed.items() <= here.items()
    assert bool(changed) == bool(here)


def test_two_values_are_compared_with_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = compared(capsys, "--from", STATE, "money_per_vp=1", "money_per_vp=3")
    (reading,) = document["readings"]
    assert code == 0
    assert document["base"]["parameters"] == {"money_per_vp": 1}
    assert reading["changes"]["score, money"] == {"base": "9", "here": "3"}


def test_a_value_that_is_unknown_changes_what_needs_it(capsys: pytest.CaptureFixture[str]) -> None:
    _, document = compared(capsys, "--from", STATE, "money_per_vp=null")
    (reading,) = document["readings"]
    assert reading["changes"]["score, money"]["here"] == "cannot be determined"


def test_a_puzzle_by_another_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """If corners did not count for pollution, the tiles could lie in several ways."""
    chosen = ("--from", LINKS, "--puzzle", "d6j82dzegsqp")
    _, document = compared(capsys, *chosen, "pollution.adjacency=orth")
    (reading,) = document["readings"]
    assert document["base"]["findings"]["puzzle"] == "one answer"
    assert reading["changes"]["puzzle"]["here"] == "none: the tiles can be placed in several ways"


def test_of_a_scenario_the_claims_keep_the_reading_that_they_state() -> None:
    document = next(each for each in documents().values() if each["id"] == "EC-N-24")
    judge = of_scenario(document, "x", (Engine(), NeomModel()))
    base, dear = judge({}), judge({"sell_value": 99})
    assert {said.partition(":")[0] for said in base.values()} == {"holds"}
    assert any(dear[part].startswith("violated") for part in differences(base, dear))


def test_all_values_are_tried_where_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = compared(capsys, "--from", STATE)
    changing = {
        path for one in document["readings"] if one["changes"] for path in one["parameters"]
    }
    assert code == 0
    assert changing == {"good_vp.raw", "money_per_vp", "money_rounding", "required_structures"}


# --- what is refused


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--from", GAME, "sale=4"), 3, "no parameter 'sale'"),
        (("--from", GAME, "sell_value=-1"), 3, "0 is the least"),
        (("--from", GAME, "sell_value=5"), 3, "both readings have sell_value=5"),
        (("--from", GAME, *["sell_value=4"] * 3), 3, "3 times"),
        (("--from", GAME, "--puzzle", "1"), 2, "--puzzle goes with a pack"),
        (("--from", LINKS, "sell_value=4"), 2, "choose one with --puzzle"),
        (("--from", LINKS, "--puzzle", "1", "--catalogue", "x"), 2, "its own catalogue"),
        ((), 2, "--from FILE"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    words: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = run_command(capsys, "compare", "--game", "neom", *words)
    assert (found, out) == (code, "")
    assert said in " ".join(err.split())


def test_a_parameter_of_no_group_is_unknown() -> None:
    with pytest.raises(Malformed, match="no parameter 'fire"):
        with_parameters(demo_catalogue(), {"fire.lose.count.more": 1})
