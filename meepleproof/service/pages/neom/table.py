"""The pages that follow a game of NEOM beside the real one, or deal a demo game by a seed.

The server keeps no game and no catalogue: the browser sends the log, and its catalogue if it has
one of its own, and is told where the game stands.
"""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.answers import json_answer
from meepleproof.service.http.bodies import read_document
from meepleproof.service.jobs.neom_logs import read_log
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.neom.table_document import neom_table_document
from meepleproof.service.pages.neom.words import named, rules_told
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.neom.link import log_of_link
from meepleproof.service.play.neom.table import NeomTable, dealt_log, neom_table, new_log
from meepleproof.service.play.turns import as_sentence
from meepleproof.service.problems import of_error
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, Malformed, MeepleproofError
from verifier.neom.log import Log
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import checked_document, checked_to_json, demo_catalogue

__all__ = ["neom_table_pages", "neom_table_routes", "table_told"]

_HOME = "/neom"
_DEMO = "/neom/demo"
_TABLE = "/api/neom/table"
_CATALOGUE = "/api/neom/catalogue"
_SEED = re.compile(r"[0-9]{1,12}")


def neom_table_pages() -> list[BaseRoute]:
    """Return the routes of the pages."""
    return [
        Route("/neom/table", with_error_page(_page)),
        Route("/neom/demo", with_error_page(_page)),
    ]


def neom_table_routes(settings: AnswererSettings) -> list[BaseRoute]:
    """Return the routes that say where a game stands, and what is wrong with a catalogue."""

    def table(request: Request) -> Response:
        asked = read_document(request, "neom-table-request", settings.depth)
        return json_answer(table_told(asked))

    def catalogue(request: Request) -> Response:
        """Return what is wrong with a catalogue, and what it leaves open; nothing is kept."""
        asked = read_document(request, "neom-catalogue-request", settings.depth)
        return json_answer(checked_to_json(checked_document(asked["catalogue"])))

    return [
        Route(_TABLE, table, methods=["POST"]),
        Route(_CATALOGUE, catalogue, methods=["POST"]),
    ]


def _page(request: Request) -> Response:
    dealt = request.url.path == _DEMO
    query = request.query_params
    about: Document = {"kind": "demo" if dealt else "table", "table": _TABLE, "check": _CATALOGUE}
    link = read_text(query, "log")
    if link:
        about["log"] = log_of_link(link)
    if dealt and query.get("seed"):
        about["seed"] = _seed(read_text(query, "seed"))
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


def _seed(text: str) -> int:
    if not _SEED.fullmatch(text):
        raise Malformed(f"{text[:20]!r} is no number of up to 12 digits", where="seed")
    return int(text)


def table_told(asked: dict[str, Any]) -> Document:
    """Return where the game of a request of the schema ``neom-table-request`` stands.

    :raises Problem: if its catalogue or log cannot be read, or an event breaks a rule.
    """
    try:
        if "log" in asked:
            catalogue, log = read_log(asked)
        else:  # the schema wants a seed then
            catalogue = demo_catalogue()
            log = new_log(catalogue, asked["seed"])
        return neom_table_document(_followed(catalogue, log, asked.get("seed")))
    except MeepleproofError as error:
        raise of_error(error) from None


def _followed(catalogue: TileCatalogue, log: Log, seed: int | None) -> NeomTable:
    """Return where a log stands; what is illegal is said with the names of tiles and the rule."""
    try:
        return neom_table(catalogue, log if seed is None else dealt_log(catalogue, log, seed))
    except Illegal as error:
        why = as_sentence(named(catalogue, error.message))
        rules = rules_told([error.rule] if error.rule else [])
        said = " ".join((why, *(f"{rule}: {sentence}" for rule, sentence in rules.items())))
        raise Illegal(said, where=error.where, rule=error.rule) from None
