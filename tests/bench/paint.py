"""``python -m tests.bench.paint``: how soon the page shows what was done, and what a turn costs.

A person's step is timed in Chromium from the event to the frame that shows it; an answer of the
server by its processor time and its size. docs/development/page.md has the figures.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import TypeAlias
from urllib.parse import urlencode

import click
from playwright.sync_api import Page
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.pages.solo.free_games import free_table, game_of, remembered_games
from meepleproof.service.play.solo.tables import puzzle_table, solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.bench import neom_page
from tests.bench.house import GAME, greedy_line, table_after
from tests.bench.turns import PUZZLE
from tests.browser import chromium, window
from tests.service_client import listening
from verifier.carcassonne.solo.notation import turn_text
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document

_TIMES = 20
_STEP = """async ([selector, type]) => {
    const node = document.querySelector(selector);
    if (!node) return null;
    const begun = performance.now();
    node.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    const handled = performance.now();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [handled - begun, performance.now() - begun];
}"""
_Steps: TypeAlias = tuple[tuple[str, str, str], ...]
_STEPS: _Steps = (
    ("lay the tile on a square", ".mp-fits", "click"),
    ("turn it", "#spin", "click"),
    ("claim a feature", ".chip:not(.off)", "click"),
    ("take it back", "#lift", "click"),
    ("see a ghost", ".mp-fits", "pointerover"),
)

_HOUSE_STEPS: _Steps = (
    ("take a tile of the hand", '.card-tile[aria-pressed="false"]', "click"),
    *_STEPS,
    ("see who owns what", "#owners", "click"),
    ("close it", "#owned-close", "click"),
)


def paint_times(page: Page, steps: _Steps) -> dict[str, list[tuple[float, float]]]:
    """Return for each step the milliseconds until it was handled, and until it was painted."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name, *_ in steps}
    for _ in range(_TIMES):
        for name, selector, event in steps:
            took = page.evaluate(_STEP, [selector, event])
            if took is not None:
                found[name].append(tuple(took))
    return found


def answers(shelf: Shelf) -> list[tuple[str, float, int]]:
    """Return names of tables, their milliseconds of processor time, and bytes when compressed."""
    one = shelf.puzzle(PUZZLE)
    if one is None:
        raise LookupError(PUZZLE)
    first = turn_text(solution_line(one.packed)[0])
    games = remembered_games()
    query = {"seed": "3", "colours": "3", "meeples": "7"}
    asked: dict[str, Callable[[], Document]] = {
        "a puzzle of 69 tiles": lambda: puzzle_table(one.packed, ()),
        "the same after a turn": lambda: puzzle_table(one.packed, (first,)),
        "a free game, first turn": lambda: free_table(game_of(query, games), query),
        **neom_page.asked(shelf),
    }
    rows = list[tuple[str, float, int]]()
    for name, ask in asked.items():
        body = canonical_bytes(ask())
        times = []
        for _ in range(_TIMES):
            began = process_time()
            canonical_bytes(ask())
            times.append((process_time() - began) * 1000)
        rows.append((name, median(times), len(gzip.compress(body))))
    for turns in (20, 40, 55):
        rows.append((f"a house game after {turns} of its 60 turns", *table_after(turns)))
    return rows


def main() -> None:
    """Print both tables."""
    shelf = open_shelf()
    click.echo("| the answer | processor time, ms | compressed, bytes |\n| --- | --- | --- |")
    for name, milliseconds, size in answers(shelf):
        click.echo(f"| {name} | {milliseconds:.1f} | {size:,} |")
    routes = page_routes(shelf)
    with (
        listening(Starlette(routes=routes)) as address,
        chromium() as browser,
        window(browser, base_url=address, viewport={"width": 1366, "height": 768}) as page,
    ):
        page.goto(f"/puzzle/{PUZZLE}")
        page.wait_for_selector("html[data-ready]")
        found = paint_times(page, _STEPS)
        page.goto(f"/house/game?{urlencode({**GAME, 'line': '~'.join(greedy_line()[:55])})}")
        page.wait_for_selector("html[data-ready]")
        house = paint_times(page, _HOUSE_STEPS)
        page.goto(f"/puzzle/{neom_page.LINK}")
        page.wait_for_selector("html[data-ready]")
        link = paint_times(page, neom_page.LINK_STEPS)
    _print("a puzzle of 69 tiles", found)
    _print("a house game, 55 tiles", house)
    _print("NEOM, tiles to link", link)


def _print(title: str, found: dict[str, list[tuple[float, float]]]) -> None:
    head = f"the step ({title})"
    click.echo(f"\n| {head} | handled, ms | painted, ms | slowest |\n| --- | --- | --- | --- |")
    for name, times in found.items():
        if not times:
            raise LookupError(f"nothing to click for: {name}")
        handled, painted = (median(column) for column in zip(*times, strict=True))
        slowest = max(time for _, time in times)
        click.echo(f"| {name} | {handled:.1f} | {painted:.1f} | {slowest:.1f} |")


if __name__ == "__main__":
    main()
