"""Studies of the house game: what ships, what commands say of them, and forged certificates."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.house.kinds import prove
from generator.house.pack import goal_from_json, goal_to_json
from generator.pack import Packed
from tests.console_output import run_command
from tests.house_oracle import ORACLE
from tests.kinds import discrepancies, shipped
from verifier.carcassonne.engine.house.endgame import plays_by_margin, plays_of, solve
from verifier.carcassonne.house.certificates import placement_of
from verifier.carcassonne.house.endgame import Endgame, EndgameSolution
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle, parse_code, parse_goal
from verifier.carcassonne.verdict import SHARED
from verifier.errors import Illegal, Malformed

PACK = Path(__file__).parents[1] / "puzzles" / "house" / "house-studies.json"
FOUR_PACK = PACK.with_name("house-studies-of-four.json")
BAG_PACK = PACK.with_name("house-last-bag-tile.json")
FARM_PACK = PACK.with_name("house-farm-studies.json")
PACKS = (PACK, FOUR_PACK, BAG_PACK, FARM_PACK)
IDEAS = ("quiet", "sacrifice", "big-piece", "double-turn", "join-of-farms", "other-tile")


@cache
def solved(one: HousePuzzle) -> EndgameSolution:
    return solve(Endgame(one.position, one.goal.handicaps))


@cache
def smallest() -> tuple[int, Packed[HousePuzzle]]:
    """Return the study whose certificate is checked soonest, with its number in the pack."""
    work = [one.document["verdict"]["keys"][0]["work"]["part_turns"] for one in shipped(PACK.stem)]
    number = min(range(len(work)), key=work.__getitem__)
    return number + 1, shipped(PACK.stem)[number]


@pytest.mark.parametrize("text", ["win.0.7", "save.12.0", "most.0.0", "win.-3.4"])
def test_a_goal_is_read_as_it_is_written(text: str) -> None:
    goal = parse_goal(text)
    assert text == str(goal)
    assert goal == goal_from_json(goal_to_json(goal))


@pytest.mark.parametrize("text", ["win", "save.3", "most.0.0.0", "win.1000.0"])
def test_another_text_is_no_goal(text: str) -> None:
    with pytest.raises(Malformed, match="there is no goal"):
        parse_goal(text)


# --- what ships ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", PACKS, ids=[pack.stem for pack in PACKS])
def test_every_study_has_one_placement_that_reaches_its_goal(pack: Path) -> None:
    for one in shipped(pack.stem):
        solution, goal, found = one.solution or {}, one.puzzle.goal, solved(one.puzzle)
        wanted = {"win": 1, "save": 0}.get(goal.kind, found.value)
        reach = [each.placement for each in found.placements if each.value >= wanted]
        assert [placement_of(parse_part_turn(solution["line"][0]))] == reach
        assert (found.value, found.lead) == (solution["value"], solution["lead"])
        values = {each.placement: each.value for each in found.placements}
        for other in solution["refutations"]:
            first = placement_of(parse_part_turn(other["line"][0]))
            assert values[first] == other["value"] < wanted


def test_every_goal_is_asked_for() -> None:
    for pack in (PACK, BAG_PACK):
        assert set(STUDIES) == {one.puzzle.goal.kind for one in shipped(pack.stem)}


def test_studies_are_of_three_tiles_and_some_of_four() -> None:
    tiles = {
        pack: {
            (len(one.puzzle.position.hand), len(one.puzzle.position.bag))
            for one in shipped(pack.stem)
        }
        for pack in PACKS
    }
    assert {PACK: {(3, 0)}, FOUR_PACK: {(3, 1)}, BAG_PACK: {(3, 1)}, FARM_PACK: {(3, 0)}} == tiles


@pytest.mark.parametrize("idea", IDEAS)
def test_every_idea_occurs_and_is_what_is_said_of_it(idea: str) -> None:
    studies = [one for pack in PACKS for one in shipped(pack.stem)]
    stated = [one.puzzle.id for one in studies if idea in one.document["themes"]]
    assert stated == [one.puzzle.id for one in studies if has_idea(one.puzzle, idea)]
    assert stated


def has_idea(puzzle: HousePuzzle, idea: str) -> bool:
    """Return whether an idea is in all right part-turns, by their values and the naive rules."""
    position, found = puzzle.position, solved(puzzle)
    placed = found.placements[0].placement
    endgame = Endgame(position, puzzle.goal.handicaps)
    right = [each.part_turn for each in plays_of(endgame, placed) if each.value == found.value]
    gains = plays_by_margin(position)
    highest = max(gain for _, gain in gains)
    if idea == "sacrifice":
        return max(gain for turn, gain in gains if placement_of(turn) == placed) <= highest - 3
    if idea == "other-tile":
        best = {turn.tile for turn, gain in gains if gain == highest}
        return bool(position.bag) and placed.tile not in best
    if idea == "big-piece":
        return {"big"} == {turn.piece for turn in right}
    if idea == "double-turn":
        return all(turn.second for turn in right)
    after = [outcome.after for turn in right if (outcome := ORACLE.outcome(position, turn))]
    assert len(right) == len(after)
    if idea == "quiet":
        scores = {table.scores for table in after}
        return {position.scores} == scores and {turn.piece for turn in right} <= {None, "builder"}
    return joins_farms(position, placed, after[0])


def joins_farms(before: Position, placed: Placement, after: Position) -> bool:
    """Return whether farms that had followers apart are one farm, whatever stands on the tile."""
    bare = tuple(
        replace(laid, piece=None) if laid.cell == placed.cell else laid for laid in after.placements
    )
    farms = [
        sum(each.kind == "field" for each in ORACLE.final_scorings(table))
        for table in (before, replace(after, placements=bare))
    ]
    return farms[1] < farms[0]


def test_farms_are_joined_in_all_studies_that_say_so() -> None:
    assert all("join-of-farms" in one.document["themes"] for one in shipped(FARM_PACK.stem))


def test_another_tile_looks_best_than_the_one_to_take() -> None:
    assert len(shipped(BAG_PACK.stem)) >= 12
    assert all("other-tile" in one.document["themes"] for one in shipped(BAG_PACK.stem))


def test_the_best_placement_of_every_other_tile_is_refuted_where_one_lies_in_the_bag() -> None:
    for one in (*shipped(FOUR_PACK.stem), *shipped(BAG_PACK.stem)):
        position, solution, found = one.puzzle.position, one.solution or {}, solved(one.puzzle)
        assert (3, 1) == (len(position.hand), len(position.bag))
        right = found.placements[0].placement.tile
        best: dict[str, int] = {}
        for each in found.placements:
            best.setdefault(each.placement.tile, each.value)
        shown: dict[str, int] = {}
        for other in solution["refutations"]:
            shown.setdefault(parse_part_turn(other["line"][0]).tile, other["value"])
        for tile in set(position.hand) & best.keys() - {right}:
            assert best[tile] == shown[tile], "its best placement is refuted"


def test_a_certificate_is_confirmed_by_both_keys_and_proves_what_is_stated() -> None:
    assert [] == list(discrepancies(smallest()[1]))


# --- what is refused ----------------------------------------------------------------------------


def forged(**changes: Any) -> Packed[HousePuzzle]:
    one = smallest()[1]
    solution = copy.deepcopy(one.solution or {})
    solution["certificate"].update(changes)
    return replace(one, solution=solution)


def test_a_certificate_with_another_value_is_refused() -> None:
    value = (smallest()[1].solution or {})["value"]
    (found,) = discrepancies(forged(value=value + 1))
    assert "the value is given as" in found


def test_a_certificate_without_one_of_the_part_turns_is_refused() -> None:
    most = dict((smallest()[1].solution or {})["certificate"]["most"])
    best = (smallest()[1].solution or {})["certificate"]["best"][0]
    others = [key for key in most if best not in key]
    without = next(key for key in others if " " in key)
    kept = without.split(" ", 1)[1]
    most[kept] = most.pop(without)
    (found,) = discrepancies(forged(most=most))
    assert "is missing" in found or "the bound of all other placements" in found


def test_a_certificate_of_another_endgame_is_refused() -> None:
    (found,) = discrepancies(forged(handicaps=[0, 99]))
    assert "of another endgame" in found
    one = smallest()[1]
    (found,) = discrepancies(replace(one, solution={"game": (one.solution or {})["game"]}))
    assert "its solution" in found


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("h2~b0.0.D0~t1~nEVW~gV~u9~g.win.0.0", "tiles_unknown|not known"),
        ("h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed~g.most.0.0", "game_over"),
        ("h3~b0.0.D0~t1~nEVW~g.save.0.0", "number_of_players"),
        ("h2~b0.0.D0~t1~nEVW~gVVV~g.win.0.0", "too_many_tiles_to_come"),
        ("h2~b0.0.D0~t1~nEV~gW~g.win.0.0", "hand_not_full"),
        ("h2~b0.0.D0~t1~n~g.win.0.0", "no_tiles_left|no tile"),
        ("h2.1~b0.0.B0~t1~nC~g.save.0.0", "hand_unplayable"),
        ("h2~b0.0.D0~t1~nE~etie~g.save.0.0", "game_over"),
    ],
)
def test_positions_that_are_no_endgame_are_refused(code: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason) as caught:
        prove(parse_code(code))
    assert caught.value.where


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("h2~b0.0.D0~t1~nEVW~gV~u9~g.win.0.0", "tiles_unknown"),
        ("h2~b0.0.D0~t1~nEVW~gVVV~g.most.0.0", "too_many_tiles_to_come"),
        ("h2~b0.0.D0~t1~nE~etie~g.save.0.0", "game_over"),
    ],
)
def test_solve_says_why_a_position_is_no_endgame(
    code: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, out, err = run_command(capsys, "solve", code)
    assert (exit_code, out, reason in err) == (3, "", True)


# --- commands -----------------------------------------------------------------------------------


def test_explain_shows_the_refutation(capsys: pytest.CaptureFixture[str]) -> None:
    number, one = smallest()
    refuted = (one.solution or {})["refutations"][0]
    asked = ("explain", str(PACK), "--puzzle", str(number), "--turn")
    code, out, _ = run_command(capsys, *asked, refuted["line"][0])
    assert (code, " ".join(refuted["line"][1:]) in out) == (1, True)
    code, out, _ = run_command(capsys, *asked, (one.solution or {})["line"][0])
    assert (code, "It solves the puzzle" in out) == (0, True)


def test_solve_and_show_print_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    number, one = smallest()
    code, out, _ = run_command(capsys, "show", str(PACK), "--puzzle", str(number))
    assert (code, "all tiles to come lie open: find the only" in out) == (0, True)
    bag = shipped(FOUR_PACK.stem)[0].puzzle.position.bag[0]
    code, out, _ = run_command(capsys, "show", str(FOUR_PACK), "--puzzle", "1")
    asked = f"and {bag} in the bag. Say which tile of the hand to take"
    assert (code, asked in " ".join(out.split())) == (0, True)
    (found,) = json.loads(run_command(capsys, "solve", one.puzzle.code, "--json")[1])
    assert (found["keys"], found["shared"]) == (["engine", "model"], list(SHARED))
    code, out, _ = run_command(capsys, "solve", one.puzzle.code)
    assert (code, "Unique. Engine and model agree" in out) == (0, True)
    assert "By best play of both player" in out
