"""Packs in other forms: tables that read back, pictures of the size they say, a whole booklet."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import re
import struct
from dataclasses import replace
from itertools import groupby

import pypdf
import pytest

from meepleproof.rendering.exports import printing
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.exports.printing import NotInstalled, png
from meepleproof.rendering.exports.tables import csv_table, ndjson
from meepleproof.rendering.solo.booklet import booklet_pdf, steps
from meepleproof.rendering.solo.exports import (
    COLUMNS,
    Entry,
    index_row,
    played,
    puzzle_svg,
    solution_svg,
)
from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.words import goal_in_words, turn_in_words
from meepleproof.rendering.view import view_of
from tests.kinds import shipped
from tests.test_pictures import parsed
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import parse_code
from verifier.errors import Illegal, Malformed

ROAD = Entry(
    parse_code(
        "s3.4~N3.0.-1.S1~O3.-1.0.N1~D0.0.0~T1.1.0.N2~J0.-1.1.N3~D2.0.1~D2.1.1~W2.1.2.W1"
        "~p1.2.3~h1.3.3~t2~nU.AK.D~u20.20.20~g.road-5-3c"
    ),
    parse_line("A2.-2.1.N~D2.-1.2.E.S~U0.0.2.-~K3.-2.2.W.E"),
    "medium",
    1350,
    ("join", "block"),
)
MONASTERY = Entry(
    parse_code(
        "s3.4~N1.1.-1~D0.0.0~D2.1.0.S1~U0.2.0.E3~F1.-2.1.N2~B0.-1.1.M1~F1.0.1~A2.1.1~V2.2.1.N3"
        "~J1.3.1.E3~R2.4.1~L2.0.2.N2~K0.1.2~A0.2.2~M1.3.2.N1~N3.1.3.S2~E1.2.3~C0.3.3~p4.11.12"
        "~h1.1.1~t3~nU.O.MK~u17.17.16~m2~g.monasteries-3"
    ),
    parse_line("M1.-2.0.-~U0.-1.2.E~O3.-2.2.-~K3.-1.0.-.n"),
    "hard",
    1720,
)
WIDE = Entry(
    parse_code(
        "s3.4~" + "~".join(f"{'DUUUUUUUU'[x]}0.{x}.0" for x in range(9)) + "~D0.9.0"
        "~p1.2.3~h4.4.4~t1~nB..~u20.20.20~g.monasteries.0.x.0"
    ),
    parse_line("B0.0.-1.M"),
    "easy",
    700,
    ("join",),
    unique=False,
)
ENTRIES = (ROAD, MONASTERY, WIDE)
ORDERED = (WIDE, ROAD, MONASTERY)
COVER = Cover("Roads & *stars*", "roads", "1.2.0", "CC0-1.0", "the meepleproof authors")
SECTIONS = ["How to play", "Puzzles", "Hints", "Solutions"]
IDEAS = {"join": "Two roads become one.", "block": "A claim is prevented."}


@pytest.fixture(scope="module")
def booklet() -> bytes:
    return booklet_pdf(COVER, ENTRIES, IDEAS)


def test_index_reads_back() -> None:
    text = csv_table(COLUMNS, map(index_row, ENTRIES))
    head, *rows = csv.reader(io.StringIO(text, newline=""))
    assert COLUMNS == tuple(head)
    read = [dict(zip(head, row, strict=True)) for row in rows]
    assert [entry.puzzle for entry in ENTRIES] == [parse_code(row["code"]) for row in read]
    for entry, row in zip(ENTRIES, read, strict=True):
        assert (entry.puzzle.id, entry.level, str(entry.rating)) == (
            row["id"],
            row["level"],
            row["rating"],
        )
        assert entry.themes == tuple(row["themes"].split())
        assert f"{entry.puzzle.id}.svg" == row["file"]
    assert len(ENTRIES) + 1 == text.count("\r\n") == text.count("\n")


@pytest.mark.parametrize("level", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", 'a "b", c\r\nd'])
def test_index_holds_no_formula_and_any_text(level: str) -> None:
    _, row = csv.reader(
        io.StringIO(csv_table(COLUMNS, [index_row(replace(ROAD, level=level))]), newline="")
    )
    cell = row[COLUMNS.index("level")]
    assert level == cell.removeprefix("'")
    assert not cell.startswith(("=", "+", "-", "@", "\t"))


@pytest.mark.parametrize("theme", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_tables_of_other_games_hold_no_formula_either(theme: str) -> None:
    for name in ("house-part-turn", "neom-link", "find-the-error"):
        one = shipped(name)[0]
        view = view_of(one.kind)
        themed = replace(one, document=one.document | {"themes": [theme]})
        table = csv_table(view.columns, [view.row(themed)])
        head, row = csv.reader(io.StringIO(table, newline=""))
        assert f"'{theme}" == row[head.index("themes")]


def test_each_line_of_ndjson_is_a_document() -> None:
    documents = [{"id": "b", "text": "é\n\u2028"}, {"id": "a", "list": [1, 2]}]
    assert documents == [json.loads(line) for line in ndjson(documents).split("\n")[:-1]]


def test_a_line_that_cannot_be_played_is_reported() -> None:
    wrong = replace(ROAD, line=parse_line("A2.-2.1.N~D2.-1.2.E.S~U0.0.2.E"))
    with pytest.raises(Illegal, match=r"U0\.0\.2\.E .*puzzle pz70k4rwcw2p, turn 3"):
        played(wrong)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.level)
def test_solution_picture_numbers_the_turns(entry: Entry) -> None:
    numbers = [str(number) for number, _ in enumerate(entry.line, start=1)]
    for picture, expected in ((solution_svg(entry), numbers), (puzzle_svg(entry.puzzle), [])):
        parts = parsed(picture).iter("text")
        badges = [part.text for part in parts if "mp-badge-text" in part.get("class", "")]
        assert expected == badges


def test_every_tile_has_its_letter_where_they_are_asked_for() -> None:
    position = ROAD.puzzle.position
    parts = parsed(board_svg(position, scoreboard=False, letters=True)).iter("text")
    shown = [part.text for part in parts if "mp-start-text" in part.get("class", "")]
    expected = [letter_of(placement.tile) for placement in position.placements]
    assert sorted(["START", *expected]) == sorted(map(str, shown))


@pytest.mark.parametrize("scale", [1, 3])
def test_png_has_the_size_of_its_drawing(scale: int) -> None:
    svg = puzzle_svg(ROAD.puzzle)
    expected = [int(number) * scale for number in re.findall(r'(?:width|height)="(\d+)"', svg)[:2]]
    made = png(svg, scale)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert expected == [*struct.unpack(">II", made[16:24])]
    assert png(svg, scale) == made


def test_booklet_is_the_same_bytes_every_time(booklet: bytes) -> None:
    assert booklet_pdf(COVER, ENTRIES, IDEAS) == booklet
    assert b"CreationDate" not in booklet


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("us-letter", (612, 792))])
def test_booklet_has_its_pages_on_any_paper(paper: Paper, size: tuple[int, int]) -> None:
    pages = pypdf.PdfReader(io.BytesIO(booklet_pdf(COVER, ENTRIES, IDEAS, paper))).pages
    _, *feet = [page.extract_text().rsplit("\n", 1)[-1] for page in pages]
    sections = [next(name for name in SECTIONS if foot.endswith(name)) for foot in feet]
    assert SECTIONS == [name for name, _ in groupby(sections)]
    assert 2 == sections.count("Puzzles")  # two puzzles on one, the large board alone
    assert {size} == {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages}


def test_booklet_is_ordered_by_rating_and_opens_puzzles_at_an_address_only(booklet: bytes) -> None:
    address = "http://192.168.1.20:8128"
    linked = booklet_pdf(replace(COVER, address=address), ENTRIES, IDEAS)
    ordered = [entry.puzzle.id for entry in ORDERED]
    found = []
    for made in (booklet, linked):
        pages = pypdf.PdfReader(io.BytesIO(made)).pages
        notes = [note.get_object() for page in pages for note in page.get("/Annots", ())]
        found.append([note["/A"]["/URI"] for note in notes if "/URI" in note.get("/A", {})])
    assert [[], [f"{address}/puzzle/{identity}" for identity in ordered]] == found
    words = " ".join(texts(booklet))
    assert sorted(ordered, key=words.index) == ordered


def test_booklet_keeps_hints_and_solutions_from_the_puzzles(booklet: bytes) -> None:
    cover, _, *sections = texts(booklet)
    puzzles, hints, solutions = " ".join(sections[:2]), sections[2], " ".join(sections[3:])
    assert COVER.title in cover
    for number, entry in enumerate(ORDERED, start=1):
        goal = goal_in_words(entry.puzzle.goal, entry.puzzle.tiles)
        assert f"{number} {goal}. {entry.level} rating {entry.rating}" in puzzles
        assert entry.puzzle.code.replace(" ", "") in puzzles.replace(" ", "")
        before = [entry.puzzle.position, *(outcome.after for outcome in played(entry))]
        for position, outcome in zip(before, played(entry), strict=False):
            sentence = turn_in_words(position, outcome.turn, outcome)
            assert sentence in solutions
            assert sentence not in puzzles + hints
    for step in steps(ORDERED, IDEAS):
        for number, hint in step.hints:
            assert f"{number} {hint}" in hints
            assert hint not in puzzles
    assert 1 == puzzles.count("There is more than one solution.")
    assert 1 == solutions.count("One of the solutions")


def test_a_booklet_without_puzzles_is_refused() -> None:
    with pytest.raises(Malformed, match=r"has none .*pack roads"):
        booklet_pdf(COVER, (), {})


def test_hints_tell_a_little_more_each() -> None:
    found = {step.title: dict(step.hints) for step in steps(ENTRIES, IDEAS)}
    assert {
        "The idea": {1: "Two roads become one. A claim is prevented.", 3: "Two roads become one."},
        "The first tile": {
            1: "A goes on (-2, 1).",
            2: "M goes on (-2, 0).",
            3: "B goes on (0, -1).",
        },
        "The first meeple": {
            1: "It stands on the road at the north edge.",
            2: "The first tile takes no meeple.",
            3: "It stands on the monastery.",
        },
        "The last tile": {1: "K goes on (-2, 2).", 2: "K goes on (-1, 0)."},
    } == found


def test_a_theme_without_a_sentence_is_reported() -> None:
    with pytest.raises(Malformed, match=r"theme 'block'; there are join .*puzzle pz70k4rwcw2p"):
        steps(ENTRIES, {"join": "Two roads become one."})


def test_without_the_extra_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find_spec(name: str) -> object:
        return None if name == "typst" else importlib.util.find_spec(name)

    monkeypatch.setattr(printing, "find_spec", find_spec)
    message = r"need typst, .* pip install 'meepleproof\[print\]'"
    with pytest.raises(NotInstalled, match=message):
        png("<svg/>")
    with pytest.raises(NotInstalled, match=message):
        booklet_pdf(COVER, ENTRIES, IDEAS)


def texts(document: bytes) -> list[str]:
    """Return the text of each page with single spaces, as a line may break anywhere."""
    pages = pypdf.PdfReader(io.BytesIO(document)).pages
    return [" ".join(page.extract_text().split()) for page in pages]
