"""A foreign engine: a program that answers requests, one line each, and may misbehave.

It may die, hang, or print nothing or endlessly. Each of its pipes has a thread of its own and a
bound, so that it can neither block us nor fill our memory.
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
from typing import IO, Self

from meepleproof.cli.console import json_text, json_value
from verifier.carcassonne.solo.conformance import PROTOCOL
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed, Undecided

LONGEST = 64 * 1024
"""Bytes of the longest line that is read; all turns of a crowded table take 24 thousand."""

_LINES_AHEAD = 2
_STDERR_KEPT = 2000
_PATIENCE = 2.0
"""Seconds that an engine has to end by itself when nothing more is asked."""
_STEP = 0.005


class ForeignEngine:
    """An engine under test: takes one request after another, is restarted when it was too slow.

    Use it as a context manager, or call :meth:`close`, to end the process and what it started.
    """

    def __init__(self, command: Sequence[str], limit: int) -> None:
        """Prepare to run ``command``, and to wait at most ``limit`` seconds for an answer."""
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
        """Start the engine and return its answer to the greeting.

        :raises Malformed: if it answers something else, or ends.
        :raises Undecided: if it does not answer in time.
        :raises OSError: if it cannot be started.
        """
        self._running = _Running(self._command)
        answer = self._exchange({"ask": "hello", "protocol": PROTOCOL})
        if "can" not in answer:
            raise Malformed("the engine's greeting lacks 'can', the list of what it can be asked")
        return answer

    def ask(self, request: Document) -> Document:
        """Return the engine's answer, which follows its schema.

        :raises Malformed: if it answers something else, or ends.
        :raises Undecided: if it does not answer in time. Its process is ended then.
        """
        if self._running is None:
            self.hello()
        return self._exchange(request)

    def _exchange(self, request: Document) -> Document:
        assert self._running is not None  # noqa: S101 - both callers have started it
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
            start_new_session=True,  # so that it can be ended with what it starts
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe above
        assert self._process.stderr is not None  # noqa: S101 - opened as a pipe above
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._lines: Queue[bytes] = Queue(_LINES_AHEAD)
        self._stderr = b""
        self._stderr_reader = _thread(self._read_stderr, self._process.stderr)
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
            message = f"the engine did not answer within {limit} s; give it more by --time"
            raise Undecided(message) from None
        if not line:
            raise Malformed(f"the engine did not answer; it {self.end_in_words()}")
        return _read(line, number)

    def end_in_words(self) -> str:
        """End the process, and return how it ended and the end of its stderr."""
        by_itself = self.end(_PATIENCE)
        code = self._process.returncode
        how = f"ended with exit code {code}" if by_itself else "closed its output"
        stderr = self._stderr.decode(errors="replace").strip()
        return f"{how} and wrote: {stderr}" if stderr else how

    def end(self, patience: float) -> bool:
        """End the process and all that it started; return whether it ended by itself in time.

        It is waited for only after its group was killed: until then no other process can get its
        number.
        """
        if self._process.returncode is not None:
            return True
        self._requests.put(b"")
        by_itself = _ends(self._process, patience)
        _kill(self._process)
        self._process.wait()
        deadline = time.monotonic() + _PATIENCE
        while self._reader.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):  # unblock the reader, which may wait to pass on a line
                self._lines.get(timeout=_STEP)
        self._stderr_reader.join(_PATIENCE)
        return by_itself

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # that an engine has ended shows when it does not answer
            while line := self._requests.get():
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            line = b"\n"
            while line.endswith(b"\n"):
                line = pipe.readline(LONGEST)
                self._lines.put(line)

    def _read_stderr(self, pipe: IO[bytes]) -> None:
        with pipe:
            while text := os.read(pipe.fileno(), _STDERR_KEPT):
                self._stderr = (self._stderr + text)[-_STDERR_KEPT:]


def _thread(work: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> Thread:
    thread = Thread(target=work, args=(pipe,), daemon=True)
    thread.start()
    return thread


def _ends(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Return whether the process ends in so many seconds; if possible, without waiting for it."""
    if not hasattr(os, "waitid"):
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        return process.returncode is not None
    deadline = time.monotonic() + patience
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process.pid, flags) is None:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_STEP)
    return True


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(OSError):  # on some systems the group is gone when its leader has ended
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
