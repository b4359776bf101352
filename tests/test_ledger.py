"""The ledger of a table: handicaps, both forms, what is refused, and page and program alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.console_output import run_command
from tests.deno import by_script, needs_deno
from verifier.carcassonne.house.evening import Handicap
from verifier.carcassonne.house.ledger import (
    Ledger,
    Opening,
    PastEvening,
    PlayedGame,
    Result,
    Standing,
    ledger_to_json,
    read_ledger,
    told,
    totals,
)
from verifier.errors import Ambiguous, Malformed

FORM_1: dict[str, Any] = {
    "$schema": "urn:meepleproof:ledger:1",
    "game": "house",
    "players": [
        {"name": "Ada", "child": True, "handicap": {"per_tile": 1, "points": -30}},
        {"name": "Ben"},
    ],
    "games": [{"tiles": 60, "scores": {"Ada": 40, "Ben": 91}}],
}
EVENING = PastEvening(60, (Result("Ada", 40), Result("Ben", 91)), "2026-11-20")
ADA = Opening("Ada", Standing(child=True, handicap=Handicap(1, -30)))
FORM_2 = ledger_to_json(Ledger((ADA, EVENING)))


@given(
    st.lists(st.tuples(st.booleans(), st.integers(-30, 30)), min_size=2, max_size=6),
    st.lists(st.lists(st.integers(0, 200), min_size=6, max_size=6), max_size=4),
)
def test_after_an_evening_all_but_the_winners_start_with_more(
    starts: list[tuple[bool, int]], scores: list[list[int]]
) -> None:
    openings = tuple(
        Opening(f"P{number}", Standing(child, Handicap(0, points)))
        for number, (child, points) in enumerate(starts)
    )
    names = [one.name for one in openings]
    ledger = Ledger(openings)
    for row in scores:
        evening = PastEvening(60, tuple(map(Result, names, row)))
        before, reached = ledger.standings(), totals(evening, ledger.standings())
        ledger = Ledger((*ledger.lines, evening))
        for name in names:
            behind = max(reached.values()) - reached[name]
            shift = behind // 2 if before[name].child else behind // 4
            points = before[name].handicap.points + shift
            assert Handicap(0, points) == ledger.standings()[name].handicap


def test_form_1_is_read_and_form_2_is_written() -> None:
    ledger = read_ledger(FORM_1)
    assert Standing(child=True, handicap=Handicap(1, -20)) == ledger.standings()["Ada"]
    document = ledger_to_json(ledger)
    assert "urn:meepleproof:ledger:2" == document["$schema"]
    assert ledger == read_ledger(document)


def test_a_line_that_is_taken_out_changes_no_other_one() -> None:
    later = PastEvening(60, (Result("Ada", 60), Result("Ben", 70)), "2026-11-21")
    ledger = Ledger((ADA,)).entered(EVENING).entered(later)
    # Ada was 21 behind, so she had 10 more at the second evening and won it by 30.
    assert Handicap(1, -20) == ledger.standings()["Ada"].handicap
    assert Handicap(0, 7) == ledger.standings()["Ben"].handicap
    opened, first, second = ledger.lines
    assert isinstance(second, PastEvening)
    less = Ledger((opened, second))
    assert Handicap(1, -30) == less.standings()["Ada"].handicap
    assert Handicap(0, 7) == less.standings()["Ben"].handicap
    assert told(second, ledger.standings(2)) == told(second, less.standings(1))
    assert Ledger((opened, first)) == Ledger((ADA,)).entered(EVENING)


def test_an_evening_stands_on_its_day() -> None:
    late, early = (replace(EVENING, date=f"2026-11-{day}") for day in (27, 13))
    ledger = Ledger((ADA,)).entered(late).entered(EVENING).entered(early).entered(late)
    assert ["", "2026-11-13", "2026-11-20", "2026-11-27", "2026-11-27"] == [
        line.date for line in ledger.lines
    ]


def test_the_computer_counts_for_no_handicap() -> None:
    computer = Result("Ben", 200, computer=True)
    alone = PastEvening(60, (Result("Ada", 40), computer))
    assert {"Ada": ADA.standing} == Ledger((ADA, alone)).standings()
    assert "changes no handicap" in told(alone, {"Ada": ADA.standing})
    three = PastEvening(60, (Result("Ada", 40), computer, Result("Cleo", 75)))
    standings = Ledger((ADA, three)).standings()
    assert {"Ada": -28, "Cleo": 0} == {
        name: standing.handicap.points for name, standing in standings.items()
    }
    assert told(three, {"Ada": ADA.standing}).startswith(
        "Ben won by 125: Ben 200, Cleo 75, Ada 70 with a handicap of 30. "
        "With 60 tiles again Ada starts with 32: 2 more, half of the 5 points behind."
    )


def test_evenings_carried_over_shift_nothing() -> None:
    carried = replace(EVENING, carried=True)
    assert {"Ada": ADA.standing, "Ben": Standing()} == Ledger((ADA, carried)).standings()
    assert "On the board: Ada 40 and Ben 91. Counted" in told(carried, {})


# --- bad input ------------------------------------------------------------------------------


def changed(change: dict[str, Any] | None, *path: str | int) -> dict[str, Any]:
    """Return the ledger with members of one part changed, or the part taken out."""
    document: dict[str, Any] = json.loads(json.dumps(FORM_2))
    part: Any = document
    for step in path[:-1] if change is None else path:
        part = part[step]
    if change is None:
        del part[path[-1]]
    else:
        part |= change
    return document


EVENING_2 = "line 2, the evening of 2026-11-20: "
PAGE_1 = "This ledger is damaged in line 1, where somebody starts: "
PAGE_2 = "This ledger is damaged in line 2, the evening of 20 November 2026: "
BAD = [
    (
        changed(None, "lines", 1, "results", 1, "points"),
        f'{EVENING_2}entry 2 of "results" lacks "points"',
        f"{PAGE_2}the points of Ben are missing.",
    ),
    (
        changed({"name": "Ada"}, "lines", 1, "results", 1),
        f"{EVENING_2}two players are called 'Ada'",
        f"{PAGE_2}Ada is in it twice.",
    ),
    (
        changed(None, "lines", 1, "tiles"),
        f'{EVENING_2}entry 2 of "lines" lacks "tiles"',
        f"{PAGE_2}the number of its tiles is missing.",
    ),
    (
        changed({"points": "ten"}, "lines", 0),
        'line 1, the opening: "points" is "ten", not a whole number',
        f"{PAGE_1}the handicap of Ada is not in whole points, or too large.",
    ),
    (
        changed({"kind": "party"}, "lines", 1),
        'line 2 of 2026-11-20: "kind" is "party"; there are "opening", "evening"',
        "This ledger is damaged in line 2: it is neither an evening nor where somebody starts.",
    ),
    (
        FORM_1 | {"players": [{"name": "Ben"}, {"name": "Ben"}]},
        "two players are called 'Ben'",
        "This ledger is damaged: two players are called Ben.",
    ),
    (
        FORM_1 | {"games": [{"tiles": 60, "scores": {"Ada": 40, "Cy": 91}}]},
        "'Cy' is not among the players Ada, Ben",
        "This ledger is damaged in game 1: Cy is not among its players.",
    ),
]


@pytest.mark.parametrize(("document", "sentence"), [each[:2] for each in BAD])
def test_a_damaged_ledger_is_refused_with_its_place(
    document: dict[str, Any], sentence: str
) -> None:
    with pytest.raises((Malformed, Ambiguous)) as caught:
        read_ledger(document, "'l.json'")
    assert caught.value.message.startswith(sentence)
    assert caught.value.where.startswith("'l.json' /")


def test_a_ledger_of_a_newer_form_is_refused_as_one() -> None:
    with pytest.raises(Malformed, match="of form 3, and forms 1 and 2 are read here"):
        read_ledger(FORM_2 | {"$schema": "urn:meepleproof:ledger:3"})


@needs_deno
def test_the_page_names_the_same_places_in_words() -> None:
    asked = [{"document": document, "evening": {}} for document, _, _ in BAD]
    assert [each[2] for each in BAD] == [each["fault"] for each in by_script("ledger.js", asked)]


# --- page and program -----------------------------------------------------------------------

NAMES = ("Ada", "Ben", "Zoë", "constructor", "__proto__", "7")


def some_ledger(chance: Random) -> Ledger:
    return Ledger(tuple(some_line(chance) for _ in range(chance.randrange(9))))


def some_line(chance: Random) -> Opening | PastEvening:
    date = chance.choice(("", "2026-11-13", "2026-11-20", "2026-11-27"))
    if chance.random() < 0.3:
        handicap = Handicap(chance.randint(-1, 1), chance.randint(-40, 40))
        return Opening(chance.choice(NAMES), Standing(chance.random() < 0.5, handicap), date)
    return some_evening(chance, date)


def some_evening(chance: Random, date: str) -> PastEvening:
    results = tuple(
        Result(
            name,
            chance.randint(0, 99),
            chance.choice((None, None, 0, 12, -3)),
            chance.random() < 0.2,
        )
        for name in chance.sample(NAMES, chance.randint(1, 6))
    )
    return PastEvening(chance.randint(1, 131), results, date, chance.random() < 0.1)


def entered_by_program(ledger: Ledger, evening: PastEvening) -> dict[str, Any]:
    after = ledger.entered(evening)
    return {
        "standings": dict(in_words(ledger)),
        "told": [
            told(line, ledger.standings(number))
            for number, line in enumerate(ledger.lines)
            if isinstance(line, PastEvening)
        ],
        "after": ledger_to_json(after)["lines"],
        "has": ledger.has(evening),
        "again": after.has(evening),
        "next": dict(in_words(after)),
        "merged": len(after.lines),
    }


def in_words(ledger: Ledger) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, standing in ledger.standings().items():
        yield name, {"child": standing.child, **asdict(standing.handicap)}


@needs_deno
def test_page_and_program_make_the_same_of_ledgers() -> None:
    chance = Random(40)
    given = [
        (some_ledger(chance), some_evening(chance, chance.choice(("", "2026-11-20"))))
        for _ in range(400)
    ]
    asked = [
        {
            "document": ledger_to_json(ledger),
            "evening": ledger_to_json(Ledger((evening,)))["lines"][0],
        }
        for ledger, evening in given
    ]
    asked[0]["document"] = FORM_1
    given[0] = (read_ledger(FORM_1), given[0][1])
    for (ledger, evening), answer in zip(given, by_script("ledger.js", asked), strict=True):
        assert entered_by_program(ledger, evening) == answer


# --- the command ----------------------------------------------------------------------------


def test_a_result_leaves_the_file_and_prints_the_new_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(FORM_1), encoding="utf-8")
    words = ("house", "result", str(path), "--tiles", "60", "--date", "2026-11-27", "--score")
    code, out, err = run_command(capsys, *words, "Ada=60", "--score", "Ben=70", "--json")
    assert (0, "") == (code, err)
    lines = json.loads(out)["lines"]
    assert ["opening", "opening", "evening", "evening"] == [line["kind"] for line in lines]
    assert {"name": "Ada", "points": 60, "start": 40} == lines[-1]["results"][0]
    assert FORM_1 == json.loads(path.read_text(encoding="utf-8"))
    path.write_text(out, encoding="utf-8")
    code, _, err = run_command(capsys, *words, "Ben=70", "--score", "Ada=60")
    assert 3 == code
    assert "the evening of 2026-11-27 with these players and points is in the ledger" in err
    code, out, _ = run_command(capsys, *words, "Ben=70", "--score", "Ada=60", "--again")
    assert 0 == code
    assert "Ada won by 23: Ada 100 with a handicap of 40, Ben 77 with a handicap of 7." in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--score", "Ben=-1"], "'Ben=-1' is not a score; write NAME=POINTS, up to 6 digits"),
        (["--score", "Ada=41"], "'Ada' has two scores (at --score)"),
        (["--date", "27.11."], "'27.11.' is no day; write it like 2026-11-27 (at --date)"),
    ],
)
def test_a_result_that_cannot_be_read_is_refused(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(FORM_1), encoding="utf-8")
    asked = ("house", "result", str(path), "--tiles", "60", "--score", "Ada=40", *words)
    code, out, err = run_command(capsys, *asked)
    assert (2, "") == (code, out)
    assert sentence in err


def test_a_name_that_is_new_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("house", "result", "docs/examples/ledger.json", "--tiles", "60", "--score", "Ada=4")
    code, out, _ = run_command(capsys, *words, "--score", "Bne=2")
    assert 0 == code
    assert "Bne is new in the ledger; if it is 'Ben', enter it anew." in out


def test_a_game_on_a_device_keeps_what_it_is_known_by() -> None:
    game = PlayedGame("players=2&seed=7", "base/U0.1.0")
    ledger = Ledger((replace(EVENING, game=game),))
    assert ledger == read_ledger(ledger_to_json(ledger))
