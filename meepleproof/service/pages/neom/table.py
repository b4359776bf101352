"""The pages that follow a game of NEOM beside the real one, or deal a demo game by a seed.

The server keeps no game and no catalogue: the browser sends the log, and its catalogue if it has
one of its own, and is told where the game stands.
"""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.messages import json_answer, read_document
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.asked import Told
from meepleproof.service.play.neom.asked import answers
from meepleproof.service.play.neom.helper import CATALOGUE, DEMO, HELPER, LINKED, TABLE, linked
from verifier.documents.strict_json import Document
from verifier.neom.tiles_document import demo_catalogue

__all__ = ["neom_table_pages", "neom_table_routes"]


_HOME = "/neom"


def neom_table_pages(*, alone: bool) -> list[BaseRoute]:
    """Return the routes of the pages; one that is played alone asks what its address says."""
    page = partial(_page, alone)
    return [Route(HELPER, with_error_page(page)), Route(DEMO, with_error_page(page))]


def neom_table_routes(settings: AnswererSettings) -> list[BaseRoute]:
    """Return the routes for what pages send: a log, a catalogue, or puzzles of the player's own."""

    def answered(told: Told, request: Request) -> Response:
        return json_answer(told.tell(read_document(request, told.schema, settings.depth)))

    return [
        Route(path, with_problem(partial(answered, told)), methods=["POST"])
        for path, told in answers().items()
        if told.schema
    ]


def _page(alone: bool, request: Request) -> Response:  # noqa: FBT001 - a partial gives it
    path = request.url.path
    dealt = path == DEMO
    about: Document = {"kind": "demo" if dealt else "table", "table": TABLE, "check": CATALOGUE}
    if alone:
        about["linked"] = f"{path}{LINKED}"
    else:
        about |= linked(request.query_params, dealt=dealt)
    boards = demo_catalogue().boards
    return from_template(
        "neom-table.html",
        title="NEOM: a demo game" if dealt else "NEOM: beside the real game",
        here=_HOME,
        home=_HOME,
        dealt=dealt,
        scripts=("neom-table.js",),
        styles=("play.css", "neom-drawing.css", "neom.css", "neom-table.css"),
        boards=[(board.id, (board.good or "").replace("_", " ")) for board in boards],
        about=about,
    )
