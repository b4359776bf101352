"""Processes that search for a command, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing import (
    active_children,
    connection,
    forkserver,
    parent_process,
    resource_tracker,
)
from typing import Any, TypeVar

__all__ = ["IsolatedProcesses", "isolated_processes", "workers"]

_T = TypeVar("_T")


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """Lend so many processes. At the end, whatever ends it, those still at work are stopped."""
    executor = ProcessPoolExecutor(count)
    try:
        with _interrupts_held_back():
            executor.submit(os.getpid)  # which starts them
        yield executor
    finally:
        _stop(executor)


@contextmanager
def isolated_processes(count: int, *preload: str) -> Iterator[Executor]:
    """Lend so many processes as :func:`workers` does, of which each can die without the others.

    They have the modules ``preload`` at hand. A task for which no process is free waits for one.
    """
    executor = IsolatedProcesses(count, preload)
    try:
        yield executor
    finally:
        _stop(executor)


class IsolatedProcesses(Executor):
    """Processes each in a pool of its own, as a pool is lost when one of its processes dies."""

    def __init__(self, count: int, preload: tuple[str, ...] = ()) -> None:
        # Forked from here, they would hold on to our files, with threads of ours half done.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(list(preload))
        # It holds signals back itself when it starts, and lets them through when it has.
        resource_tracker.ensure_running()
        with _interrupts_held_back():
            forkserver.ensure_running()  # all others are forked from it
        self._pools = [self._pool() for _ in range(count)]
        self._tasks: list[Future[Any] | None] = [None] * count

    def submit(self, work: Callable[..., _T], /, *given: Any, **named: Any) -> Future[_T]:
        """Give the task to a process that has none, a new one if it died."""
        number = self._free()
        with _interrupts_held_back():  # a process half started would be known to nobody
            try:
                future = self._pools[number].submit(work, *given, **named)
            except BrokenExecutor:
                self._pools[number].shutdown()
                self._pools[number] = self._pool()
                future = self._pools[number].submit(work, *given, **named)
            self._tasks[number] = future
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as in Executor
        """End the processes when their tasks are done."""
        for pool in self._pools:
            pool.shutdown(wait, cancel_futures=cancel_futures)

    def _free(self) -> int:
        """Return a process without a task; one that ends what an earlier run began is awaited."""
        busy = [task for task in self._tasks if task is not None and not task.done()]
        if len(busy) == len(self._tasks):
            wait(busy, return_when=FIRST_COMPLETED)
        return next(n for n, task in enumerate(self._tasks) if task is None or task.done())

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=self._context, initializer=_follow_the_parent)


def _stop(executor: Executor) -> None:
    for worker in active_children():
        worker.terminate()
    executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let processes be started that never see Ctrl-C, which is for this one.

    A terminal sends it to all of them, at any time. To ignore it they must have begun; that it is
    held back they inherit.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_the_parent() -> None:
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Wait for the end of the parent, which may be killed without a word, and follow it."""
    parent = parent_process()
    assert parent is not None  # noqa: S101 - a worker has one
    connection.wait([parent.sentinel])
    os._exit(1)
