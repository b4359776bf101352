"""A foreign engine: a program that answers requests, a line each, and may do anything else.

It may die, hang, say nothing or without end. Each of its pipes has a thread of its own and a bound,
so that nothing it does holds us up or fills our memory.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from typing import IO, Any, Self, TypeAlias

from meepleproof.cli.console import json_text, json_value
from schemas import validate
from verifier.carcassonne.conformance.cases import PROTOCOL
from verifier.errors import Malformed, Undecided

Document: TypeAlias = dict[str, Any]

LONGEST = 64 * 1024
"""Bytes of the longest line that is read; all turns of a crowded table take 24 thousand."""

_LINES_AHEAD = 2
_WORDS_KEPT = 2000
_PATIENCE = 2.0
"""Seconds that an engine has to end by itself when nothing more is asked."""
_STEP = 0.005


class ForeignEngine:
    """An engine that is asked one request after another; started anew after it was too slow.

    Use it as a context manager, or call :meth:`close`, to end the process and what it started.
    """

    def __init__(self, command: Sequence[str], limit: int) -> None:
        """Run ``command``, wait at most ``limit`` seconds for any answer."""
        self._command = list(command)
        self._limit = limit
        self._running: _Running | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process if there is one."""
        if self._running is not None:
            self._running.end(_PATIENCE)
            self._running = None

    def hello(self) -> Document:
        """Return what the engine says about itself, having started it.

        :raises Malformed: if it says something else, or ends.
        :raises Undecided: if it says nothing in time.
        :raises OSError: if it cannot be started.
        """
        self._running = _Running(self._command)
        said = self._exchange({"ask": "hello", "protocol": PROTOCOL})
        if "can" not in said:
            raise Malformed("the engine greets without saying under 'can' what it can be asked")
        return said

    def ask(self, request: Document) -> Document:
        """Return the engine's answer, which follows its schema.

        :raises Malformed: if it says something else, or ends.
        :raises Undecided: if it does not answer in time. It is ended then.
        """
        if self._running is None:
            self.hello()
        return self._exchange(request)

    def _exchange(self, request: Document) -> Document:
        assert self._running is not None  # noqa: S101 - whoever calls has seen to it
        try:
            return self._running.answer(request, self._limit)
        except (Malformed, Undecided):
            self._running.end(0)
            self._running = None
            raise


class _Running:
    """A process with a thread for each of its pipes."""

    def __init__(self, command: list[str]) -> None:
        self._number = 0
        self._process = subprocess.Popen(  # noqa: S603 - the user names the program to be run
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that it ends together with what it starts
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stderr is not None  # noqa: S101 - opened as a pipe above
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._lines: Queue[bytes] = Queue(_LINES_AHEAD)
        self._words = b""
        self._listener = _thread(self._listen, self._process.stderr)
        self._reader = _thread(self._read, self._process.stdout)
        _thread(self._write, self._process.stdin)

    def answer(self, request: Document, limit: int) -> Document:
        """Return the answer to a request.

        :raises Malformed: if there is none, or one that does not follow its schema.
        :raises Undecided: if none comes in ``limit`` seconds.
        """
        number = self._number
        self._number += 1
        self._requests.put(json_text({"id": number, **request}).encode())
        try:
            line = self._lines.get(timeout=limit)
        except Empty:
            told = f"the engine did not answer within {limit} s; give it more by --time"
            raise Undecided(told) from None
        if not line:
            raise Malformed(f"the engine did not answer but {self.last_words()}")
        return _read(line, number)

    def last_words(self) -> str:
        """Return how the process went away, having ended it, and the end of its stderr."""
        told = "ended" if self.end(_PATIENCE) else "closed its output"
        code = self._process.returncode
        told += f" with exit code {code}" if told == "ended" else ""
        words = self._words.decode(errors="replace").strip()
        return f"{told}; it said: {words}" if words else told

    def end(self, patience: float) -> bool:
        """End the process and all that it started; tell if it ended by itself in so many seconds.

        It is not collected before its group is ended, so that nobody else can have its number.
        """
        if self._process.returncode is not None:
            return True
        self._requests.put(b"")
        by_itself = _ends(self._process, patience)
        _kill(self._process)
        self._process.wait()
        deadline = time.monotonic() + _PATIENCE
        while self._reader.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):  # let the reader go that waits to hand on a line
                self._lines.get(timeout=_STEP)
        self._listener.join(_PATIENCE)
        return by_itself

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # an engine that has ended is told by its silence
            while line := self._requests.get():
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            line = b"\n"
            while line.endswith(b"\n"):
                line = pipe.readline(LONGEST)
                self._lines.put(line)

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while words := os.read(pipe.fileno(), _WORDS_KEPT):
                self._words = (self._words + words)[-_WORDS_KEPT:]


def _thread(work: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> Thread:
    thread = Thread(target=work, args=(pipe,), daemon=True)
    thread.start()
    return thread


def _ends(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Tell whether the process ends in so many seconds, without collecting it where that goes."""
    if not hasattr(os, "waitid"):
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        return process.returncode is not None
    deadline = time.monotonic() + patience
    asked = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process.pid, asked) is None:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_STEP)
    return True


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(OSError):  # some systems know no group any more when its leader has ended
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _read(line: bytes, number: int) -> Document:
    """Return the answer on a line."""
    if not line.endswith(b"\n") and len(line) == LONGEST:
        raise Malformed(f"the engine answers with a line of more than {LONGEST:,} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise Malformed(f"the engine's answer is not UTF-8: {line[:60]!r}") from None
    name = f"the engine's answer {text[:60]!r}"
    answered = json_value(text, name)
    validate("engine-answer", answered, name)
    if answered["id"] != number:
        raise Malformed(f"request {number} is answered as {answered['id']}", where=name)
    return {part: value for part, value in answered.items() if part != "id"}
