"""Studies of the house game: what ships, what commands say of them, and forged certificates."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.house.checking import discrepancies
from generator.house.kinds import prove
from generator.house.pack import PackedHousePuzzle, goal_from_json, goal_to_json, read_pack
from tests.console_output import run_command
from verifier.carcassonne.engine.house.endgame import solve
from verifier.carcassonne.house.certificates.certificate import placement_of
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.puzzle import STUDIES, parse_code, parse_goal
from verifier.errors import Illegal, Malformed

PACK = Path(__file__).parents[1] / "puzzles" / "house" / "house-studies.json"


@cache
def shipped() -> tuple[PackedHousePuzzle, ...]:
    beside = PACK.with_name("house-studies.solutions.json")
    documents = (json.loads(path.read_text(encoding="utf-8")) for path in (PACK, beside))
    pack, solutions = documents
    return read_pack(pack, PACK.name, solutions)


@cache
def smallest() -> tuple[int, PackedHousePuzzle]:
    """Return the study whose certificate is checked soonest, with its number in the pack."""
    work = [one.document["verdict"]["keys"][0]["work"]["part_turns"] for one in shipped()]
    number = min(range(len(work)), key=work.__getitem__)
    return number + 1, shipped()[number]


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


def test_every_study_has_one_placement_that_reaches_its_goal() -> None:
    assert set(STUDIES) == {one.puzzle.goal.kind for one in shipped()}
    for one in shipped():
        solution, goal = one.solution or {}, one.puzzle.goal
        solved = solve(Endgame(one.puzzle.position, goal.handicaps))
        wanted = {"win": 1, "save": 0}.get(goal.kind, solved.value)
        reach = [each.placement for each in solved.placements if each.value >= wanted]
        assert [placement_of(parse_part_turn(solution["line"][0]))] == reach
        assert (solved.value, solved.lead) == (solution["value"], solution["lead"])
        values = {each.placement: each.value for each in solved.placements}
        for other in solution["refutations"]:
            first = placement_of(parse_part_turn(other["line"][0]))
            assert values[first] == other["value"] < wanted


def test_ideas_that_few_studies_have_are_among_them() -> None:
    themes = {theme for one in shipped() for theme in one.document["themes"]}
    assert {"quiet", "sacrifice"} <= themes


def test_a_certificate_is_confirmed_by_both_keys_and_proves_what_is_stated() -> None:
    assert [] == list(discrepancies(smallest()[1]))


# --- what is refused ----------------------------------------------------------------------------


def forged(**changes: Any) -> PackedHousePuzzle:
    one = smallest()[1]
    solution = copy.deepcopy(one.solution or {})
    solution["certificate"].update(changes)
    return PackedHousePuzzle(one.puzzle, one.document, solution, one.game)


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
    (found,) = discrepancies(PackedHousePuzzle(one.puzzle, one.document, {}, one.game))
    assert "its solution" in found


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("h2~b0.0.D0~t1~nEVW~gV~u9~g.win.0.0", "tiles_unknown|not known"),
        ("h2~b0.-1.W0lS2.D0lEl1A1bM3.E2lNl4~p3.4.5.6~t1~n~eplayed~g.most.0.0", "game_over"),
        ("h3~b0.0.D0~t1~nEVW~g.save.0.0", "number_of_players"),
    ],
)
def test_positions_that_are_no_endgame_are_refused(code: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        prove(parse_code(code))


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
    assert (code, "all tiles to come lie open" in out) == (0, True)
    code, out, _ = run_command(capsys, "solve", one.puzzle.code)
    assert (code, "Unique: engine and model agree" in out) == (0, True)
    assert "By best play of both player" in out
