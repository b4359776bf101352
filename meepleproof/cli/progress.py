"""How far a run of the generator has come, in a few lines where a person watches."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import click

from generator.run import Run

__all__ = ["Progress", "progress"]

_REASONS = 5
"""So many reasons for rejection are shown, the most frequent ones."""


class Progress:
    """Says what is new and, on a terminal, shows below it how far the run has come."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._began = time.monotonic()
        self._made_before = _made(run)
        self._shown = 0

    def tell(self, news: str) -> None:
        """Say what is new, for good."""
        self.clear()
        click.echo(news, err=True)
        self.show()

    def show(self) -> None:
        """Show how far the run has come now, in place of what was shown before."""
        if not sys.stderr.isatty():
            return
        self.clear()
        width = shutil.get_terminal_size().columns - 1
        lines = [line[:width] for line in page(self._run, self._rate())]
        click.echo("\n".join(lines), err=True)
        self._shown = len(lines)

    def clear(self) -> None:
        """Take away what is shown."""
        if self._shown:
            click.echo(f"\x1b[{self._shown}A\x1b[J", nl=False, err=True)
            self._shown = 0

    def _rate(self) -> float:
        """Return the puzzles made a minute since this program began."""
        minutes = (time.monotonic() - self._began) / 60
        return (_made(self._run) - self._made_before) / minutes if minutes else 0.0


@contextmanager
def progress(run: Run) -> Iterator[Progress]:
    """Lend a way to say and show how far the run is. At the end nothing is left but the news."""
    shown = Progress(run)
    try:
        yield shown
    finally:
        shown.clear()


def page(run: Run, rate: float) -> list[str]:
    """Return the lines to show for a run that makes so many puzzles a minute."""
    wished = run.plan.count * len(run.progress)
    left = sum(one.count - len(one.puzzles) for one in run.progress if not one.ended)
    tried = sum(one.counted for one in run.progress)
    until = f"{_duration(left / rate)} left" if rate else "time left not known yet"
    reasons = sum((one.rejected for one in run.progress), Counter[str]())
    made = f"{_made(run)} of {wished} puzzles from {tried} candidates"
    return [
        f"{made}, {rate:.1f} a minute, {until}",
        *(f"{times:6} rejected: {reason}" for reason, times in reasons.most_common(_REASONS)),
    ]


def _made(run: Run) -> int:
    return sum(len(one.puzzles) for one in run.progress)


def _duration(minutes: float) -> str:
    """Return a duration as people say it.

    >>> _duration(0.3), _duration(7.4), _duration(150)
    ('less than a minute', '7 min', '2 h 30 min')
    """
    if minutes < 1:
        return "less than a minute"
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"
