"""What happens twenty times a second while a command works: time runs out, progress is shown.

A signal does it, as Ctrl-C does, so whatever works in this process is stopped: Python and the
compiled kernel, which lets signals in, and waiting for a solver or for workers. On systems without
such timers nothing ticks.
"""

from __future__ import annotations

import contextlib
import gc
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

from verifier.errors import Malformed

__all__ = ["OutOfTime", "in_time", "left", "require_time", "ticking", "used_up"]

_EVERY = 0.05
"""Seconds."""
_AGAIN = 0.5
"""Seconds until OutOfTime is raised again where something has swallowed it."""
_AT_ONCE = 1e-6

_CONTEXTS = frozenset({__file__, contextlib.__file__})
_DEEP = 4
"""So many frames below one of a context the timer may be at work, as it is set or stopped."""

Tick: TypeAlias = Callable[[FrameType | None], None]
"""Is given the frame that it interrupts."""


class OutOfTime(BaseException):
    """The time for an answer is used up. Like KeyboardInterrupt, it is no error to be handled."""


@contextmanager
def ticking(tick: Tick) -> Iterator[None]:
    """Call ``tick`` twenty times a second; what it raises interrupts the work."""
    here = threading.current_thread() is threading.main_thread()
    if not (here and hasattr(signal, "setitimer")):
        yield
        return
    outer = signal.getsignal(signal.SIGALRM)
    before = signal.getitimer(signal.ITIMER_REAL)

    def both(number: int, frame: FrameType | None) -> None:
        if callable(outer):
            outer(number, frame)
        tick(frame)

    try:
        signal.signal(signal.SIGALRM, both)
        signal.setitimer(signal.ITIMER_REAL, _AT_ONCE, _EVERY)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, outer)


@contextmanager
def in_time(seconds: float, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Raise OutOfTime in what takes longer, or at its end; 0 seconds are no limit."""
    due = again = clock() + seconds

    def tick(frame: FrameType | None) -> None:
        nonlocal again
        if clock() >= again and not (_begins_or_ends(frame) or _is_swallowed(frame)):
            again = clock() + _AGAIN
            raise OutOfTime

    if not seconds:
        yield
        return
    with ticking(tick):
        yield
    if clock() >= due:
        raise OutOfTime


def left(seconds: float, began: float) -> float:
    """Return how many of the seconds are left since then; 0 for no limit."""
    return seconds and max(_AT_ONCE, began + seconds - time.monotonic())


def _begins_or_ends(frame: FrameType | None) -> bool:
    """Return whether a context is being entered or left: nothing is raised then.

    Else a timer could be left behind.
    """
    files: list[str] = []
    while frame is not None and len(files) < _DEEP:
        files.append(frame.f_code.co_filename)
        frame = frame.f_back
    return not _CONTEXTS.isdisjoint(files)


def _is_swallowed(frame: FrameType | None) -> bool:
    """Return whether nothing that is raised now would reach the work: memory is being freed."""
    if frame is None:
        return False
    callbacks = (getattr(one, "__code__", None) for one in gc.callbacks)
    return frame.f_code.co_name == "__del__" or frame.f_code in callbacks


def require_time(seconds: float) -> None:
    """Check a limit in seconds, of which 0 is none.

    :raises Malformed: if it is no time.
    """
    if not 0 <= seconds < math.inf:
        raise Malformed(f"a limit of {seconds} seconds: give 0 or more", where="--time")


def used_up(seconds: float) -> str:
    """Return why an answer that ran out of time is undecided.

    >>> used_up(1.0)
    'the time given, 1 s, was used up'
    """
    return f"the time given, {seconds:g} s, was used up"
