"""Puzzles of the house game: their goals, ids and proofs, and what is refused as none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from typing import Any

import pypdf
import pytest

from generator.grade import rank_correlation
from generator.house.farm_readings import MISTAKES, farms_read, points_read
from generator.house.farms import share_of_readers
from generator.house.kinds import prove
from generator.house.pack import goal_from_json, goal_to_json
from generator.pack import Packed
from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.house.pictures import (
    house_solution_board,
    house_solution_svg,
    house_svg,
    solution_lines,
)
from meepleproof.rendering.view import view_of
from tests.console_output import run_command
from tests.house_games import positions_of
from tests.house_oracle import ORACLE
from tests.kinds import PLANS, PUZZLES, discrepancies, documents, shipped
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.puzzle import (
    Goal,
    HousePuzzle,
    canonical_text,
    parse_code,
    parse_goal,
)
from verifier.documents.validation import validate
from verifier.errors import Illegal, KeysDisagree, Malformed

FOLDER = PUZZLES / "house"
SMALL_PACK = 12
"""Of a smaller pack not every level must be there."""
PLANNED = [pack["id"] for pack in PLANS[FOLDER]["packs"]]

VIEW = view_of("part-turn")

SCORED = "h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed"
"""The finished table of test_house_score: two farms at one closed city, 3 points each."""
OPEN = "h2~b0.-1.W0lS2.D0lEl1A1bM3~p3.4.5.6~t1~nEEV~u9"


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


@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_has_puzzles_of_every_level_for_their_length(name: str) -> None:
    levels = {one.level_for_length for one in shipped(name)}
    assert levels == {"easy", "medium", "hard"} or len(shipped(name)) < SMALL_PACK


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


def changed(one: Packed[HousePuzzle], **solution: Any) -> Packed[HousePuzzle]:
    return replace(one, solution={**(one.solution or {}), **solution})


def test_a_forged_solution_is_found_out() -> None:
    one = shipped("house-whose-farm")[0]
    points = list((one.solution or {})["points"])
    points[0] += 3
    assert "of its solution, points" in discrepancies(changed(one, points=points))[0]
    document = {**one.document, "choices": one.document["choices"][1:]}
    assert "its choices" in discrepancies(replace(one, document=document))[0]


def test_a_game_that_leads_elsewhere_is_found_out() -> None:
    one, other = shipped("house-whose-farm")[:2]
    with pytest.raises(KeysDisagree, match="another position"):
        discrepancies(changed(one, game=(other.solution or {})["game"]))


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


def test_generate_prints_a_pack_and_refuses_other_games_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("generate", "--game", "house", "--kind", "whose-farm", "--seed", "7")
    code, out, _ = run_command(capsys, *asked)
    validate("house-pack", json.loads(out))
    assert code == 0
    assert run_command(capsys, *asked, "--goal", "road-10")[0] == 2
    assert run_command(capsys, "generate", "--game", "house")[0] == 2
    code, _, err = run_command(capsys, "generate", "--game", "house", "--kind", "mine")
    assert (code, "there are goal" in err) == (2, True)


def test_solve_says_who_owns_which_farm(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "solve", f"{SCORED}~g.farms")
    assert code == 0
    assert "Unique. Engine and model agree" in out
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


def test_a_booklet_is_the_same_each_time_and_opens_puzzles_at_an_address() -> None:
    pack, _ = documents("house-part-turn")
    cover = Cover(pack["title"], pack["id"], pack["version"], pack["licence"], pack["attribution"])
    first, again = (VIEW.booklet(cover, shipped("house-part-turn")[:1], "a4") for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF")
    at = replace(cover, address="http://192.168.1.20:8128")
    notes = [
        note.get_object()
        for page in pypdf.PdfReader(
            BytesIO(VIEW.booklet(at, shipped("house-part-turn")[:1], "a4"))
        ).pages
        for note in page.get("/Annots", ())
    ]
    (opened,) = [note["/A"]["/URI"] for note in notes]
    assert f"{at.address}/puzzle/{shipped('house-part-turn')[0].puzzle.id}" == opened
    with pytest.raises(Malformed, match="the pack has none"):
        VIEW.booklet(cover, (), "a4")
