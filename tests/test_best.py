"""The greatest lowest score after so many turns: both keys, their bounds, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.doomed import DoomedSolver
from tests.saying import said
from tests.test_smallest import random_game
from verifier import highest as room
from verifier.codec import record_from_json
from verifier.engine import Engine
from verifier.engine.highest import may_pass, play_above
from verifier.errors import KeysDisagree, Malformed
from verifier.highest import highest
from verifier.model.cpsat import Solver
from verifier.model.questions import Answer
from verifier.notation import parse_line
from verifier.position import setup
from verifier.replaying import record_of, replayed
from verifier.rules.ruleset import SOLO

LOWEST = {1: 2, 2: 3, 3: 5, 4: 10, 5: 21}


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver() as made:
        yield made


@pytest.mark.parametrize("turns", [1, 2])
def test_the_best_games(turns: int, solver: Solver) -> None:
    found = highest(turns, solver=solver)
    assert ("holds", LOWEST[turns]) == (found.verdict.answer, found.lowest)
    assert found.lowest == found.bound
    assert found.game is not None
    told = replayed(found.game)
    assert (turns, found.lowest) == (len(told), min(told[-1].after.scores))


@pytest.mark.slow
def test_the_best_game_of_three_turns() -> None:
    found = highest(3)
    assert ("holds", LOWEST[3]) == (found.verdict.answer, found.lowest)


@pytest.mark.slow
@pytest.mark.parametrize("turns", [4, 5])
def test_longer_games_are_the_best_by_the_model_alone(turns: int) -> None:
    found = highest(turns)
    assert ("undecided", LOWEST[turns]) == (found.verdict.answer, found.lowest)
    assert "by the model alone" in found.verdict.why


@pytest.mark.slow
def test_long_games_climb_in_stages() -> None:
    found = highest(12, limit=30)
    assert ("undecided", None) == (found.verdict.answer, found.bound)
    assert found.game is not None
    assert found.lowest == min(replayed(found.game)[-1].after.scores)
    assert found.lowest is not None
    assert 20 < found.lowest


# The engine's search

BEST_OF_4 = "Q1.0.1.N~I0.1.1.N~I2.0.2.E.S~M3.1.2.-.S"
BEST_OF_5 = "O1.1.0.N~M2.0.1.E~I0.2.0.N~M3.2.1.-~S2.1.1.N.E"


@pytest.mark.parametrize("line", [BEST_OF_4, BEST_OF_5])
def test_no_good_game_is_given_up(line: str) -> None:
    told = replayed(record_of(parse_line(line), setup()))
    lowest = min(told[-1].after.scores)
    assert LOWEST[len(told)] == lowest
    for turn, outcome in enumerate(told[:-1], start=1):
        assert may_pass(outcome.after, len(told) - turn, lowest - 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_no_random_game_is_given_up(seed: int) -> None:
    told = random_game(seed, 14)
    for last, outcome in enumerate(told):
        for turn, before in enumerate(told[:last], start=1):
            assert may_pass(before.after, last + 1 - turn, min(outcome.after.scores) - 1)


def test_the_engine_finds_a_game_that_is_good_enough() -> None:
    assert 1 == len(play_above(SOLO, 1, 1).line)
    assert () == play_above(SOLO, 1, 2).line


# When a key is lost, or denies


def test_a_killed_solver_leaves_it_undecided_and_the_next_question_is_answered() -> None:
    with DoomedSolver() as solver:
        lost = highest(1, solver=solver)
        assert ("undecided", None, None) == (lost.verdict.answer, lost.lowest, lost.game)
        assert "holds" == highest(1, solver=solver).verdict.answer


@pytest.mark.parametrize(("line", "value"), [("E2.0.1.S.S", 3), ("U0.1.0.E", 1)])
def test_a_wrong_claim_of_the_model_is_a_disagreement(
    line: str, value: int, monkeypatch: pytest.MonkeyPatch, solver: Solver
) -> None:
    """The one promises more than its game brings, the other overlooks a better game."""
    wrong = Answer("found", parse_line(line), value=value, bound=value)
    monkeypatch.setattr(room, "highest_low", lambda *_, **__: wrong)
    with pytest.raises(KeysDisagree):
        highest(1, solver=solver)


def test_a_score_the_model_does_not_call_the_best_may_be_passed(
    monkeypatch: pytest.MonkeyPatch, solver: Solver
) -> None:
    unfinished = Answer("found", parse_line("U0.1.0.E"), value=1, bound=9)
    monkeypatch.setattr(room, "highest_low", lambda *_, **__: unfinished)
    found = highest(1, solver=solver)
    assert ("undecided", 1, 9) == (found.verdict.answer, found.lowest, found.bound)


@pytest.mark.parametrize("turns", [0, -1, 72])
def test_games_of_no_turns_and_of_too_many_are_refused(turns: int) -> None:
    with pytest.raises(Malformed, match=f"{turns} turns: give 1 to 71"):
        highest(turns)


# The command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "best", "--turns", "1", "--json")
    told = json.loads(out)
    assert (0, 2, 2) == (code, told["lowest"], told["bound"])
    assert () == Engine().violations(record_from_json(told["game"]))
    assert ["engine", "model"] == [key["name"] for key in told["keys"]]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["--turns", "0"], 3, "0 turns: give 1 to 71"),
        (["--turns", "72"], 3, "72 turns: give 1 to 71"),
        (["--turns", "2", "--time", "0"], 3, "limit of 0 seconds"),
        (["--turns", "2", "--meeples", "2"], 3, "2 meeples"),
        (["--turns", "two"], 2, "not a valid integer"),
        ([], 2, "--turns"),
    ],
)
def test_bad_input(
    words: list[str], code: int, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, out, err = said(capsys, "best", *words)
    assert (code, "") == (exit_code, out)
    assert why in err
