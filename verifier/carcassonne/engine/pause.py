"""What a search does when it pauses."""

from __future__ import annotations

import time
from collections.abc import Callable

Pause = Callable[[], bool]
"""Called every few milliseconds of a search; it stops when the answer is True."""


def let_signals_in() -> bool:
    """Go on; a pending KeyboardInterrupt is raised on the way, for only Python hears signals."""
    return False


def until(seconds: float) -> Pause:
    """Return a pause that stops the search after so many seconds from now."""
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() >= deadline
