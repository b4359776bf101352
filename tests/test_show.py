"""`meepleproof show`: files and codes come out as drawings, text or JSON, or as one clear error."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.terminal import board_text
from verifier.carcassonne.solo.codec import goal_to_json, position_to_json, rules_to_json
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.documents.canonical_json import canonical_bytes, digest
from verifier.documents.validation import validate

POSITION = parse_position("s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~nV.J.U")
PUZZLES = [Puzzle(checklist()[goal], POSITION) for goal in ("road-10", "road-5-3c")]
WISH = "In three turns: score a road worth exactly 5 points with 3 colours"


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 0 == run(group, ["show", *arguments])
    return capsys.readouterr().out


def puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    keys: list[dict[str, Any]] = [
        {"name": name, "version": "0", "parameters": {}, "work": {}} for name in ("engine", "model")
    ]
    verdict = {"claim": "unique", "answer": "holds", "solutions": 1, "shorter": 0, "keys": keys}
    return {
        "id": puzzle.id,
        "code": puzzle.code,
        "goal": goal_to_json(puzzle.goal),
        "tiles": puzzle.tiles,
        "position": position_to_json(puzzle.position),
        "verdict": verdict,
    }


def pack_document() -> dict[str, Any]:
    document = {
        "$schema": "urn:meepleproof:pack:1",
        "id": "two-roads",
        "title": "Two roads",
        "version": "1.0.0",
        "licence": "CC0-1.0",
        "attribution": "nobody",
        "tileset": "base",
        "rules": rules_to_json(POSITION.rules),
        "provenance": {
            "generator": "meepleproof",
            "version": "1.0.0",
            "seed": 1,
            "parameters": {},
            "keys": [{"name": name, "version": "0"} for name in ("engine", "model")],
        },
        "puzzles": [puzzle_document(puzzle) for puzzle in PUZZLES],
    }
    return document | {"integrity": digest(document)}


def written(path: Path, document: object) -> str:
    path.write_bytes(canonical_bytes(document))
    return str(path)


def test_a_position_as_text_or_file_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    expected = board_text(POSITION, colour=False)
    assert expected == shown(capsys, position_text(POSITION))
    assert expected == shown(capsys, written(tmp_path / "p.json", position_to_json(POSITION)))


def test_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = io.BytesIO(canonical_bytes(position_to_json(POSITION)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
    assert board_text(POSITION, colour=False) == shown(capsys, "-")


def test_a_puzzle_is_drawn_with_its_goal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = PUZZLES[1]
    expected = f"Puzzle {puzzle.id}\n{WISH}\n\n{board_text(POSITION, colour=False)}"
    assert expected == shown(capsys, puzzle.code)
    assert expected == shown(capsys, written(tmp_path / "p.json", puzzle_document(puzzle)))


def test_a_puzzle_of_a_pack_is_chosen_by_number_or_id(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = written(tmp_path / "pack.json", pack_document())
    assert PUZZLES[0].id in shown(capsys, pack)
    assert PUZZLES[1].id in shown(capsys, pack, "--puzzle", "2")
    assert PUZZLES[1].id in shown(capsys, pack, "--puzzle", PUZZLES[1].id)
    assert 2 == run(group, ["show", pack, "--puzzle", "3"])
    assert "'3'" in capsys.readouterr().err


def test_a_pack_says_that_it_has_more(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert 0 == run(group, ["show", written(tmp_path / "pack.json", pack_document())])
    assert "Puzzle 1 of 2" in capsys.readouterr().err


def test_svg_goes_to_stdout_or_to_a_file_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle, target = PUZZLES[1], tmp_path / "out.svg"
    expected = board_svg(POSITION, title=f"Puzzle {puzzle.id}", goal_text=WISH)
    assert expected == shown(capsys, puzzle.code, "--svg")
    assert "" == shown(capsys, puzzle.code, "--svg", "-o", str(target))
    assert expected == target.read_text(encoding="utf-8")
    target.write_text("mine", encoding="utf-8")
    assert 3 == run(group, ["show", puzzle.code, "--svg", "-o", str(target)])
    assert "--force" in capsys.readouterr().err
    assert "mine" == target.read_text(encoding="utf-8")
    shown(capsys, puzzle.code, "--svg", "-o", str(target), "--force")
    assert expected == target.read_text(encoding="utf-8")


def test_json_has_the_position_the_tiles_to_come_and_the_goal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads(shown(capsys, PUZZLES[1].code, "--json"))
    validate("position", data["position"])
    assert position_text(POSITION) == data["text"]
    assert ["J2", "U3", "V1"] == [f"{draw['tile']}{draw['colour']}" for draw in data["next"]]
    assert ("road-5-3c", 3, WISH) == (data["goal"], data["tiles"], data["goal_text"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("s3.4~D0.0.0~p1.2.3", "lacks the word 'h'"),
        ("s3.4~D0.0.0~D0.0.0~p1.2.3~h4.4.4~t1~n..", "BASE-PLACE-2"),
        ("s3.4~D0.0.0~p1.2.3~h4.4~t1~n..", "/supplies"),
        ("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nL..~g.road-11", "road-11"),
        ("nowhere.json", "nowhere.json"),
    ],
)
def test_what_cannot_be_shown_is_one_paragraph(
    capsys: pytest.CaptureFixture[str], given: str, message: str
) -> None:
    assert 3 == run(group, ["show", given])
    out, err = capsys.readouterr()
    assert not out
    assert message in err
    assert 1 == err.count("\n")


@pytest.mark.parametrize("options", [["--svg", "--json"], ["-o", "x.svg"], ["--puzzle", "1"]])
def test_options_that_do_not_go_together_are_refused(options: list[str]) -> None:
    assert 2 == run(group, ["show", PUZZLES[0].code, *options])
