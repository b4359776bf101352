"""The greatest lowest score after so many turns: both keys, their bounds, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.console_output import run_command
from tests.killed_solver import DoomedSolver
from tests.test_smallest import GAMES, random_game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo import best as bounds
from verifier.carcassonne.engine.solo.best import best_by_engine, kinds_wanted, may_pass
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of
from verifier.carcassonne.model.solo.best import features_worth_more
from verifier.carcassonne.model.solo.questions import FREE_TILES, KNOWN_TILES, Answer, outcomes_of
from verifier.carcassonne.solo import best as best_module
from verifier.carcassonne.solo.best import SCOPE, best
from verifier.carcassonne.solo.codec import record_from_json
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Pile, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver
from verifier.constraints.sat import SatSolver
from verifier.errors import KeysDisagree, Malformed

LOWEST = {1: 2, 2: 3, 3: 5, 4: 10, 5: 21, 6: 25}


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as made:
        yield made


@pytest.mark.parametrize("turns", [1, 2])
def test_the_best_games(turns: int, solver: CpSatSolver) -> None:
    found = best(turns, solver=solver)
    assert ("holds", LOWEST[turns]) == (found.verdict.answer, found.lowest)
    assert found.lowest == found.bound
    assert found.game is not None
    outcomes = outcomes_by_engine(found.game)
    assert (turns, found.lowest) == (len(outcomes), min(outcomes[-1].after.scores))


@pytest.mark.slow
@pytest.mark.parametrize("turns", [3, 4, 5])
def test_the_best_longer_games(turns: int) -> None:
    found = best(turns)
    assert ("holds", LOWEST[turns]) == (found.verdict.answer, found.lowest)


def test_the_best_is_not_called_so_by_the_model_alone(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    answer = Answer("found", parse_line(BEST_OF_4), value=LOWEST[4], bound=LOWEST[4])
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: answer)
    monkeypatch.setattr(best_module, "_OUTCOMES", 1)
    found = best(4, limit=100, solver=solver)
    assert ("undecided", LOWEST[4]) == (found.verdict.answer, found.lowest)
    assert "by the model alone" in found.verdict.why


@pytest.mark.slow
def test_long_games_climb_in_stages() -> None:
    found = best(12, limit=30)
    assert ("undecided", None) == (found.verdict.answer, found.bound)
    assert found.game is not None
    assert found.lowest == min(outcomes_by_engine(found.game)[-1].after.scores)
    assert found.lowest is not None
    assert 20 < found.lowest


# The engine's search

BEST_OF_4 = "Q1.0.1.N~I0.1.1.N~I2.0.2.E.S~M3.1.2.-.S"
BEST_OF_5 = "O1.1.0.N~M2.0.1.E~I0.2.0.N~M3.2.1.-~S2.1.1.N.E"
BEST_OF_6 = "S1.1.0.W~I3.2.0.W~O0.2.-1.N~O2.0.1.E~M3.1.1.-~M1.1.-1.-.N"


MONASTERIES = (
    "B0.0.-1.M~A1.1.0.W~K2.2.0.N~B0.0.-2.M~D2.0.-3.S~J0.2.-1.E~B0.1.-1.M~B0.1.-2.M~D2.1.-3.E"
    "~V1.2.-3.-~W3.2.-2.E.nw-w~W1.-1.-2.S~W1.-1.-1.N~L3.-1.-3.S.N-E-ne"
)
WITNESSES = [BEST_OF_4, BEST_OF_5, BEST_OF_6, MONASTERIES, *GAMES.values()]


@pytest.mark.parametrize("line", [BEST_OF_4, BEST_OF_5, BEST_OF_6])
def test_no_good_game_is_given_up(line: str) -> None:
    outcomes = outcomes_by_engine(record_of(parse_line(line), setup()))
    lowest = min(outcomes[-1].after.scores)
    assert LOWEST[len(outcomes)] == lowest
    for turn, outcome in enumerate(outcomes[:-1], start=1):
        assert may_pass(outcome.after, len(outcomes) - turn, lowest - 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_no_random_game_is_given_up(seed: int) -> None:
    played = random_game(seed, 14)
    for last, outcome in enumerate(played):
        for turn, before in enumerate(played[:last], start=1):
            assert may_pass(before.after, last + 1 - turn, min(outcome.after.scores) - 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_what_a_random_game_brings_each_colour_is_never_called_too_much(seed: int) -> None:
    """With scores such that in the end all colours are equal, and no point may be missing."""
    played = random_game(seed, 7)
    assert_never_too_much(played)


ROWS = ["IIM", "ISI", pytest.param("IIME", marks=pytest.mark.slow)]


@pytest.mark.parametrize("tiles", ROWS)
def test_what_all_games_with_these_tiles_bring_is_never_called_too_much(tiles: str) -> None:
    """After a city tile beside the start tile, in every place and with every claim there is."""
    first = outcomes_by_engine(record_of(parse_line("Q1.0.1.N"), setup()))[0]
    piles = tuple(Pile(tiles_of(tiles[number::3]), 20) for number in (2, 0, 1))
    start = replace(first, after=replace(first.after, piles=piles))
    lines: list[tuple[Outcome, ...]] = [(start,)]
    for _ in tiles:
        lines = [
            (*line, outcome) for line in lines for outcome in Engine().outcomes(line[-1].after)
        ]
    scoring = [line for line in lines if line[-1].scorings]
    assert scoring
    for line in scoring:
        assert_never_too_much(line)


def assert_never_too_much(outcomes: tuple[Outcome, ...]) -> None:
    for last in range(1, len(outcomes)):
        for first in range(last):
            before, after = outcomes[first].after, outcomes[last].after
            gains = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
            even = replace(before, scores=tuple(100 - gain for gain in gains))
            assert may_pass(even, last - first, 99)
            kinds = kinds_wanted(even, last - first, 99)
            assert kinds is None or kind_claimed(outcomes[first + 1]) in kinds


def kind_claimed(outcome: Outcome) -> str:
    turn = outcome.turn
    assert turn is not None
    segment = SOLO.sheet.orientation(turn.tile, turn.rotation).segment_named(turn.claim)
    return "" if segment is None else segment.kind


MUTANTS: list[tuple[str, object]] = [
    ("_A_TILE", {"road": 1, "city": 3}),
    ("_TILE", 2),
    ("_BLOCK", 99),
    ("meet_in_one_cell", lambda *_: False),
]


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_a_bound_that_is_too_strong_gives_up_a_game(
    name: str, mutant: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, name, mutant)
    with pytest.raises(AssertionError):
        assert_no_witness_is_given_up()


def test_no_witness_is_given_up() -> None:
    assert_no_witness_is_given_up()


def assert_no_witness_is_given_up() -> None:
    for line in WITNESSES:
        assert_never_too_much(outcomes_by_engine(record_of(parse_line(line), setup())))


def test_the_engine_finds_a_game_that_is_good_enough() -> None:
    assert 1 == len(best_by_engine(SOLO, 1, 1).line)
    assert () == best_by_engine(SOLO, 1, 2).line


@pytest.mark.slow
def test_the_engine_finds_the_best_game_of_five_turns_by_its_table() -> None:
    found = best_by_engine(SOLO, 5, LOWEST[5] - 1)
    assert [LOWEST[5]] == [min(outcome.after.scores) for outcome in found.line[-1:]]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [5, 6])
def test_the_engine_shows_that_no_game_does_better(turns: int) -> None:
    """Six turns take more than a minute of processor time."""
    found = best_by_engine(SOLO, turns, LOWEST[turns])
    assert ((), True) == (found.line, found.exhaustive)


def test_tables_count_as_outcomes() -> None:
    found = best_by_engine(SOLO, 6, LOWEST[6], nodes=9)
    assert ((), 9, False) == (found.line, found.outcomes, found.exhaustive)


# When a key is lost, or denies


def test_a_killed_solver_leaves_it_undecided_and_the_next_question_is_answered() -> None:
    with DoomedSolver() as solver:
        lost = best(1, solver=solver)
        assert ("undecided", None, None) == (lost.verdict.answer, lost.lowest, lost.game)
        assert "holds" == best(1, solver=solver).verdict.answer


@pytest.mark.slow
def test_without_a_game_of_cp_sat_the_engine_begins_with_one_city_of_all_colours(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    lost = Answer("undecided", reason="the solver was lost")
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: lost)
    monkeypatch.setattr(best_module, "_OUTCOMES", 1)
    found = best(5, limit=1, solver=solver)
    assert ("undecided", None, ()) == (found.verdict.answer, found.bound, found.shown_by)
    assert 21 == found.lowest
    assert found.game is not None
    assert 5 == len(found.game.turns)
    assert "no bound for all games" in found.verdict.why
    (_, model) = found.verdict.keys
    assert "one with a city of all colours" in model.method


@pytest.mark.parametrize(("line", "value"), [("E2.0.1.S.S", 3), ("U0.1.0.E", 1)])
def test_a_wrong_claim_of_the_model_is_a_disagreement(
    line: str, value: int, monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    """The one promises more than its game brings, the other overlooks a better game."""
    wrong = Answer("found", parse_line(line), value=value, bound=value)
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: wrong)
    with pytest.raises(KeysDisagree):
        best(1, solver=solver)


def test_by_the_engine_alone_nothing_is_called_best(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    unfinished = Answer("found", parse_line("K2.0.1.S.S"), value=2, bound=9)
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: unfinished)
    monkeypatch.setattr(best_module, "features_worth_more", lambda *_: None)
    found = best(1, solver=solver)
    assert ("undecided", 2, ("engine",)) == (found.verdict.answer, found.lowest, found.shown_by)
    assert "by the engine alone" in found.verdict.why


def test_features_give_the_model_the_bound_that_cp_sat_did_not_find(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    unfinished = Answer("found", parse_line("K2.0.1.S.S"), value=2, bound=9)
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: unfinished)
    found = best(1, solver=solver)
    assert ("holds", 2, 2) == (found.verdict.answer, found.lowest, found.bound)
    assert ("engine", "model") == found.shown_by
    (_, model) = found.verdict.keys
    assert "no features are worth more" in model.method


@pytest.mark.parametrize(
    "turns", [1, 2, 3, *(pytest.param(turns, marks=pytest.mark.slow) for turns in (4, 5))]
)
def test_features_can_be_worth_what_is_reached_and_no_more(turns: int) -> None:
    with SatSolver() as sat:
        reached = features_worth_more(sat, setup(), turns, LOWEST[turns] - 1, FREE_TILES)
        more = features_worth_more(sat, setup(), turns, LOWEST[turns], FREE_TILES)
    assert reached is not None
    assert more is not None
    assert "found" == reached.verdict
    assert "impossible" == more.verdict


def test_a_colour_with_two_turns_may_need_two_features() -> None:
    """Of tiles E only each city is worth 4, and the first colour has two of the four turns."""
    piles = (Pile(tiles_of("EE"), 0), Pile(tiles_of("E"), 0), Pile(tiles_of("E"), 0))
    start = replace(setup(), scores=(1, 20, 20), piles=piles)
    with SatSolver() as sat:
        two = features_worth_more(sat, start, 4, 8, KNOWN_TILES)
        more = features_worth_more(sat, start, 4, 9, KNOWN_TILES)
    assert two is not None
    assert more is not None
    assert ("found", "impossible") == (two.verdict, more.verdict)


def test_of_long_games_features_say_nothing() -> None:
    with SatSolver() as sat:
        assert features_worth_more(sat, setup(), 7, 99, FREE_TILES) is None


def test_a_better_game_of_the_engine_that_the_model_denies_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    unfinished = Answer("found", parse_line("U0.1.0.E"), value=1, bound=9)
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: unfinished)
    denied = outcomes_of(setup(), parse_line("U0.1.0.E"))
    monkeypatch.setattr(best_module, "outcomes_of", lambda *_: denied)
    with pytest.raises(KeysDisagree, match="by the engine the lowest score"):
        best(1, solver=solver)


def test_a_score_the_model_does_not_call_the_best_may_be_passed(
    monkeypatch: pytest.MonkeyPatch, solver: CpSatSolver
) -> None:
    unfinished = Answer("found", parse_line("U0.1.0.E"), value=1, bound=9)
    monkeypatch.setattr(best_module, "best_by_model", lambda *_, **__: unfinished)
    monkeypatch.setattr(best_module, "features_worth_more", lambda *_: None)
    found = best(1, solver=solver)
    assert ("undecided", 2, 9) == (found.verdict.answer, found.lowest, found.bound)
    assert found.game is not None
    assert 2 == min(outcomes_by_engine(found.game)[-1].after.scores)


@pytest.mark.parametrize("turns", [0, -1, 72])
def test_games_of_no_turns_and_of_too_many_are_refused(turns: int) -> None:
    with pytest.raises(Malformed, match=f"{turns} turns: give 1 to 71"):
        best(turns)


# The command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "best", "--turns", "1", "--json")
    document = json.loads(out)
    assert (0, 2, 2) == (code, document["lowest"], document["bound"])
    assert (SCOPE, ["engine", "model"]) == (document["scope"], document["shown_by"])
    assert () == Engine().violations(record_from_json(document["game"]))
    assert ["engine", "model"] == [key["name"] for key in document["keys"]]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["--turns", "0"], 2, "0 turns: give 1 to 71"),
        (["--turns", "72"], 2, "72 turns: give 1 to 71"),
        (["--turns", "2", "--time", "0"], 2, "limit of 0 seconds"),
        (["--turns", "2", "--meeples", "2"], 2, "2 meeples"),
        (["--turns", "two"], 2, "not a valid integer"),
        ([], 2, "--turns"),
    ],
)
def test_bad_input(
    words: list[str], code: int, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, out, err = run_command(capsys, "best", *words)
    assert (code, "") == (exit_code, out)
    assert why in err
