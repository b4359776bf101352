"""Time makes a verdict undecided and never another one, and *undecided* names the true reason."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from generator.kind import ProvedKind
from generator.kinds import kind_named
from generator.solo.only_solution import only_solution
from generator.solo.proving import agreement, prove
from generator.solo.records.kind import RECORD_PACKS, BothKeys
from generator.workers import WorkerSolver
from meepleproof.cli import status_line as status_module
from meepleproof.cli.commands import explain as explain_module
from meepleproof.cli.commands.pack import check as check_module
from meepleproof.cli.pack_files import read_pack_files
from meepleproof.cli.solo import explain as solo_explain
from meepleproof.cli.status_line import StatusLine, status_line
from meepleproof.cli.ticks import OutOfTime, in_time, ticking
from tests.builds import Build
from tests.console_output import run_command
from tests.killed_solver import DoomedSolver
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import row, setup
from verifier.carcassonne.solo.puzzle import Puzzle, parse_goal
from verifier.constraints import process as process_module
from verifier.constraints.builder import Builder
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Undecided

ROOT = Path(__file__).parent.parent
AT_ONCE = "0.000001"
LONG = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nWLXWLWLV.VUEJUVUV.UVEKNUUV")
"""A position with more known tiles than anybody can search."""
PACKS = ("checklist", "stay", "house-double-turn", "neom-purchase", "find-the-error", "retro")
BY_NIGHT = {"stay", "retro"}
BY_DAY = [pytest.param(one, marks=[pytest.mark.slow] if one in BY_NIGHT else []) for one in PACKS]
KILLED = "the solver's process was killed, by a user or by the system for want of memory"


class AbortedSolver(CpSatSolver):
    """Its process ends as CP-SAT ends it where a check of its own fails."""

    def _running(self) -> subprocess.Popen[bytes]:
        process = super()._running()
        process.send_signal(signal.SIGABRT)
        process.wait()
        return process


@pytest.fixture(autouse=True)
def nothing_ticks_afterwards() -> Iterator[None]:
    """Check that no timer is left behind."""
    yield
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_REAL)
    assert signal.SIG_DFL == signal.getsignal(signal.SIGALRM)


def checklist_puzzle() -> Puzzle:
    _, packed = read_pack_files(str(ROOT / "puzzles" / "checklist.json"))
    puzzle = packed[3].puzzle
    assert isinstance(puzzle, Puzzle)
    return puzzle


# The commands


@pytest.mark.parametrize("pack", BY_DAY)
def test_a_puzzle_without_time_is_undecided(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    prove_too = ("--prove",) if pack in ("checklist", "stay") else ()
    asked = ("solve", pack, "--puzzle", "1", "--time", AT_ONCE, *prove_too)
    code, out, _ = run_command(capsys, *asked)
    assert 4 == code
    assert "Undecided" in out
    assert "the time given, 1e-06 s, was used up" in out
    code, out, _ = run_command(capsys, *asked, "--json")
    (document,) = json.loads(out)
    assert 4 == code
    assert ("undecided", "the time given, 1e-06 s, was used up") == (
        document["answer"],
        document["why"],
    )
    assert {"engine", "model"} != set(document["keys"])


def test_what_the_engine_found_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meepleproof.cli.solo.solve._LATE", 60.0)
    asked = ("solve", "checklist", "--puzzle", "4", "--time", AT_ONCE, "--prove", "--json")
    _, out, _ = run_command(capsys, *asked)
    (document,) = json.loads(out)
    assert document["search"]["exhaustive"]
    assert 1 == document["solutions"] == len(document["search"]["lines"])


@pytest.mark.parametrize("pack", BY_DAY)
def test_an_explanation_without_time_is_undecided(
    pack: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (explain_module, solo_explain):
        monkeypatch.setattr(module, "in_time", lambda _: in_time(float(AT_ONCE)))
    code, out, err = run_command(capsys, "explain", pack, "--puzzle", "1", "--time", "7")
    assert 4 == code
    assert "the time given, 7 s, was used up" in out + err


def test_a_pack_without_time_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("pack", "check", "--sample", "1", "--time", AT_ONCE, *PACKS)
    code, out, _ = run_command(capsys, *asked, "--json")
    reports = json.loads(out)
    assert 4 == code
    assert ["undecided"] * len(PACKS) == [each["answer"] for each in reports]
    assert [0] * len(PACKS) == [each["proved"] for each in reports]
    code, out, _ = run_command(capsys, *asked)
    assert len(PACKS) == out.count("is undecided: the time given, 1e-06 s, was used up.")


@pytest.mark.parametrize("command", ["solve", "pack check"])
def test_no_time_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_command(capsys, *command.split(), "checklist", "--time", "nan")
    assert (2, "Error: a limit of nan seconds: give 0 or more (at --time)\n") == (code, err)


# A solver that crashes


def test_a_crash_is_called_a_crash() -> None:
    puzzle = checklist_puzzle()
    found = solve(puzzle.position, puzzle.goal, puzzle.tiles, merged=True)
    with AbortedSolver() as solver:
        agreed = agreement(puzzle, found, solver)
    assert agreed.answer is None
    assert "the model did not decide: the solver crashed (SIGABRT)" == agreed.undecided


@pytest.mark.parametrize("questions", [0, 4])
def test_a_proof_names_the_crash_wherever_it_comes(questions: int) -> None:
    puzzle = checklist_puzzle()
    solution = only_solution(puzzle)
    assert solution is not None
    with DoomedSolver(spared=questions) as solver:
        undecided = prove(puzzle, solution, solver).undecided
    assert f"the model did not decide: {KILLED}" == undecided


def test_a_solver_that_aborts_by_itself_is_called_a_crash() -> None:
    with CpSatSolver() as solver:
        assert not solver.survives_the_canary()
    assert "the solver crashed (SIGABRT)" == solver.lost


def test_a_crash_makes_no_puzzle_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    class Doomed(WorkerSolver, DoomedSolver):
        pass

    monkeypatch.setattr(check_module, "WorkerSolver", Doomed)
    _, packed = read_pack_files(str(ROOT / "puzzles" / "checklist.json"))
    found = check_module._looked_at(packed[3], 0)
    assert ((), f"the model did not decide: {KILLED}") == (found.wrong, found.undecided)


@pytest.mark.parametrize("pack", ["help", "retro"])
def test_a_crash_makes_no_flaw(pack: str) -> None:
    path = ROOT / "puzzles" / "records" / f"{pack}.json"
    one = RECORD_PACKS.read(json.loads(path.read_text(encoding="utf-8")), pack)[0]
    keys = BothKeys()
    keys.model = Model(AbortedSolver())
    kind = kind_named(one.kind)
    assert isinstance(kind, ProvedKind)
    with pytest.raises(Undecided, match=r"the model did not decide: .* crashed \(SIGABRT\)"):
        kind.prove(one.puzzle, keys)


# What stops the work


def test_the_kernel_is_stopped(build: Build) -> None:
    assert build
    with pytest.raises(OutOfTime), in_time(float(AT_ONCE)):
        solve(LONG, parse_goal("road-10-3c"), 24)


def test_a_solver_that_was_stopped_answers_the_next_question() -> None:
    with CpSatSolver() as solver:
        model = Model(solver)
        with pytest.raises(OutOfTime), in_time(float(AT_ONCE)):
            model.outcomes(row(setup(), tiles_of("E")))
        assert solver.process_id is None
        assert 1 == len(model.outcomes(row(setup(), tiles_of("C"))))


@pytest.fixture(params=["here", "there"])
def comes(request: pytest.FixtureRequest) -> Iterator[Callable[[], None]]:
    """Yield a function that sends the signal of a timer, to a thread that the system may choose."""
    if request.param == "here":
        yield lambda: signal.raise_signal(signal.SIGALRM)
        return
    # The thread is there before: it inherits no mask.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(signal.getsignal, signal.SIGALRM).result()
        yield lambda: elsewhere.submit(signal.raise_signal, signal.SIGALRM).result()


def test_a_solver_is_ended_whole_though_time_runs_out_meanwhile(
    comes: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = CpSatSolver()
    process = solver._running()
    now = [0.0]

    def slow() -> int:
        now[0] = 2.0
        comes()
        return subprocess.Popen.wait(process)

    monkeypatch.setattr(process, "wait", slow)
    with pytest.raises(OutOfTime), in_time(1.0, clock=lambda: now[0]):
        solver.close()
    assert solver._errors.closed


def test_a_solver_is_begun_whole_though_time_runs_out_meanwhile(
    comes: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def slow() -> IO[bytes]:
        now[0] = 2.0
        comes()
        return TemporaryFile()

    monkeypatch.setattr(process_module, "_last_words", slow)
    with CpSatSolver() as solver:
        with pytest.raises(OutOfTime), in_time(1.0, clock=lambda: now[0]):
            solver._running()
        assert solver.process_id is not None


def test_what_is_swallowed_comes_again() -> None:
    late = count(0, 1000)
    swallowed = 0
    with suppress(OutOfTime), in_time(1.0, clock=lambda: next(late)):
        with suppress(OutOfTime):
            signal.raise_signal(signal.SIGALRM)
            pytest.fail("nothing was raised")
        swallowed += 1
        signal.raise_signal(signal.SIGALRM)
        pytest.fail("it was raised once only")
    assert 1 == swallowed


def test_what_is_in_time_is_not_stopped() -> None:
    ticked: list[int] = []
    with in_time(1.0, clock=lambda: 0.0), ticking(lambda _: ticked.append(1)):
        signal.raise_signal(signal.SIGALRM)
    assert ticked


# Progress


def test_progress_on_a_terminal_comes_each_second() -> None:
    line = StatusLine(now=0.0, terminal=True)
    line.text = "road\x1b-10"
    assert ["", "\r\x1b[Kroad\\x1b-10, 1 s", ""] == [line.due(now) for now in (0.9, 1.0, 1.9)]


def test_progress_elsewhere_comes_as_lines(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status_module, "_MINUTE", 0.0)
    with status_line() as show:
        show("the model looks for other lines")
        signal.raise_signal(signal.SIGALRM)
    assert "the model looks for other lines, 0 min\n" in capfd.readouterr().err


def test_an_easy_question_is_answered_after_all() -> None:
    with CpSatSolver() as solver:
        assert "optimal" == solver.ask(Builder(), [], Parameters()).status
        assert "" == solver.lost
