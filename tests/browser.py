"""Pages in a real browser: Debian's chromium, headless."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from meepleproof.service.shelf import Shelf
from tests.sources import pages

Opened = Callable[..., Page]

# The shell is the same browser without windows, and takes a third less time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PATIENCE = 30_000
"""Milliseconds to wait for what must come: how soon it comes says nothing, on a busy machine."""
expect.set_options(timeout=PATIENCE)

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_BAD = ("serious", "critical")
_STILL = "() => document.getAnimations().forEach((one) => one.finish())"


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
    """Yield a page in a fresh browser context; no error may occur in it."""
    context = browser.new_context(**options)
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda words: errors.append(words.text) if words.type == "error" else None)
    try:
        yield page
        assert [] == errors
    finally:
        context.close()


@contextmanager
def opener(browser: Browser, address: str) -> Iterator[Opened]:
    """Yield a function that opens pages of the site at an address, each in a fresh context."""
    with ExitStack() as windows:

        def opening(path: str, **options: object) -> Page:
            page = windows.enter_context(window(browser, base_url=address, **options))
            page.goto(path)
            return page

        yield opening


@contextmanager
def free_site() -> Iterator[str]:
    """Serve the pages of an empty shelf, and yield their address."""
    with pages(Shelf([], {})) as address:
        yield address


def barriers(page: Page) -> list[str]:
    """Return the serious findings of axe about accessibility, with their places."""
    # Parts that still fade in have no contrast yet.
    page.evaluate(_STILL)
    return [
        f"{finding['id']}: {node['target']}"
        for finding in Axe().run(page).response["violations"]
        if finding["impact"] in _BAD
        for node in finding["nodes"]
    ]
