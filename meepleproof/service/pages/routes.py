"""The routes of all pages: puzzles and days of any game, each game's own, and what all load."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.exports.printing import square_code
from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.daily import Days
from meepleproof.service.http.later import LaterRoutes
from meepleproof.service.http.messages import answer, json_content, problem_answer
from meepleproof.service.http.reading import require_known
from meepleproof.service.pages.choosing import climb_path, climbing, list_routes
from meepleproof.service.pages.context import PageContext, Site, site_of, today_utc
from meepleproof.service.pages.days import CALENDAR, day_routes
from meepleproof.service.pages.errors import with_problem
from meepleproof.service.pages.layout import GAMES_PATH, asset_routes, cacheable, worker_script
from meepleproof.service.pages.puzzles import PuzzlePages
from meepleproof.service.pages.statistics import STATISTICS, StatisticsPages
from meepleproof.service.play.asked import TABLE
from meepleproof.service.play.play import played_game, played_games
from meepleproof.service.play.url import read_text
from meepleproof.service.problems import Problem, of_error
from meepleproof.service.shelf import Shelf
from verifier.errors import Malformed, MeepleproofError
from verifier.games import GAMES

_PATH = "/qr.svg"
_OWN = re.compile(r"/[A-Za-z0-9._~/?=&%+-]*")
_LONGEST = 2500
"""Characters that a square code holds, and still a phone reads from a screen."""
_QUIET = 4
"""Modules of white around it, which readers ask for."""


def page_routes(
    shelf: Shelf,
    settings: AnswererSettings | None = None,
    today: Callable[[], date] = today_utc,
) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of a shelf, and of what all pages load.

    The ``settings`` limit what is sent, and say whether players may choose to send their results.
    ``today`` is asked for the day, which is that of UTC.
    """
    return routes_in(PageContext(shelf, Days(shelf), settings or AnswererSettings(), today))


def routes_in(context: PageContext) -> list[BaseRoute]:
    """Return the same, for pages that work with that."""
    puzzles, site = PuzzlePages(context), cache(partial(site_of, context=context))
    kept = cache(lambda: tuple(_kept(context)))  # browsers ask for the worker with every page
    return [
        *puzzles.routes(),
        *day_routes(context, puzzles),
        *list_routes(context),
        Route(TABLE, with_problem(partial(_table, puzzles, site))),
        *(
            LaterRoutes(played.paths, partial(_routes_of, site, name))
            for name, played in played_games().items()
        ),
        *StatisticsPages(context, site).routes(),
        Route(_PATH, _square_code),
        Route("/sw.js", lambda _: worker_script(kept(), context.engine_files)),
        *asset_routes(),
        Route("/plain/{path:path}", _without_plain),
    ]


def standing_pages(context: PageContext) -> Iterator[str]:
    """Yield the paths of the pages that are the same on every day, beside those of puzzles."""
    yield from (STATISTICS, GAMES_PATH, *map(climb_path, climbing()))
    for name, played in played_games().items():
        yield from (played.home, f"{played.below}{CALENDAR}")
        site = site_of(name, context)
        yield from site.standing()
        if context.engine:
            yield from site.by_engine()


def _kept(context: PageContext) -> Iterator[str]:
    """Yield the addresses of what browsers keep from the start, for play without a connection."""
    for path in standing_pages(context):
        yield f"{path}.html" if context.alone and path != "/" else path
    for name in played_games():
        yield f"/list/{name}.json"


def _routes_of(site: Callable[[str], Site], game: str) -> list[BaseRoute]:
    return list(site(game).routes())


_PUZZLE = ("puzzle", "code", "solution", "line", "exactly")
"""What a page asks of a puzzle."""


def _table(puzzles: PuzzlePages, site: Callable[[str], Site], request: Request) -> Response:
    """Return a puzzle, by id or code, or a free game after some turns, as its page reads it."""
    query = request.query_params
    if {"puzzle", "code"} & set(query):
        require_known(request, _PUZZLE)
        if {"puzzle", "code"} <= set(query):
            raise Problem("parameter", "give one of puzzle and code", parameter="puzzle")
        return answer(json_content(puzzles.table(query)))
    game = query.get("game", next(iter(GAMES)))
    free = played_game(game).free if game in GAMES else ()
    if not free or "seed" not in query:
        detail = "give a puzzle, a code, or the seed of a free game"
        raise Problem("parameter", detail, parameter="puzzle")
    require_known(request, ("game", "line", "exactly", *free))
    return answer(json_content(site(game).free_table(query)))


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
