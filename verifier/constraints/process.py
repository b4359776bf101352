"""Runs a solver in a process of its own, which may abort, hang, run out of memory or be killed."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Self

from verifier.processes import module_command

PATIENCE = 900.0
"""Seconds after which a silent process counts as lost; limits on the search are deterministic."""

LIMIT = "the solver's limit was reached"

_LAST_WORDS = 4096
"""So many bytes that a process wrote to stderr at last may say why it ended."""
_NO_MEMORY = (b"bad_alloc", b"MemoryError", b"can't start new thread")
_KILLED = "the solver's process was killed, by a user or by the system for want of memory"


class SolverProcess:
    """A process that answers questions, started with the first one and again if it was lost.

    Use it as a context manager, or call :meth:`close`, to end the process.
    """

    def __init__(
        self, module: str, *, patience: float = PATIENCE, memory: int | None = None
    ) -> None:
        """Run ``module``, wait at most ``patience`` seconds for any answer.

        ``memory`` is the most bytes of address space the process may take, None for no limit.
        """
        self._program = module_command(module, *([] if memory is None else [str(memory)]))
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self.lost = ""
        """Why the last question had no answer, if it had none."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process if there is one."""
        if self._process is not None:
            with _without_timers():
                self._process = None
                self._ending()

    @property
    def process_id(self) -> int | None:
        """The number of the running process, None if there is none."""
        return None if self._process is None else self._process.pid

    def _exchange(self, question: object) -> dict[str, Any] | None:
        """Return the answer, or None if the process ended, or was ended, without one."""
        process = self._running()
        line = json.dumps(question, separators=(",", ":")).encode() + b"\n"
        self.lost = ""
        try:
            assert process.stdin is not None  # noqa: S101 - opened as a pipe below
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(line)
                process.stdin.flush()
            answer = self._line(process)
            if answer:
                decoded: dict[str, Any] = json.loads(answer)
                return decoded
            self.lost = self._how_it_ended(process)
        except TimeoutError:
            self.lost = f"the solver gave no answer within {self._patience:g} seconds"
        except BaseException:  # interrupted: it would answer this question to the next one
            self.close()
            raise
        self.close()
        return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            with _without_timers():
                self._process = self._start()
        return self._process

    def _start(self) -> subprocess.Popen[bytes]:
        command, environment = self._program
        self._errors = _last_words()
        process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        # No process is left behind if a caller forgets to close the solver.
        self._ending = weakref.finalize(self, _end, process, self._errors)
        return process

    def _how_it_ended(self, process: subprocess.Popen[bytes]) -> str:
        """Return why a process ended that has closed its stdout."""
        code = process.wait()
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _LAST_WORDS))
        last_words = self._errors.read()
        if any(word in last_words for word in _NO_MEMORY):
            return "the solver ran out of memory"
        if code >= 0:
            return f"the solver's process ended with code {code}"
        name = signal.Signals(-code).name
        return _KILLED if -code == signal.SIGKILL else f"the solver crashed ({name})"

    def _line(self, process: subprocess.Popen[bytes]) -> bytes:
        """Return the next line, an empty one if the process ended.

        :raises TimeoutError: if it has been silent for too long.
        """
        assert process.stdout is not None  # noqa: S101 - opened as a pipe above
        handle = process.stdout.fileno()
        deadline = time.monotonic() + self._patience
        pieces: list[bytes] = []
        while True:
            ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            piece = os.read(handle, 1 << 20)
            if not piece:
                return b""
            pieces.append(piece)
            if piece.endswith(b"\n"):
                return b"".join(pieces)


def why_open(status: str, lost: str) -> str:
    """Return why a solver's reply of that status leaves a question open."""
    reasons = {
        "lost": lost or "the solver's process ended",
        "invalid": "the solver refused the model",
    }
    return reasons.get(status, LIMIT)


@contextmanager
def _without_timers() -> Iterator[None]:
    """Hold back what a timer's signal does, which may raise: a process half begun would be left.

    A mask would not do: the signal would come by way of another thread, and Python handles it here.
    """
    handler = signal.getsignal(signal.SIGALRM) if hasattr(signal, "SIGALRM") else None
    if handler is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, handler)
        if held:
            signal.raise_signal(signal.SIGALRM)


def _last_words() -> IO[bytes]:
    """Return a file for what a process says at last, which nobody reads if there is no place."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return open(os.devnull, "w+b")  # noqa: PTH123 - closed with the process


def _end(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, errors):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what it had not read yet is of no use
                pipe.close()


def undecided_by_model(reason: str) -> str:
    """Return in a sentence's words that the model left a question open, and why.

    >>> undecided_by_model("the solver crashed (SIGABRT)")
    'the model did not decide: the solver crashed (SIGABRT)'
    """
    return f"the model did not decide: {reason}"
