"""The pages that say what is wrong with an address, with links to go on, and lead to puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from meepleproof.service.http.messages import problem_answer
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.refusal import as_sentence
from meepleproof.service.problems import Problem, of_error
from verifier.catalogue.catalogue import Rule
from verifier.errors import MeepleproofError
from verifier.games import GAMES

Answer = Callable[[Request], Response]

_FREE = "/play"
_FORMS = {
    "/make": "Begin a puzzle of your own",
    "/new": "Wish for a puzzle",
    "/neom/table": "Follow a game of NEOM",
    "/neom/demo": "Begin a demo game of NEOM",
    "/neom/packs": "Begin with the first pack",
}
_PLACES = {
    "at": "In the cell that was chosen",
    "turn": "In how the tile is turned",
    "claim": "In the feature chosen for the meeple",
    "order": "In the scoring order that was chosen",
    "line": "In the turns made",
    "hint": "In the hint asked for",
    "page": "In the number of the page",
    "month": "In the month",
    "rating": "In the rating",
    "goal": "In the goal",
    "level": "In the level",
    "tiles": "In the number of tiles",
    "decoys": "In the number of first places that nearly work",
    "needs": "In the rules that are to be needed",
    "code": "In the code of the puzzle",
    "position": "In the code of the puzzle",
    "seed": "In the seed",
    "with": "In the boxes beside the base game",
    "log": "In the link",
    "--seen": "In what was seen",
    "--want": "In the tiles waited for",
    "colours": "In the number of colours",
    "meeples": "In the number of meeples",
    "players": "In the number of players",
    "minutes": "In the minutes",
    "hand": "In the size of the open hand",
    "sets": "In the boxes",
    "names": "In the names",
    "seats": "In who plays each seat",
    "handicaps": "In the handicaps",
}
"""The parts of an address in the words of a player."""
_CODES = ("code", "position", "goal")
"""What only the makers of links know; to players such an error says that the link is damaged."""
_TURN = re.compile("/turns/([0-9]+)")
_FAULT = re.compile("^[a-z]+(_[a-z]+)+: ")
"""The id of a fault of a position, which stands before its sentence."""


def with_error_page(answer: Answer) -> Answer:
    """Wrap an endpoint: for an address that cannot be read it returns a page with the reason."""

    @wraps(answer)
    def answer_or_explain(request: Request) -> Response:
        try:
            return answer(request)
        except MeepleproofError as error:
            return _error_page(error, request.url.path)

    return answer_or_explain


def with_problem(answer: Answer) -> Answer:
    """Wrap an endpoint that gives data: for what cannot be read it returns a problem document."""

    @wraps(answer)
    def answer_or_refuse(request: Request) -> Response:
        try:
            return answer(request)
        except Problem as problem:
            return problem_answer(problem, request.url.path)
        except MeepleproofError as error:
            return problem_answer(of_error(error), request.url.path)

    return answer_or_refuse


def missing_page(sentence: str, status: int = 404) -> HTMLResponse:
    """Return the page for an address with nothing at it."""
    return _not_here_page("Not found", sentence, status)


def withdrawn_page(why: str) -> HTMLResponse:
    """Return the page of a puzzle that was withdrawn, with the reason."""
    return _not_here_page("This puzzle was withdrawn", f"It is not offered any more: {why}", 410)


def _error_in_words(error: MeepleproofError) -> str:
    """Return what is wrong with an address as a sentence, which names the wrong part.

    >>> from verifier.errors import Malformed
    >>> _error_in_words(Malformed("'foo' is not a turn", where="/turns/1"))
    "In the turns made, turn 2: 'foo' is not a turn."
    >>> _error_in_words(Malformed("table_in_pieces: a tile lies alone", where="cell (5,5)"))
    'In the table of the puzzle: a tile lies alone.'
    """
    return as_sentence(f"{_place(error.where)}{_FAULT.sub('', error.message)}")


def _place(where: str) -> str:
    if not where:
        return ""
    turn = _TURN.match(where)
    if turn is not None:
        return f"In the turns made, turn {int(turn[1]) + 1}: "
    return f"{_PLACES.get(where, 'In the table of the puzzle')}: "


def _error_page(error: MeepleproofError, path: str) -> HTMLResponse:
    from_link = path.endswith("/p") or error.where in _CODES
    return from_template(
        "message.html",
        title="Cannot be read",
        status=400,
        head="This link cannot be read" if from_link else "This address cannot be read",
        says=_error_in_words(error),
        rule=_rule(error.rule),
        from_link=from_link,
        links=_next_links(path),
        main=False,
    )


def _rule(identity: str) -> Rule | None:
    """Return the rule of that id, of whatever game; None if there is none."""
    every = (rule for game in GAMES.values() for rule in game.catalogue.rules)
    return next((rule for rule in every if rule.id == identity), None) if identity else None


def _next_links(path: str) -> list[tuple[str, str]]:
    """Return where to go on from an address that cannot be read: words and address."""
    links = [("Choose a puzzle", "/")]
    if path.startswith(_FREE):
        links.insert(0, ("Begin a free game", _FREE))
    elif "/puzzle/" in path:
        links.insert(0, ("Begin this puzzle", path))
    elif path in _FORMS:
        links.insert(0, (_FORMS[path], path))
    return links


def _not_here_page(head: str, sentence: str, status: int) -> HTMLResponse:
    return from_template(
        "message.html",
        title="Not found",
        status=status,
        head=head,
        says=sentence,
        rule=None,
        from_link=False,
        links=[("Choose a puzzle", "/")],
        main=True,
    )
