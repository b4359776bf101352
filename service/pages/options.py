"""The form for a new free game: its options, the deal of the day, the last game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree.ElementTree import Element

from service.pages.board import pawn_picture
from service.pages.markup import h
from service.pages.sheet import PATH as SHEET
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet

PATH = "/play"
_DIGITS = 15
"""Digits of a seed that can be typed; any such number is below 2^53."""


def new_game_form(
    rules: RuleSet = SOLO, *, abbot: bool = False, seed: str = "", wrong: str | None = None
) -> tuple[Element, ...]:
    """Return the parts of the page on which a game is begun.

    ``rules``, ``abbot`` and ``seed`` are preselected; ``wrong`` states what is wrong with them.
    """
    today = datetime.now(UTC).strftime("%Y%m%d")
    return (
        h("h1", "Free solo game"),
        h(
            "p",
            "The whole Solo Variant. In its turn each colour places the tile it draws. If a road, "
            "city or monastery of that tile is free, it must put a meeple on one. What is "
            "completed belongs to the colour with most meeples on it, or to all that are tied for "
            "most, and brings each of them its points, but only if one of them is lowest on the "
            "scoreboard. Your result is what the lowest colour has in the end.",
        ),
        h(
            "form",
            _colours(rules, abbot=abbot),
            _meeples(rules),
            _deal(seed, wrong),
            h("p", h("button", "Deal the tiles", class_="button main"), class_="row"),
            action=PATH,
            class_="card options",
        ),
        h(
            "ul",
            h("li", h("a", "The deal of the day", class_="button", href=f"{PATH}?seed={today}")),
            h("li", h("a", "Record sheet", class_="button", href=SHEET)),
            h("li", h("a", "The rules in short", class_="button", href="/rules#free-game")),
            class_="ways",
        ),
        h(
            "section",
            h("h2", "Continue"),
            h("ul", class_="games", data_games=True),
            hidden=True,
        ),
    )


def _colours(rules: RuleSet, *, abbot: bool) -> Element:
    texts = {3: "Three, as printed", 4: "A fourth colour"}
    return h(
        "fieldset",
        h("legend", "Colours"),
        *(
            _choice("colours", number, text, range(number), chosen=number == rules.colours)
            for number, text in texts.items()
        ),
        h(
            "label",
            h("input", type="checkbox", name="abbot", checked=abbot),
            " Mark whose turn it is with an abbot",
        ),
    )


def _meeples(rules: RuleSet) -> Element:
    texts = {3: "harder", 4: "as printed", 5: "easier", 6: "easier", 7: "easier"}
    choices = (
        _choice(
            "meeples", number, f"{number}, {text}", (0,) * number, chosen=number == rules.meeples
        )
        for number, text in texts.items()
    )
    return h("fieldset", h("legend", "Meeples of each colour"), *choices)


def _deal(seed: str, wrong: str | None) -> Element:
    return h(
        "fieldset",
        h("legend", "The deal"),
        h("label", "Seed", for_="seed"),
        h(
            "input",
            id="seed",
            name="seed",
            value=seed or None,
            inputmode="numeric",
            pattern=f"[0-9]{{1,{_DIGITS}}}",
            maxlength=_DIGITS,
            title=f"a whole number of at most {_DIGITS} digits",
            aria_describedby="seeds" if wrong is None else "wrong seeds",
            aria_invalid=None if wrong is None else "true",
        ),
        None if wrong is None else h("p", wrong, class_="refusal", id="wrong", role="alert"),
        h(
            "p",
            f"A whole number of at most {_DIGITS} digits: the same seed deals the same piles. "
            "Leave empty for a random deal.",
            id="seeds",
        ),
    )


def _choice(
    name: str, value: int, text: str, pawns: Iterable[int], *, chosen: bool = False
) -> Element:
    return h(
        "label",
        h("input", type="radio", name=name, value=value, checked=chosen),
        h("span", text),
        h("span", *map(pawn_picture, pawns), class_="supply"),
    )
