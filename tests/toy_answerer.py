"""An answerer for tests: its answers take what their path says, and it starts at once.

``/spin`` takes processor time without end, ``/grow`` memory, ``/sleep`` waits without end,
``/first`` does so the first time it is asked with a file, and any other path says which process
answers.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from meepleproof.service.answering import answerer


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope)
    if (act := ACTS.get(request.url.path)) is not None:
        act(request)
    response = PlainTextResponse(str(os.getpid()))
    await response(scope, receive, send)


def _spin(_: Request) -> None:
    while True:
        pass


def _work(_: Request) -> None:
    """Take a fifth of a second."""
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass


def _grow(_: Request) -> None:
    held = []
    while True:
        held.append(bytearray(1 << 20))


def _sleep(_: Request) -> None:
    time.sleep(3600)


def _first(request: Request) -> None:
    file = Path(request.query_params["file"])
    if not file.exists():
        written = file.with_suffix(".new")
        written.write_text(str(os.getpid()))
        written.rename(file)  # once it can be seen, it can be read
        time.sleep(3600)


def _fault(_: Request) -> None:
    raise ZeroDivisionError


def _half(_: Request) -> None:
    sys.stdout.write("what a library prints is no answer\n")


ACTS: dict[str, Callable[[Request], None]] = {
    "/spin": _spin,
    "/work": _work,
    "/grow": _grow,
    "/sleep": _sleep,
    "/first": _first,
    "/fault": _fault,
    "/half": _half,
}


if __name__ == "__main__":
    answerer.main(lambda _: app)
