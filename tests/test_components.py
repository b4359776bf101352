"""The look of the pages: typefaces, colours, and all components in all their states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

import pytest
from playwright.sync_api import Browser, Page

from meepleproof.service.pages.layout import assets
from tests.browser import barriers, chromium, needs_chromium, window
from tests.components import showing

GROUNDS = ("paper", "table", "card", "cell", "good-ground", "bad-ground", "hint-ground")
TEXTS = ("ink", "soft", "main", "bad", "clay")
CONTROLS = ("edge", "focus")
MOST_BYTES = 30 * 1024
NARROW, LAPTOP = {"width": 375, "height": 667}, {"width": 1366, "height": 768}
OVERLAPS = """() => {
    const controls = "a, button, select, input, textarea, summary, .button";
    const all = [...document.querySelectorAll(`main :is(${controls})`)];
    const shown = all.filter((one) => !one.matches(".unseen") && one.getClientRects().length);
    const boxes = shown.map((one) => [one, one.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes)
        for (const [other, b] of boxes) {
            if (one === other || one.contains(other) || other.contains(one)) continue;
            if (one.closest(".offline") || other.closest(".offline")) continue; // above the page
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) found.push(`${one.textContent} / ${other.textContent}`);
        }
    return found;
}"""
MOVES = """() => [...document.querySelectorAll("*")].flatMap((one) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(one);
    const still = animationName === "none" && /^0s(, 0s)*$/.test(transitionDuration);
    return still ? [] : [[animationDuration, ...transitionDuration.split(", ")].map(parseFloat)];
}).flat()"""


def text_of(name: str) -> str:
    return assets()[name].content.decode()


def tokens() -> dict[str, dict[str, str]]:
    light, _, dark = text_of("tokens.css").partition("@media")
    by_day, by_night = (dict(re.findall(r"--([\w-]+): (#\w{6});", css)) for css in (light, dark))
    return {"light": by_day, "dark": by_day | by_night}


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_controls_stand_out_from_every_ground(scheme: str) -> None:
    colours = tokens()[scheme]
    least = {(text, ground): 4.5 for text in TEXTS for ground in GROUNDS}
    least |= {(control, ground): 3 for control in CONTROLS for ground in GROUNDS}
    least |= {("main-ink", "main"): 4.5, ("main-ink", "main-deep"): 4.5}
    found = {
        pair: round(contrast(*(colours[name] for name in pair)), 2)
        for pair, limit in least.items()
        if contrast(*(colours[name] for name in pair)) < limit
    }
    assert {} == found


def test_every_token_is_used_and_every_one_used_is_there() -> None:
    styles = [text_of(name) for name in assets() if name.endswith(".css")]
    used = {name for css in styles for name in re.findall(r"var\(--([\w-]+)\)", css)}
    assert used == set(re.findall(r"--([\w-]+):", text_of("tokens.css")))


def test_the_typefaces_are_small_and_come_with_their_licence() -> None:
    fonts = {name: one for name, one in assets().items() if name.endswith(".woff2")}
    assert {"sans.woff2", "serif.woff2"} == set(fonts)
    assert {"font/woff2"} == {one.media_type for one in fonts.values()}
    assert {b"wOF2"} == {one.content[:4] for one in fonts.values()}
    assert MOST_BYTES >= sum(len(one.content) for one in fonts.values())
    licence = resources.files("meepleproof.service.pages").joinpath("fonts", "OFL.txt")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text("utf-8")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with showing() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def overlaps(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OVERLAPS)
    return found


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["narrow", "laptop"])
def test_components_can_be_used(
    browser: Browser, address: str, scheme: str, size: dict[str, int]
) -> None:
    with window(browser, base_url=address, viewport=size, color_scheme=scheme) as page:
        page.goto("/")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.fonts.check('600 1rem \"Meepleproof Serif\"')")
        assert [] == barriers(page)
        assert [] == overlaps(page)
        assert size["width"] == page.evaluate("document.documentElement.scrollWidth")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert [] == overlaps(page)
        assert size["width"] == page.evaluate("document.documentElement.scrollWidth")


def test_styles_move_for_a_moment_only() -> None:
    quick = re.findall(r"--quick: ([.\d]+)s", text_of("tokens.css"))
    moving = [
        each
        for name in assets()
        if name.endswith(".css")
        for each in re.findall(r"(?:animation|transition): ([^;]+)", text_of(name))
    ]
    seconds = [*quick, *re.findall(r"(?<![\w.])([.\d]+)s\b", " ".join(moving))]
    assert moving
    assert [] == [each for each in seconds if float(each) > 0.2]


@needs_chromium
def test_motion_is_short_and_none_where_it_is_not_wanted(browser: Browser, address: str) -> None:
    longest = {}
    for motion in ("reduce", "no-preference"):
        with window(browser, base_url=address, reduced_motion=motion) as page:
            page.goto("/")
            longest[motion] = max(page.evaluate(MOVES), default=0)
    assert {"reduce": 0, "no-preference": 0.15} == longest
