"""What ships in puzzles/ is what it says: proved by both keys, reachable, graded, made again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.solo.goal_kinds import kind_of
from generator.solo.goal_puzzles import discrepancies
from generator.solo.only_solution import only_solution
from generator.solo.pack import PackedPuzzle, puzzle_document
from generator.solo.pipeline import GoalWish, ProvedPuzzle, try_candidate
from generator.solo.quality import flaws
from generator.solo.reduction import reduced
from generator.solo.solved_puzzle import Solution, SolvedPuzzle
from generator.solo.sources.endings import best_ending
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.cli.pack_files import read_pack_files
from tests.kinds import as_made_today, proved_by
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver

FOLDER = Path(__file__).parents[1] / "puzzles"
PACK = FOLDER / "checklist.json"
NAMES = list(checklist())
LIKE_OTHERS = ("total-50", "total-60")
"""What is proved like total-40, and takes as long as all the roads and cities together."""


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as one:
        yield one


def test_each_goal_has_a_puzzle() -> None:
    _, packed = read_pack_files(str(PACK))
    assert [one.puzzle.goal.id for one in packed] == NAMES


def solved(puzzle: Puzzle) -> Solution:
    """Return what the engine finds now."""
    found = best_ending(puzzle) if kind_of(puzzle.goal).ending else only_solution(puzzle)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def all_packed() -> dict[str, PackedPuzzle]:
    _, packed = read_pack_files(str(PACK))
    return {one.puzzle.goal.id: one for one in packed if isinstance(one, PackedPuzzle)}


@pytest.fixture
def packed(name: str, all_packed: dict[str, PackedPuzzle]) -> PackedPuzzle:
    return all_packed[name]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LIKE_OTHERS else []) for name in NAMES],
)
def test_both_keys_confirm_all_claims(packed: PackedPuzzle, solver: CpSatSolver) -> None:
    assert [] == list(discrepancies(packed, solver))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_worth_solving(packed: PackedPuzzle) -> None:
    assert () == flaws(packed.puzzle, solved(packed.puzzle))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_it_can_go(packed: PackedPuzzle) -> None:
    """The tables of endings are not reduced: all tiles lie there."""
    if not kind_of(packed.puzzle.goal).ending:
        assert packed.game
        found = SolvedPuzzle(packed.puzzle, solved(packed.puzzle), packed.game)
        assert found == reduced(found)


@pytest.mark.parametrize("name", ["road-5-3c"])
def test_its_candidate_is_made_again(name: str, packed: PackedPuzzle) -> None:
    document = json.loads(PACK.read_text(encoding="utf-8"))["puzzles"][NAMES.index(name)]
    wish = GoalWish(checklist()[name], packed.puzzle.tiles, SOLO, contract=1, ideas=1)
    with CpSatSolver() as solver:
        made = try_candidate(
            wish, document["source"]["seed"], document["source"]["candidate"], solver
        )
    assert isinstance(made, ProvedPuzzle)
    before, now = (proved_by("any", one) for one in (document, puzzle_document(made)))
    assert before == now
    assert (packed.line, packed.game) == (made.line, made.game)


@pytest.mark.slow
def test_the_pack_is_made_again_byte_by_byte(tmp_path: Path) -> None:
    options = ["--only", "checklist", "--jobs", "2", "-o", str(tmp_path)]
    assert 0 == run(group, ["pack", "build", str(FOLDER / "plan.json"), *options])
    for name, expected in as_made_today(PACK).items():
        assert expected == (tmp_path / name).read_bytes()
