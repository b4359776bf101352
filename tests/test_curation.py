"""What a pack is chosen from: skeletons, and how many puzzles of one there may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.solo import curation
from generator.solo.curation import (
    ALIKE,
    MOST_OF_SKELETON,
    SKELETON,
    SKELETON_IN_SET,
    chosen_before,
    select,
)
from generator.solo.pack import PackedPuzzle
from generator.solo.skeleton import skeleton
from meepleproof.cli.pack_files import read_pack_files
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import parse_code

PUZZLES = Path(__file__).parents[1] / "puzzles"


def shipped(name: str) -> tuple[PackedPuzzle, ...]:
    _, packed = read_pack_files(str(PUZZLES / f"{name}.json"))
    return tuple(one for one in packed if isinstance(one, PackedPuzzle))


def test_a_skeleton_is_the_shape_with_its_turns() -> None:
    puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1")
    assert ((0, 0, 0), (0, 1, 1)) == skeleton(puzzle, parse_line("E2.0.1.S.S"))


def test_a_goal_to_stay_in_the_game_has_no_skeleton() -> None:
    assert {()} == {skeleton(one.puzzle, one.line or ()) for one in shipped("stay")}


def test_a_pack_has_few_of_a_skeleton(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = [list(shipped("road-5-3c")[:5])]
    monkeypatch.setattr(curation, "skeleton", lambda *_: ((0, 0, 1),))
    selection = select(pool, 0)
    assert MOST_OF_SKELETON == len(selection.chosen)
    assert {SKELETON: 5 - MOST_OF_SKELETON} == selection.left_out
    assert MOST_OF_SKELETON == len(select(pool, 1).chosen)


def test_packs_of_a_set_have_few_of_a_skeleton_together(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = shipped("road-5-3c")[:6]
    monkeypatch.setattr(curation, "skeleton", lambda *_: ((0, 0, 1),))
    before = chosen_before(packed[:3], most=4)
    selection = select([packed[3:]], 0, before=before)
    assert [packed[3].puzzle.id] == [one.puzzle.id for one in selection.chosen]
    assert {SKELETON_IN_SET: 2} == selection.left_out


def test_what_is_like_a_puzzle_of_a_pack_before_is_left_out() -> None:
    packed = shipped("road-5-3c")[:3]
    before = chosen_before([packed[1]], most=0)
    selection = select([packed], 0, before=before)
    assert {ALIKE: 1} == selection.left_out
    assert {packed[0].puzzle.id, packed[2].puzzle.id} == {one.puzzle.id for one in selection.chosen}


def test_a_puzzle_made_for_two_wishes_is_chosen_once() -> None:
    one = shipped("road-5-3c")[0]
    selection = select([[one], [one]], 0)
    assert (one,) == selection.chosen
    assert {ALIKE: 1} == selection.left_out
