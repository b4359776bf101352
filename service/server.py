"""Running the service: open what it needs, listen, and close everything at the end."""

from __future__ import annotations

import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from threading import Thread

import uvicorn
from starlette.applications import Starlette

from service.app import service_app
from service.http.connections import Connections
from service.http.observing import JsonLines
from service.jobs.pool import WorkerPool
from service.jobs.store import open_jobs
from service.pages.assets import house_drawings
from service.settings import Settings, is_loopback
from service.shelf import open_shelf
from service.tokens import Tokens
from verifier.errors import Malformed

__all__ = ["serve"]

_WAITING = 256
"""Connections that the system holds until they are accepted."""
_SWITCH_SECONDS = 0.001
"""How long a thread may hold the interpreter while the event loop waits for it."""
_LAST_SECONDS = 2
"""How long the last answers may take when the service is stopped."""


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until a signal ends it; ``tell`` is called with its address once it listens.

    :raises Malformed: if it would listen beyond loopback and there is no token, or packs or the
        database's URL cannot be read.
    :raises OSError: if it cannot listen there, or the database cannot be reached.
    :raises KeyboardInterrupt: after an interrupt, when everything is closed.
    """
    _require_token(settings)
    shelf = open_shelf(settings.packs)
    limits = settings.limits
    with (
        closing(_listen(settings)) as listening,
        closing(
            open_jobs(settings.database, queue_length=limits.queue_length, quota=limits.quota)
        ) as jobs,
        WorkerPool(
            jobs.url,
            workers=settings.workers,
            seconds=limits.job_seconds,
            memory=limits.job_megabytes << 20,
        ),
    ):
        _log_as_json(logging.INFO if settings.log_requests else logging.WARNING)
        # The shelf stays in memory: collecting garbage in it would delay answers.
        gc.freeze()
        sys.setswitchinterval(_SWITCH_SECONDS)
        server = uvicorn.Server(_config(service_app(shelf, jobs, settings)))
        # SIGTERM closes everything, as an interrupt does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        # They take a second, which the first player of the house game would wait for.
        Thread(target=house_drawings, daemon=True).start()
        tell(_address(listening))
        server.run(sockets=[listening])


def _require_token(settings: Settings) -> None:
    if not is_loopback(settings.host) and not Tokens(settings.tokens).names():
        raise Malformed(
            f"{settings.host!r} can be reached from elsewhere, and nobody has a token yet; run "
            "'meepleproof serve token add NAME' first, or listen on 127.0.0.1",
            where="--host",
        )


def _listen(settings: Settings) -> socket.socket:
    place = f"{settings.host}:{settings.port}"
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OSError(error.errno, error.strerror, place) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        hint = "; --port 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        raise OSError(error.errno, f"{error.strerror}{hint}", place) from None
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        # The client is the peer: headers that say otherwise are not trusted.
        proxy_headers=False,
        http=Connections().protocol,  # type: ignore[arg-type]  # called like the class it asks for
        backlog=_WAITING,
        timeout_graceful_shutdown=_LAST_SECONDS,
    )


def _log_as_json(level: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
