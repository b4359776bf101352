"""Runs on a real Dask cluster of one machine: the same bytes, whoever is lost on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests import quick_candidates

ROOT = Path(__file__).parents[1]
WISH = ("--goal", "road-5-3c", "--count", "4", "--seed", "7")
FAILURES = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}


class Cluster:
    """A scheduler and the workers it is given, which nobody starts again when they die."""

    def __init__(self) -> None:
        self._programs: list[subprocess.Popen[str]] = []
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.address = line_with(self._scheduler, "Scheduler at:").split()[-1]

    def add_workers(self, count: int) -> None:
        options = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1")
        begun = [self._start("worker", self.address, *options) for _ in range(count)]
        for worker in begun:
            line_with(worker, "Registered to")

    def end(self) -> None:
        for program in self._programs:
            program.kill()
            program.communicate()

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=ROOT,
            env=os.environ | FAILURES,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._programs.append(program)
        return program


def line_with(program: subprocess.Popen[str], words: str) -> str:
    """Return the next line a program says with these words in it."""
    assert program.stderr is not None
    for line in program.stderr:
        if words in line:
            return line
    raise AssertionError(f"the program ended without saying {words!r}")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        yield made
    finally:
        made.end()


def generated(name: str, *options: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.quick_candidates", name, *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_worker_killed_in_mid_run_changes_no_byte(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == quick_candidates.main("quick", [*WISH])
    expected = capsys.readouterr().out
    cluster.add_workers(2)
    killed = tmp_path / "killed"
    code, actual, err = generated(f"kills-worker={killed}", *WISH, "--cluster", cluster.address)
    assert 0 == code, err
    assert killed.exists()
    assert expected == actual
    assert "died" not in err


@pytest.mark.slow
def test_a_candidate_that_kills_every_worker_is_rejected(cluster: Cluster) -> None:
    cluster.add_workers(3)
    code, _, err = generated("kills-worker", *WISH, "--cluster", cluster.address)
    assert 0 == code, err
    assert "WARNING: road-5-3c: candidate 4 is rejected, as its worker died" in err
    assert "rejected 1: its worker died" in err


@pytest.mark.slow
def test_a_cluster_makes_the_puzzles_that_one_process_makes(cluster: Cluster) -> None:
    cluster.add_workers(2)
    wish = ("--goal", "road.4.x.2", "--tiles", "2", "--seed", "3", "--count", "4")
    found = [
        subprocess.run(
            [sys.executable, "-m", "meepleproof", "generate", *wish, *how],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for how in ((), ("--cluster", cluster.address))
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("address", "code", "words"),
    [
        ("tcp://127.0.0.1:1", 3, "'tcp://127.0.0.1:1': no Dask scheduler answers there"),
        ("nowhere", 2, "not the address of a scheduler: missing port number in address 'nowhere'"),
        ("http://127.0.0.1:1", 2, "unknown address scheme 'http'"),
    ],
)
def test_a_cluster_that_is_not_there_is_said_so(
    address: str,
    code: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pack = tmp_path / "pack.json"
    monkeypatch.setattr("meepleproof.cli.cluster._PATIENCE", 0.5)
    found = run(group, ["generate", *WISH, "--cluster", address, "-o", str(pack)])
    out, err = capsys.readouterr()
    assert (code, "") == (found, out)
    assert words in err
    assert 1 == len(err.splitlines())
    assert not pack.exists()


def test_without_workers_a_cluster_does_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = distributed.Client.wait_for_workers
    monkeypatch.setattr(
        distributed.Client,
        "wait_for_workers",
        lambda client, number, **_: usual(client, number, 0.1),
    )
    monkeypatch.setattr("meepleproof.cli.cluster._PATIENCE", 60)
    empty = Cluster()
    try:
        code = run(group, ["generate", *WISH, "--cluster", empty.address])
    finally:
        empty.end()
    assert 3 == code
    err = capsys.readouterr().err
    assert f"Error: '{empty.address}': the cluster has no workers\n" == err


def test_without_dask_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 2 == run(group, ["generate", *WISH, "--cluster", "tcp://127.0.0.1:1"])
    assert "pip install 'meepleproof[cluster]'" in capsys.readouterr().err
