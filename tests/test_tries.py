"""Tries: turns that both keys find wrong, and lines that come as near the goal as stated."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from generator.journal import entry_from_json, entry_to_json
from generator.kinds import kind_named
from generator.run import Plan
from generator.solo.only_solution import only_solution
from generator.solo.pack import packed_of
from generator.solo.pipeline import GoalWish, ProvedPuzzle, try_candidate
from generator.solo.tries import Try, proved_tries, tries_by_engine, would_be_another
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.service.shelf import shipped_packs
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.model.solo.questions import Terms, Wrong, solution_after
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Turn, turns_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.validation import validate
from verifier.errors import KeysDisagree

ORDER = parse_code(
    "s3.4~V2.-1.-2~U0.0.-2~U1.-1.-1~V3.-1.0~D0.0.0~W0.1.0.W2~F1.0.1~I3.0.2.W3~p9.2.3~h4.3.3~t2"
    "~nK.B.D~u20.21.20~g.city.4.4.1"
)


def test_after_a_wrong_turn_nothing_solves_the_puzzle_and_the_line_comes_near() -> None:
    solution = only_solution(ORDER)
    assert solution is not None
    found = list(tries_by_engine(ORDER, solution))
    assert {"placement", "claim", "order"} >= {one.wrong for one in found}
    assert found
    for one in found:
        outcomes = outcomes_along(ORDER.position, one.line)
        assert not any(reached(ORDER.goal, outcome) for outcome in outcomes)
        assert solution.turns[: one.turn - 1] == one.line[: one.turn - 1]
        # By brute force: no outcome of this placement, or this claim there, leads to the goal.
        wrong = one.line[one.turn - 1]
        before = outcomes[one.turn - 2].after if one.turn > 1 else ORDER.position
        for other in Engine().outcomes_in_order(before):
            if other.turn is not None and _goes_wrong_so(other.turn, wrong, one.wrong):
                assert not reached(ORDER.goal, other)
                left = ORDER.tiles - one.turn
                assert not left or not solve(other.after, ORDER.goal, left, filtered=False).count
        if one.misses == "unpaid":
            assert any(each.kind == "city" and each.value == 4 for each in outcomes[-1].scorings)


def _goes_wrong_so(turn: Turn, wrong: Turn, what: str) -> bool:
    if what == "order":
        return turn == wrong
    return placement(turn) == placement(wrong) and (
        what == "placement" or turn.claim == wrong.claim
    )


def test_the_model_denies_that_the_right_turn_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = only_solution(ORDER)
    assert solution is not None
    right = next(tries_by_engine(ORDER, solution))
    lie = replace(right, line=solution.turns, turn=1, wrong="placement")
    monkeypatch.setattr("generator.solo.tries.tries_by_engine", lambda *_: iter([lie]))
    with CpSatSolver() as solver, pytest.raises(KeysDisagree, match="the model finds"):
        proved_tries(ORDER, solution, solver)


CLAIM = parse_code(
    "s3.4~E1.0.-1.E2~F0.1.-1~D0.0.0~M1.-1.1~Q2.0.1.E1~S3.-1.2.E3~M2.-1.3~p1.2.3~h3.3.3~t1~nI.I.N"
    "~u21.21.20~g.city.10.x.1"
)


def test_the_model_is_not_asked_again_what_the_only_solution_rules_out() -> None:
    solution = only_solution(CLAIM)
    assert solution is not None
    found = [one for one in tries_by_engine(CLAIM, solution) if one.turn < CLAIM.tiles][:8]
    assert {"placement", "claim"} == {one.wrong for one in found}
    with CpSatSolver() as solver:
        for one in found:
            assert would_be_another(solution, one)
            begins = one.line[: one.turn]
            after = solution_after(solver, CLAIM, begins, one.wrong, Terms())
            assert "impossible" == after.verdict
        asked = proved_tries(CLAIM, solution, solver)
        assert asked == proved_tries(CLAIM, solution, solver, proved=True)


def test_a_claim_of_one_of_the_ways_is_no_other_solution() -> None:
    solution = only_solution(ORDER)
    assert solution is not None
    for way in solution.ways:
        for turn in range(1, ORDER.tiles + 1):
            own = Try(turns_of(way), turn, "claim", "far", "")
            assert not would_be_another(solution, own)
            assert not would_be_another(solution, replace(own, wrong="order"))


@pytest.mark.parametrize(("wrong", "verdict"), [("claim", "impossible"), ("placement", "found")])
def test_the_model_asks_about_the_claim_or_the_whole_placement(wrong: Wrong, verdict: str) -> None:
    puzzle: Puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1")
    with CpSatSolver() as solver:
        other = parse_line("E2.0.1.-") if wrong == "claim" else parse_line("E2.0.1.N")
        assert verdict == solution_after(solver, puzzle, other, wrong, Terms()).verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("U0.1.0.E", "found"),
        ("U0.1.0.E~E2.0.1.S.S", "found"),
        ("U0.1.0.E~E1.0.-1.E", "impossible"),
    ],
)
def test_the_model_goes_on_from_the_table_after_an_order(line: str, verdict: str) -> None:
    puzzle = parse_code("s3.4~D0.0.0~p2.2.3~h4.4.4~t1~nU.E.~u23.23.23~g.city.4.4.1")
    with CpSatSolver() as solver:
        found = solution_after(solver, puzzle, parse_line(line), "order", Terms())
    assert verdict == found.verdict


def test_explain_tells_the_tries_as_the_pack_does(capsys: pytest.CaptureFixture[str]) -> None:
    pack = shipped_packs() / "road-10.json"
    first = json.loads(pack.read_text("utf-8"))["puzzles"][0]
    beside = json.loads(pack.with_suffix(".solutions.json").read_text("utf-8"))["solutions"]
    assert 0 == run(group, ["explain", first["code"], "--json"])
    document = json.loads(capsys.readouterr().out)
    validate("explain", document)
    assert beside[first["id"]]["tries"] == document["tries"]


def test_a_made_puzzle_has_tries_in_its_documents() -> None:
    with CpSatSolver() as solver:
        made = try_candidate(GoalWish(parse_goal("city-16"), 3, SOLO), 7, 7, solver)
    assert isinstance(made, ProvedPuzzle)
    assert 2 == len(made.tries)
    entry = entry_to_json((0, 7), packed_of(made))
    validate("journal", entry)
    plan = Plan(kind_named("goal").wishes({"goal": "city-16"}), 1, 7, 1)
    assert ((0, 7), packed_of(made)) == entry_from_json(entry, plan)
