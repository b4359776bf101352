"""Candidates that take no time: every third is a shipped puzzle.

``python -m tests.quick_candidates NAME OPTIONS`` is ``meepleproof generate OPTIONS`` with them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from generator import workers
from generator.kind import Rejection, Result
from generator.pack import source_of
from generator.solo.pack import PackedPuzzle, read_pack
from generator.workers import Task, work_on
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.errors import KeysDisagree

SHIPPED = Path(__file__).parents[1] / "puzzles" / "checklist.json"
SOLUTIONS = SHIPPED.with_name("checklist.solutions.json")
REASONS = ("no luck", "no line")


@cache
def shipped() -> tuple[PackedPuzzle, ...]:
    """Return ten puzzles of the shipped checklist, as the generator made them."""
    document = json.loads(SHIPPED.read_text(encoding="utf-8"))
    solutions = json.loads(SOLUTIONS.read_text(encoding="utf-8"))
    return read_pack(document, "the checklist", solutions)[:10]


def numbered(made: PackedPuzzle, candidate: int, seed: int = 7) -> PackedPuzzle:
    """Return a puzzle as if it had been made of that candidate."""
    return replace(made, document={**made.document, "source": source_of(seed, candidate)})


def quick_result(task: Task) -> Result:
    """Return a puzzle for every third candidate; after ten puzzles they repeat."""
    puzzles = shipped()
    which, failed = divmod(task.number, 3)
    if failed != 2:
        return Rejection(task.number, REASONS[failed])
    return numbered(puzzles[which % len(puzzles)], task.number, task.seed)


def slow_result(task: Task) -> Result:
    """Return the same after a time that differs between candidates, so that they overtake."""
    time.sleep(0.02 + 0.02 * (task.number * 7 % 5))
    return quick_result(task)


@dataclass(frozen=True)
class KillsWorker:
    """Kills the worker that tries candidate 4: every time, or only until a file is there."""

    once: Path | None = None

    def __call__(self, task: Task) -> Result:
        if task.number == 4 and not (self.once and self.once.exists()):
            if self.once:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return quick_result(task)


def disagreeing(task: Task) -> Result:
    """Return the same, but let the keys disagree about candidate 4."""
    if task.number == 4:
        raise KeysDisagree("the keys quarrel")
    return quick_result(task)


class ImmediateExecutor(Executor):
    """Runs each task when it is submitted."""

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*given, **named))
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        return future


def main(name: str, options: list[str]) -> int:
    """Generate with candidates of that name; ``kills-worker=FILE`` kills once and creates FILE."""
    from tests import quick_candidates  # noqa: PLC0415 - by the name under which workers find it

    word, _, file = name.partition("=")
    attempts: dict[str, Callable[[Task], Result]] = {
        "quick": quick_candidates.quick_result,
        "slow": quick_candidates.slow_result,
        "real": workers.run_task,
        "kills-worker": quick_candidates.KillsWorker(Path(file) if file else None),
    }
    quickly = partial(work_on, attempt=attempts[word])
    with patch("meepleproof.cli.runs.work_on", quickly):
        return run(group, ["generate", *options])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
