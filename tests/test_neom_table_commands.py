"""``meepleproof neom deal``, ``next`` and ``score`` as a player at the table meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.console_output import run_command

GAME = json.loads(Path("docs/examples/neom-game.json").read_text(encoding="utf-8"))
PACKS = [event["reveal"] for event in GAME["events"] if "reveal" in event]
STACKS = [event["cornerstones"] for event in GAME["events"] if "cornerstones" in event]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, out, error = run_command(capsys, "neom", *words)
    assert (0, "") == (code, error)
    return out


def part(tmp_path: Path, events: list[dict[str, Any]]) -> str:
    file = tmp_path / "part.json"
    file.write_text(json.dumps(GAME | {"events": events}), encoding="utf-8")
    return str(file)


def test_the_game_in_the_examples_is_the_one_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(said(capsys, "deal", "--seed", "7", "--json"))
    assert STACKS == deal["stacks"]
    assert PACKS == [pack for generation in deal["generations"] for pack in generation["packs"]]
    assert [1, 1, 1] == [len(generation["hidden"]) for generation in deal["generations"]]


def test_one_pack_or_stack_is_turned_up(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "deal", "--seed", "7", "--generation", "2", "--turn", "3")
    assert {"reveal": PACKS[9]} == json.loads(out.splitlines()[0])
    out = said(capsys, "deal", "--seed", "7", "--stack", "2")
    assert {"cornerstones": STACKS[1]} == json.loads(out.splitlines()[0])


def test_the_choice_of_tiles_changes_no_stack(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(said(capsys, "deal", "--seed", "7", "--tiles", "1+,4+,5+", "--json"))
    assert STACKS == deal["stacks"]
    assert [7, 6, 6, 5, 5, 4, 4] == [len(pack) for pack in deal["generations"][0]["packs"]]


@pytest.mark.parametrize("words", [("--turn", "1"), (), ("--json", "--stack", "1")])
def test_a_deal_must_be_asked_for_clearly(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert 2 == run_command(capsys, "neom", "deal", "--seed", "7", *words)[0]


def test_each_event_of_the_game_is_what_was_due(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    due = {
        "cornerstones": "reveal a stack of ",
        "keep": "keep one",
        "tile_set": "choose the tiles",
        "reveal": "reveal a pack of ",
        "action": "select a tile",
        "strike": "answer the Disaster",
        "end": "score the game",
    }
    for number, event in list(enumerate(GAME["events"]))[:20]:
        out = said(capsys, "next", part(tmp_path, GAME["events"][:number]))
        kind = next(key for key in due if key in event)
        assert out.startswith(f"Next: {due[kind]}")
        if kind in ("reveal", "cornerstones"):
            assert f" {len(event[kind])} " in out.splitlines()[0]
        elif kind == "action" and "square" in event:
            assert event["square"] in out[out.index(event["tile"]) :]
        elif kind == "strike":
            assert f"\n  {event['strike']}\n" in out
        assert "Tiles and numbers are invented" in out


def test_the_result_sheet_has_the_noted_total(capsys: pytest.CaptureFixture[str]) -> None:
    total = GAME["events"][-1]["end"]["total"]
    out = said(capsys, "score", "docs/examples/neom-game.json")
    assert f"total{total:>21}" in out
