"""Imports hostile ledgers in a browser, and writes what the page answers as part of a page."""

from __future__ import annotations

import time
from collections.abc import Iterator

from playwright.sync_api import Browser, FilePayload

from tests.bench.machine import machine
from tests.browser import chromium, free_site
from tests.hostile_ledgers import HostileLedger, hostile_ledgers

HEAD = "## Ledgers that are imported"
_TEXT = """\

{head}

`/house/ledger` reads a family's ledger in the browser; no request has it. Written by
`python -m tests.attack --ledgers`, and by `make attack`: each file is imported in Chromium into a
ledger without a line. *s* is how long the page takes to say what came of it, sending the file to
the browser included. `tests/test_browser_hostile_ledgers.py` imports them beside a ledger of the
device, which no refused file changes, and puts them to the command, which takes the same files.

Machine: {machine}.

| file | bytes | answer | s |
| --- | ---: | --- | ---: |
"""
_PATIENCE = 120_000
_TOLD = "() => document.getElementById('ledger-told').textContent"


def ledger_section() -> str:
    """Return the part of the page about ledgers, measured now."""
    with free_site() as address, chromium() as browser:
        named = ", ".join(f"{name} {value}" for name, value in machine().items())
        return _TEXT.format(head=HEAD, machine=named) + "".join(_rows(browser, address))


def _rows(browser: Browser, address: str) -> Iterator[str]:
    for one in hostile_ledgers():
        answer, seconds = _imported(browser, address, one)
        size = len(one.text.encode())
        yield f"| {one.what} | {size:,} | {answer} | {seconds:.1f} |\n"


def _imported(browser: Browser, address: str, one: HostileLedger) -> tuple[str, float]:
    page = browser.new_page(base_url=address)
    page.set_default_timeout(_PATIENCE)
    page.goto("/house/ledger")
    page.locator("html[data-ready]").wait_for()
    file = FilePayload(name="ledger.json", mimeType="application/json", buffer=one.text.encode())
    begun = time.perf_counter()
    page.set_input_files("#load-ledger", file)
    page.wait_for_function(_TOLD)
    seconds = time.perf_counter() - begun
    answer = page.locator("#ledger-told").inner_text()
    page.close()
    return answer, seconds
