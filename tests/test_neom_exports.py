"""Packs of NEOM on paper and as tables: pictures of puzzles and solutions, booklet, ndjson, csv."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest

from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.neom.drawings import solved_city
from meepleproof.rendering.neom.puzzles import neom_steps, setting_in_words
from meepleproof.rendering.view import view_of
from tests.console_output import run_command
from tests.kinds import shipped
from verifier.errors import Malformed
from verifier.neom.state import square_name

FOLDER = Path(__file__).parents[1] / "puzzles" / "neom"
NAMES = sorted(path.stem.removesuffix(".solutions") for path in FOLDER.glob("*.solutions.json"))


VIEW = view_of("link")


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_and_its_solution_is_drawn(name: str) -> None:
    packed = shipped(name)
    for one in packed:
        solved = VIEW.solution_svg(one)
        _, placed = solved_city(one.puzzle, one.solution or {})
        assert solved.count('class="mp-neom-mark"') == len(placed)
        assert 'class="mp-neom-mark"' not in VIEW.svg(one)


def test_a_solution_lies_where_it_says() -> None:
    for one in shipped("neom-link"):
        city, placed = solved_city(one.puzzle, one.solution or {})
        stated = {each["square"]: each["tile"] for each in (one.solution or {})["placed"]}
        assert {square_name(square): city.at(square) for square in placed} == stated


def test_what_the_picture_does_not_show_of_a_city_is_in_words() -> None:
    """Effects, goods and tags of the tiles that lie there decide, too."""
    for one in shipped("neom-last-turns"):
        said = "\n".join(setting_in_words(one.puzzle))
        for square, tile in one.puzzle.question.city.tiles:
            lying = one.puzzle.catalogue.tile(tile)
            if lying.effects or lying.produces or lying.tags:
                assert f"On {square_name(square)}: " in said


def test_export_writes_every_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pack, count = str(FOLDER / "neom-link.json"), len(shipped("neom-link"))
    ids = [one.puzzle.id for one in shipped("neom-link")]
    for form in ("csv", "ndjson", "svg"):
        asked = ("pack", "export", pack, "--format", form, "-o", str(tmp_path / form))
        assert run_command(capsys, *asked)[0] == 0
    with (tmp_path / "csv").open(encoding="utf-8", newline="") as table:
        assert ids == [row["id"] for row in csv.DictReader(table)]
    lines = (tmp_path / "ndjson").read_text(encoding="utf-8").splitlines()
    assert ids == [json.loads(line)["id"] for line in lines]
    assert len(list((tmp_path / "svg").iterdir())) == count
    code, out, err = run_command(capsys, "pack", "export", pack, "--format", "codes")
    assert (code, out, "no codes" in err) == (2, "", True)


@pytest.mark.parametrize("name", NAMES)
def test_hints_begin_without_the_answer_and_end_near_it(name: str) -> None:
    packed = shipped(name)
    steps = neom_steps([(one.puzzle, one.solution or {}, one.document["themes"]) for one in packed])
    assert ["The idea", "One step more", "Nearly there"] == [step.title for step in steps]
    told: dict[int, list[str]] = {number: [] for number in range(1, len(packed) + 1)}
    for step in steps:
        for number, hint in step.hints:
            told[number].append(hint)
    for hints, one in zip(told.values(), packed, strict=True):
        assert len(hints) == len(set(hints)) >= 2
        placed = [each["tile"] for each in (one.solution or {}).get("placed", ())]
        names = [one.puzzle.catalogue.tile(tile).name for tile in placed]
        assert not [name for name in names if name in hints[0]]
        assert not names or any(name in hints[-1] for name in names)


def test_a_best_sale_is_the_last_thing_that_hints_tell() -> None:
    packed = shipped("neom-last-turns")
    solved = [(one.puzzle, one.solution or {}, ()) for one in packed]
    sold = [number for number, each in enumerate(solved, 1) if _sells(each[1])]
    said = {step.title: dict(step.hints) for step in neom_steps(solved)}
    assert sold
    assert all("sold" in said["Nearly there"][number] for number in sold)
    assert not any("sold" in said["The idea"][number] for number in sold)


def _sells(solution: Mapping[str, Any]) -> bool:
    return bool(solution["first"]["action"] == "sell")


def test_a_booklet_is_the_same_each_time() -> None:
    pack = json.loads((FOLDER / "neom-disaster.json").read_text(encoding="utf-8"))
    cover = Cover(pack["title"], pack["id"], pack["version"], pack["licence"], pack["attribution"])
    one = shipped("neom-disaster")[:1]
    first, again = (VIEW.booklet(cover, one, "a4") for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF")
    with pytest.raises(Malformed, match="the pack has none"):
        VIEW.booklet(cover, (), "a4")


def test_a_square_code_opens_a_puzzle_of_a_booklet_at_an_address() -> None:
    pack = json.loads((FOLDER / "neom-disaster.json").read_text(encoding="utf-8"))
    cover = Cover(pack["title"], pack["id"], pack["version"], pack["licence"], pack["attribution"])
    one = shipped("neom-disaster")[:1]
    linked = VIEW.booklet(replace(cover, address="http://192.168.1.20:8128"), one, "a4")
    notes = [
        note.get_object()
        for page in pypdf.PdfReader(io.BytesIO(linked)).pages
        for note in page.get("/Annots", ())
    ]
    opened = [note["/A"]["/URI"] for note in notes if "/URI" in note.get("/A", {})]
    assert [f"http://192.168.1.20:8128/puzzle/{one[0].puzzle.id}"] == opened
