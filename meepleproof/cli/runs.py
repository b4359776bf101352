"""Runs that make puzzles, as commands carry them out: with hands, a journal, and news on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from generator.journal import Journal
from generator.run import Place, Result, Run
from generator.workers import Hands, Listener, work_on
from meepleproof.cli.progress import progress
from meepleproof.cli.workers import crew
from verifier.errors import Malformed, MeepleproofError

__all__ = ["JOBS", "local_crew", "recall", "tell", "tell_rejections", "work"]

JOBS = click.IntRange(1, 61)  # more are not possible on every system


@contextmanager
def local_crew(jobs: int) -> Iterator[Hands]:
    """Lend so many processes of this machine."""
    with crew(jobs, "generator.workers") as executor:
        yield Hands(executor, lambda: jobs)


def recall(run: Run, journal: Journal) -> None:
    """Let the run take what the journal knows."""
    if journal.mended:
        tell(f"{journal.folder}: a line was cut off at the end; its candidate is done again")
    for (wish, number), result in journal.known:
        if wish >= len(run.pursuits):
            told = f"candidate {number} of wish {wish}, and there are {len(run.pursuits)} wishes"
            raise Malformed(told, where=journal.folder)
        run.take((wish, number), result)  # what is new in it was told when it was done
    if journal.known:
        tell(f"{len(journal.known)} candidates were done before, {len(run.made)} puzzles made")


def work(
    run: Run, hands: Hands, journal: Journal | None
) -> KeyboardInterrupt | MeepleproofError | OSError | None:
    """Work until the run has ended, and return what else ended it, if anything did."""
    with progress(run) as shown:
        keep = _forget if journal is None else journal.keep
        try:
            work_on(run, hands, Listener(keep, shown.tell, shown.show))
        except (KeyboardInterrupt, MeepleproofError, OSError) as error:
            return error
    return None


def _forget(place: Place, result: Result) -> None:
    """Keep nothing, where there is no journal."""


def tell_rejections(run: Run) -> None:
    """Say how often candidates were rejected, and why."""
    for pursuit in run.pursuits:
        for reason, times in sorted(pursuit.rejected.items()):
            tell(f"{pursuit.goal}: rejected {times}: {reason}")


def tell(news: str) -> None:
    """Say it on stderr."""
    click.echo(news, err=True)
