"""`meepleproof check` of certificates of endgames: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.console_output import run_command
from verifier.documents import validation
from verifier.documents.strict_json import Document

EXAMPLE = Path("docs/examples/endgame-certificate.json")


@pytest.fixture
def document() -> Document:
    found: Document = json.loads(EXAMPLE.read_text())
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "certificate.json"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_right_certificate_is_confirmed_by_both_keys(
    jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_command(capsys, "check", "--jobs", jobs, str(EXAMPLE))
    assert (0, "") == (code, err)
    lines = out.splitlines()
    assert "The endgame h2.2.b.100~b0.0.D0~t1~nBC" == lines[0]
    assert lines[1].startswith("holds: by best play of both the player to move wins by 1 point;")
    assert ["engine", "model"] == [line.split()[0] for line in lines[2:]]


def test_the_json_has_what_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(run_command(capsys, "check", "--json", str(EXAMPLE))[1])
    validation.validate("house-certificate-check", printed)
    assert ("holds", 1, ["base/C0.0.1"]) == (printed["verdict"], printed["value"], printed["best"])
    assert printed["placements"] == [
        {"least": -1, "most": -1, "placement": "base/B0.0.-1"},
        {"least": 1, "most": 1, "placement": "base/C0.0.1"},
    ]
    assert {"engine", "model"} == {key["name"] for key in printed["keys"]}
    assert "tiles" in printed["shared"]


def test_a_forged_one_is_refused_with_place_and_reason(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document["handicaps"] = [3, 0]
    path.write_text(json.dumps(document))
    code, out, _ = run_command(capsys, "check", str(path))
    assert 1 == code
    assert "Player 1 starts with 3, player 2 with 0.\n" in out
    assert "violated: by best play of both the player to move wins by 1 point;" in out
    assert "the game ends with a margin of 4, not 1\n" in out
    printed = json.loads(run_command(capsys, "check", "--json", str(path))[1])
    validation.validate("house-certificate-check", printed)
    assert ("violated", "/least") == (printed["verdict"], printed["where"])
    assert "value" not in printed


def test_what_is_no_endgame_is_invalid_input(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document["position"]["hidden"] = 2
    path.write_text(json.dumps(document))
    code, out, err = run_command(capsys, "check", str(path))
    assert (3, "") == (code, out)
    assert "tiles_unknown" in err


def test_a_part_turn_that_cannot_be_read_is_named(
    document: Document, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document["least"]["base/C9.0.1"] = 1
    path.write_text(json.dumps(document))
    code, _, err = run_command(capsys, "check", str(path))
    assert 3 == code
    assert "base/C9.0.1" in err
