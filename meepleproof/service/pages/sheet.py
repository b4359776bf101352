"""The record sheet of the rulebook: results of free games with notes, and the goals met in them.

It is stored by the browser alone; the server sends an empty sheet, which a script fills in.
"""

from __future__ import annotations

from typing import Any

from starlette.responses import HTMLResponse

from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.solo.free import Game, checklist_entries
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import line_text

PATH, SCRIPT = "/play/sheet", "sheet.js"
SCRIPTS, STYLES = ("site.js", SCRIPT), ("free.css",)
_FREE = "/play"


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


def sheet_page() -> HTMLResponse:
    """Return the page of the record sheet, for the script to fill in."""
    return from_template(
        "sheet.html",
        title="Record sheet",
        here=_FREE,
        scripts=SCRIPTS,
        styles=STYLES,
        goals=[(goal.id, goal_in_words(goal)) for goal in checklist().values()],
    )
