"""The rules in short: those of the booklet, and what is different in a free game."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from starlette.responses import HTMLResponse

from rendering.exports.guide import Rule, rules_in_short
from service.pages.layout import page
from service.pages.markup import h
from verifier.carcassonne.solo.rule_set import RuleSet

_PUZZLES_ONLY = {
    "The table": "The tiles to come are shown in puzzles only.",
    "The goal": "Only puzzles show their tiles and are to be solved with all of them.",
}
"""The rules of the booklet that do not, or not fully, hold for a free game."""


def rules_page(rules: RuleSet) -> HTMLResponse:
    """Return the page with the rules of puzzles and free games."""
    return page(
        "Rules",
        h("h1", "The rules in short"),
        h("div", *map(_card, rules_in_short(rules)), class_="rules"),
        h("h2", "In a free game", id="free-game", class_="part"),
        h("p", "All of the above holds, but for what is said to be about puzzles only."),
        h("div", *map(_free_card, _free_game()), class_="rules"),
        h("p", h("a", "Begin a free game", class_="button main", href="/play")),
        here="/rules",
    )


def _card(one: Rule) -> Element:
    only = _PUZZLES_ONLY.get(one.head)
    note = None
    if only is not None:
        link = h("a", "In a free game", href="#free-game")
        note = h("p", h("b", only), " ", link, " it is different.", class_="note")
    return h("section", h("h2", one.head), h("p", one.text), note, class_="card")


def _free_card(one: Rule) -> Element:
    return h("section", h("h3", one.head), h("p", one.text), class_="card")


def _free_game() -> tuple[Rule, ...]:
    """Return how a free game is played (SOLO-SETUP-5 to SOLO-OPTION-5)."""
    return (
        Rule(
            "The piles",
            "One tile lies on the table; the other 71 are shuffled into one pile for each colour, "
            "face down: 24, 24 and 23. The seed is what they are shuffled by, so the same seed "
            "deals the same piles.",
        ),
        Rule(
            "Who draws",
            "The colour whose turn it is draws the top tile of its own pile; no other is seen. "
            "A colour whose pile is empty when it must draw loses its turn.",
        ),
        Rule(
            "The end",
            "You play until the last tile is placed, until a meeple must be placed and the colour "
            "has none in hand, or until no tile can be placed any more. The turn in which it "
            "happens is still scored.",
        ),
        Rule(
            "The result",
            "In final scoring each meeple left on the table brings its colour 2 points, one after "
            "the other, if that colour is lowest at that moment. Your result is the score of the "
            "colour that is lowest then. The higher, the better.",
        ),
        Rule(
            "The checklist",
            "14 goals to look for while you play, in one game or in many, whatever the tiles. They "
            "tick themselves, and what is met stays met. The record sheet counts in how many of "
            "your games each was met.",
        ),
        Rule(
            "Options",
            "A fourth colour, with piles of 18, 18, 18 and 17 tiles. 3 meeples of each colour "
            "instead of 4 are harder, 5 to 7 are easier. An abbot may stand beside the colour "
            "whose turn it is; it shows that and does nothing else.",
        ),
    )
