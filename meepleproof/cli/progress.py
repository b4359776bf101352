"""The progress of a run of the generator: messages, and on a terminal a few lines below them."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from generator.run import Run
from meepleproof.cli.printing import clear_lines, echo

__all__ = ["Progress", "progress"]

_REASONS = 5
"""So many reasons for rejection are shown, the most frequent first."""


class Progress:
    """Prints messages and, on a terminal, shows the progress of the run below them."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._started = time.monotonic()
        self._puzzles_before = _puzzle_count(run)
        self._shown = 0

    def report(self, message: str) -> None:
        """Print a message; it stays."""
        self.clear()
        echo(message, err=True)
        self.show()

    def show(self) -> None:
        """Show the progress now, in place of what was shown before."""
        if not sys.stderr.isatty():
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
