"""The status line: what a long command is doing now, and since when.

On a terminal it is a line that is written over. Elsewhere a line comes each minute.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from meepleproof.cli.printing import echo_status, status_text
from meepleproof.cli.ticks import ticking
from meepleproof.rendering.visible import visible

__all__ = ["ShowStatus", "StatusLine", "counting", "status_line"]

ShowStatus: TypeAlias = Callable[[str], None]
_T = TypeVar("_T")

_SECOND, _MINUTE = 1.0, 60.0


class StatusLine:
    r"""What is shown when: on a ``terminal`` each second, elsewhere each minute.

    >>> line = StatusLine(now=0.0, terminal=False)
    >>> line.text = "12/50 road-10"
    >>> [line.due(now) for now in (59.0, 61.0, 100.0)]
    ['', '12/50 road-10, 1 min\n', '']
    """

    def __init__(self, now: float, *, terminal: bool) -> None:
        self.text = ""
        self._terminal = terminal
        self._began = self._shown = now

    def due(self, now: float) -> str:
        """Return what is to be written now, or nothing."""
        every = _SECOND if self._terminal else _MINUTE
        if not self.text or now - self._shown < every:
            return ""
        self._shown = now
        seconds = int(now - self._began)
        if self._terminal:
            return status_text(f"{self.text}, {seconds} s")
        return f"{visible(self.text)}, {seconds // 60} min\n"


@contextmanager
def status_line() -> Iterator[ShowStatus]:
    """Yield a function that shows a text on the status line; at the end the line is cleared."""
    terminal = sys.stderr is not None and sys.stderr.isatty()
    line = StatusLine(time.monotonic(), terminal=terminal)
    handle = _handle()

    def show(text: str) -> None:
        line.text = text
        if terminal:
            echo_status(text)

    def tick(_: object) -> None:
        due = line.due(time.monotonic())
        if due and handle is not None:
            os.write(handle, due.encode(errors="backslashreplace"))

    try:
        with ticking(tick):
            yield show
    finally:
        show("")


def counting(items: Iterable[_T], total: int, what: str, show: ShowStatus) -> Iterator[_T]:
    """Yield the items, and show how many of them are done.

    >>> shown = []
    >>> list(counting("ab", 2, "letters", shown.append)), shown
    (['a', 'b'], ['0 of 2 letters', '1 of 2 letters', '2 of 2 letters'])
    """
    done = 0
    show(f"{done} of {total} {what}")
    for item in items:
        yield item
        done += 1
        show(f"{done} of {total} {what}")


def _handle() -> int | None:
    """Return the file descriptor of stderr, into which a signal's handler may write."""
    try:
        return None if sys.stderr is None else sys.stderr.fileno()
    except io.UnsupportedOperation:
        return None
