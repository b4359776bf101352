"""`meepleproof verify`: a table by rule, JSON, exit codes, and files of one's own."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.carcassonne.solo.claims import documents

DOCUMENT: dict[str, Any] = documents()["examples/EX-SCORE-1.json"]
NINE = "s3.4~D0.0.0~p1.2.3~h9.4.4~t1~nU.U.U"


def written(tmp_path: Path, document: Any) -> str:
    path = tmp_path / "mine.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return str(path)


def wrong() -> dict[str, Any]:
    claim = {"claim": "outcome", "id": "MINE", "is": {"scores": [9, 9, 9]}}
    return DOCUMENT | {"claims": [*DOCUMENT["claims"][:1], claim]}


def test_a_scenario_that_holds_is_told_by_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, ["verify", written(tmp_path, DOCUMENT)])
    out, err = capsys.readouterr()
    assert [["SOLO-SCORE-5", "1", "holds"]] == [
        line.split() for line in out.splitlines() if line.startswith("SOLO-SCORE-5 ")
    ]
    assert "1 scenario: 1 holds; 7 claims" in out
    assert "claims by keys: engine and model 7" in out
    assert "" == err


def test_the_json_names_keys_and_what_was_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, ["verify", "--json", written(tmp_path, DOCUMENT)])
    (entry,) = json.loads(capsys.readouterr().out)
    assert {"id", "rules", "verdict", "keys", "shared", "examined", "claims", "engine"} == set(
        entry
    )
    assert ["tiles", "rule set", "normal form", "notation", "faults"] == entry["shared"]
    assert ("EX-SCORE-1", "holds", ["engine", "model"]) == (
        entry["id"],
        entry["verdict"],
        entry["keys"],
    )
    assert entry["examined"] == sum(claim["examined"] for claim in entry["claims"])
    assert "CLAIM-S1b" in [claim.get("id") for claim in entry["claims"]]


def test_a_violated_claim_is_told_with_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 1 == run(group, ["verify", written(tmp_path, wrong())])
    out, _ = capsys.readouterr()
    assert "/claims/1 (MINE): violated" in out
    assert "scores is [4, 2, 3], not [9, 9, 9]" in out


def test_one_key_can_be_asked_alone_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, ["verify", "--json", "--key", "model", written(tmp_path, DOCUMENT)])
    (entry,) = json.loads(capsys.readouterr().out)
    assert ["model"] == entry["keys"]
    assert "shared" not in entry  # nothing is common to one key


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.TextIOWrapper(io.BytesIO(json.dumps(wrong()).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert 1 == run(group, ["verify", "-"])
    assert "EX-SCORE-1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "not JSON"),
        (DOCUMENT | {"claims": []}, "/claims"),
        (DOCUMENT | {"rules": ["SOLO-SCORE-99"]}, "SOLO-SCORE-99"),
        (DOCUMENT | {"claims": [{"claim": "every", "holds": ["gian", 1]}]}, "did you mean gain"),
        (
            DOCUMENT | {"claims": [{"claim": "some", "holds": True, "position": NINE}]},
            "SOLO-SETUP-3",
        ),
    ],
    ids=["truncated", "no claims", "unknown rule", "unknown word", "impossible supply"],
)
def test_bad_input_is_one_paragraph_and_exit_code_3(
    document: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, document)
    assert 3 == run(group, ["verify", path])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in err
    assert repr(path) in err
    assert 1 == len(err.strip().splitlines())


def test_a_missing_file_and_an_unknown_key_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert 3 == run(group, ["verify", "no-such-file.json"])
    assert "no-such-file.json" in capsys.readouterr().err
    assert 2 == run(group, ["verify", "--key", "oracle"])
