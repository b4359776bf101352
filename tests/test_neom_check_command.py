"""``meepleproof neom check`` as its users meet it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.console_output import run_command
from tests.neom_logs import Player
from verifier.documents import validation
from verifier.neom.documents import log_to_json
from verifier.neom.tiles_document import catalogue_to_json, demo_catalogue

FIRST_ACT = 8
"""The first action of a game: after three stacks, three kept, the choice of tiles, and a pack."""


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    return log_to_json(Player(demo_catalogue(), random.Random(3)).game())


def checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, log: dict[str, Any], *words: str
) -> tuple[int, str, str]:
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    return run_command(capsys, "neom", "check", str(file), *words)


def answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, log: dict[str, Any], *words: str
) -> tuple[int, dict[str, Any]]:
    code, out, _ = checked(capsys, tmp_path, log, "--json", *words)
    document: dict[str, Any] = json.loads(out)
    validation.validate("neom-check", document)
    return code, document


def test_a_legal_game_holds_with_its_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    code, document = answered(capsys, tmp_path, game)
    noted = game["events"][-1]["end"]
    assert (0, "holds") == (code, document["verdict"])
    assert noted["total"] == document["score"]["total"]
    points = {each["name"]: each["points"] for each in document["score"]["headings"]}
    assert noted["headings"] == points
    assert document["catalogue"]["invented"]
    assert "Tiles and numbers are invented" in checked(capsys, tmp_path, game)[1]


def test_a_broken_rule_is_named_with_its_place_and_evidence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    events = [dict(event) for event in game["events"][: FIRST_ACT + 1]]
    events[FIRST_ACT] = {"action": "place", "tile": events[FIRST_ACT]["tile"], "square": "A1"}
    log = game | {"events": events}
    code, document = answered(capsys, tmp_path, log)
    found = {(each["event"], each["when"], each["rule"]) for each in document["broken"]}
    assert (1, "violated") == (code, document["verdict"])
    assert (FIRST_ACT + 1, "Generation I, turn 1", "NEOM-PLACE-3") in found
    assert "score" not in document
    _, out, _ = checked(capsys, tmp_path, log)
    assert "event 9, Generation I, turn 1: place " in out
    assert "NEOM-PLACE-3 (grade " in out


def test_a_wrong_note_is_a_violation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    log = game | {"events": [*game["events"][:-1], {"end": {"total": 999}}]}
    code, document = answered(capsys, tmp_path, log)
    assert 1 == code
    assert [("total", "999", "end of the game")] == [
        (each["what"], each["noted"], each["when"]) for each in document["wrong_notes"]
    ]
    assert not document["broken"]


def test_what_the_catalogue_lacks_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    catalogue = catalogue_to_json(demo_catalogue())
    catalogue["params"]["good_vp"] = {"raw": 1, "processed": None, "luxury": None}
    catalogue["params"]["solo_table"] = None
    catalogue["params"]["pollution"]["vp"] = None
    (tmp_path / "mine.json").write_text(json.dumps(catalogue), encoding="utf-8")
    mine = ("--catalogue", str(tmp_path / "mine.json"))
    code, document = answered(capsys, tmp_path, game, *mine)
    assert (4, "undecided") == (code, document["verdict"])
    pollution = document["score"]["headings"][5]
    assert [{"rule": "NEOM-SCORE-6", "parameter": "pollution.vp"}] == pollution["unknown"]
    assert "NEOM-SCORE-6 needs pollution.vp" in document["why"]
    assert document["score"]["total"] is None
    _, out, _ = checked(capsys, tmp_path, game, *mine)
    assert "cannot be determined: NEOM-SCORE-6 needs pollution.vp" in out


def test_a_gap_is_named_once_though_the_keys_name_it_by_different_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    catalogue = catalogue_to_json(demo_catalogue())
    catalogue["params"]["sell_value"] = None
    (tmp_path / "mine.json").write_text(json.dumps(catalogue), encoding="utf-8")
    sold = next(n for n, event in enumerate(game["events"]) if event.get("action") == "sell")
    log = game | {"events": game["events"][: sold + 1]}
    mine = ("--catalogue", str(tmp_path / "mine.json"))
    code, document = answered(capsys, tmp_path, log, *mine)
    assert (4, ["sell_value"]) == (code, [each["parameter"] for each in document["unknown"]])
    _, out, _ = checked(capsys, tmp_path, log, *mine)
    assert 1 == out.count("needs sell_value")


def test_a_score_that_was_not_noted_is_no_part_of_the_claim(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    catalogue = catalogue_to_json(demo_catalogue())
    catalogue["params"]["pollution"]["vp"] = None
    (tmp_path / "mine.json").write_text(json.dumps(catalogue), encoding="utf-8")
    log = game | {"events": [*game["events"][:-1], {"end": {}}]}
    code, document = answered(capsys, tmp_path, log, "--catalogue", str(tmp_path / "mine.json"))
    assert (0, "holds") == (code, document["verdict"])
    assert document["score"]["total"] is None


def test_a_log_that_cannot_be_read_is_refused_with_the_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: dict[str, Any]
) -> None:
    log = game | {"events": [{"keep": "demo-C-99"}]}
    code, out, error = checked(capsys, tmp_path, log)
    assert (3, "") == (code, out)
    assert "/events/0/keep" in error
