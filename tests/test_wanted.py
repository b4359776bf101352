"""Wishes about grades, tiles and starts: which puzzles are refused, and which wishes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator.grade import Grade, Tries
from generator.kind import Rejection
from generator.solo.pipeline import FEW_DECOYS, GoalWish, ProvedPuzzle, try_candidate
from generator.solo.quality import decoys
from generator.solo.wanted import (
    HAS_THEME,
    LACKS_THEME,
    OTHER_LEVEL,
    OTHER_RATING,
    OTHER_START,
    Wanted,
    WantedStart,
)
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.service.jobs.requests import wish_of
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.puzzle import parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed

LATE = (
    "s3.4~H1.0.-2.W2~K3.1.-2~A3.0.-1.M1~U0.1.-1.E3~D0.0.0~V1.1.0.N3~J2.0.1~p5.6.3~h3.3.2~t1"
    "~nSE.V.M~u20.21.20~g.city.8.8.1"
)
TRIES = Tries(Fraction(9), Fraction(9), 50, 7)
GRADE = Grade("hard", 3, 700, ("joining", "loop"), Fraction(1, 9), TRIES)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (Wanted(), ""),
        (Wanted("easy", 700, 700, ("joining", "loop"), ("detour",)), ""),
        (Wanted("hard"), OTHER_LEVEL),
        (Wanted(rating_from=701), OTHER_RATING),
        (Wanted(rating_to=699), OTHER_RATING),
        (Wanted(themes=("loop", "detour")), LACKS_THEME),
        (Wanted(without=("loop",)), HAS_THEME),
    ],
)
def test_a_puzzle_is_refused_for_what_is_not_wished(wanted: Wanted, refusal: str) -> None:
    assert refusal == wanted.refusal(GRADE)


def test_to_save_a_meeple_a_game_is_drafted_to_few_and_a_turn_taken_back() -> None:
    saving = Wanted(themes=("blocking",))
    wish = GoalWish(parse_goal("road-5-3c"), 5, SOLO, wanted=saving)
    assert (("supply",), True) == (wish.mid_game_for, wish.is_extended)
    assert ((), False) == (
        (other := replace(wish, wanted=Wanted())).mid_game_for,
        other.is_extended,
    )
    staying = GoalWish(parse_goal("stay.0.x.0"), 5, SOLO, wanted=saving)
    assert ((), False) == (staying.mid_game_for, staying.is_extended)


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ({"level": "harder"}, "level"),
        ({"level_for_length": "expert"}, "level_for_length"),
        ({"level": "easy", "rating_from": 800}, "level"),
        ({"level": "expert", "rating_to": 1399}, "level"),
        ({"rating_from": 9, "rating_to": 8}, "rating_from"),
        ({"themes": ("jonning",)}, "themes"),
        ({"without": ("jonning",)}, "without_themes"),
        ({"themes": ("loop",), "without": ("loop",)}, "without_themes"),
    ],
)
def test_a_wish_that_nothing_meets_is_refused(wish: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as refused:
        Wanted(**wish)
    assert where == refused.value.where


def test_a_request_states_them() -> None:
    asked = {"level": "easy", "rating_to": 900, "themes": ["loop"], "without_themes": ["detour"]}
    wish = wish_of({"goal": "road-5-3c", "mid_game": True, **asked})
    assert Wanted("easy", 0, 900, ("loop",), ("detour",)) == wish.given.wanted
    with pytest.raises(Malformed) as refused:
        wish_of({"goal": "road-5-3c", "without_themes": ["jonning"]})
    assert "/without_themes" == refused.value.where


def test_a_candidate_of_another_grade_is_rejected() -> None:
    goal = parse_goal("road.4.x.2")
    with CpSatSolver() as solver:
        found = [
            try_candidate(GoalWish(goal, 2, SOLO, wanted=Wanted("medium")), 1, number, solver)
            for number in range(4)
        ]
    assert OTHER_LEVEL in [one.reason for one in found if isinstance(one, Rejection)]


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (WantedStart(), True),
        (WantedStart(table_from=7, table_to=7), True),
        (WantedStart(table_from=8), False),
        (WantedStart(table_to=6), False),
        (WantedStart(points_from=14, points_to=14, hands_from=8, hands_to=8), True),
        (WantedStart(points_to=13), False),
        (WantedStart(hands_from=9), False),
    ],
)
def test_a_puzzle_is_refused_for_how_it_begins(wanted: WantedStart, fits: bool) -> None:
    position = parse_code(LATE).position
    assert ("" if fits else OTHER_START) == wanted.refusal(position)


@pytest.mark.parametrize(
    ("given", "barred", "allowed"),
    [("", "", True), ("VJ", "", True), ("VV", "", False), ("", "R", False), ("V", "X", True)],
)
def test_rows_have_the_tiles_given_and_not_those_barred(
    given: str, barred: str, allowed: bool
) -> None:
    wanted = WantedStart(tiles_of(given), tiles_of(barred))
    assert allowed == wanted.allows(tiles_of("JVR"))


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ({"table_from": 9, "table_to": 8}, "/table_from"),
        ({"hands_from": 9, "hands_to": 8}, "/hands_from"),
        ({"with_tiles": ["X", "X"]}, "/with_tiles"),
        ({"with_tiles": ["E"], "without_tiles": ["E"]}, "/without_tiles"),
        ({"with_tiles": ["E", "E", "J"], "tiles": 2}, "/with_tiles"),
    ],
)
def test_a_start_that_cannot_be_is_refused(wish: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as refused:
        wish_of({"goal": "road-5-3c", **wish})
    assert where == refused.value.where


def test_a_puzzle_has_the_decoys_wished_for() -> None:
    goal = {"id": "road-of-4", "kind": "road", "at_least": 4, "colours": 2}
    few, more = (wish_of({"goal": goal, "tiles": 2, "decoys": least}) for least in (0, 4))
    with CpSatSolver() as solver:
        as_it_comes, other, none_left = (
            try_candidate(wish.given, 1, number, solver)
            for wish, number in ((few, 2), (more, 2), (more, 4))
        )
    assert isinstance(as_it_comes, ProvedPuzzle)
    assert decoys(as_it_comes.puzzle) < 4
    assert isinstance(other, ProvedPuzzle)
    assert decoys(other.puzzle) >= 4
    assert Rejection(4, FEW_DECOYS) == none_left


def test_a_theme_is_looked_for_in_all_puzzles_of_a_candidate() -> None:
    """The first that is worth solving lacks it."""
    wish = GoalWish(parse_goal("road.4.x.2"), 2, SOLO)
    themed = replace(wish, wanted=Wanted(themes=("closing-a-hole",)))
    with CpSatSolver() as solver:
        found = [try_candidate(one, 1, 0, solver) for one in (wish, themed)]
    themes = [one.difficulty.themes for one in found if isinstance(one, ProvedPuzzle)]
    assert [False, True] == ["closing-a-hole" in each for each in themes]


def test_what_is_dealt_has_the_tiles_wished_for() -> None:
    asked = {"with_tiles": ["V"], "without_tiles": ["U", "K"], "table_to": 11}
    goal = {"id": "road-of-4", "kind": "road", "at_least": 4, "colours": 2}
    wish = wish_of({"goal": goal, "tiles": 2, **asked})
    with CpSatSolver() as solver:
        tried = [try_candidate(wish.given, 1, number, solver) for number in range(6)]
    made = [one for one in tried if isinstance(one, ProvedPuzzle)]
    assert made
    for one in made:
        row = [turn.tile for turn in one.line]
        assert "base/V" in row
        assert not {"base/U", "base/K"} & set(row)
        assert len(one.puzzle.position.placements) <= 11


@pytest.mark.one_build("what commands pass on")
@pytest.mark.parametrize("command", ["generate", "pack build"])
def test_commands_pass_on_the_wish_for_decoys(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = {"goal": "road.4.x.2", "tiles": 2, "decoys": 99}
    pack = {"id": "decoys", "title": "Decoys", "version": "1.0.0", "seed": 1, "wishes": [wish]}
    pack |= {"count": 1, "per_level": 0, "candidates": 3}
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"$schema": "urn:meepleproof:plan:1", "packs": [pack]}), "utf-8")
    options = ["--goal", "road.4.x.2", "--tiles", "2", "--decoys", "99", "--candidates", "3"]
    asked = options if command == "generate" else [str(plan), "-o", str(tmp_path)]
    run(group, [*command.split(), *asked])
    assert FEW_DECOYS in capsys.readouterr().err
