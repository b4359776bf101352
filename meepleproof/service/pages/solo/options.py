"""The page that begins a free game: its options, the deal of the day, the last games."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from markupsafe import Markup
from starlette.responses import HTMLResponse

from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.markup import drawn
from meepleproof.service.pages.sheet import PATH as SHEET
from meepleproof.service.pages.sheet import SCRIPTS, STYLES
from meepleproof.service.pages.solo.board import pawn_parts
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet

PATH = "/play"
_DIGITS = 15
"""Digits of a seed that can be typed; any such number is below 2^53."""
_COLOURS = {3: "Three, as printed", 4: "A fourth colour"}
_MEEPLES = {3: "harder", 4: "as printed", 5: "easier", 6: "easier", 7: "easier"}


def new_game_page(
    rules: RuleSet = SOLO, *, abbot: bool = False, seed: str = "", wrong: str = ""
) -> HTMLResponse:
    """Return the page on which a game is begun.

    ``rules``, ``abbot`` and ``seed`` are preselected; ``wrong`` states what is wrong with them.
    """
    return from_template(
        "options.html",
        title="Free game",
        here=PATH,
        scripts=SCRIPTS,
        styles=STYLES,
        status=400 if wrong else 200,
        rules=rules,
        abbot=abbot,
        seed=seed,
        wrong=wrong,
        colours=list(_COLOURS.items()),
        meeples=list(_MEEPLES.items()),
        digits=_DIGITS,
        today=datetime.now(UTC).strftime("%Y%m%d"),
        sheet=SHEET,
        pawns=_pawns(),
    )


@cache
def _pawns() -> tuple[Markup, ...]:
    """Return the parts of the meeple of each colour."""
    return tuple(drawn(*pawn_parts(colour)) for colour in range(max(_COLOURS)))
