"""Perft of the house game: both builds count what two programs before them counted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.builds import Build
from tests.house_oracle import ORACLE
from tests.house_perft import start_of
from verifier.carcassonne.engine.house import HouseEngine, perft_of
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.errors import Illegal, Malformed

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "house_perft.json").read_text("utf-8")
)
MOST_LEAVES = {"compiled": 1_000_000, "python": 100_000}
"""More take the uncompiled kernel more than a few seconds."""


@pytest.mark.parametrize("case", [pytest.param(case, id=case["about"]) for case in CASES])
def test_every_row_is_counted_alike(build: Build, case: dict[str, Any]) -> None:
    rows = [row for row in case["rows"] if row["leaves"] <= MOST_LEAVES[build.name]]
    assert rows[1:], "two depths at least"
    counted = perft_of(start_of(case, ORACLE), len(rows))
    assert tuple(row["leaves"] for row in rows) == counted.leaves
    assert tuple(row["nodes"] for row in rows) == counted.nodes
    assert tuple(row["chk"] for row in rows) == counted.checksum
    for name in ("little", "big", "builder", "farm", "scored", "second", "tie"):
        assert tuple(row[name] for row in rows) == getattr(counted, name), name


def test_the_command_counts_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES if case["about"] == "h11")
    arguments = ["--players", "3", "--hand", "1", "--supply", "1,0,0", "--draw", case["draw"]]
    assert 0 == run(group, ["perft", "--game", "house", *arguments, "--depth", "2", "--json"])
    out, err = capsys.readouterr()
    document = json.loads(out)
    counted = {name: document[name] for name in ("leaves", "nodes", "checksum", "little", "farm")}
    assert "" == err
    assert counted == {
        "leaves": [56, 2462],
        "nodes": [56, 2518],
        "checksum": [13972782, 865349834],
        "little": [49, 1942],
        "farm": [21, 950],
    }


def test_the_command_plays_part_turns_first(capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES if case["about"] == "h15")
    arguments = ["--hand", "1", "--draw", case["draw"], "--prefix", " ".join(case["prefix"])]
    assert 0 == run(group, ["perft", "--game", "house", *arguments, "--depth", "2"])
    out, err = capsys.readouterr()
    rows = [line.split() for line in out.splitlines()]
    assert ["depth", "leaves", "nodes", "checksum"] == rows[0]
    assert ["2", "5,480", "5,590", "2940642629"] == rows[2]
    assert err.startswith(f"{HouseEngine.kernel} engine, ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "Missing option '--draw'"),
        (["--draw", "base/V", "--players", "7"], 2, "7 players: the house game is for 2 to 6"),
        (["--draw", "base/V", "--hand", "0"], 2, "a shared hand of 0"),
        (["--draw", "base/V", "--hand", "1", "--supply", "7,1"], 2, "'7,1' is not a supply"),
        (["--draw", "base/V", "--hand", "1", "--supply", "9,1,1"], 2, "at most 8, 1 and 1"),
        (["--draw", "base/Y"], 2, "there is no tile"),
        (["--draw", "base/V", "--depth", "2"], 2, "depth 2 for 1 tiles: give 1 to 1"),
        (["--draw", ""], 2, "there are no tiles"),
        (["--draw", "base/V", "--prefix", "base/V0.5.5"], 2, "none of the 42 part-turns there are"),
        (["--draw", "base/V", "--prefix", "V"], 2, "'V' is not a part-turn"),
        (["--draw", "base/X " * 120], 2, "more than the five sets hold"),
    ],
)
def test_what_cannot_be_counted_is_said_in_one_paragraph(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    assert code == run(group, ["perft", "--game", "house", *arguments])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hidden": 1}, "all tiles to be drawn must be known"),
        ({"end": "tie"}, "the game has ended"),
        ({"bag": ("river/B",)}, "the river is not counted"),
    ],
)
def test_only_plain_positions_are_counted(change: dict[str, Any], message: str) -> None:
    position = set_up(RuleSet(players=2, hand=1), ("base/V", "base/U"))
    with pytest.raises((Illegal, Malformed), match=message):
        perft_of(replace(position, **change), 1)


def test_unplayable_hands_that_are_laid_aside_are_not_counted() -> None:
    rules = RuleSet(players=2, hand=1).with_switches(
        {"house.unplayableHand": "discard_and_continue"}
    )
    position: Position = set_up(rules, ("base/V", "base/U"))
    with pytest.raises(Illegal, match="an unplayable hand is a tie"):
        perft_of(position, 1)
