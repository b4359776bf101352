"""How a free game begins: its options, the deal of the day, the last game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree.ElementTree import Element

from service.pages.board import pawn_picture
from service.pages.markup import h
from service.pages.sheet import PATH as SHEET

PATH = "/play"


def welcome() -> tuple[Element, ...]:
    """Return the parts of the page on which a game is begun."""
    today = datetime.now(UTC).strftime("%Y%m%d")
    return (
        h("h1", "Free solo game"),
        h(
            "p",
            "The whole Solo Variant: the colours take turns, each must claim what it can, and only "
            "the colour with the fewest points scores, with those that share the feature evenly. "
            "Your result is what the lowest colour has in the end.",
        ),
        h(
            "form",
            _colours(),
            _meeples(),
            h(
                "fieldset",
                h("legend", "The deal"),
                h("label", "Seed", for_="seed"),
                h("input", id="seed", name="seed", inputmode="numeric", pattern="[0-9]{1,16}"),
                h("p", "The same seed deals the same piles. Leave it empty to be surprised."),
            ),
            h("p", h("button", "Deal the tiles", class_="button main"), class_="row"),
            action=PATH,
            class_="card options",
        ),
        h(
            "ul",
            h("li", h("a", "The deal of the day", class_="button", href=f"{PATH}?seed={today}")),
            h(
                "li",
                h("a", "Go on with the last game", class_="button", data_last_game=True),
                hidden=True,
            ),
            h("li", h("a", "Record sheet", class_="button", href=SHEET)),
            h("li", h("a", "The rules in short", class_="button", href="/rules")),
            class_="ways",
        ),
    )


def _colours() -> Element:
    return h(
        "fieldset",
        h("legend", "Colours"),
        _choice("colours", 3, "Three, as printed", range(3), chosen=True),
        _choice("colours", 4, "A fourth colour", range(4)),
        h(
            "label",
            h("input", type="checkbox", name="abbot"),
            " An abbot stands beside the colour whose turn it is",
        ),
    )


def _meeples() -> Element:
    return h(
        "fieldset",
        h("legend", "Meeples of each colour"),
        _choice("meeples", 3, "3, harder", (0,) * 3),
        _choice("meeples", 4, "4, as printed", (0,) * 4, chosen=True),
        *(_choice("meeples", more, f"{more}, easier", (0,) * more) for more in (5, 6, 7)),
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
