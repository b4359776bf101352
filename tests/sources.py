"""Where browsers have pages from: ``serve``, or with ``pytest --site`` a built site on a host."""

from __future__ import annotations

import contextlib
import http.server
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.applications import Starlette

from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.built_engine import read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.pages.routes import page_routes
from meepleproof.service.shelf import Shelf
from tests.chosen import on_site
from tests.service_client import clients, listening

RUNTIME = Path(__file__).parents[1] / "build" / "engine"


def served_only(reason: str) -> pytest.MarkDecorator:
    """Mark tests that need a server, and say what of it."""
    return pytest.mark.skipif(on_site(), reason=f"needs a server: {reason}")


@contextlib.contextmanager
def pages(shelf: Shelf, *, sends: bool = False) -> Iterator[str]:
    """Have browsers reach the pages of a shelf, and yield their address.

    Those of ``serve`` offer to send results if it ``sends`` them.
    """
    if not on_site():
        with listening(
            Starlette(routes=page_routes(shelf, AnswererSettings(sends=sends)))
        ) as address:
            yield address
        return
    with tempfile.TemporaryDirectory() as folder:
        engine = read_engine(RUNTIME) if RUNTIME.is_dir() else None
        build_site(shelf, Path(folder) / "site", engine=engine, tell=lambda: None)
        with hosted(Path(folder) / "site") as address:
            yield address


@contextlib.contextmanager
def answering_pages(folder: Path) -> Iterator[str]:
    """Yield the address of the pages of an empty shelf, with a service that answers their posts.

    A built site has its engine for that. The state of the service is in the folder.
    """
    empty = Shelf([], {})
    if on_site():
        with pages(empty) as address:
            yield address
    else:
        with clients(empty, folder) as make, listening(make.app) as address:
            yield address


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder as any host does, and yield the address."""
    server = _Host(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Host(http.server.ThreadingHTTPServer):
    """Serves files; a browser that leaves a page before it has all of it is no fault."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Raise what is no broken connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as it was given


class _Files(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, which finds pages without their ending as many hosts do."""

    def translate_path(self, path: str) -> str:
        """Return the file of an address."""
        found = Path(super().translate_path(path))
        page = found.with_name(f"{found.name}.html")
        return str(page if page.is_file() else found)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Print nothing."""
