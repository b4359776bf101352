"""Runs of the generator: many workers, any order, interruptions and resumes; always the same."""

from __future__ import annotations

import errno
import io
import json
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.journal import Journal, entry_from_json, entry_to_json
from generator.kind import Rejection, Result
from generator.kinds import kind_named
from generator.run import CandidateId, Plan, Run
from generator.workers import (
    Listener,
    SolverLost,
    Task,
    Workers,
    WorkerSolver,
    fingerprint,
    run_task,
    versions,
    work_on,
)
from meepleproof.cli.pack_files import solutions_path
from meepleproof.cli.runs import progress, progress_lines
from meepleproof.cli.workers import isolated_processes
from tests import quick_candidates
from verifier import __version__
from verifier.documents.validation import validate
from verifier.errors import KeysDisagree, Undecided

ROOT = Path(__file__).parents[1]
ROAD, CITY = (
    kind_named("goal").wishes({"goal": goal, "tiles": 4})[0] for goal in ("road-5-3c", "city-16")
)
WISH = ("--goal", "road-5-3c", "--count", "6", "--seed", "7")


def messages_of(run: Run, workers: Workers, attempt: Callable[[Task], Result]) -> list[str]:
    """Work on a run and return its messages."""
    messages: list[str] = []
    work_on(run, workers, Listener(lambda *_: None, messages.append, lambda: None), attempt)
    return messages


def alone(run: Run, attempt: Callable[[Task], Result] = quick_candidates.quick_result) -> list[str]:
    return messages_of(run, Workers(quick_candidates.ImmediateExecutor(), lambda: 1), attempt)


def counts(run: Run) -> list[tuple[list[str], int, dict[str, int]]]:
    """Return all that a run says about its wishes, with the puzzles' numbers."""
    return [
        (
            [f"{one.id} {one.document['source']['candidate']}" for one in p.puzzles.values()],
            p.counted,
            dict(p.rejected),
        )
        for p in run.progress
    ]


# The same with any number of workers and in any order


class AnyOrder(Executor):
    """Has several tasks at once, and does one of them by chance when it is given none."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.begun: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, work: Any, /, *given: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun.append((future, lambda: work(*given)))
        self.most = max(self.most, len(self.begun))
        return future

    def finish_one(self) -> None:
        future, work = self.begun.pop(self.chance.randrange(len(self.begun)))
        try:
            future.set_result(work())
        except KeysDisagree as error:
            future.set_exception(error)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from("mmrdx"), min_size=1, max_size=12),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(0, 9),
)
def test_any_number_of_workers_in_any_order_make_the_same(
    outcomes: list[str], count: int, most: int, workers: int, seed: int
) -> None:
    tried: list[CandidateId] = []

    def attempt(task: Task) -> Result:
        """Make a new puzzle, make one again, or reject, as the outcomes say."""
        tried.append((plan.wishes.index(task.wish), task.number))
        kind = outcomes[(task.number + 5 * tried[-1][0]) % len(outcomes)]
        if kind in "rx":
            return Rejection(task.number, kind)
        made = quick_candidates.shipped()[0 if kind == "d" else task.number % 10]
        return quick_candidates.numbered(made, task.number)

    plan = Plan((ROAD, CITY), count, 7, most)
    expected = Run(plan)
    alone(expected, attempt)
    needed = len(tried)
    assert sum(one.counted for one in expected.progress) == needed
    tried.clear()

    actual, executor = Run(plan), AnyOrder(seed)
    listener = Listener(lambda *_: None, lambda _: None, lambda: None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.workers.wait", lambda pending, *_: _one_done(executor, pending))
        work_on(actual, Workers(executor, lambda: workers), listener, attempt)
    assert counts(expected) == counts(actual)
    assert executor.most <= workers
    assert len(tried) == len(set(tried))
    assert len(tried) <= needed + 2 * workers


def _one_done(executor: AnyOrder, begun: dict[Future[Any], Any]) -> tuple[set[Future[Any]], None]:
    executor.finish_one()
    return {future for future in begun if future.done()}, None


def test_what_is_needed_anyway_comes_before_what_may_be() -> None:
    run = Run(Plan((ROAD, CITY), 2, 7, 9))
    assert [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2)] == list(run.wanted(1))
    run.take((0, 0), Rejection(0, "no"))
    assert [(0, 1), (0, 2), (1, 0), (1, 1), (0, 3), (1, 2)] == list(run.wanted(1))
    run.take((0, 2), Rejection(2, "no"))  # its turn has not come
    assert [(0, 1), (1, 0), (1, 1), (0, 3), (1, 2)] == list(run.wanted(1))


def test_a_wish_that_is_not_met_is_given_up() -> None:
    run = Run(Plan((ROAD,), 2, 7, 2))
    assert ["road-5-3c: given up after 2 candidates without a puzzle"] == alone(run)
    assert run.ended
    assert run.progress == run.unmet
    assert [] == run.puzzles
    assert {"no luck": 1, "no line": 1} == dict(run.progress[0].rejected)


def test_a_puzzle_made_twice_counts_once() -> None:
    run = Run(Plan((ROAD,), 10, 7, 4))
    alone(run)
    assert 10 == len(run.puzzles)
    run = Run(Plan((ROAD,), 11, 7, 4))
    alone(run)
    assert {"the same puzzle was made before": 1, "no luck": 12, "no line": 11} == dict(
        run.progress[0].rejected
    )


def test_a_disagreement_counts_in_its_turn_only() -> None:
    run = Run(Plan((ROAD,), 1, 7, 9))
    run.take((0, 3), KeysDisagree("too early to matter"))
    alone(run)
    assert 1 == len(run.puzzles)
    run = Run(Plan((ROAD,), 2, 7, 9))
    with pytest.raises(KeysDisagree, match="the keys quarrel"):
        alone(run, quick_candidates.disagreeing)
    assert 1 == len(run.puzzles)


def test_finished_puzzles_count_when_it_is_broken_off() -> None:
    run = Run(Plan((ROAD,), 2, 7, 9))
    for number in (8, 5):
        run.take((0, number), quick_candidates.quick_result(Task(ROAD, 7, number, "")))
    assert [5, 8] == [one.document["source"]["candidate"] for one in run.puzzles]
    assert {} == run.progress[0].puzzles


def test_work_that_the_executor_drops_leaves_it_undecided() -> None:
    class Dropping(quick_candidates.ImmediateExecutor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(CancelledError())
            return future

    with pytest.raises(Undecided, match="cannot be reached"):
        messages_of(
            Run(Plan((ROAD,), 1, 7, 9)),
            Workers(Dropping(), lambda: 0),
            quick_candidates.quick_result,
        )


def test_a_worker_of_another_version_is_not_asked() -> None:
    with pytest.raises(Undecided, match=r"a worker runs meepleproof .*, this program is 9\.9"):
        run_task(Task(ROAD, 7, 0, "9.9"))


# Worker processes


def test_a_worker_that_dies_loses_its_own_candidate_only(tmp_path: Path) -> None:
    plan = Plan((ROAD,), 4, 7, 9)
    expected, once, always = Run(plan), Run(plan), Run(plan)
    alone(expected)
    with isolated_processes(2) as executor:
        workers = Workers(executor, lambda: 2)
        messages = messages_of(once, workers, quick_candidates.KillsWorker(once=tmp_path / "dead"))
        assert ["road-5-3c: candidate 4: its worker died; it is done again"] == died(messages)
        assert counts(expected) == counts(once)
        messages = messages_of(always, workers, quick_candidates.KillsWorker())
    assert 3 == len(died(messages))
    assert "WARNING: road-5-3c: candidate 4 is rejected" in died(messages)[-1]
    assert 1 == always.progress[0].rejected["its worker died each time it was tried"]
    assert counts(expected)[0][:2] == counts(always)[0][:2]


def test_a_task_waits_for_a_process_that_ends_what_an_earlier_run_began() -> None:
    with isolated_processes(1) as executor:
        first, second = executor.submit(time.sleep, 0.2), executor.submit(abs, -1)
        assert first.done()
        assert 1 == second.result()


def test_workers_that_always_die_are_no_reason_against_any_candidate() -> None:
    def dying(_: Task) -> Result:
        raise BrokenExecutor

    run, messages = Run(Plan((ROAD,), 2, 7, 9)), list[str]()
    listener = Listener(lambda *_: None, messages.append, lambda: None)
    with pytest.raises(Undecided, match="a worker died the last 6 times it was started"):
        work_on(run, Workers(quick_candidates.ImmediateExecutor(), lambda: 1), listener, dying)
    assert 1 == sum("WARNING" in message for message in messages)


def died(messages: list[str]) -> list[str]:
    return [message for message in messages if "worker died" in message]


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    many = ("--goal", "road-5-3c", "--count", "900", "--seed", "7")
    process = started("slow", *many, "--jobs", "2", "--run", str(tmp_path / "run"))
    assert process.stderr is not None
    process.stderr.readline()
    process.kill()
    # The workers hold the other end of stderr: it ends when they have ended.
    process.communicate(timeout=60)
    assert -signal.SIGKILL == process.returncode


def test_a_solver_ends_with_a_worker_that_is_killed_meanwhile() -> None:
    thinking = (
        "import time; from verifier.constraints.worker import serve;"
        "serve(lambda _: time.sleep(999))"
    )
    process = subprocess.Popen([sys.executable, "-c", thinking], cwd=ROOT, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"{}\n")
    process.stdin.close()
    assert 0 == process.wait(timeout=60)


def test_a_solver_that_is_lost_is_no_reason_against_a_candidate() -> None:
    with WorkerSolver() as solver, pytest.raises(SolverLost):
        solver.survives_the_canary()
    plan = Plan((ROAD,), 2, 7, 9)
    expected, once, always = Run(plan), Run(plan), Run(plan)
    alone(expected)
    lost: list[int] = []

    def losing_once(task: Task) -> Result:
        if task.number == 1 and not lost:
            lost.append(1)
            raise SolverLost
        return quick_candidates.quick_result(task)

    def losing(task: Task) -> Result:
        if task.number == 1:
            raise SolverLost
        return quick_candidates.quick_result(task)

    assert "road-5-3c: candidate 1: its solver died; it is done again" in alone(once, losing_once)
    assert counts(expected) == counts(once)
    assert any(
        "candidate 1 is rejected, as its solver died" in message
        for message in alone(always, losing)
    )


# The journal


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that has ended, with the pack beside it."""
    folder = tmp_path_factory.mktemp("runs")
    assert 0 == quick_candidates.main(
        "quick", [*WISH, "--run", str(folder / "run"), "-o", pack(folder)]
    )
    return folder / "run"


def pack(folder: Path) -> str:
    return str(folder / "pack.json")


def started(name: str, *options: str, **how: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.quick_candidates", name, *options],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        **how,
    )


def test_a_proved_puzzle_survives_the_journal() -> None:
    for made in quick_candidates.shipped():
        candidate = made.document["source"]["candidate"]
        plan = Plan((ROAD,), 1, made.document["source"]["seed"], 1)
        entry = json.loads(json.dumps(entry_to_json((0, candidate), made)))
        validate("journal", entry)
        assert ((0, candidate), made) == entry_from_json(entry, plan)


def test_a_journal_cut_off_anywhere_is_mended(journal: Path, tmp_path: Path) -> None:
    whole = (journal / "journal.ndjson").read_bytes()
    first = whole.index(b"\n") + 1
    expected = Run(Plan((ROAD,), 6, 7, 100))
    alone(expected)
    copy = tmp_path / "journal.ndjson"
    for length in sorted({first, len(whole), *range(first, len(whole), 997)}):
        copy.write_bytes(whole[:length])
        run, lines = Run(expected.plan), whole[:length].count(b"\n")
        with Journal.resume(str(tmp_path)) as resumed:
            results = resumed.results(run.plan)
            assert lines - 1 == len(results)
            assert length - (whole[:length].rindex(b"\n") + 1) == resumed.dropped_bytes
            for place, result in results:
                run.take(place, result)
            listener = Listener(resumed.keep, lambda _: None, lambda: None)
            work_on(
                run,
                Workers(quick_candidates.ImmediateExecutor(), lambda: 1),
                listener,
                quick_candidates.quick_result,
            )
        assert counts(expected) == counts(run)
        assert whole == copy.read_bytes()


@pytest.mark.parametrize(
    ("name", "wish", "kills"),
    [
        ("slow", WISH, 2),
        pytest.param(
            "real",
            ("--goal", "road.4.x.2", "--tiles", "2", "--count", "6", "--seed", "3"),
            5,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_killed_again_and_again_it_ends_with_the_same_bytes(
    name: str, wish: tuple[str, ...], kills: int, tmp_path: Path
) -> None:
    undisturbed, run = str(tmp_path / "undisturbed.json"), str(tmp_path / "run")
    assert 0 == quick_candidates.main(name.replace("slow", "quick"), [*wish, "-o", undisturbed])
    chance = random.Random(5)
    how = ["--run", run, *wish]
    for _ in range(kills):
        process = started(name, *how, "--jobs", "2")
        assert process.stderr is not None
        for _ in range(chance.randrange(3)):
            process.stderr.readline()
        time.sleep(chance.random() / 10)
        process.kill()
        process.communicate(timeout=60)
        if Path(run, "journal.ndjson").exists():
            how = ["--resume", run]
    process = started(name, *how, "--jobs", "2", "-o", pack(tmp_path))
    _, err = process.communicate(timeout=300)
    assert 0 == process.returncode, err
    for path in (lambda pack: pack, solutions_path):
        assert Path(path(undisturbed)).read_bytes() == Path(path(pack(tmp_path))).read_bytes()
    assert "candidates were done before" in err


def test_a_disk_that_is_full_loses_nothing(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(tmp_path / "run")

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    process = started("quick", *WISH, "--run", run, preexec_fn=small_disk)
    _, err = process.communicate(timeout=60)
    assert 3 == process.returncode
    assert f"Error: '{run}/journal.ndjson': File too large" in err
    assert f"To go on: meepleproof generate --resume {run}" in err
    assert "Traceback" not in err
    assert 5000 == Path(run, "journal.ndjson").stat().st_size
    assert 0 == quick_candidates.main("quick", ["--resume", run, "-o", pack(tmp_path)])
    assert f"{run}: a line was cut off at the end" in capsys.readouterr().err
    assert Path(pack(journal.parent)).read_bytes() == Path(pack(tmp_path)).read_bytes()


def test_no_room_for_the_pack_is_said() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tests.quick_candidates", "quick", *WISH],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert 3 == done.returncode
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pack_that_cannot_be_written_is_not_lost(
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", pack(tmp_path))

    monkeypatch.setattr("meepleproof.cli.pack_files.write_all", full)
    assert 3 == quick_candidates.main("quick", [*WISH, "-o", pack(tmp_path)])
    out, err = capsys.readouterr()
    written = (pack(journal.parent), solutions_path(pack(journal.parent)))
    assert "".join(Path(path).read_text() for path in written) == out
    assert "The pack and its solutions went to stdout" in err
    assert "No space left on device" in err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--count", "7"), "--count was 6, not 7"),
        (("--seed", "8", "--tiles", "3"), "--tiles was 4, not 3, --seed was 7, not 8"),
        (("--checklist",), "--checklist was off, not on"),
    ],
)
def test_a_run_is_resumed_as_it_was_begun(
    journal: Path, options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 3 == quick_candidates.main("quick", ["--resume", str(journal), *options])
    out, err = capsys.readouterr()
    assert "" == out
    assert words in err
    assert 0 == quick_candidates.main("quick", ["--resume", str(journal), *WISH])
    assert Path(pack(journal.parent)).read_text() == capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (0, ('"versions":"', '"versions":"9.'), "started with meepleproof 9."),
        (
            0,
            (fingerprint(), "0123456789ab"),
            f"started with meepleproof {__version__} (0123456789ab)",
        ),
        (0, ('"journal":3', '"journal":2'), "(journal 2)"),
        (0, ('"journal":3', '"journal":{"3":3}'), "(journal {'3': 3})"),
        (0, ('"journal"', '"diary"'), "not the first line of a journal"),
        (0, ("{", "[{"), "not JSON"),
        (0, ('"tiles":4', '"tiles":"4"'), "not a run of this command"),
        (0, ('"tiles":4,', ""), "not a run of this command"),
        (0, ('"tiles":4', '"tiles":-4'), '"tiles" is -4, but 0 is the least'),
        (0, ('"tiles":4', '"tiles":4.0'), "the number 4.0 is not a whole number"),
        (0, ('"count":6', '"count":true'), "not a run of this command"),
        (0, ('"count":6', '"count":[6]'), "line 1 /parameters/count"),
        (1, ("{", ""), "not JSON"),
        (1, ("{", "[{},"), "not JSON"),
        (1, ('"candidate"', '"number"'), 'lacks "candidate"'),
        (1, ('"wish":0', '"wish":1'), "candidate 0 of wish 1, and there are 1 wishes"),
        (1, ('"wish":0', '"wish":-1'), '"wish" is -1, but 0 is the least'),
        (1, ('"wish":0', '"wish":"0"'), '"wish" is "0", not a whole number'),
        (1, ('"wish":0', '"wish":true'), '"wish" is true, not a whole number'),
        (1, ('"candidate":0', '"candidate":-1'), '"candidate" is -1, but 0 is the least'),
        (1, ('"candidate":0', '"candidate":0.5'), "the number 0.5 is not a whole number"),
        (1, ('"candidate":0', '"candidate":1e99'), "not a whole number"),
        (1, ('"candidate":0', '"candidate":1'), "candidate 1 of wish 0 is on line 2, too"),
        (1, ('"rejected"', '"refused"'), "line 2"),
        (1, ('"rejected":"no luck"', '"rejected":[]'), '"rejected" is [], not a text'),
        (1, ('"rejected":"no luck"', '"rejected":null'), '"rejected" is null, not a text'),
        (1, ("no luck", "\\ud800"), "half a surrogate pair"),
        (1, ('"rejected":"no luck"', '"journal":3,"versions":"x","parameters":{}'), "line 2"),
        (3, ('"id":"', '"id":"0'), "line 4"),
        (3, ('"line"', '"path"'), "line 4 /made/solution"),
        (3, ('"line":"', '"line":7,"more":"'), "line 4 /made/solution"),
        (3, ('"themes":[', '"topics":['), "line 4 /made/puzzle"),
        (3, ('"rating":', '"rating":-'), "line 4 /made/puzzle/difficulty/rating"),
        (3, ('"work":{', '"work":[],"more":{'), "line 4 /made/puzzle/verdict/keys"),
        (3, ('"source":{"seed":7', '"source":{"seed":"7"'), "line 4 /made/puzzle/source/seed"),
        (3, ('"candidate":2,"made"', '"candidate":99,"made"'), "the puzzle of candidate 2"),
    ],
)
def test_a_journal_changed_by_hand_is_refused(
    journal: Path,
    tmp_path: Path,
    line: int,
    change: tuple[str, str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = (journal / "journal.ndjson").read_text().splitlines(keepends=True)
    assert change[0] in lines[line]
    lines[line] = lines[line].replace(*change, 1)
    (tmp_path / "journal.ndjson").write_text("".join(lines))
    assert 3 == quick_candidates.main("quick", ["--resume", str(tmp_path)])
    out, err = capsys.readouterr()
    assert "" == out
    assert words in err
    assert 1 == err.count("\n")


def test_a_journal_that_is_no_text_is_refused(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = (journal / "journal.ndjson").read_bytes()
    for content, words in (
        (b"\xff\n", "line 1"),
        (whole + b"\xff\n", "not UTF-8 text: byte 0xff"),
        (whole + b"[" * 100_000 + b"\n", "nested too deeply"),
        (b"", "a journal without a first line"),
    ):
        (tmp_path / "journal.ndjson").write_bytes(content)
        assert 3 == quick_candidates.main("quick", ["--resume", str(tmp_path)])
        assert words in capsys.readouterr().err


def test_other_code_of_the_same_version_is_known_by_its_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = dict[str, str]()
    for name, content in (("one", "a = 1"), ("other", "a = 2"), ("again", "a = 1")):
        (tmp_path / name / "generator").mkdir(parents=True)
        (tmp_path / name / "generator" / "seeking.py").write_text(content)
        monkeypatch.setattr("generator.workers._ROOT", tmp_path / name)
        found[name] = fingerprint.__wrapped__()
    assert found["one"] == found["again"]
    assert found["one"] != found["other"]
    assert fingerprint() in versions()


def test_folders_of_runs_are_neither_mixed_nor_shared(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options, words in (
        (("--run", str(journal), *WISH), "already holds a run; continue it with --resume"),
        (("--resume", str(tmp_path)), "holds no run; start one with --run"),
        (("--resume", str(tmp_path / "none")), "holds no run"),
        (("--run", str(tmp_path / "none" / "run"), *WISH), "No such file"),
        (("--run", "/proc/run", *WISH), "'/proc/run': No such file"),
    ):
        assert 3 == quick_candidates.main("quick", list(options))
        assert words in capsys.readouterr().err
    words_of_none = ["--run", str(tmp_path), *WISH, "--count", "0"]
    assert 2 == quick_candidates.main("quick", words_of_none)
    assert "0 puzzles" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())
    assert 2 == quick_candidates.main("quick", ["--run", "a", "--resume", "b"])
    with Journal.resume(str(journal)):
        assert 3 == quick_candidates.main("quick", ["--resume", str(journal)])
    assert "another program is working on this run" in capsys.readouterr().err


# Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    run = Run(Plan((ROAD, CITY), 2, 7, 9))
    with progress(run) as shown:
        work_on(
            run,
            Workers(quick_candidates.ImmediateExecutor(), lambda: 1),
            Listener(lambda *_: None, shown.report, shown.show),
            quick_candidates.quick_result,
        )
    written = terminal.getvalue()
    assert "road-5-3c: puzzle 1 of 2, candidate 2\n" in written
    assert written.endswith("\x1b[J")
    *_, last = written.removesuffix("\x1b[3A\x1b[J").split("\x1b[J")
    head, *reasons = last.splitlines()
    assert "4 of 4 puzzles from 12 candidates, " in head
    assert ["     4 rejected: no luck", "     4 rejected: no line"] == reasons
    assert all(len(line) < 60 for line in last.splitlines())


def test_elsewhere_only_messages_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == quick_candidates.main("quick", ["--goal", "road-5-3c", "--count", "2"])
    assert [
        "road-5-3c: puzzle 1 of 2, candidate 2",
        "road-5-3c: puzzle 2 of 2, candidate 5",
        "road-5-3c: rejected 2: no line",
        "road-5-3c: rejected 2: no luck",
    ] == capsys.readouterr().err.splitlines()


def test_elsewhere_a_line_comes_each_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("meepleproof.cli.runs.time.monotonic", lambda: now[0])
    with progress(Run(Plan((ROAD,), 4, 7, 9))) as shown:
        for seconds in (30.0, 59.0, 61.0, 100.0, 122.0):
            now[0] = seconds
            shown.show()
    said = "0 of 4 puzzles from 0 candidates, 0.0 a minute, time left not known yet"
    assert [f"{said}, 1 min", f"{said}, 2 min"] == capsys.readouterr().err.splitlines()


def test_how_fast_and_how_long_is_said() -> None:
    run = Run(Plan((ROAD,), 4, 7, 9))
    begun = "0 of 4 puzzles from 0 candidates"
    assert [f"{begun}, 0.0 a minute, time left not known yet"] == progress_lines(run, 0)
    assert [f"{begun}, 0.5 a minute, 8 min left"] == progress_lines(run, 0.5)
