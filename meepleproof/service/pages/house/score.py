"""The page that scores a finished table, laid out or pasted, and says who owns what."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import address_of, from_template
from meepleproof.service.play.house.document import art_name, drawn_in_words
from meepleproof.service.play.house.scoring import TOLD, told_of_table
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.documents.strict_json import Document

PATH = "/house/score"
_BOXES = {
    "base": "Base game",
    "ic": "Inns & Cathedrals",
    "tb": "Traders & Builders",
    "ks": "King & Scout",
    "river": "River",
}


def score_routes() -> list[BaseRoute]:
    """Return the routes of the page, and of what it asks for."""
    return [Route(PATH, with_error_page(_page)), Route(TOLD, with_problem(_told))]


def _page(_request: Request) -> Response:
    return from_template(
        "house-score.html",
        title="Score our table",
        here="/house",
        scripts=("score.js",),
        styles=("free.css", "play.css", "make.css", "house.css"),
        colours=[pigment.name for pigment in PIGMENTS],
        boxes=[(text, [*_box(name)]) for name, text in _BOXES.items() if name in SETS],
        about={"pieces": address_of("house.svg"), "told": TOLD},
    )


def _box(name: str) -> Iterable[Document]:
    for tile in tile_sheet(name).tiles:
        yield {
            "tile": tile.id,
            "says": [drawn_in_words(tile.id, rotation) for rotation in tile.rotations],
            "art": [art_name(tile.id, rotation) for rotation in tile.rotations],
            "number": tile.count,
        }


def _told(request: Request) -> Response:
    return answer(json_content(told_of_table(request.query_params)))
