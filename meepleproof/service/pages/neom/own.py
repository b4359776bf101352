"""The pages of puzzles that a player made from a catalogue of their own, kept on the device."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.listed import listed_kinds
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template, play_page
from meepleproof.service.play.neom.own import CHANGES, HOME, PACK, TOLD
from meepleproof.service.play.neom.plays import STYLES

__all__ = ["OWN_PUZZLE", "own_pages"]

OWN_PUZZLE = f"{HOME}/puzzle"


def own_pages() -> list[BaseRoute]:
    """Return the routes of the pages; what they show is on the player's device."""
    return [
        Route(HOME, with_error_page(_list), methods=["GET"]),
        Route(OWN_PUZZLE, with_error_page(_play), methods=["GET"]),
        Route(f"{OWN_PUZZLE}/{{id}}", _moved, methods=["GET"]),
    ]


def _list(_request: Request) -> Response:
    return from_template(
        "neom-own.html",
        title="NEOM: your own puzzles",
        here="/neom",
        scripts=("site.js", "own.js"),
        styles=("neom.css", "neom-table.css"),
        about={
            "pack": PACK,
            "told": TOLD,
            "changes": CHANGES,
            "home": HOME,
            "limits": {kind.name: kind.limits for kind in listed_kinds("neom")},
        },
    )


def _play(_request: Request) -> Response:
    return play_page(
        head="A puzzle of your own",
        facts=["NEOM"],
        here=HOME,
        scripts=("own-play.js",),
        styles=STYLES,
        table=None,
        about={"told": TOLD, "home": HOME, "pieces": ""},
    )


def _moved(request: Request) -> Response:
    """Lead on from the address that each puzzle had once."""
    query = urlencode({"id": request.path_params["id"], **request.query_params})
    return RedirectResponse(f"{OWN_PUZZLE}?{query}", 308)
