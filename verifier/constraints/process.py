"""Runs a solver in a process of its own, which may abort, hang, run out of memory or be killed."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import time
import weakref
from typing import Any, Self

from verifier.subprocess_command import module_command

PATIENCE = 900.0
"""Seconds after which a silent process counts as lost; limits on the search are deterministic."""


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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process if there is one."""
        if self._process is not None:
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
        try:
            assert process.stdin is not None  # noqa: S101 - opened as a pipe below
            process.stdin.write(line)
            process.stdin.flush()
            answer = self._line(process)
        except BrokenPipeError:
            answer = None
        if answer is None:
            self.close()
            return None
        decoded: dict[str, Any] = json.loads(answer)
        return decoded

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            command, environment = self._program
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            # No process is left behind if a caller forgets to close the solver.
            self._ending = weakref.finalize(self, _end, self._process)
        return self._process

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """Return the next line; None if the process ended or has been silent for too long."""
        assert process.stdout is not None  # noqa: S101 - opened as a pipe above
        handle = process.stdout.fileno()
        deadline = time.monotonic() + self._patience
        pieces: list[bytes] = []
        while True:
            ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(handle, 1 << 20) if ready else b""
            if not piece:
                return None
            pieces.append(piece)
            if piece.endswith(b"\n"):
                return b"".join(pieces)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what it had not read yet is of no use
                pipe.close()
