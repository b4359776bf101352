"""Puzzles of the house game: their goals, ids and proofs, and what is refused as none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from generator.chance import Chance
from generator.house.checking import discrepancies
from generator.house.farm_readings import MISTAKES, farms_read, points_read
from generator.house.farms import share_of_readers
from generator.house.kinds import KINDS, prove
from generator.house.pack import (
    PackedHousePuzzle,
    goal_from_json,
    goal_to_json,
    proved_document,
    read_pack,
)
from generator.house.pipeline import try_candidate
from generator.pack_form import sealed
from generator.solo.grading import rank_correlation
from meepleproof.cli.house.exporting import house_pdf
from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.house.pictures import (
    house_solution_board,
    house_solution_svg,
    house_svg,
    solution_lines,
)
from tests.console_output import run_command
from tests.house_games import positions_of
from tests.house_oracle import ORACLE
from verifier.carcassonne.house.codec import record_to_json
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.puzzle import (
    STUDIES,
    Goal,
    HousePuzzle,
    canonical_text,
    parse_code,
    parse_goal,
)
from verifier.documents.validation import validate
from verifier.errors import Illegal, KeysDisagree, Malformed

FOLDER = Path(__file__).parents[1] / "puzzles" / "house"
PLAN: dict[str, Any] = json.loads((FOLDER / "plan.json").read_text(encoding="utf-8"))
SMALL_PACK = 12
"""Of a smaller pack not every level must be there."""
PLANNED = {pack["id"]: pack for pack in PLAN["packs"]}

SCORED = "h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed"
"""The finished table of test_house_score: two farms at one closed city, 3 points each."""
OPEN = "h2~b0.-1.W0lS2.D0lEl1A1bM3~p3.4.5.6~t1~nEEV~u9"


@cache
def documents(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a pack that ships, and its solutions."""
    pack, solutions = (
        json.loads((FOLDER / f"{name}{part}.json").read_text(encoding="utf-8"))
        for part in ("", ".solutions")
    )
    return pack, solutions


@cache
def shipped(name: str) -> tuple[PackedHousePuzzle, ...]:
    pack, solutions = documents(name)
    return read_pack(pack, name, solutions)


# --- goals, codes, ids --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["farms", "points.9", "double.8", "own.city.0", "own.farm.12"])
def test_a_goal_is_read_as_it_is_written(text: str) -> None:
    goal = parse_goal(text)
    assert text == str(goal)
    assert goal == goal_from_json(goal_to_json(goal))


@pytest.mark.parametrize("text", ["", "farm", "points", "points.0", "own.road.3", "double.x"])
def test_another_text_is_no_goal(text: str) -> None:
    with pytest.raises(Malformed, match="there is no goal"):
        parse_goal(text)


def test_a_code_holds_the_whole_puzzle() -> None:
    puzzle = HousePuzzle(Goal("points", 9), parse_position(OPEN))
    assert puzzle == parse_code(puzzle.code)
    with pytest.raises(Malformed, match="states 0 goals"):
        parse_code(OPEN)


def test_a_turned_and_moved_table_is_the_same_puzzle() -> None:
    goal = Goal("points", 9)
    table = HousePuzzle(goal, parse_position("h3~b4.-2.E1lSl1D0~t1~nVVV~u9"))
    turned = HousePuzzle(goal, parse_position("h3~b0.0.D2E3lNl1~t1~nVVV~u9"))
    assert table.position != turned.position
    assert table.id == turned.id
    assert canonical_text(table.position) == canonical_text(turned.position)
    other = parse_position("h3~b4.-2.E1lSl2D0~t1~nVVV~u9")
    assert table.id not in {
        HousePuzzle(goal, other).id,
        HousePuzzle(Goal("points", 8), table.position).id,
    }


# --- readings of farms --------------------------------------------------------------------------


def test_farms_read_without_mistakes_are_those_of_the_naive_rules() -> None:
    for position in positions_of(5, 40):
        points = [0] * position.rules.colours
        farms = [each for each in ORACLE.final_scorings(position) if each.kind == "field"]
        for farm in farms:
            for owner in farm.owners:
                points[owner] += farm.value
        assert tuple(points) == points_read(position)
        assert len(farms) == len(farms_read(position))


@pytest.mark.parametrize(
    ("mistake", "table", "right", "wrong"),
    [
        ("corner", "h2~b-2.-4.-kE0.iM1lNr4iO2", (0, 0, 0, 3), (0, 0, 0, 6)),
        ("inner", "h2~b2.2.iH0lNW2.K2", (0, 3, 0, 0), (0, 0, 0, 0)),
        ("bridge", "h3~b0.1.K2bNl1.tC0.H0", (0, 0, 0), (3, 0, 0)),
        ("twice", "h2~b0.0.D0W0bNl2.tA2V2", (0, 3, 0, 0), (0, 6, 0, 0)),
        ("open", "h3~b1.2.tS0bSr1", (0, 0, 0), (3, 0, 0)),
        ("big", "h2~b1.-2.H0lEl2U1.J2bNr4D1", (0, 0, 0, 3), (0, 3, 0, 3)),
    ],
)
def test_a_mistake_changes_what_it_is_about(
    mistake: str, table: str, right: tuple[int, ...], wrong: tuple[int, ...]
) -> None:
    position = parse_position(f"{table}~t1~n~eplayed")
    assert right == points_read(position)
    assert wrong == points_read(position, [each for each in MISTAKES if each == mistake])


# --- what ships ---------------------------------------------------------------------------------


def test_the_packs_that_ship_are_those_of_the_plan() -> None:
    validate("house-plan", PLAN)
    beside = {path.name for path in FOLDER.glob("*.json")} - {"plan.json"}
    assert {f"{name}{part}.json" for name in PLANNED for part in ("", ".solutions")} == beside


@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_is_what_was_planned(name: str) -> None:
    planned, (pack, solutions) = PLANNED[name], documents(name)
    stated = (pack["title"], pack["version"], pack["provenance"]["seed"])
    assert (planned["title"], planned["version"], planned["seed"]) == stated
    assert planned["count"] == len(pack["puzzles"]) == len(solutions["solutions"])
    levels = {one["difficulty"]["level"] for one in pack["puzzles"]}
    assert levels == {"easy", "medium", "hard"} or len(pack["puzzles"]) < SMALL_PACK
    tables = [canonical_text(one.puzzle.position) for one in shipped(name)]
    assert len(tables) == len(set(tables))


@pytest.mark.parametrize("name", PLANNED)
def test_one_of_each_pack_is_proved_again(name: str) -> None:
    puzzles = shipped(name)
    if puzzles[0].puzzle.goal.kind in STUDIES:
        puzzles = (min(puzzles, key=part_turns_confirmed),)  # others take long
    assert [] == list(discrepancies(Chance(2, name).choice(puzzles)))


def part_turns_confirmed(one: PackedHousePuzzle) -> int:
    return int(one.document["verdict"]["keys"][0]["work"]["part_turns"])


def test_every_mistake_leads_astray_in_the_pack_of_farms() -> None:
    themes = {theme for one in shipped("house-whose-farm") for theme in one.document["themes"]}
    assert {f"{mistake}-mistake" for mistake in MISTAKES} == themes


def test_the_more_farms_mislead_the_fewer_readers_are_right() -> None:
    ratings, shares = [], []
    for one in shipped("house-whose-farm"):
        right = tuple((one.solution or {})["points"])
        ratings.append(one.document["difficulty"]["rating"])
        shares.append(share_of_readers(one.puzzle.position, right))
    assert rank_correlation(ratings, shares) < Fraction(-6, 10)


# --- what is refused ----------------------------------------------------------------------------


def changed(one: PackedHousePuzzle, **solution: Any) -> PackedHousePuzzle:
    return PackedHousePuzzle(
        one.puzzle, one.document, {**(one.solution or {}), **solution}, one.game
    )


def test_a_forged_solution_is_found_out() -> None:
    one = shipped("house-whose-farm")[0]
    points = list((one.solution or {})["points"])
    points[0] += 3
    assert "of its solution, points" in next(discrepancies(changed(one, points=points)))
    document = {**one.document, "choices": one.document["choices"][1:]}
    forged = PackedHousePuzzle(one.puzzle, document, one.solution, one.game)
    assert "its choices" in next(discrepancies(forged))


def test_a_game_that_leads_elsewhere_is_found_out() -> None:
    one, other = shipped("house-whose-farm")[:2]
    forged = PackedHousePuzzle(one.puzzle, one.document, one.solution, other.game)
    with pytest.raises(KeysDisagree, match="another position"):
        list(discrepancies(forged))


def test_a_pack_that_was_changed_is_refused() -> None:
    pack, solutions = documents("house-whose-farm")
    with pytest.raises(Malformed, match="changed after it was made"):
        read_pack({**pack, "title": "Mine"}, "pack", solutions)
    with pytest.raises(Malformed, match="these are the solutions of"):
        read_pack(sealed({**pack, "id": "mine"}), "pack", solutions)
    first = pack["puzzles"][0]
    twice = sealed({**pack, "puzzles": [first, {**first, "themes": []}]})
    with pytest.raises(Malformed, match="2 times"):
        read_pack(twice, "pack", solutions)
    other = sealed({**pack, "puzzles": [{**first, "id": "000000000000"}]})
    with pytest.raises(Malformed, match="states the id '000000000000'"):
        read_pack(other, "pack")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (f"{OPEN}~g.farms", "the game has not ended"),
        ("h2~b0.0.D0~t1~nE~etie~g.farms", "the game is a tie"),
        (f"{SCORED}~g.points.9", "the game has ended"),
        ("h2~b0.0.D0~t1~nEV~u9~g.points.9", "the hand has 2 of 3 tiles"),
        ("h2~b0.0.D0lEl1~t1~nEVW~u9~g.double.8", "must be known"),
        ("h2~b0.0.D0lEl1~t1s~nEVW~gV~u9~g.double.8", "second part of a turn already"),
    ],
)
def test_positions_that_are_none_for_their_goal_are_refused(code: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason) as caught:
        prove(parse_code(code))
    assert caught.value.where
    assert caught.value.rule


# --- made anew ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        "whose-farm",
        *(pytest.param(name, marks=pytest.mark.slow) for name in KINDS if name != "whose-farm"),
    ],
)
def test_a_candidate_is_the_same_whenever_it_is_made(kind: str) -> None:
    first, again = (try_candidate(KINDS[kind], 3, 1) for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    "name",
    [
        "house-whose-farm",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in PLANNED
            if name != "house-whose-farm"
        ),
    ],
)
def test_a_puzzle_that_ships_is_what_its_candidate_makes(name: str) -> None:
    pack, solutions = documents(name)
    stated = min(pack["puzzles"], key=lambda one: sum(one["verdict"]["keys"][0]["work"].values()))
    source = stated["source"]
    made = try_candidate(KINDS[PLANNED[name]["kind"]], source["seed"], source["candidate"])
    assert not isinstance(made, str)
    assert stated == {**proved_document(made.proved), "source": source}
    solution = {**made.proved.solution, "game": record_to_json(made.game)}
    assert solutions["solutions"][stated["id"]] == solution


def test_generate_prints_a_pack_and_refuses_other_games_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("generate", "--game", "house", "--kind", "whose-farm", "--seed", "7")
    code, out, _ = run_command(capsys, *asked)
    validate("house-pack", json.loads(out))
    assert code == 0
    assert run_command(capsys, *asked, "--goal", "road-10")[0] == 2
    assert run_command(capsys, "generate", "--game", "house")[0] == 2
    code, _, err = run_command(capsys, "generate", "--kind", "whose-farm")
    assert (code, "no kind 'whose-farm'" in err) == (3, True)
    code, _, err = run_command(capsys, "generate", "--game", "house", "--kind", "mine")
    assert (code, "there are whose-farm" in err) == (3, True)


def test_solve_says_who_owns_which_farm(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "solve", f"{SCORED}~g.farms")
    assert code == 0
    assert "Unique: engine and model agree" in out
    assert "So the answer is: blue 3, red 0, yellow 0, black 3." in out
    assert run_command(capsys, "solve", f"{OPEN}~g.farms")[0] == 3


def test_show_draws_a_puzzle_with_its_choices(capsys: pytest.CaptureFixture[str]) -> None:
    pack = str(FOLDER / "house-whose-farm.json")
    code, out, _ = run_command(capsys, "show", pack, "--puzzle", "2")
    assert code == 0
    assert "what does each colour get for its farms?\n  a) blue" in out
    drawn = run_command(capsys, "show", pack, "--puzzle", "2", "--svg")[1]
    assert "a) blue" in drawn
    shown = json.loads(run_command(capsys, "show", pack, "--puzzle", "2", "--json")[1])
    assert shown["choices"] == documents("house-whose-farm")[0]["puzzles"][1]["choices"]


@pytest.mark.parametrize("name", PLANNED)
def test_every_solution_is_drawn_with_its_farms(name: str) -> None:
    for one in shipped(name)[:3]:
        solution = one.solution or {}
        drawn = house_solution_svg(one.puzzle, solution)
        assert "mp-farm" in drawn
        # Every tile laid has a frame, and every farm its number beside the lines.
        assert len(solution.get("line", ())) == drawn.count('class="mp-laid"')
        board = house_solution_board(one.puzzle, solution)
        assert drawn.count('class="mp-mark"') == board.count('class="mp-mark"') > 0
        lines = solution_lines(one.puzzle, solution)
        for number, farm in enumerate(solution.get("farms", ()), start=1):
            assert lines[number - 1].startswith(f"{number}. The farm ")
            assert bool(farm["cities"]) == bool(re.search(r"\([A-Z, ]+\)\.$", lines[number - 1]))


def test_a_table_at_its_end_has_no_free_cells_drawn() -> None:
    for name in ("house-whose-farm", "house-part-turn"):
        (one, *_) = shipped(name)
        drawn = house_svg(one.puzzle.position, one.puzzle, ())
        assert bool(one.puzzle.position.end) == ('class="mp-cell"' not in drawn)


def test_explain_says_what_is_wrong_with_a_part_turn(capsys: pytest.CaptureFixture[str]) -> None:
    number, one = next(
        (number, one)
        for number, one in enumerate(shipped("house-part-turn"), start=1)
        if one.puzzle.goal.kind == "points"
    )
    solution = one.solution or {}
    asked = ("explain", str(FOLDER / "house-part-turn.json"), "--puzzle", str(number))
    code, out, _ = run_command(capsys, *asked, "--turn", solution["line"][0])
    assert (code, "It solves the puzzle" in out) == (0, True)
    other = solution["others"][0]
    code, out, _ = run_command(capsys, *asked, "--turn", other["line"][0])
    assert (code, f"It scores {other['gain']} point" in out) == (1, True)
    code, out, _ = run_command(capsys, *asked, "--turn", f"{one.puzzle.position.hand[0]}0.99.99")
    assert (code, "It cannot be played, HOUSE-TURN-3" in out) == (1, True)
    assert run_command(capsys, *asked)[0] == 0
    assert run_command(capsys, *asked, "--goal", "road-10")[0] == 2


def test_export_writes_tables_and_refuses_to_merge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = str(FOLDER / "house-part-turn.json")
    count = PLANNED["house-part-turn"]["count"]
    for form, lines in (("csv", count + 1), ("codes", count), ("ndjson", count)):
        target = tmp_path / form
        assert (
            run_command(capsys, "pack", "export", pack, "--format", form, "-o", str(target))[0] == 0
        )
        assert lines == len(target.read_text(encoding="utf-8").splitlines())
    first = (tmp_path / "codes").read_text(encoding="utf-8").splitlines()[0]
    assert shipped("house-part-turn")[0].puzzle == parse_code(first)
    merged = ("pack", "merge", pack, "--id", "x", "--title", "X", "-o", str(tmp_path / "x.json"))
    assert run_command(capsys, *merged)[0] == 3


def test_a_booklet_is_the_same_each_time_and_opens_puzzles_at_an_address() -> None:
    pack, _ = documents("house-part-turn")
    cover = Cover(pack["title"], pack["id"], pack["version"], pack["licence"], pack["attribution"])
    first, again = (house_pdf(cover, shipped("house-part-turn")[:1], "a4") for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF")
    at = replace(cover, address="http://192.168.1.20:8128")
    notes = [
        note.get_object()
        for page in pypdf.PdfReader(
            BytesIO(house_pdf(at, shipped("house-part-turn")[:1], "a4"))
        ).pages
        for note in page.get("/Annots", ())
    ]
    (opened,) = [note["/A"]["/URI"] for note in notes]
    assert f"{at.address}/house/puzzle/{shipped('house-part-turn')[0].puzzle.id}" == opened
    with pytest.raises(Malformed, match="the pack has none"):
        house_pdf(cover, (), "a4")
