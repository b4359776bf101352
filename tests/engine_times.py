"""Measures how long a site's engine takes to its first answers: ``python -m tests.engine_times``.

Each page is opened with nothing stored, and again when the engine is. The rate 4 is a phone's:
the browser's processes run a quarter of the time, those of workers too, which Chromium's own
throttling leaves alone. Prints a table, each time the median of some.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

from meepleproof.service.built_engine import read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.play.neom.table import log_in_link
from meepleproof.service.shelf import open_shelf
from tests.attack.processes import family, own_seconds
from tests.bench.machine import machine
from tests.browser import chromium
from tests.browser_play import eventually, ready
from tests.sources import RUNTIME, hosted
from tests.test_browser_neom_table import GAME, until_generation
from tests.test_engine_browser import DRAFT, ENGINE_KEPT
from tests.test_play import solving_line
from tests.test_site import first, packs_in

RATES = (1, 4)
_PATIENCE = 180_000
_RUN = 0.01
"""Seconds for which a slowed browser runs before it waits."""
_KEEPING = "() => navigator.serviceWorker.controller !== null"
_LOOP = """() => new Promise((done) => {
    const code = `onmessage = () => {
        const begun = performance.now();
        let sum = 0;
        for (let number = 0; number < 3e8; number++) sum += number % 7;
        postMessage(performance.now() - begun);
    }`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage(1);
})"""


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """A page by what is asked there, its path, and what waits until the answer is shown."""

    what: str
    path: str
    shown: Callable[[Page], None]


def first_answers(study: str, line: str) -> list[FirstAnswer]:
    """Return the pages that are opened; the study is solved by its line."""
    log = log_in_link({**GAME, "events": until_generation(2)})
    game = "players=2&minutes=30&seed=7&names=Anna~Ben&seats=person.person"
    return [
        FirstAnswer(
            "a study", f"/puzzle/{study}.html?line={quote(line)}", _says("#turn", "Solved!")
        ),
        FirstAnswer("a house game", f"/house/game.html?{game}", _says("#players", "Anna")),
        FirstAnswer("a table scored", "/house/score.html?board=h3~b0.0.D0U0lE1", _ready),
        FirstAnswer("the helper of NEOM", f"/neom/table.html?log={log}", _says("#when", "II")),
        FirstAnswer("a draft in the editor", f"/make.html?code={quote(DRAFT)}", _ready),
    ]


def _says(place: str, words: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(place)).to_contain_text(words, timeout=_PATIENCE)


def _ready(page: Page) -> None:
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=_PATIENCE)


@contextmanager
def slowed(rate: int) -> Iterator[None]:
    """Let the pages of the browser that this process started run a part of the time alone."""
    over = threading.Event()

    def slow() -> None:
        while not over.is_set():
            time.sleep(_RUN)
            pages = [each for each in family(os.getpid()) if _is_page(each)]
            _tell(pages, signal.SIGSTOP)
            time.sleep(_RUN * (rate - 1))
            _tell(pages, signal.SIGCONT)

    thread = threading.Thread(target=slow)
    if rate > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if rate > 1:
            thread.join()


def _is_page(process: int) -> bool:
    with suppress(OSError):
        return b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def _tell(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


def seconds(page: Page, address: str, one: FirstAnswer, rate: int = 1) -> float:
    """Return how long it takes until the answer of a page is shown."""
    with slowed(rate):
        begun = time.perf_counter()
        page.goto(f"{address}{one.path}", timeout=_PATIENCE)
        one.shown(page)
        return time.perf_counter() - begun


def measured(browser: Browser, address: str, one: FirstAnswer) -> Iterator[float]:
    """Yield the seconds with nothing stored at each rate, and then when the engine is kept.

    The last are the processor's that the browser takes for the latter.
    """
    for rate in reversed(RATES):
        with closing(browser.new_context()) as context:
            page = context.new_page()
            yield seconds(page, address, one, rate)
            if rate > 1:
                continue
            page.goto(f"{address}/house.html")
            page.wait_for_function(_KEEPING)
            seconds(page, address, one)  # the service worker is there by now, and keeps it
            eventually(page, ENGINE_KEPT)
            for later in reversed(RATES):
                page.goto(f"{address}/house.html")
                before = taken()
                yield seconds(page, address, one, later)
            yield taken() - before


def taken() -> float:
    """Return the processor seconds that this process and its browser have taken."""
    found = 0.0
    for process in family(os.getpid()):
        with suppress(OSError, IndexError):
            found += own_seconds(process)
    return found


def begun(browser: Browser, address: str, rate: int) -> float:
    """Return how long the first table takes from "Begin", the engine loaded by the set-up."""
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{address}/house/play.html")
        eventually(page, ENGINE_KEPT)
        expect(page.locator("#engine")).to_have_count(0, timeout=_PATIENCE)
        page.locator("[id='seat.1']").select_option("person")
        with slowed(rate):
            start = time.perf_counter()
            page.get_by_role("button", name="Begin").click()
            _says("#players", "Player 1")(page)
            ready(page)
            return time.perf_counter() - start


def rate_of(browser: Browser) -> float:
    """Return how much slower a worker is at the greatest rate."""
    with closing(browser.new_page()) as page:
        usual = page.evaluate(_LOOP)
        with slowed(RATES[-1]):
            return float(page.evaluate(_LOOP) / usual)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=3, help="how often each page is opened")
    times: int = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        place = Path(folder)
        shelf = open_shelf([packs_in(place / "packs", "house/house-studies")])
        build_site(shelf, place / "host", engine=read_engine(RUNTIME), tell=lambda: None)
        study = first(shelf, "study")
        pages = first_answers(study.id, solving_line(study))
        with hosted(place / "host") as address:
            for line in _table(browser, address, pages, times):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


def _table(browser: Browser, address: str, pages: list[FirstAnswer], times: int) -> Iterator[str]:
    yield (
        "| seconds | nothing stored, rate 4 | nothing stored | later, rate 4 | later"
        " | processor seconds, later |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for one in pages:
        found = [[*measured(browser, address, one)] for _ in range(times)]
        columns = zip(*found, strict=True)
        yield f"| {one.what} | {' | '.join(f'{median(column):.1f}' for column in columns)} |"
    slow, usual = (
        median(begun(browser, address, rate) for _ in range(times)) for rate in reversed(RATES)
    )
    yield f"| a house game, from the tap on its set-up | | | {slow:.1f} | {usual:.1f} | |"
    yield f"A worker is {rate_of(browser):.1f} times slower at rate {RATES[-1]}."
    yield ", ".join(f"{name} {value}" for name, value in machine().items())


if __name__ == "__main__":
    main()
