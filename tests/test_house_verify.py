"""`verify` and `house check` for the house game: by both keys, with honest exit codes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from meepleproof import verify
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.claims import documents, suite
from verifier.carcassonne.house.codec import record_from_json
from verifier.carcassonne.house.key import check_record
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.table.faults import Violation
from verifier.documents import validation

SCENARIO: dict[str, Any] = documents()["builders/EC-H-19.json"]
RECORD: dict[str, Any] = {
    "game": "house",
    "rules": {"players": 3},
    "draw": ["base/U", "base/E", "base/B", "base/U", "base/V", "ic/K"],
    "hidden": 20,
    "turns": ["base/U0.1.0.little.E", "base/E2.0.1.little.S", "base/B0.0.-1"],
}
BROKEN = RECORD | {"turns": [*RECORD["turns"][:1], "base/E2.0.1.builder.S", "base/B0.0.1"]}
POSITION = {
    "game": "house",
    "rules": {"players": 3},
    "placements": [{"tile": "base/D", "rotation": 0, "x": 0, "y": 0}],
    "scores": [0, 0, 0],
    "supplies": [{"little": 7, "big": 1, "builder": 1}] * 3,
    "to_move": 1,
    "hand": ["base/E", "base/U", "base/V"],
    "hidden": 20,
}
FAULTY = POSITION | {"scores": [0, 0, 0], "hand": ["base/C", "base/C", "base/V"]}


def written(tmp_path: Path, document: Any) -> str:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def test_the_scenarios_of_one_game_are_listed_by_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["verify", "--game", "house"])
    out = capsys.readouterr().out
    assert f"{len(suite())} scenarios: {len(suite())} holds" in out
    assert "HOUSE-TURN-8" in out
    assert "SOLO-" not in out
    assert "not shown" not in out
    assert "engine and model" in out


@pytest.mark.parametrize(
    ("document", "names", "code"),
    [
        (SCENARIO, ["engine", "model"], 0),
        (RECORD, ["engine", "model"], 0),
        (BROKEN, ["engine", "model"], 1),
        (POSITION, ["faults"], 0),
        (FAULTY, ["faults"], 1),
    ],
    ids=["scenario", "record", "broken record", "position", "faulty position"],
)
def test_a_document_of_the_house_game_is_verified(
    document: Any, names: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == run(group, ["verify", "--json", written(tmp_path, document)])
    (entry,) = json.loads(capsys.readouterr().out)
    assert ("violated" if code else "holds", names) == (entry["verdict"], entry["keys"])
    validation.validate("verification", {key: entry[key] for key in entry if key != "engine"})


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.TextIOWrapper(io.BytesIO(json.dumps(BROKEN).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert 1 == run(group, ["verify", "-"])
    assert "HOUSE-TURN-4 at part-turn 2" in capsys.readouterr().out


def test_one_key_can_be_asked_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["verify", "--json", "--key", "model", written(tmp_path, SCENARIO)])
    (entry,) = json.loads(capsys.readouterr().out)
    assert ["model"] == entry["keys"]


def test_a_game_is_named_by_the_file_or_by_the_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(group, ["verify", "--game", "house", written(tmp_path, SCENARIO)])
    assert "a FILE names its game" in capsys.readouterr().err


BAD: list[tuple[Any, str, str]] = [
    (SCENARIO | {"rules": ["SOLO-TURN-1"]}, "/rules/0", "unknown rule 'SOLO-TURN-1'"),
    (SCENARIO | {"claims": [{"claim": "every", "holds": ["gian", 1]}]}, "/claims/0/holds/0",
     "did you mean gain"),
    (SCENARIO | {"claims": [{"claim": "outcome", "turn": "base/U0.9.9", "is": {"pieces": {}},
                             "position": "h3~b0.0.D0U0uE1~t1~nEVW~u9"}]},
     "/claims/0", "builder_without_follower"),
    (SCENARIO | {"claims": [{"claim": "some", "holds": True, "then": ["base/U0.9.9"]}]},
     "part-turn 7", "cannot be played: the tile cannot be placed so"),
    (SCENARIO | {"claims": [{"claim": "some", "holds": True, "at": 99}]}, "/claims/0/at",
     "part-turn 99 of a record of 6"),
    (RECORD | {"rules": {"players": 7}}, "/rules/players", "6 is the most"),
    (RECORD | {"turns": ["base/U0.1.0.pig.E"]}, "/turns/0", "not a part-turn like"),
    (POSITION | {"hand": ["tower/A"]}, "/hand/0", "there is no tile set 'tower'"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "where", "message"), BAD)
def test_bad_input_is_one_paragraph_with_its_place(
    document: Any, where: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, document)
    code = run(group, ["verify", path])
    out, err = capsys.readouterr()
    assert (3, "", 1) == (code, out, len(err.strip().splitlines()))
    assert message in err
    assert where in err
    assert repr(path) in err


def test_the_library_verifies_both_games() -> None:
    (verdict,) = verify(SCENARIO)
    assert ("EC-H-19", "holds", ("engine", "model")) == (verdict.id, verdict.answer, verdict.keys)
    (verdict,) = verify(BROKEN)
    assert "violated" == verdict.answer


# --- house check


def test_a_legal_game_is_found_so_by_both_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run(group, ["house", "check", written(tmp_path, RECORD)])
    first, *keys = capsys.readouterr().out.splitlines()
    assert "holds: the game is legal" == first
    assert ["engine", "model"] == [line.split()[0] for line in keys]


def test_the_first_broken_rule_is_named_with_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 1 == run(group, ["house", "check", written(tmp_path, BROKEN)])
    out = capsys.readouterr().out
    assert "part-turn 2" in out
    assert "HOUSE-TURN-4: Step 3 (optional)" in out
    assert "part-turn 3" not in out


def test_what_is_checked_is_printed_as_json_by_its_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 1 == run(group, ["house", "check", "--json", written(tmp_path, BROKEN)])
    document = json.loads(capsys.readouterr().out)
    validation.validate("house-check", document)
    assert [("HOUSE-TURN-4", 2)] == [(each["rule"], each["turn"]) for each in document["broken"]]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (RECORD | {"game": "solo"}, '"game" is "solo", not the game'),
        (SCENARIO, 'not "urn:meepleproof:house-record:1"'),
        ({"game": "house", "start": FAULTY, "turns": []}, "too_many_tiles"),
        ({**BROKEN, "rules": {"players": 1}}, "2 is the least"),
    ],
    ids=["another game", "a scenario", "a start that cannot be", "one player"],
)
def test_a_record_that_cannot_be_checked_is_refused(
    document: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 3 == run(group, ["house", "check", written(tmp_path, document)])
    assert message in capsys.readouterr().err


class Lenient(HouseModel):
    """A key that finds nothing wrong."""

    def violations(self, _: Any) -> tuple[Violation, ...]:
        return ()


class Strange(HouseModel):
    """A key that finds another rule broken."""

    def violations(self, _: Any) -> tuple[Violation, ...]:
        return (Violation("HOUSE-TURN-1", 2, "", "not so"),)


@pytest.mark.parametrize("other", [Lenient(), Strange()], ids=["nothing", "another rule"])
def test_keys_that_differ_are_said_to_disagree(other: HouseModel) -> None:
    checked = check_record(record_from_json(BROKEN), (HouseEngine(), other))
    assert ("keys disagree", ()) == (checked.verdict.answer, checked.broken)
    assert "part-turn 2" in checked.verdict.why
