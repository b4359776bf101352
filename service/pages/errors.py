"""The pages that say what is wrong with an address, to a person, and lead on from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from service.pages.layout import page
from service.pages.markup import h
from service.play.turns import sentence_of
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.errors import MeepleproofError

Answer = Callable[[Request], Response]

_FREE = "/play"
_PLACES = {
    "at": "In the cell that was chosen",
    "turn": "In how the tile is turned",
    "claim": "In the feature chosen for the meeple",
    "order": "In the scoring order that was chosen",
    "line": "In the turns made",
    "hint": "In the hint asked for",
    "page": "In the number of the page",
    "goal": "In the goal",
    "level": "In the level",
    "code": "In the code of the puzzle",
    "position": "In the code of the puzzle",
    "seed": "In the seed",
    "colours": "In the number of colours",
    "meeples": "In the number of meeples",
}
"""Parts of an address as a person would call them."""
_TURN = re.compile("/turns/([0-9]+)")
_FAULT = re.compile("^[a-z]+(_[a-z]+)+: ")
"""What faults of a table are called by programs, before the sentence."""


def told(answer: Answer) -> Answer:
    """Return the endpoint that tells a person in a page what was wrong with an address."""

    @wraps(answer)
    def telling(request: Request) -> Response:
        try:
            return answer(request)
        except MeepleproofError as error:
            return _wrong(error, request.url.path)

    return telling


def missing(sentence: str, status: int = 404) -> HTMLResponse:
    """Return the page that says that there is nothing at an address."""
    return _lost("Not here", sentence, status)


def withdrawn(why: str) -> HTMLResponse:
    """Return the page of a puzzle that was on the shelf once, with the reason."""
    return _lost("This puzzle was withdrawn", f"It is not offered any more: {why}", 410)


def in_words(error: MeepleproofError) -> str:
    """Return what is wrong with an address as a sentence, with the part it is in.

    >>> from verifier.errors import Malformed
    >>> in_words(Malformed("'foo' is not a turn", where="/turns/1"))
    "In the turns made, turn 2: 'foo' is not a turn."
    >>> in_words(Malformed("table_in_pieces: a tile lies alone", where="cell (5,5)"))
    'In the table of the puzzle: a tile lies alone.'
    """
    return sentence_of(f"{_place(error.where)}{_FAULT.sub('', error.message)}")


def _place(where: str) -> str:
    if not where:
        return ""
    turn = _TURN.match(where)
    if turn is not None:
        return f"In the turns made, turn {int(turn[1]) + 1}: "
    return f"{_PLACES.get(where, 'In the table of the puzzle')}: "


def _wrong(error: MeepleproofError, path: str) -> HTMLResponse:
    broken = next((one for one in CATALOGUE.rules if one.id == error.rule), None)
    return page(
        "Cannot be read",
        h("h1", "This address cannot be read"),
        h("p", in_words(error)),
        None if broken is None else h("p", h("b", broken.id), f" {broken.sentence}"),
        h("p", *(h("a", text, class_="button", href=to) for text, to in _ways(path)), class_="row"),
        status=400,
    )


def _ways(path: str) -> list[tuple[str, str]]:
    """Return where one can go on from an address that cannot be read."""
    choose = ("Choose a puzzle", "/")
    if path.startswith(_FREE):
        return [("Begin a free game", _FREE), choose]
    if path.startswith("/puzzle/"):
        return [("Begin this puzzle", path), choose]
    return [choose]


def _lost(head: str, sentence: str, status: int) -> HTMLResponse:
    return page(
        "Not here",
        h("h1", head),
        h("p", sentence),
        h("p", h("a", "Choose a puzzle", class_="button main", href="/")),
        status=status,
    )
