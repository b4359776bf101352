"""The routes of all pages: those of each game, and what all of them load."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.exports.printing import square_code
from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.later import LaterRoutes
from meepleproof.service.http.messages import problem_answer
from meepleproof.service.pages.layout import asset_routes, cacheable
from meepleproof.service.pages.solo.free_games import remembered_games
from meepleproof.service.pages.solo.made import made_routes
from meepleproof.service.pages.solo.playing import free_routes, print_routes
from meepleproof.service.pages.solo.puzzles import puzzle_routes
from meepleproof.service.pages.solo.rules import lesson_routes, rules_routes
from meepleproof.service.pages.statistics import statistics_routes
from meepleproof.service.pages.url import read_text
from meepleproof.service.problems import Problem, of_error
from meepleproof.service.shelf import Shelf
from verifier.errors import Malformed, MeepleproofError
from verifier.later import later

if TYPE_CHECKING:
    from meepleproof.service.pages import table_routes as tables
    from meepleproof.service.pages.house import pages as house
    from meepleproof.service.pages.neom import own as neom_own
    from meepleproof.service.pages.neom import pages as neom
    from meepleproof.service.pages.neom import table as neom_table
    from meepleproof.service.pages.solo import drafting
    from meepleproof.service.play.house import game as house_game
else:
    tables = later("meepleproof.service.pages.table_routes")
    house = later("meepleproof.service.pages.house.pages")
    neom = later("meepleproof.service.pages.neom.pages")
    neom_own = later("meepleproof.service.pages.neom.own")
    neom_table = later("meepleproof.service.pages.neom.table")
    drafting = later("meepleproof.service.pages.solo.drafting")
    house_game = later("meepleproof.service.play.house.game")


_PATH = "/qr.svg"
_OWN = re.compile(r"/[A-Za-z0-9._~/?=&%+-]*")
_LONGEST = 2500
"""Characters that a square code holds, and still a phone reads from a screen."""
_QUIET = 4
"""Modules of white around it, which readers ask for."""


def _today() -> date:
    return datetime.now(UTC).date()


def page_routes(
    shelf: Shelf,
    settings: AnswererSettings | None = None,
    today: Callable[[], date] = _today,
) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of a shelf, and of what all pages load.

    The ``settings`` limit what is sent, and say whether players may choose to send their results.
    ``today`` is asked for the day, which is that of UTC.
    """
    settings = settings or AnswererSettings()
    games = remembered_games()
    evenings = cache(lambda: house_game.remembered_house_games())  # noqa: PLW0108 - loaded later
    return [
        *puzzle_routes(shelf, today),
        *free_routes(games),
        *made_routes(),
        LaterRoutes(("/make",), lambda: drafting.drafting_routes()),  # noqa: PLW0108 - loaded later
        *rules_routes(),
        *lesson_routes(),
        *print_routes(shelf),
        LaterRoutes(("/api/table",), lambda: tables.table_routes(shelf, games, evenings())),
        LaterRoutes(("/house",), lambda: house.house_routes(shelf, today, evenings())),
        LaterRoutes(("/neom/own/pack", "/neom/own/told"), lambda: neom_own.own_routes(settings)),
        LaterRoutes(("/api/neom",), lambda: neom_table.neom_table_routes(settings)),
        LaterRoutes(("/neom",), lambda: neom.neom_routes(shelf, today)),
        *statistics_routes(shelf, sends=settings.sends),
        Route(_PATH, _square_code),
        *asset_routes(),
        Route("/plain/{path:path}", _without_plain),
    ]


def _without_plain(request: Request) -> Response:
    """Lead from a page for browsers without script, which there were once, to the page itself."""
    path = f"/{request.path_params['path'].lstrip('/')}"
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{path}{query}", 308)


def _square_code(request: Request) -> Response:
    """Return a square code (QR) that opens a page of this service, at the address it was asked."""
    try:
        path = read_text(request.query_params, "path")
        if not _OWN.fullmatch(path) or path.startswith("//") or len(path) > _LONGEST:
            raise Malformed("give the path of a page of this service", where="path")
    except MeepleproofError as error:
        refused = of_error(error)
        refused = Problem("parameter", refused.detail, parameter="path")
        return problem_answer(refused, _PATH)
    address = f"{str(request.base_url).rstrip('/')}{path}"
    return cacheable(square_code(address, border=_QUIET), "image/svg+xml")
