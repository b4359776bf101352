"""Asks CP-SAT, which runs in a process of its own and may abort, hang or be killed."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from verifier.model.builder import Builder, Lit, Sum
from verifier.model.wire import program

EVERY = 10**9
_PATIENCE = 900.0
"""Seconds after which a silent process counts as lost; the limits that decide are deterministic."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the solver was asked; equal parameters give equal answers on every machine.

    ``limit`` is in CP-SAT's deterministic time, about a second of one core each.
    """

    seed: int = 1
    limit: float = 600.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What the solver's process said.

    ``status`` is ``optimal``, ``feasible``, ``infeasible``, ``invalid`` or ``unknown``, or ``lost``
    if the process ended or was ended without an answer. ``found`` tells for every solution which
    of the asked literals hold; ``value`` and ``bound`` are set where something was maximised.
    """

    status: str
    found: tuple[dict[Lit, bool], ...] = ()
    time: float = 0.0
    version: str = ""
    value: int | None = None
    bound: int | None = None


class Solver:
    """A process that solves, started when first asked and again after it was lost.

    Use it as a context manager, or call :meth:`close`, to end the process.
    """

    def __init__(self, patience: float = _PATIENCE) -> None:
        """Wait at most ``patience`` seconds for any answer."""
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

    def ask(
        self,
        builder: Builder,
        asked: Sequence[Lit],
        parameters: Parameters,
        *,
        most: int = 1,
        aim: Sum | None = None,
    ) -> Reply:
        """Return up to ``most`` solutions of what the builder requires, or the best one.

        With ``most`` of ``EVERY`` the status ``optimal`` says that all solutions are there.
        """
        question = {
            "program": program(builder, asked, aim),
            "seed": parameters.seed,
            "limit": parameters.limit,
            "all": most > 1,
            "most": EVERY if aim is not None else most,
        }
        answer = self._exchange(question)
        if answer is None:
            return Reply("lost")
        found = tuple(
            {literal: bit == "1" for literal, bit in zip(asked, bits, strict=True)}
            for bits in answer["found"]
        )
        constant = 0 if aim is None else aim.constant
        return Reply(
            status=answer["status"],
            found=found,
            time=answer["time"],
            version=answer["version"],
            value=answer["value"] + constant if "value" in answer else None,
            bound=answer["bound"] + constant if "bound" in answer else None,
        )

    def survives_the_canary(self) -> bool:
        """Tell whether the solver answers a model known to abort it; we survive either way."""
        return self._exchange("canary") is not None

    def _exchange(self, question: object) -> dict[str, Any] | None:
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
            self._process = subprocess.Popen(
                [sys.executable, "-m", "verifier.model.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            # Whoever forgets to close the solver leaves no process behind.
            self._ending = weakref.finalize(self, _end, self._process)
        return self._process

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """Return the next line, or None when the process ends or patience does."""
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
