"""The clause reading against CP-SAT's reading of the same rules, and against the engine."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import HealthCheck, assume, given, settings

from tests.games import position_at
from tests.naive_goals import reached
from tests.test_model_builder import Formula as Said
from tests.test_model_builder import formulas, literals, value
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import FREE_TILES, Line, Terms, outcomes_of
from verifier.carcassonne.model.solo.solvers import decide_by_clauses, lines_by_clauses
from verifier.carcassonne.model.solo.synthesis import cells_near
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.builder import Builder, Sum
from verifier.constraints.clauses import formula
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.constraints.sat import SatSolver
from verifier.errors import Malformed, Undecided

ENGINE = Engine()
MOST = 1000
"""Lines of a position; one on which there are more is passed by."""


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


@pytest.fixture(scope="module")
def solver() -> Iterator[SatSolver]:
    with SatSolver() as made:
        yield made


# What a formula says


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(words=formulas())
def test_solutions_are_the_worlds_in_which_it_holds(solver: SatSolver, words: Said) -> None:
    b = Builder()
    decisions = literals(b)
    literal = words(b, decisions)
    b.require(literal, "any rule")
    try:
        question = formula(b, decisions)
    except Undecided:
        assume(False)
    worlds = list(product([False, True], repeat=len(decisions)))
    holding = [w for w in worlds if value(b, literal, dict(zip(decisions, w, strict=True)))]
    reply = solver.find(question, Parameters(), most=EVERY)
    assert ("exhausted", holding) == (reply.status, sorted(reply.found))


def test_a_number_chosen_from_0_and_1_is_a_literal(solver: SatSolver) -> None:
    b = Builder()
    decisions = one, two, three, four = literals(b)
    chosen = b.at_least(b.choose(one, b.count([two]), Sum()), 1)
    b.require(b.iff(chosen, b.either(three, four)), "any rule")
    reply = solver.find(formula(b, decisions), Parameters(), most=EVERY)
    worlds = product([False, True], repeat=4)
    expected = [(a, b, c, d) for a, b, c, d in worlds if (a and b) == (c or d)]
    assert expected == sorted(reply.found)


def test_a_formula_is_text_that_any_solver_reads() -> None:
    b = Builder()
    one, two, three = (b.decision(name) for name in ("one", "two", "three"))
    b.require(b.at_least(b.count([one, two, three]), 2), "any rule")
    text = formula(b, [one]).dimacs()
    assert text.startswith("c 1 one\nc 2 two\nc 3 three\np cnf ")
    head, *clauses = text.splitlines()[3:]
    _, _, variables, number = head.split()
    assert int(number) == len(clauses)
    assert int(variables) == max(abs(int(word)) for line in clauses for word in line.split())


# The same body over the readings and the engine


def positions(first_seed: int) -> Iterator[Position]:
    """Yield tables of 6 to 13 tiles, of all colours, supplies and rules."""
    for seed in itertools.count(first_seed):
        position = position_at(seed, seed % 4)
        # What is due, and so can be declined, depends on scores.
        found = position.rules.value("score.optional") == "no"
        if 6 <= len(position.placements) <= 13 and found and not position.over:
            yield replace(position, rules=position.rules.with_switches(WITHOUT_SCORES))


def games(position: Position, turns: int) -> Iterator[tuple[Outcome, ...]]:
    """Yield every game of so many turns in which each tile could be placed, by the engine."""
    if not turns:
        yield ()
        return
    for outcome in ENGINE.outcomes(position):
        if outcome.turn is not None and not outcome.discards:
            if turns == 1:
                yield (outcome,)
            elif not outcome.after.over:
                yield from ((outcome, *rest) for rest in games(outcome.after, turns - 1))


def without_orders(line: Line) -> Line:
    return tuple(replace(turn, order=()) for turn in line)


EASY = [
    Goal("road-3", "road", 3),
    Goal("city-4", "city", 4, None, 1),
    Goal("city-6-2c", "city", 6, None, 2),
]
WITHOUT_SCORES = {"goal.scored": "completed_suffices", "goal.colours": "present"}


def compare_lines(
    model: Model, solver: SatSolver, position: Position, lines: list[tuple[Outcome, ...]]
) -> None:
    turns = len(lines[0])
    expected = model.lines(position, turns)
    assert expected == lines_by_clauses(solver, position, turns)
    # Of orders that come to the same the engine shows one.
    played = [tuple(o.turn for o in outcomes if o.turn is not None) for outcomes in lines]
    assert set(played) <= set(expected)
    assert set(map(without_orders, played)) == set(map(without_orders, expected))


def compare_goals(
    model: Model, solver: SatSolver, position: Position, lines: list[tuple[Outcome, ...]]
) -> Counter[str]:
    turns = len(lines[0])
    first_then = [False] * (turns - 1) + [True]
    verdicts = Counter[str]()
    for goal in EASY:
        met = any(first_then == [reached(goal, each) for each in outcomes] for outcomes in lines)
        expected = {True: "found", False: "impossible"}[met]
        verdicts[expected] += 1
        for answer in (
            model.decide(position, turns, goal, exactly_at=turns),
            decide_by_clauses(solver, position, turns, goal, exactly_at=turns),
        ):
            assert (goal.id, expected) == (goal.id, answer.verdict)
            line = [reached(goal, each) for each in outcomes_of(position, answer.line)]
            assert line == (first_then if met else [])
    return verdicts


def compare(
    model: Model, solver: SatSolver, turns: int, count: int, first_seed: int
) -> Counter[str]:
    """Compare on that many positions on which neither too much nor nothing can happen."""
    verdicts = Counter[str]()
    compared = 0
    for position in positions(first_seed):
        lines = list(islice(games(position, turns), MOST))
        if lines and len(lines) < MOST:
            compare_lines(model, solver, position, lines)
            verdicts += compare_goals(model, solver, position, lines)
            compared += 1
        if compared == count:
            return verdicts
    raise AssertionError("positions have no end")


@pytest.mark.parametrize(("turns", "count"), [(1, 10), (2, 6)])
def test_both_readings_and_the_engine_agree(
    model: Model, solver: SatSolver, turns: int, count: int
) -> None:
    verdicts = compare(model, solver, turns, count, first_seed=7000 * turns + 5)
    assert 3 * count == verdicts.total()
    assert set(verdicts) == {"found", "impossible"}


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "count"), [(1, 200), (2, 80), (3, 20)])
def test_both_readings_and_the_engine_agree_by_night(
    model: Model, solver: SatSolver, turns: int, count: int
) -> None:
    verdicts = compare(model, solver, turns, count, first_seed=1_000_000 * turns)
    assert 3 * count == verdicts.total()
    assert 5 < verdicts["found"]


def test_all_games_of_one_turn_are_194(solver: SatSolver) -> None:
    assert 194 == len(lines_by_clauses(solver, setup(), 1, terms=FREE_TILES))


# From the set-up


@pytest.mark.parametrize("goal", ["road-5-3c", "city-8-10-3c", "city-16-3c"])
def test_the_smallest_games_of_three_coloured_goals_have_five_turns(
    solver: SatSolver, goal: str
) -> None:
    wanted = checklist()[goal]
    before = decide_by_clauses(solver, setup(), 4, wanted, terms=FREE_TILES)
    assert ("impossible", "exhausted") == (before.verdict, before.status)
    answer = decide_by_clauses(solver, setup(), 5, wanted, terms=FREE_TILES)
    assert "found" == answer.verdict
    outcomes = outcomes_of(setup(), answer.line)
    assert [False] * 4 + [True] == [reached(wanted, outcome) for outcome in outcomes]


def test_a_seed_tells_which_game_is_found(solver: SatSolver) -> None:
    def game(seed: int) -> Line:
        terms = Terms(tiles=True, parameters=Parameters(seed=seed))
        goal = checklist()["city-16-3c"]
        return decide_by_clauses(solver, setup(), 5, goal, terms=terms, exactly_at=5).line

    assert game(1) == game(1)
    assert 1 < len({game(seed) for seed in range(3)})


# What cannot be asked


TABLE = "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.U.W~u2.2.2"


@pytest.mark.parametrize(
    ("position", "turns", "goal"),
    [
        (setup(), 5, checklist()["road-10"]),
        (setup(), 5, checklist()["city-16-2c"]),
        (parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.U.V"), 3, Goal("any", "total", 4)),
    ],
)
def test_scores_are_not_for_clauses(
    solver: SatSolver, position: Position, turns: int, goal: Goal
) -> None:
    with pytest.raises(Undecided, match="scores"):
        decide_by_clauses(solver, position, turns, goal, terms=FREE_TILES, exactly_at=turns)


def test_declining_points_depends_on_scores(solver: SatSolver) -> None:
    text = "s3.4~o.score.optional.yes~E2.-1.1.S3~G1.0.1.N1~D0.0.0~p3.2.3~h3.4.3~t1~nE.U.V~u1.1.1"
    position = parse_position(text)
    position = replace(position, rules=position.rules.with_switches(WITHOUT_SCORES))
    goal = Goal("road-2", "road", 2)
    with pytest.raises(Undecided, match="scores"):
        decide_by_clauses(solver, position, 2, goal, exactly_at=2)
    rules = position.rules.with_switches({"score.optional": "no"})
    found = decide_by_clauses(solver, replace(position, rules=rules), 2, goal, exactly_at=2)
    assert "undecided" != found.verdict


@pytest.mark.parametrize(("turns", "exactly_at"), [(0, None), (2, 0)])
def test_a_question_is_about_one_turn_at_least(
    solver: SatSolver, turns: int, exactly_at: int | None
) -> None:
    with pytest.raises(Malformed, match="0 turns"):
        decide_by_clauses(solver, setup(), turns, checklist()["road-5-3c"], exactly_at=exactly_at)


def test_unknown_tiles_have_to_be_allowed(solver: SatSolver) -> None:
    with pytest.raises(Malformed, match="not known"):
        decide_by_clauses(solver, setup(), 1, checklist()["road-5-3c"])


def test_within_a_window_nothing_is_called_impossible(solver: SatSolver) -> None:
    terms = Terms(tiles=True, window=cells_near(setup(), 1))
    answer = decide_by_clauses(
        solver, setup(), 3, checklist()["road-5-3c"], terms=terms, exactly_at=3
    )
    assert ("undecided", "exhausted") == (answer.verdict, answer.status)
    assert "window" in answer.reason


# The solvers' process


@pytest.mark.parametrize("limit", [0.0, 0.001])
def test_a_limit_leaves_the_question_open(solver: SatSolver, limit: float) -> None:
    terms = Terms(tiles=True, parameters=Parameters(limit=limit))
    answer = decide_by_clauses(solver, setup(), 4, checklist()["road-5-3c"], terms=terms)
    assert ("undecided", "unknown", limit) == (answer.verdict, answer.status, answer.limit)
    with pytest.raises(Undecided, match="limit"):
        lines_by_clauses(solver, setup(), 1, terms=replace(terms, parameters=Parameters(limit=0)))


def test_a_killed_process_leaves_the_question_open_and_the_next_one_is_answered() -> None:
    position = parse_position(TABLE)
    with SatSolver() as solver:
        expected = lines_by_clauses(solver, position, 1)
        process = solver.process_id
        assert process is not None
        os.kill(process, signal.SIGSTOP)  # so that it is at work for as long as we like
        Timer(0.2, os.kill, (process, signal.SIGKILL)).start()
        answer = decide_by_clauses(solver, setup(), 3, checklist()["road-5-3c"], terms=FREE_TILES)
        assert ("undecided", "lost") == (answer.verdict, answer.status)
        assert expected == lines_by_clauses(solver, position, 1)


def test_a_process_that_says_nothing_is_given_up() -> None:
    with SatSolver(patience=0.0) as solver:
        answer = decide_by_clauses(solver, setup(), 3, checklist()["road-5-3c"], terms=FREE_TILES)
    assert ("undecided", "lost") == (answer.verdict, answer.status)


def test_processes_without_memory_leave_the_question_open() -> None:
    goal, memory = checklist()["road-5-3c"], 1 << 20
    with SatSolver(memory=memory) as solver:
        answer = decide_by_clauses(solver, setup(), 3, goal, terms=FREE_TILES)
    assert ("undecided", "lost") == (answer.verdict, answer.status)
    assert "the solver ran out of memory" == answer.reason
    with CpSatSolver(memory=memory) as other:
        answer = Model(other).decide(setup(), 3, goal, terms=FREE_TILES)
    assert ("undecided", "lost") == (answer.verdict, answer.status)
    assert "the solver ran out of memory" == answer.reason


def test_asking_loads_no_solver() -> None:
    code = (
        "import sys, verifier.carcassonne.model.solo.certificates;"
        "print({'pysat', 'pysolvers'} & {*sys.modules})"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert b"set()" == process.stdout.strip()


def test_hashes_do_not_change_the_formula() -> None:
    code = (
        "from verifier.carcassonne.solo.goals import checklist;"
        "from verifier.carcassonne.solo.position import setup;"
        "from verifier.carcassonne.model.solo.questions import FREE_TILES;"
        "from verifier.carcassonne.model.solo.solvers import question;"
        "goal = checklist()['road-5-3c'];"
        "print(question(setup(), 3, goal, terms=FREE_TILES).formula.dimacs())"
    )
    process = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent.parent,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert 1 == len(process)
