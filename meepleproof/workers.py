"""Processes that search for a command, and end with it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

__all__ = ["workers"]


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """Lend so many processes. At the end, whatever ends it, those still at work are stopped."""
    executor = ProcessPoolExecutor(count, initializer=_leave_interrupts_to_the_parent)
    try:
        yield executor
    finally:
        for worker in active_children():
            worker.terminate()
        executor.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
