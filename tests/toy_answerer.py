"""An answerer for tests: its answers take what their path says, and it starts at once.

``/spin`` takes processor time without end, ``/grow`` memory, ``/sleep`` waits without end, and
any other path says which process answers.
"""

from __future__ import annotations

import os
import sys
import time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from meepleproof.service.answering import answerer


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    response = _answer(Request(scope))
    await response(scope, receive, send)


def _answer(request: Request) -> Response:
    path = request.url.path
    if path == "/spin":
        while True:
            pass
    if path == "/work":  # a fifth of a second
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
    if path == "/grow":
        held = []
        while True:
            held.append(bytearray(1 << 20))
    if path == "/sleep":
        time.sleep(3600)
    if path == "/fault":
        raise ZeroDivisionError
    if path == "/half":
        sys.stdout.write("what a library prints is no answer\n")
    return PlainTextResponse(str(os.getpid()))


if __name__ == "__main__":
    answerer.main(lambda _: app)
