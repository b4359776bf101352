"""A puzzle on a sheet of paper: goal, board, scores, tiles, and a square code that opens it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.solo.svg import ACROSS, board_svg, next_tiles_svg, scoreboard_svg
from meepleproof.service.pages.assets import cacheable
from meepleproof.service.pages.errors import missing_page, with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.playing import proof_in_words
from meepleproof.service.pages.solo.tables import coded_puzzle, same_on_shelf
from meepleproof.service.pages.solo.wording import task_in_words
from meepleproof.service.shelf import Shelf
from verifier.carcassonne.solo.position import Position

PATH = "/print"
_PARTS: dict[str, Callable[[Position], str]] = {
    "board": lambda position: board_svg(position, scoreboard=False),
    "scoreboard": scoreboard_svg,
    "tiles": lambda position: next_tiles_svg(position, ACROSS),
}


def print_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of the sheet of a puzzle, which is given by its code, and its pictures."""

    def sheet(request: Request) -> Response:
        puzzle = coded_puzzle(request.query_params)
        shelved = same_on_shelf(shelf, puzzle)
        query = urlencode({"code": puzzle.code})
        play = f"/p?{query}" if shelved is None else f"/puzzle/{shelved.id}"
        level = [] if shelved is None or not shelved.level else [shelved.level]
        return from_template(
            "print.html",
            title="A puzzle on paper",
            scripts=("site.js", "print.js"),
            styles=("print.css",),
            task=task_in_words(puzzle),
            facts=[*level, f"puzzle {puzzle.id}"],
            play=play,
            code=puzzle.code,
            code_picture=f"/qr.svg?{urlencode({'path': play})}",
            proof="" if shelved is None else proof_in_words(shelved),
            pictures={part: f"{PATH}/{part}.svg?{query}" for part in _PARTS},
        )

    return [
        Route(PATH, with_error_page(sheet)),
        Route(f"{PATH}/{{part}}.svg", with_error_page(_picture)),
    ]


def _picture(request: Request) -> Response:
    draw = _PARTS.get(request.path_params["part"])
    if draw is None:
        return missing_page("There is no such picture.")
    position = coded_puzzle(request.query_params).position
    return cacheable(draw(position), "image/svg+xml")
