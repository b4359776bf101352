"""What a search does between its slices of a few milliseconds."""

from __future__ import annotations

import time
from collections.abc import Callable

Pause = Callable[[], bool]
"""Called every few milliseconds of a search, which stops if it returns True."""


def let_signals_in() -> bool:
    """Let the search continue; a pending KeyboardInterrupt is raised on entering Python code."""
    return False


def until(seconds: float) -> Pause:
    """Return a pause that stops the search so many seconds from now."""
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() >= deadline
