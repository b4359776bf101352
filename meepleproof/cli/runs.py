"""Runs of the generator: their workers, and their progress on stderr, live on a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import click

from generator.journal import Journal
from generator.kind import Result
from generator.run import CandidateId, Run
from generator.workers import Listener, Workers, work_on
from meepleproof.cli.printing import clear_lines, echo
from meepleproof.cli.status_line import StatusLine
from meepleproof.cli.workers import isolated_processes
from verifier.errors import MeepleproofError

__all__ = [
    "JOBS",
    "Progress",
    "local_workers",
    "print_message",
    "print_rejections",
    "progress",
    "replay_journal",
    "work",
]


_REASONS = 5
"""So many reasons for rejection are shown, the most frequent first."""


class Progress:
    """Prints messages and the progress of the run: on a terminal below them, else each minute."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._started = time.monotonic()
        self._puzzles_before = _puzzle_count(run)
        self._shown = 0
        self._line = StatusLine(self._started, terminal=False)

    def report(self, message: str) -> None:
        """Print a message; it stays."""
        self.clear()
        echo(message, err=True)
        self.show()

    def show(self) -> None:
        """Show the progress now, in place of what was shown before, if it is time to."""
        if not sys.stderr.isatty():
            self._line.text = progress_lines(self._run, self._rate())[0]
            if due := self._line.due(time.monotonic()):
                echo(due.removesuffix("\n"), err=True)
            return
        self.clear()
        width = shutil.get_terminal_size().columns - 1
        lines = [line[:width] for line in progress_lines(self._run, self._rate())]
        echo(*lines, err=True)
        self._shown = len(lines)

    def clear(self) -> None:
        """Remove what is shown."""
        if self._shown:
            clear_lines(self._shown)
            self._shown = 0

    def _rate(self) -> float:
        """Return the puzzles made per minute since this program started."""
        minutes = (time.monotonic() - self._started) / 60
        return (_puzzle_count(self._run) - self._puzzles_before) / minutes if minutes else 0.0


@contextmanager
def progress(run: Run) -> Iterator[Progress]:
    """Yield a display of the run's progress; at the end only the messages are left."""
    shown = Progress(run)
    try:
        yield shown
    finally:
        shown.clear()


def progress_lines(run: Run, rate: float) -> list[str]:
    """Return the lines to show for a run, given the puzzles it makes per minute."""
    wished = run.plan.count * len(run.progress)
    left = sum(one.count - len(one.puzzles) for one in run.progress if not one.ended)
    tried = sum(one.counted for one in run.progress)
    until = f"{_duration(left / rate)} left" if rate else "time left not known yet"
    reasons = sum((one.rejected for one in run.progress), Counter[str]())
    made = f"{_puzzle_count(run)} of {wished} puzzles from {tried} candidates"
    return [
        f"{made}, {rate:.1f} a minute, {until}",
        *(f"{times:6} rejected: {reason}" for reason, times in reasons.most_common(_REASONS)),
    ]


def _puzzle_count(run: Run) -> int:
    return sum(len(one.puzzles) for one in run.progress)


def _duration(minutes: float) -> str:
    """Return a duration in words.

    >>> _duration(0.3), _duration(7.4), _duration(150)
    ('less than a minute', '7 min', '2 h 30 min')
    """
    if minutes < 1:
        return "less than a minute"
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


JOBS = click.IntRange(1, 61)  # more are not possible on every system


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """Yield workers that are so many processes of this machine."""
    with isolated_processes(jobs, "generator.workers") as executor:
        yield Workers(executor, lambda: jobs)


def replay_journal(run: Run, journal: Journal) -> None:
    """Let the run take the results in the journal."""
    if journal.dropped_bytes:
        print_message(
            f"{journal.folder}: a line was cut off at the end; its candidate is done again"
        )
    results = journal.results(run.plan)
    for candidate, result in results:
        run.take(candidate, result)  # its messages were printed when it was tried
    if results:
        print_message(
            f"{len(results)} candidates were done before, {len(run.puzzles)} puzzles made"
        )


def work(
    run: Run, workers: Workers, journal: Journal | None
) -> KeyboardInterrupt | MeepleproofError | OSError | None:
    """Work until the run has ended; return the interrupt or error that ended it early, or None."""
    with progress(run) as shown:
        keep = _forget if journal is None else journal.keep
        try:
            work_on(run, workers, Listener(keep, shown.report, shown.show))
        except (KeyboardInterrupt, MeepleproofError, OSError) as error:
            return error
    return None


def _forget(candidate: CandidateId, result: Result) -> None:
    """Keep nothing, as there is no journal."""


def print_rejections(run: Run) -> None:
    """Print how often candidates were rejected for each reason."""
    for wish in run.progress:
        for reason, times in sorted(wish.rejected.items()):
            print_message(f"{wish.name}: rejected {times}: {reason}")


def print_message(message: str) -> None:
    """Print a message on stderr."""
    echo(message, err=True)
