"""Pages in a real browser: a server in a thread, and Debian's chromium without a window."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from starlette.applications import Starlette
from starlette.routing import BaseRoute

CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_START = 20
_BAD = ("serious", "critical")


@contextmanager
def served(routes: Sequence[BaseRoute]) -> Iterator[str]:
    """Serve the routes on a free port of loopback and yield their address."""
    config = uvicorn.Config(Starlette(routes=routes), port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + _START
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser and yield it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*_ARGUMENTS])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def window(browser: Browser, **options: Any) -> Iterator[Page]:
    """Yield a page in a window of its own, which keeps nothing of others; no error may occur."""
    context = browser.new_context(**options)
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    try:
        yield page
        assert [] == errors
    finally:
        context.close()


def barriers(page: Page) -> list[str]:
    """Return what keeps people out, by axe: the findings that are serious, with their places."""
    return [
        f"{finding['id']}: {node['target']}"
        for finding in Axe().run(page).response["violations"]
        if finding["impact"] in _BAD
        for node in finding["nodes"]
    ]
