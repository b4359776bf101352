"""The status line: what a long command is doing now, on a line of the terminal, if there is one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from meepleproof.cli.printing import echo_status

__all__ = ["ShowStatus", "status_line"]

ShowStatus: TypeAlias = Callable[[str], None]


@contextmanager
def status_line() -> Iterator[ShowStatus]:
    """Yield a function that shows a text on the status line; at the end the line is cleared."""
    try:
        yield _show
    finally:
        _show("")


def _show(text: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        echo_status(text)
