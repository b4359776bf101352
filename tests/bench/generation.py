"""What it takes to make puzzles: processor time by goal, what more workers bring, and memory."""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from generator import workers as workers_module
from generator.grade import LEVELS_FOR_LENGTH
from generator.kind import Rejection, Wish
from generator.kinds import kind_named
from generator.pack import Packed
from generator.run import Plan, Run
from generator.workers import Listener, Task, Workers, close_solvers, run_task, versions, work_on
from meepleproof.cli.workers import isolated_processes
from tests.bench.page import _table
from verifier.carcassonne.solo.goals import checklist

SEED = 3
TILES = 4
CANDIDATES = 12
"""So many candidates tell the rate of a goal; their puzzles need not be as many."""

TARGETS = {"road-5-3c": 20, "road-10-3c": 20, "city-8-10-3c": 20, "city-16-3c": 20}
"""Puzzles a core-minute that are to be reached, whatever their level."""

SHARED = Plan(kind_named("goal").wishes({"goal": "city-8-10-3c", "tiles": TILES}), 24, SEED, 100)
"""What one worker makes, and two make together."""

(QUICK,) = kind_named("goal").wishes({"goal": "stay.0.x.0", "tiles": 2})

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Generated:
    """What became of a goal's candidates, in how many seconds of processor time.

    ``made`` counts the puzzles by their level for the length.
    """

    goal: str
    tiles: int
    candidates: int
    made: dict[str, int]
    seconds: float
    rejected: dict[str, int]

    def rate(self, *levels: str) -> float:
        """Return how many puzzles of these levels a minute of a core brings."""
        return 60 * sum(self.made[level] for level in levels) / self.seconds


@dataclass(frozen=True, slots=True)
class Shared:
    """The clock's seconds that one and two workers took for one run, and a worker's MB at most."""

    puzzles: int
    alone: float
    together: float
    memory: float


def generated(quick: bool, tell: Tell) -> Iterator[Generated]:
    """Try the candidates of every goal in this process."""
    if quick:
        yield _generated(QUICK, 1)
        return
    for goal in checklist().values():
        tell(f"puzzles for {goal.id}")
        (wish,) = kind_named("goal").wishes({"goal": goal.id, "tiles": TILES})
        yield _generated(wish, CANDIDATES)


def _generated(wish: Wish, candidates: int) -> Generated:
    began = _processor_time()
    results = [run_task(Task(wish, SEED, number, versions())) for number in range(candidates)]
    close_solvers()  # the time of a child counts when it has ended
    made = Counter(one.level_for_length for one in results if isinstance(one, Packed))
    rejected = Counter(one.reason for one in results if isinstance(one, Rejection))
    return Generated(
        goal=wish.name,
        tiles=wish.given.tiles,
        candidates=candidates,
        made={level: made[level] for level in LEVELS_FOR_LENGTH},
        seconds=_processor_time() - began,
        rejected=dict(rejected.most_common()),
    )


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def shared(quick: bool, tell: Tell) -> Shared:
    """Let one worker make the puzzles of a run, then two."""
    plan = Plan((QUICK,), 1, SEED, 100) if quick else SHARED
    tell("one worker")
    alone, memory = _run(plan, 1)
    tell("two workers")
    together, _ = _run(plan, 2)
    return Shared(plan.count, alone, together, memory)


def _run(plan: Plan, workers: int) -> tuple[float, float]:
    """Return the seconds of a run, and the most memory of one of the workers in MB."""
    with isolated_processes(workers, "generator.workers") as executor:
        began = perf_counter()
        listener = Listener(lambda *_: None, lambda _: None, lambda: None)
        work_on(Run(plan), Workers(executor, lambda: workers), listener)
        return perf_counter() - began, _memory(executor)


def _memory(executor: Executor) -> float:
    return executor.submit(worker_memory).result()


def worker_memory() -> float:
    """Return the largest resident sets of this worker and its solver together, in MB."""
    processes = [os.getpid()]
    processes += filter(None, (solver.process_id for solver in workers_module._solvers.values()))
    peaks = (Path(f"/proc/{process}/status").read_text() for process in processes)
    return sum(int(peak.partition("VmHWM:")[2].split()[0]) for peak in peaks) / 1000


_ABOUT = """
## Making puzzles

What it takes to make puzzles of {tiles} tiles: {candidates} candidates of each goal, by one
process and its solver's. The time of the candidates that fail counts, too. The
rates of the levels for this length add up to that of all.

"""

_SHARED = """
The same {puzzles} puzzles by one worker and by two, by the clock, so it tells something only where
nobody else works. A worker's memory is that of its own process and of its solver's, at their
largest.

"""


def generation_part(rows: Sequence[Generated], run: Shared) -> str:
    """Return what the page says of the generator."""
    goals = _table(
        (
            "goal",
            "candidates",
            "puzzles",
            "a core-minute",
            "to reach",
            *LEVELS_FOR_LENGTH,
            "rejected",
        ),
        map(_row, rows),
    )
    together = _table(
        ("what", "unit", "to reach", "measured"),
        (
            ("two workers against one", "times as fast", "1.8", f"{run.alone / run.together:.2f}"),
            ("memory of a worker", "MB", "under 400", f"{run.memory:.0f}"),
        ),
    )
    about = _ABOUT.format(tiles=TILES, candidates=CANDIDATES)
    return about + goals + _SHARED.format(puzzles=run.puzzles) + together


def _row(row: Generated) -> tuple[str, ...]:
    reasons = "; ".join(f"{times} {reason}" for reason, times in row.rejected.items())
    target = f"{TARGETS[row.goal]} or more" if row.goal in TARGETS else ""
    made = str(sum(row.made.values()))
    by_level = (f"{row.rate(level):.1f}" for level in LEVELS_FOR_LENGTH)
    return (
        row.goal,
        str(row.candidates),
        made,
        f"{row.rate(*LEVELS_FOR_LENGTH):.1f}",
        target,
        *by_level,
        reasons,
    )
