"""The routes of the pages about puzzles, with their styles and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from service.pages.assets import asset_routes, cacheable
from service.pages.board import thumbnail
from service.pages.errors import missing_page, with_error_page, withdrawn_page
from service.pages.free_games import Games, remembered_games
from service.pages.index import index_page
from service.pages.layout import PLAIN
from service.pages.lessons import lesson_routes
from service.pages.playing import puzzle_page
from service.pages.rules import rules_page
from service.pages.solving import solving_page
from service.pages.tables import coded_puzzle, puzzle_table, same_on_shelf, table_routes
from service.pages.url import read_turns
from service.shelf import PuzzleFilter, Shelf, ShelvedPuzzle
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import SOLO


def page_routes(shelf: Shelf, games: Games | None = None) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of a shelf, and of what all pages load."""
    pages = _Pages(shelf)
    return [
        Route("/", with_error_page(pages.choose)),
        Route("/daily", with_error_page(pages.daily)),
        Route("/p", with_error_page(pages.play_code)),
        Route("/puzzle/{id}", with_error_page(pages.play)),
        Route(f"{PLAIN}/p", with_error_page(pages.solve_code)),
        Route(f"{PLAIN}/puzzle/{{id}}", with_error_page(pages.solve)),
        Route("/puzzle/{id}/board.svg", with_error_page(pages.picture)),
        Route("/rules", _rules),
        *table_routes(shelf, games or remembered_games()),
        *lesson_routes(),
        *asset_routes(),
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

    def play(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return self._play(request, shelved.puzzle, shelved, f"/puzzle/{shelved.id}")

    def play_code(self, request: Request) -> Response:
        puzzle = coded_puzzle(request.query_params)
        return self._play(request, puzzle, same_on_shelf(self.shelf, puzzle), "/p")

    def _play(
        self, request: Request, puzzle: Puzzle, shelved: ShelvedPuzzle | None, path: str
    ) -> Response:
        day = _today()
        table = puzzle_table(puzzle, shelved, read_turns(request.query_params))
        return puzzle_page(
            puzzle,
            table,
            request.query_params,
            path,
            shelved=shelved,
            following=None if shelved is None else self._following(shelved),
            day=day if shelved is not None and shelved is self.shelf.daily(day) else "",
        )

    def solve(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return solving_page(
            shelved.puzzle,
            request.query_params,
            f"{PLAIN}/puzzle/{shelved.id}",
            shelved=shelved,
            following=self._following(shelved),
            today=shelved is self.shelf.daily(_today()),
        )

    def solve_code(self, request: Request) -> Response:
        puzzle = coded_puzzle(request.query_params)
        shelved = same_on_shelf(self.shelf, puzzle)
        following = None if shelved is None else self._following(shelved)
        return solving_page(
            puzzle, request.query_params, f"{PLAIN}/p", shelved=shelved, following=following
        )

    def _following(self, shelved: ShelvedPuzzle) -> ShelvedPuzzle | None:
        """Return the next harder puzzle of the same pack, if any."""
        alike = self.shelf.matching(PuzzleFilter(pack=shelved.pack))
        return next((one for one in alike if one.place > shelved.place), None)

    def picture(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return cacheable(request, thumbnail(shelved.puzzle.position), "image/svg+xml")

    def _missing(self, request: Request) -> Response:
        why = self.shelf.retracted.get(request.path_params["id"])
        return (
            missing_page("There is no puzzle of that name.") if why is None else withdrawn_page(why)
        )


def _rules(_request: Request) -> Response:
    return rules_page(SOLO)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
