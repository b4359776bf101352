"""What ships in puzzles/: packs as the plan says, whole, graded, no two puzzles alike.

That every puzzle is proved again is for ``make packs-check``; here it is one of every third pack.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from generator.chance import Chance
from generator.collection.folder import withdrawn_in
from generator.grade import LevelForLength, rank_correlation
from generator.solo.curation import MOST_OF_SKELETON, marks_of
from generator.solo.goal_puzzles import discrepancies
from generator.solo.grading import grade
from generator.solo.only_solution import only_solution
from generator.solo.pack import PackedPuzzle
from generator.solo.skeleton import Skeleton, skeleton
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.cli.pack_files import read_pack_files
from tests.kinds import as_made_today
from verifier.carcassonne.engine.kernel import COMPILED
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.goals import checklist
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.validation import validate

PUZZLES = Path(__file__).parents[1] / "puzzles"
PLAN: dict[str, Any] = json.loads((PUZZLES / "plan.json").read_text(encoding="utf-8"))
PLANNED = {pack["id"]: pack for pack in PLAN["packs"]}


@cache
def shipped(name: str) -> tuple[dict[str, Any], tuple[PackedPuzzle, ...]]:
    """Return a pack's document and its puzzles."""
    document, packed = read_pack_files(str(PUZZLES / f"{name}.json"))
    return document, tuple(one for one in packed if isinstance(one, PackedPuzzle))


compiled_only = pytest.mark.skipif(
    not COMPILED,
    reason="takes minutes uncompiled; test_shipped_checklist has one for both",
)


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as one:
        yield one


def test_the_plan_has_a_pack_for_each_goal_and_ships_as_it_is() -> None:
    validate("plan", PLAN)
    others = {"checklist", "stay", "scoring-order", "two-goals"}
    others |= {"stay-longer", "scoring-order-longer", "long-combinations"}
    assert set(checklist()) | others <= set(PLANNED)
    beside = {path.name for path in PUZZLES.glob("*.json")} - {"plan.json", "retractions.json"}
    assert {f"{name}{part}.json" for name in PLANNED for part in ("", ".solutions")} == beside


@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_is_what_was_planned(name: str) -> None:
    document, packed = shipped(name)
    planned = PLANNED[name]
    stated = (document["title"], document["version"], document["provenance"]["seed"])
    assert (planned["title"], planned["version"], planned["seed"]) == stated
    goals = {wish["goal"] for wish in planned["wishes"]}
    kinds = {goal.partition(".")[0] for goal in goals}
    for one in packed:
        assert one.puzzle.goal.id in goals or one.puzzle.goal.kind in kinds
    if planned["per_level"]:
        assert planned["per_level"] * len(get_args(LevelForLength)) == len(packed)
    made_from = [(one.puzzle.id, one.document["source"]["candidate"]) for one in packed]
    assert made_from == [(pin["id"], pin["candidate"]) for pin in planned["pinned"]]


_MANY = 20
"""Of so many puzzles of one length some are of each level."""


@compiled_only
def test_a_pack_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    words = ["pack", "build", str(PUZZLES / "plan.json"), "--only", "stay", "-o", str(tmp_path)]
    assert 0 == run(group, words)
    for name, expected in as_made_today(PUZZLES / "stay.json").items():
        assert expected == (tmp_path / name).read_bytes()


def test_puzzles_of_each_length_are_of_all_levels() -> None:
    levels: dict[int, Counter[str]] = {}
    for name in PLANNED:
        for one in shipped(name)[1]:
            if one.document["verdict"]["claim"] == "unique":
                levels.setdefault(one.puzzle.tiles, Counter())[
                    one.document["difficulty"]["level"]
                ] += 1
    for tiles, found in levels.items():
        if found.total() >= _MANY:
            assert set(get_args(LevelForLength)) == set(found), tiles


def test_the_mixed_pack_has_a_puzzle_for_each_goal() -> None:
    assert list(checklist()) == sorted(
        (one.puzzle.goal.id for one in shipped("checklist")[1]), key=list(checklist()).index
    )


def test_no_two_puzzles_of_all_packs_are_alike_and_none_is_retracted() -> None:
    seen: Counter[str] = Counter()
    for name in PLANNED:
        for one in shipped(name)[1]:
            seen.update(marks_of(one.puzzle, one.line or ()))
        assert set() == {one.puzzle.id for one in shipped(name)[1]} & set(
            withdrawn_in(PUZZLES).retracted
        )
    assert [] == [mark for mark, times in seen.items() if times > 1]


def test_no_skeleton_is_in_a_pack_or_in_all_packs_too_often() -> None:
    everywhere: Counter[Skeleton] = Counter()
    for name in PLANNED:
        bones = Counter(skeleton(one.puzzle, one.line or ()) for one in shipped(name)[1])
        del bones[()]
        assert MOST_OF_SKELETON >= max(bones.values(), default=0), name
        everywhere += bones
    assert PLAN["most_of_skeleton"] >= max(everywhere.values())


def test_two_thirds_of_all_puzzles_need_a_rule_of_the_solo_variant() -> None:
    needs = [one.document["needs"] for name in PLANNED for one in shipped(name)[1]]
    assert 3 * sum(map(bool, needs)) >= 2 * len(needs)


PROVED = [name for name in PLANNED if name != "checklist"]
EVERY = 8
"""Of every eighth pack a puzzle is proved in every run of the tests, of the others by night."""
LONG = ("long-combinations", "long-combinations-volume-2", "long-combinations-volume-3")


@compiled_only
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if number % EVERY or name in LONG else [])
        for number, name in enumerate(PROVED)
    ],
)
def test_one_of_each_pack_is_proved_again(name: str, solver: CpSatSolver) -> None:
    packed = shipped(name)[1]
    assert [] == list(discrepancies(Chance(1, name).choice(packed), solver))


@pytest.mark.parametrize("name", LONG)
def test_long_puzzles_are_solved_as_stated_by_one_line(name: str) -> None:
    packed = shipped(name)[1]
    for one in packed:
        outcomes = outcomes_along(one.puzzle.position, one.line or ())
        assert [reached(one.puzzle.goal, each) for each in outcomes][-2:] == [False, True]
        assert len(outcomes) == one.puzzle.tiles >= 6
    cheapest = min(packed, key=lambda one: one.document["verdict"]["keys"][0]["work"]["outcomes"])
    assert only_solution(cheapest.puzzle) is not None


def test_wishes_for_blocking_are_met() -> None:
    pack = PLANNED["long-combinations"]
    for pin in pack["pinned"]:
        one = next(one for one in shipped(pack["id"])[1] if one.puzzle.id == pin["id"])
        wished = pack["wishes"][pin["wish"]].get("themes", [])
        assert set(wished) <= set(one.document["themes"])
    assert any("themes" in pack["wishes"][pin["wish"]] for pin in pack["pinned"])


@pytest.mark.parametrize("name", ["scoring-order", "scoring-order-longer"])
def test_in_scoring_order_the_order_decides(name: str) -> None:
    for one in shipped(name)[1]:
        assert "scoring-order" in one.document["themes"]


@compiled_only
def test_rating_and_solution_density_agree() -> None:
    """The denser the solutions, the lower the rating, over the mixed pack and the roads."""
    ratings, densities = [], []
    for name in ("checklist", "road-5-3c", "road-10"):
        for one in shipped(name)[1]:
            graded = grade(one.puzzle, outcomes_along(one.puzzle.position, one.line or ()))
            assert one.document["difficulty"]["rating"] == graded.rating
            ratings.append(graded.rating)
            densities.append(graded.density)
    assert rank_correlation(ratings, densities) < Fraction(-7, 10)
