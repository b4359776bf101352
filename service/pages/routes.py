"""The routes of the pages about puzzles, with their styles and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rendering.palette import STYLE
from service.http.answers import matches_etag
from service.pages.board import icon, thumbnail
from service.pages.errors import missing_page, with_error_page, withdrawn_page
from service.pages.index import index_page
from service.pages.rules import rules_page
from service.pages.solving import solving_page
from service.pages.url import read_text
from service.shelf import PuzzleFilter, Shelf, ShelvedPuzzle
from verifier.carcassonne.faults import require_valid
from verifier.carcassonne.puzzle import parse_code
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.errors import Malformed


def page_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of a shelf."""
    pages = _Pages(shelf)
    return [
        Route("/", with_error_page(pages.choose)),
        Route("/daily", with_error_page(pages.daily)),
        Route("/p", with_error_page(pages.solve_code)),
        Route("/puzzle/{id}", with_error_page(pages.solve)),
        Route("/puzzle/{id}/board.svg", with_error_page(pages.picture)),
        Route("/rules", _rules),
        Route("/static/drawing.css", _drawing_style),
        Route("/static/icon.svg", _icon),
        Mount("/static", StaticFiles(packages=[("service.pages", "static")])),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages about the puzzles of a shelf."""

    shelf: Shelf

    def choose(self, request: Request) -> Response:
        return index_page(self.shelf, request.query_params, _today())

    def daily(self, _request: Request) -> Response:
        today = self.shelf.daily(_today())
        if today is None:
            return missing_page("There is no puzzle on the shelf.")
        return RedirectResponse(f"/puzzle/{today.id}", 302, {"cache-control": "no-store"})

    def solve(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        path = f"/puzzle/{shelved.id}"
        following = self._following(shelved)
        return solving_page(
            shelved.puzzle,
            request.query_params,
            path,
            shelved=shelved,
            following=following,
            today=shelved is self.shelf.daily(_today()),
        )

    def solve_code(self, request: Request) -> Response:
        code = read_text(request.query_params, "code")
        if not code:
            raise Malformed("it is missing; links to puzzles have one", where="code")
        puzzle = parse_code(code)
        require_valid(puzzle.position)
        if not puzzle.tiles:
            raise Malformed("the puzzle shows no tile to place", where="code")
        shelved = self.shelf.puzzle(puzzle.id)
        if shelved is not None and shelved.puzzle.code != puzzle.code:
            shelved = None  # the same puzzle, turned or mirrored: the cells of the solution differ
        following = None if shelved is None else self._following(shelved)
        return solving_page(
            puzzle, request.query_params, "/p", shelved=shelved, following=following
        )

    def _following(self, shelved: ShelvedPuzzle) -> ShelvedPuzzle | None:
        """Return the next harder puzzle of the same pack, if any."""
        alike = self.shelf.matching(PuzzleFilter(pack=shelved.pack))
        return next((one for one in alike if one.place > shelved.place), None)

    def picture(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return _cacheable(request, thumbnail(shelved.puzzle.position), "image/svg+xml")

    def _missing(self, request: Request) -> Response:
        why = self.shelf.retracted.get(request.path_params["id"])
        return (
            missing_page("There is no puzzle of that name.") if why is None else withdrawn_page(why)
        )


def _rules(_request: Request) -> Response:
    return rules_page(SOLO)


def _drawing_style(request: Request) -> Response:
    return _cacheable(request, STYLE, "text/css")


def _icon(request: Request) -> Response:
    return _cacheable(request, icon(), "image/svg+xml")


def _cacheable(request: Request, text: str, kind: str) -> Response:
    """Return a text that browsers may cache; 304 if they have it already."""
    tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "x-content-type-options": "nosniff"}
    if matches_etag(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
