"""Ctrl-C or SIGTERM at any moment: a sentence, exit code 130, and no traceback."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.workers import IsolatedProcesses, isolated_processes, workers

ROOT = Path(__file__).parent.parent
GENERATE = ("generate", "--goal", "road.4.x.2", "--tiles", "2", "--count", "99", "--jobs", "2")

INTERRUPTED_AT = """
import os, signal, sys
from meepleproof import __main__

class Interrupt:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.{name})

sys.meta_path.insert(0, Interrupt())
sys.argv[1:] = ["rules"]
__main__.main()
"""
"""Ends at the moment when a module is imported."""

SIGNALS = pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])


@pytest.mark.parametrize(
    "module",
    ["click", "meepleproof.cli.group", "meepleproof.cli.console", "meepleproof.cli.commands.rules"],
)
@SIGNALS
def test_while_it_starts(module: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT.format(module=module, name=name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (130, "", "Error: interrupted\n") == (done.returncode, done.stdout, done.stderr)


@SIGNALS
def test_a_process_started_to_ignore_it_ignores_it(name: str) -> None:
    code = INTERRUPTED_AT.format(module="meepleproof.cli.group", name=name).replace(
        "import os, signal, sys",
        f"import os, signal, sys; signal.signal(signal.{name}, signal.SIG_IGN)",
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout


def test_processes_that_work_for_another_do_not_see_it(capfd: pytest.CaptureFixture[str]) -> None:
    with isolated_processes(2) as executor:
        assert isinstance(executor, IsolatedProcesses)
        server: Any = forkserver._forkserver  # nothing public names it
        os.kill(server._forkserver_pid, signal.SIGINT)
        for number in range(4):
            future = executor.submit(abs, -number)
            for pool in executor._pools:
                interrupt(pool)
            assert number == future.result()
    with workers(2) as others:
        interrupt(others)
        assert 7 == others.submit(abs, -7).result()
    assert ("", "") == capfd.readouterr()


def test_processes_that_are_stopped_at_the_end_say_nothing() -> None:
    command = [sys.executable, "-m", "meepleproof", "pack", "check", "stay", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


def interrupt(pool: Any) -> None:
    for process in list(pool._processes or ()):
        os.kill(process, signal.SIGINT)


LONG = (
    "best --turns 9",
    "compare score.qualifier=any_present",
    "conform -- PYTHON -m meepleproof engine",
    "dataset -o FOLDER/all.csv",
    "odds --games 1000000",
    "odds --games 1000000 --jobs 2",
    "pack build FOLDER/plan.json -o FOLDER/packs --run FOLDER/runs",
    "pack check road-10 --jobs 2",
    "pack export total-60 --format png --solutions -o FOLDER/pictures",
    "pack grade FOLDER/all-three-and-home.json --force",
    "pack index FOLDER/many",
    "perft --tiles EJUVWKEJUVWK",
    "serve --port 0 --database sqlite:///FOLDER/jobs.sqlite3",
    "site build FOLDER/site",
    "smallest total-60 --time 90",
    "solve long-combinations-volume-3 --puzzle 4 --prove",
    "verify",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", LONG)
def test_a_long_command_ends_at_sigterm_as_at_ctrl_c(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "puzzles", tmp_path / "many")
    shutil.copy(ROOT / "docs" / "examples" / "plan.json", tmp_path)
    for name in ("all-three-and-home.json", "all-three-and-home.solutions.json"):
        shutil.copy(ROOT / "puzzles" / name, tmp_path)
    before = {one: one.read_bytes() for one in tmp_path.iterdir() if one.is_file()}
    given = command.replace("FOLDER", str(tmp_path)).replace("PYTHON", sys.executable)
    words = shlex.split(given)
    process = begun(*words)
    time.sleep(3)
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    assert "leaked" not in err
    assert process.returncode in ({0} if words[0] == "serve" else {130}), err
    assert words[0] == "serve" or "nterrupted" in err
    assert before == {one: one.read_bytes() for one in before}
    left = [one.name for one in tmp_path.rglob("*") if one.name.startswith(".")]
    assert [] == left, "drafts are left"


@pytest.mark.slow
@SIGNALS
def test_puzzles_that_were_finished_are_kept(name: str, tmp_path: Path) -> None:
    process = begun(*GENERATE, "-o", str(tmp_path / "made.json"))
    assert process.stderr is not None
    assert "puzzle 1 of 99" in process.stderr.readline()
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=60)
    made = json.loads((tmp_path / "made.json").read_text("utf-8"))
    assert f"Interrupted: {len(made['puzzles'])} finished puzzles kept." in err
    assert 130 == process.returncode


def begun(*words: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "meepleproof", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("tenths", range(2, 30))
def test_all_processes_of_a_terminal_at_any_moment(tenths: int) -> None:
    process = begun(*GENERATE)
    time.sleep(tenths / 10)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert 130 == process.returncode, err
    assert "Traceback" not in err
    assert "nterrupted" in err
