"""Worker processes of a command, which end with it."""

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
_SAFE_PATH = "PYTHONSAFEPATH"


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """Yield an executor of so many processes. At the end those still at work are stopped."""
    executor = ProcessPoolExecutor(count, initializer=_end_when_told)
    try:
        with _interrupts_blocked(signal.SIGTERM):
            executor.submit(os.getpid)  # this starts them
        yield executor
    finally:
        _stop(executor)


@contextmanager
def isolated_processes(count: int, *preload: str) -> Iterator[Executor]:
    """Yield an executor of so many processes, of which each can die without the others.

    They have imported the modules ``preload``. A task waits until a process is free.
    """
    executor = IsolatedProcesses(count, preload)
    try:
        yield executor
    finally:
        _stop(executor)


class IsolatedProcesses(Executor):
    """Processes, each in a pool of its own, as a pool is lost when one of its processes dies."""

    def __init__(self, count: int, preload: tuple[str, ...] = ()) -> None:
        # Forked from this process they would keep our files open and copy locks of our threads.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(list(preload))
        # It blocks signals itself while it starts.
        resource_tracker.ensure_running()
        with _interrupts_blocked(), _path_without_folder():
            forkserver.ensure_running()  # all others are forked from it
        self._pools = [self._pool() for _ in range(count)]
        self._tasks: list[Future[Any] | None] = [None] * count

    def submit(self, work: Callable[..., _T], /, *given: Any, **named: Any) -> Future[_T]:
        """Give the task to a free process; to a new one if that has died."""
        number = self._free()
        # A process that is only half started would be left running.
        with _interrupts_blocked(signal.SIGTERM):
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
        """Return the number of a free process; wait for one if all still work on earlier tasks."""
        busy = [task for task in self._tasks if task is not None and not task.done()]
        if len(busy) == len(self._tasks):
            wait(busy, return_when=FIRST_COMPLETED)
        return next(n for n, task in enumerate(self._tasks) if task is None or task.done())

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=self._context, initializer=_watch_parent)


def _stop(executor: Executor) -> None:
    for worker in active_children():
        worker.terminate()
    executor.shutdown(cancel_futures=True)


@contextmanager
def _path_without_folder() -> Iterator[None]:
    """Keep the folder that a user is in off the path of Python processes that are started now.

    A folder of theirs that is called ``generator`` would be taken for ours.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _interrupts_blocked(*others: signal.Signals) -> Iterator[None]:
    """Block Ctrl-C and ``others``, so that processes started meanwhile never get them.

    A terminal sends it to all processes at any time. A process can ignore it only once it runs, but
    it inherits that it is blocked from its start.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *others})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_when_told() -> None:
    """Let SIGTERM end this process, which was forked from one that handles it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _watch_parent() -> None:
    # The server that it was forked from may have been started while it was blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent ends, even if it is killed, and end then."""
    parent = parent_process()
    assert parent is not None  # noqa: S101 - a worker has one
    connection.wait([parent.sentinel])
    os._exit(1)
