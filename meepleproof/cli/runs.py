"""Runs of the generator by a command: with worker processes, a journal, and messages on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from generator.journal import Journal
from generator.kind import Result
from generator.run import CandidateId, Run
from generator.workers import Listener, Workers, work_on
from meepleproof.cli.printing import echo
from meepleproof.cli.progress import progress
from meepleproof.cli.workers import isolated_processes
from verifier.errors import MeepleproofError

__all__ = ["JOBS", "local_workers", "print_message", "print_rejections", "replay_journal", "work"]

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
