"""The record sheet of the rulebook: results of free games with notes, and the goals met in them.

It is stored by the browser alone; the server sends an empty sheet, which a script fills in.
"""

from __future__ import annotations

import json
from typing import Any
from xml.etree.ElementTree import Element

from rendering.words import goal_in_words
from service.pages.markup import h
from service.play.free import Game, checklist_entries
from verifier.carcassonne.notation import line_text
from verifier.carcassonne.solo.goals import checklist

PATH, SCRIPT = "/play/sheet", "sheet.js"
_MOST_NOTES = 2000
_ROWS = 4
"""Rows of notes where the browser does not let them grow with the text."""


def record_form(game: Game, seed: int, *, abbot: bool) -> Element:
    """Return the form that puts a game on the record sheet; the script shows it.

    The abbot does not affect the game; it is recorded for players who use it.
    """
    form = h(
        "form",
        h("label", "Notes for the record sheet", for_="notes"),
        h("textarea", id="notes", name="notes", rows=_ROWS, maxlength=_MOST_NOTES),
        h(
            "p",
            h("button", "Write it on the record sheet", class_="button main"),
            " ",
            h("a", "See the record sheet", href=PATH),
            class_="row",
        ),
        h("p", data_sheet_told=True, role="status"),
        data_game=json.dumps(sheet_entry(game, seed) | ({"abbot": True} if abbot else {})),
        hidden=True,
    )
    return h("div", form, _without_script(), class_="write-down")


def sheet_entry(game: Game, seed: int) -> dict[str, Any]:
    """Return what the record sheet keeps of a game that is over, but for date and notes."""
    rules = game.start.rules
    return {
        "seed": seed,
        "colours": rules.colours,
        "meeples": rules.meeples,
        "line": line_text(game.line),
        "result": game.result,
        "scores": list(game.outcomes[-1].final or ()),
        "goals": [entry.goal.id for entry in checklist_entries(game) if entry.turn is not None],
    }


def _without_script() -> Element:
    return h("noscript", h("p", "The record sheet is kept by your browser, which needs script."))


def record_sheet() -> tuple[Element, ...]:
    """Return the parts of the page of the record sheet, for the script to fill in."""
    return (
        h("h1", "Record sheet"),
        h(
            "p",
            "Your free games, kept in this browser on this device and nowhere else. "
            "Take a copy along as JSON or CSV.",
        ),
        _without_script(),
        h("p", data_sheet_told=True, role="status"),
        _results(),
        _goals(),
    )


def _results() -> Element:
    return h(
        "section",
        h("h2", "Results"),
        h(
            "p",
            "No game is written down yet. ",
            h("a", "Play one", href="/play"),
            " and write it down at its end.",
            data_sheet_if="none",
        ),
        h(
            "div",
            h("ol", class_="sheet", data_sheet=True),
            h("template", _game(), data_sheet_game=True),
            h("p", _export("JSON"), " ", _export("CSV"), class_="row"),
            data_sheet_if="games",
            hidden=True,
        ),
        class_="card",
    )


def _export(kind: str) -> Element:
    text = f"Export as {kind}"
    return h("button", text, type="button", class_="button", data_sheet_export=kind.lower())


def _game() -> Element:
    """Return a game of the sheet, for the script to fill in."""
    return h(
        "li",
        h("p", h("span", data_part="result"), h("small", "result"), class_="result"),
        h(
            "div",
            h("p", h("b", data_part="date"), " · ", h("a", data_part="game")),
            h("p", data_part="options", class_="note"),
            h("p", "Final scores ", h("span", data_part="scores")),
            h("p", data_part="goals"),
            class_="about",
        ),
        h(
            "div",
            h(
                "label",
                "Notes ",
                h("textarea", data_part="notes", rows=_ROWS, maxlength=_MOST_NOTES),
            ),
            h("button", "Delete", type="button", class_="button small", data_part="strike"),
            class_="notes",
        ),
    )


def _goals() -> Element:
    items = [
        h(
            "li",
            h("span", "☐", class_="box", aria_hidden="true"),
            h("span", goal_in_words(goal), class_="goal"),
            " ",
            h("span", "not yet", data_sheet_count=True, class_="count"),
            data_sheet_goal=goal.id,
        )
        for goal in checklist().values()
    ]
    return h(
        "section",
        h("h2", "Goals met so far"),
        h("ol", *items, class_="checklist"),
        class_="card goals",
    )
