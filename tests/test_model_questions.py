"""What the model says about several turns, against counts and searches done another way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.killed_solver import DoomedSolver
from tests.naive_goals import reached
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import Line, Terms, outcomes_of
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.model.solo.synthesis import cells_near, puzzle_from_line, synthesise
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.letters import letter_of, tiles_of
from verifier.carcassonne.solo.notation import parse_line, parse_position
from verifier.carcassonne.solo.position import Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Malformed, Undecided

ANY_TILE = Terms(tiles=True)


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


# Counting


def test_all_games_of_one_turn_are_194(model: Model) -> None:
    assert 194 == model.count_lines(setup(), 1, terms=ANY_TILE)


@pytest.mark.slow
def test_all_games_of_two_turns_are_50_920(model: Model) -> None:
    assert 50_920 == model.count_lines(setup(), 2, terms=ANY_TILE)


TABLES = [
    "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nEU.L.V~u3.3.3",
    "s3.4~E2.-1.1.S3~G1.0.1.N1~V2.-2.0~D0.0.0~U0.1.0.E2~A1.2.0.M2~A0.-2.1.S1~p1.2.3~h2.2.3~t1~nL.U.V~u1.1.1",
    "s3.4~o.score.optional.yes~E2.-1.1.S3~G1.0.1.N1~D0.0.0~p3.2.3~h3.4.3~t1~nE.U.V~u1.1.1",
    "s3.4~o.place.free.must_allow_meeple~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.U.W~u2.2.2",
    "s3.3~o.end.rescue.yes~D0.0.0~U0.1.0.E1~K3.-1.0.W2~p1.2.3~h2.2.3~t3~nV.U.W~u2.2.2",
]


@pytest.mark.parametrize("text", TABLES)
def test_lines_of_two_turns_are_the_outcomes_one_after_the_other(model: Model, text: str) -> None:
    position = parse_position(text)
    lines = model.lines(position, 2)
    assert len(set(lines)) == len(lines) == model.count_lines(position, 2)
    expected = {
        (one.turn, two.turn, two.after.placements)
        for one in model.outcomes(position)
        if not one.after.over
        for two in model.outcomes(one.after)
        if one.turn and two.turn
    }
    found = {tuple(turn for turn in line) for line in lines}
    # Of orders that come to the same, outcomes show the first only.
    assert {(one, two) for one, two, _ in expected} <= found
    bare = {(without_order((one, two)), after) for one, two, after in expected}
    if SOLO == position.rules:
        assert bare == {
            (without_order(line), outcomes_of(position, line)[-1].after.placements)
            for line in lines
        }
    assert {line for line, _ in bare} == {without_order(line) for line in lines}


def without_order(line: Line) -> Line:
    return tuple(replace(turn, order=()) for turn in line)


def endings(model: Model, position: Position, turns: int) -> Iterator[tuple[Outcome, ...]]:
    """Yield every game of so many turns, or fewer if it is over then."""
    if position.over or not turns:
        yield ()
        return
    for outcome in model.outcomes(position):
        for rest in endings(model, outcome.after, turns - 1):
            yield (outcome, *rest)


def result_if_ended(model: Model, outcomes: tuple[Outcome, ...]) -> int:
    after = outcomes[-1].after
    return model.final_scoring(after.rules)(after.scores, after.meeples_on_tiles())[1]


@pytest.mark.parametrize("text", TABLES[:2])
def test_the_best_result_is_that_of_the_best_game(model: Model, text: str) -> None:
    position = parse_position(text)
    expected = max(result_if_ended(model, each) for each in endings(model, position, 2))
    answer = model.best(position, 2)
    assert ("found", expected, expected) == (answer.verdict, answer.value, answer.bound)


def test_the_best_line_gives_the_result_it_claims(model: Model) -> None:
    position = parse_position(TABLES[1])
    answer = model.best(position, 3)
    assert answer.value == result_if_ended(model, outcomes_of(position, answer.line))


# Deciding


@pytest.mark.parametrize(("goal", "turns"), [("road-5-3c", 5), ("city-8-10-3c", 5)])
def test_the_smallest_games_of_three_coloured_goals(model: Model, goal: str, turns: int) -> None:
    before = model.decide(setup(), turns - 1, checklist()[goal], terms=ANY_TILE)
    assert "impossible" == before.verdict
    answer = model.decide(setup(), turns, checklist()[goal], terms=ANY_TILE, exactly_at=turns)
    assert "found" == answer.verdict
    outcomes = outcomes_of(setup(), answer.line)
    assert [False] * (turns - 1) + [True] == [reached(checklist()[goal], each) for each in outcomes]


CITY = "M3.-1.0~D0.0.0~E2.0.1.S2~M1.0.2~p3.2.1~h4.3.4~t1~nU.N.V~u2.2.2"


def solutions(model: Model, position: Position, turns: int, goal: str) -> set[Line]:
    """Return the solutions as a search finds them, with what tells them apart."""
    found: set[Line] = set()
    for each in endings(model, position, turns):
        met = [reached(checklist()[goal], outcome) for outcome in each]
        if len(each) == turns and met == [False] * (turns - 1) + [True]:
            found.add(tuple(outcome.turn for outcome in each if outcome.turn))
    return found


def class_of(position: Position, line: Line) -> object:
    """Return what two equal solutions have in common."""
    outcomes = outcomes_of(position, line)
    *earlier, last = outcomes
    assert last.turn is not None
    paid = [frozenset(s.feature for s in each.scorings if s.colours) for each in earlier]
    moves = [replace(each.turn, order=()) for each in earlier if each.turn]
    scores = [each.after.scores for each in earlier]
    return (tuple(moves), tuple(scores), tuple(paid), replace(last.turn, order=(), claim="-"))


@pytest.mark.parametrize("seed", [1, 2])
def test_excluding_solutions_one_by_one_lists_each_class_once(model: Model, seed: int) -> None:
    goal = checklist()["city-8-10-3c"]
    terms = Terms(tiles=True, window=cells_near(setup(), 3), parameters=Parameters(limit=30))
    with Solvers() as solvers:
        made = synthesise(solvers, setup(), 5, goal, seed=seed, terms=terms)
    assert "found" == made.answer.verdict
    position = puzzle_from_line(setup(), made.answer.line, 2)
    expected = {class_of(position, line) for line in solutions(model, position, 2, goal.id)}
    found: list[Line] = []
    while True:
        answer = model.decide(position, 2, goal, exactly_at=2, excluding=found)
        if answer.verdict != "found":
            break
        found.append(answer.line)
    assert "impossible" == answer.verdict
    assert len(expected) == len(found)
    assert expected == {class_of(position, line) for line in found}


def test_within_a_window_nothing_is_called_impossible(model: Model) -> None:
    terms = Terms(tiles=True, window=cells_near(setup(), 1))
    answer = model.decide(setup(), 2, checklist()["road-10"], terms=terms, exactly_at=2)
    assert ("undecided", "infeasible") == (answer.verdict, answer.status)
    assert "window" in answer.reason


def test_a_limit_leaves_the_question_open(model: Model) -> None:
    terms = Terms(tiles=True, parameters=Parameters(limit=0.001))
    answer = model.decide(setup(), 5, checklist()["road-5-3c"], terms=terms, exactly_at=5)
    assert ("undecided", "unknown") == (answer.verdict, answer.status)


def test_unknown_tiles_have_to_be_allowed(model: Model) -> None:
    with pytest.raises(Malformed, match="not known"):
        model.decide(setup(), 1, checklist()["road-10"])


def test_a_question_is_about_one_turn_at_least(model: Model) -> None:
    with pytest.raises(Malformed, match="0 turns"):
        model.decide(setup(), 0, checklist()["road-10"])


def test_more_turns_than_tiles_are_impossible(model: Model) -> None:
    assert 0 == model.count_lines(row(setup(), tiles_of("U")), 2)


# Tiles without a place


def test_whether_a_known_tile_can_be_unplaceable(model: Model) -> None:
    """EC-P-01: a cap on the only open city leaves the all-city tile no place."""
    cap_first = row(setup(), tiles_of("EC"))
    answer = model.unplaceable_possible(cap_first, 2)
    assert ("found", "E2.0.1") == (answer.verdict, turn_at(answer.line))
    outcomes = outcomes_of(cap_first, answer.line)
    assert {tiles_of("C")} == {outcome.discards for outcome in model.outcomes(outcomes[-1].after)}
    assert "impossible" == model.unplaceable_possible(row(setup(), tiles_of("EU")), 2).verdict


def turn_at(line: Line) -> str:
    (turn,) = line
    return f"{letter_of(turn.tile)}{turn.rotation}.{turn.x}.{turn.y}"


# The solver's process


def test_a_solver_that_aborts_does_not_take_us_along() -> None:
    with CpSatSolver() as solver:
        solver.survives_the_canary()
        model = Model(solver)
        assert 194 == model.count_lines(setup(), 1, terms=ANY_TILE)


def test_a_killed_process_leaves_the_question_open_and_the_next_one_is_answered() -> None:
    with DoomedSolver(times=0) as solver:
        model = Model(solver)
        assert 1 == len(model.outcomes(row(setup(), tiles_of("C"))))
        solver.times = 1
        with pytest.raises(Undecided, match="the solver's process was killed"):
            model.outcomes(row(setup(), tiles_of("E")))
        assert 4 == len(model.outcomes(row(setup(), tiles_of("E"))))
        # What was listed before needs no solver.
        assert 1 == len(model.outcomes(row(setup(), tiles_of("C"))))


def test_a_process_that_says_nothing_is_given_up() -> None:
    with CpSatSolver(patience=0.0) as solver:
        answer = Model(solver).decide(
            setup(), 2, checklist()["road-10"], terms=ANY_TILE, exactly_at=2
        )
    assert ("undecided", "lost") == (answer.verdict, answer.status)
    assert "the solver gave no answer within 0 seconds" == answer.reason


def test_asking_for_the_model_loads_no_solver() -> None:
    code = "import sys, verifier.carcassonne.model.solo.key; print('ortools' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert b"False" == process.stdout.strip()


def test_the_final_scores_are_those_of_the_examples() -> None:
    """EX-FINAL-1 to -5."""
    cases = {
        ((10, 12, 15), (2, 1, 0)): (14, 14, 15),
        ((10, 10, 15), (0, 4, 4)): (10, 12, 15),
        ((0, 0, 0), (2, 2, 2)): (4, 4, 4),
        ((38, 40, 44), (1, 0, 4)): (40, 40, 44),
        ((7, 30, 30), (4, 4, 4)): (15, 30, 30),
    }
    for (scores, meeples), expected in cases.items():
        assert (expected, min(expected)) == Model().final_scoring(SOLO)(scores, meeples)


def test_a_line_can_be_played_through() -> None:
    line = parse_line("U0.1.0.E~U0.-1.0.-")
    assert [(), ()] == [
        outcome.scorings for outcome in outcomes_of(row(setup(), tiles_of("UU")), line)
    ]
