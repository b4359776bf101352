"""No control covers another, in windows of six sizes and with large text, in many states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf
from tests.browser import barriers, needs_chromium, window
from tests.browser_play import by_id, make, ready

pytestmark = [needs_chromium, pytest.mark.slow]

ROAD = "4sx7ch90kg1j"
SIZES = ((375, 667), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080))
COVERED = """() => {
    const inView = ({ left, right, top, bottom, width, height }) =>
        width > 0 && height > 0 && left >= 0 && top >= 0
        && right <= innerWidth && bottom <= innerHeight;
    const scrolls = (node) => {
        for (let up = node.parentElement; up; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            if (![overflowX, overflowY].some((one) => ['auto', 'scroll', 'hidden'].includes(one)))
                continue;
            const box = up.getBoundingClientRect(), own = node.getBoundingClientRect();
            if (own.top < box.top - 1 || own.bottom > box.bottom + 1
                || own.left < box.left - 1 || own.right > box.right + 1) return true;
        }
        return false;
    };
    const found = [];
    for (const one of document.querySelectorAll('a, button, summary, input, select, textarea')) {
        if (!one.checkVisibility({ visibilityProperty: true }) || one.classList.contains('unseen'))
            continue;
        const box = one.getBoundingClientRect();
        if (!inView(box) || scrolls(one)) continue;
        const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const own = on && (one.contains(on) || on.contains(one));
        if (own || one.closest('label')?.contains(on)) continue;
        const name = (node) => node && `${node.localName}#${node.id}.${node.getAttribute('class')}`;
        found.push(`${name(one)} "${one.textContent.trim().slice(0, 20)}" below ${name(on)}`);
    }
    return found;
}"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


def home(page: Page, _shelf: Shelf) -> None:
    page.goto("/")
    expect(page.locator("#found")).to_contain_text("puzzles")


def begun(page: Page, _shelf: Shelf) -> None:
    page.goto(f"/puzzle/{ROAD}")
    ready(page)


def choosing(page: Page, shelf: Shelf) -> None:
    begun(page, shelf)
    page.locator(".mp-fits").first.click(force=True)


def hinted(page: Page, shelf: Shelf) -> None:
    begun(page, shelf)
    for _ in range(3):
        by_id(page, "hint").click()


def ordering(page: Page, _shelf: Shelf) -> None:
    page.goto("/first-steps/5")
    squares = ready(page).locator(".mp-fits, .mp-turns")
    for number in range(squares.count()):
        squares.nth(number).click(force=True)
        if by_id(page, "order.0").count():
            return
        page.keyboard.press("Escape")
    pytest.fail("no square lets two things score")


def ordered(page: Page, shelf: Shelf) -> None:
    ordering(page, shelf)
    by_id(page, "order.0").click()
    expect(by_id(page, "play")).to_be_visible()


def missed(page: Page, _shelf: Shelf) -> None:
    page.goto(f"/puzzle/{ROAD}")
    ready(page)
    while not by_id(page, "banner").count():
        page.locator(".mp-fits, .mp-turns").first.click(force=True)
        chip = page.locator(".chip:not(.off):not(.chosen)")
        if not by_id(page, "play").count():
            chip.first.click()
        by_id(page, "play").click()
        expect(page.locator("body:not(.busy)")).to_have_count(1)


def solved(page: Page, shelf: Shelf) -> None:
    begun(page, shelf)
    found = shelf.puzzle(ROAD)
    assert found is not None
    for turn in solution_line(found.packed):
        make(page, turn)
    expect(by_id(page, "banner")).to_contain_text("Solved")


def done(page: Page, shelf: Shelf) -> None:
    solved(page, shelf)
    begun(page, shelf)


def solution(page: Page, shelf: Shelf) -> None:
    begun(page, shelf)
    by_id(page, "reveal").evaluate("button => button.click()")  # on a phone it is under "More"
    by_id(page, "show-it").click()
    expect(by_id(page, "solution")).to_contain_text("The only solution")


def entered(page: Page, _shelf: Shelf) -> None:
    page.goto("/house/ledger")
    for index, (name, points) in enumerate((("Anna", "40"), ("Ben", "44"))):
        by_id(ready(page), f"name.{index}").fill(name)
        by_id(page, f"points.{index}").fill(points)
    page.locator("#enter [name=tiles]").fill("60")
    page.locator("#enter .main").click()
    expect(by_id(page, "ledger-told")).to_contain_text("Ben won")


def opened(path: str) -> Callable[[Page, Shelf], None]:
    def state(page: Page, _shelf: Shelf) -> None:
        page.goto(path)
        page.wait_for_load_state("networkidle")

    state.__name__ = path.partition("&")[0].partition("board=")[0]
    return state


TABLE = "h2~base/D0.0.0.little.N.2~base/E2.0.1.little.Nl.1~base/U0.1.0~base/U1.-1.0"
"""A table with a tile that cannot lie there."""
PATHS = (
    "/calendar",
    "/climb",
    "/first-steps",
    "/games",
    "/house",
    "/house/play",
    "/house/rules",
    f"/house/score?board={TABLE}",
    "/make",
    "/neom",
    "/neom/packs",
    "/neom/rules",
    "/neom/table",
    "/play",
    "/play?seed=7&colours=3&meeples=4",
    "/play/sheet",
    "/rules",
    "/statistics",
)


STATES: tuple[Callable[[Page, Shelf], None], ...] = (
    home,
    begun,
    choosing,
    hinted,
    ordering,
    ordered,
    missed,
    solved,
    done,
    solution,
    entered,
    *map(opened, PATHS),
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_control_covers_another(
    browser: Browser,
    address: str,
    shelf: Shelf,
    state: Callable[[Page, Shelf], None],
    size: tuple[int, int],
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with window(browser, base_url=address, viewport=viewport, reduced_motion="reduce") as page:
        state(page, shelf)
        assert [] == page.evaluate(COVERED)
        assert 0 >= page.evaluate(WIDER)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_large_text_covers_nothing(
    browser: Browser, address: str, shelf: Shelf, state: Callable[[Page, Shelf], None]
) -> None:
    viewport = {"width": 1366, "height": 768}
    with window(browser, base_url=address, viewport=viewport, reduced_motion="reduce") as page:
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () => {"
            " const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 200% }');"
            " document.adoptedStyleSheets = [sheet]; });"
        )
        state(page, shelf)
        assert [] == page.evaluate(COVERED)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_nothing_serious_keeps_people_out(
    browser: Browser,
    address: str,
    shelf: Shelf,
    state: Callable[[Page, Shelf], None],
    scheme: Literal["light", "dark"],
) -> None:
    with window(
        browser,
        base_url=address,
        viewport={"width": 375, "height": 667},
        reduced_motion="reduce",
        color_scheme=scheme,
    ) as page:
        state(page, shelf)
        assert [] == barriers(page)
