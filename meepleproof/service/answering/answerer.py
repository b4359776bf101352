"""What an answerer does: one request after another, each read and answered as a frame.

Its first frame says that it is ready, or why it cannot be. When the input ends, the process ends.
An answer that takes more processor time or memory than it may ends the process, too: by a signal of
the system, which nothing that runs here can hold up, or by a frame that says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from pathlib import Path
from time import thread_time
from typing import IO, Any

from starlette.types import ASGIApp, Message

from meepleproof.service.answering.process import (
    LENGTHS,
    Answered,
    AnswererSettings,
    Asked,
    as_bytes,
    frame,
)
from meepleproof.service.http.messages import problem_answer
from meepleproof.service.log import LOG, log_as_json
from meepleproof.service.problems import Problem
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.processes import limit_memory

try:
    import resource
except ImportError:  # a system without such limits; the service still limits the time by its clock
    resource = None  # type: ignore[assignment]

_MEMORY = Path("/proc/self/statm")
_PAGE = 1 if resource is None else resource.getpagesize()
_LOADING_AFTER = 2.0
"""Seconds after which it loads what is needed later; the first page comes first."""


def main(make: Callable[[AnswererSettings], ASGIApp]) -> None:
    """Answer by the application that ``make`` makes, until the input ends."""
    with contextlib.suppress(BrokenPipeError):  # the service has ended, so no answer is awaited
        _answer_all(make)
    os._exit(0)  # whatever another thread still does


def _answer_all(make: Callable[[AnswererSettings], ASGIApp]) -> None:
    settings = AnswererSettings(**json.loads(sys.argv[1]))
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not look like an answer
    log_as_json(logging.WARNING)
    try:
        app = make(settings)
    except Malformed as error:
        _write(answers, {"malformed": {"message": error.message, "where": error.where}})
        return
    except OSError as error:
        _write(answers, {"system": [error.errno, error.strerror, error.filename]})
        return
    # The shelf stays in memory: collecting garbage in it would delay answers.
    gc.freeze()
    _limit_memory(settings.memory)
    size = _memory()[1]
    _write(answers, {"ready": True})
    loop = asyncio.new_event_loop()
    while asked := _read(requests):
        _limit_time(settings.seconds)
        try:
            answer = loop.run_until_complete(answered(app, asked))
            sent = replace(answer, grown=_memory()[1] - size).to_bytes()
        except MemoryError:
            _write(answers, {"no memory": True})
            os._exit(1)  # too little memory is left to go on
        _limit_time(0)
        answers.write(sent)
        answers.flush()


def of_shelf(settings: AnswererSettings) -> ASGIApp:
    """Return the application for the packs, and begin to load what it needs later.

    :raises Malformed: if a pack cannot be read.
    :raises OSError: if a folder or a file cannot be opened.
    """
    from meepleproof.service.answering.app import answering_app, load_all  # noqa: PLC0415 - slow
    from meepleproof.service.shelf import open_shelf  # noqa: PLC0415 - slow

    app = answering_app(open_shelf(settings.folders), settings)
    loading = threading.Timer(_LOADING_AFTER, load_all, (app, settings))
    loading.daemon = True
    loading.start()
    return app


async def answered(app: ASGIApp, asked: Asked) -> Answered:
    """Return the answer of an application; a fault of it is logged, and answered as one.

    :raises MemoryError: if too little memory is left.
    """
    begun = _processor_seconds()
    scope: MutableMapping[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": asked.scheme,
        "path": asked.path,
        "raw_path": asked.path.encode("utf-8", "replace"),
        "query_string": asked.query.encode("latin-1"),
        "root_path": "",
        "headers": as_bytes(asked.headers),
        "state": {"name": asked.name, "attached": asked.attached, "body": asked.body},
    }
    head: Message = {}
    body = bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
        else:
            body.extend(message.get("body", b""))

    try:
        await app(scope, receive, send)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - our fault costs this request only, and is logged
        LOG.exception("fault", extra={"facts": {"request": asked.name, "path": asked.path[:200]}})
        detail = f"this is a fault of the program; its log has more under {asked.name}"
        body.clear()
        await problem_answer(Problem("fault", detail), asked.path)(scope, receive, send)
    headers = tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in head["headers"])
    route = getattr(scope.get("route"), "path", "none")
    return Answered(head["status"], headers, bytes(body), route, _processor_seconds() - begun)


def _read(requests: IO[bytes]) -> Asked | None:
    lengths = requests.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    head_size, size = LENGTHS.unpack(lengths)
    head: dict[str, Any] = json.loads(requests.read(head_size))
    headers = tuple((name, value) for name, value in head["headers"])
    return Asked(**{**head, "headers": headers, "body": requests.read(size)})


def _write(answers: IO[bytes], head: Document) -> None:
    answers.write(frame(head))
    answers.flush()


def _limit_time(seconds: float) -> None:
    """Have the system end this process after so many seconds of processor time; 0 is no limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _processor_seconds() -> float:
    """Return what this thread has taken, and the processes that it started and that ended."""
    times = os.times()
    return thread_time() + times.children_user + times.children_system


def _limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has, where the system can say that."""
    used = _memory()[0]
    if used:
        limit_memory(used + more)


def _memory() -> tuple[int, int]:
    """Return the bytes of addresses and of memory that this process uses, 0 if not known.

    Where the system does not tell the memory, it is the most that was ever used: the service
    watches it, and replaces a process that has grown.
    """
    try:
        words = _MEMORY.read_text("ascii").split()
    except OSError:
        most = 0 if resource is None else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return 0, most if sys.platform == "darwin" else most * 1024
    return int(words[0]) * _PAGE, int(words[1]) * _PAGE


if __name__ == "__main__":
    main(of_shelf)
