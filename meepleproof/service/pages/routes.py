"""The routes of the pages about puzzles, with their styles and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from meepleproof.service.http.later import LaterRoutes
from meepleproof.service.pages.assets import asset_routes, cacheable
from meepleproof.service.pages.days import DailyPuzzles, day_path, day_routes
from meepleproof.service.pages.elsewhere import puzzle_elsewhere
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.index import index_page
from meepleproof.service.pages.layout import PLAIN
from meepleproof.service.pages.lessons import lesson_routes
from meepleproof.service.pages.rules import rules_routes
from meepleproof.service.pages.solo.board import thumbnail
from meepleproof.service.pages.solo.free_games import Games, remembered_games
from meepleproof.service.pages.solo.playing import puzzle_page
from meepleproof.service.pages.solo.print_sheet import print_routes
from meepleproof.service.pages.solo.solving import solving_page
from meepleproof.service.pages.solo.tables import coded_puzzle, puzzle_table, same_on_shelf
from meepleproof.service.pages.square_codes import square_code_routes
from meepleproof.service.pages.statistics import statistics_routes
from meepleproof.service.pages.url import read_text, read_turns
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.games import game_of
from verifier.later import later

if TYPE_CHECKING:
    from meepleproof.service.pages import further_routes as further
else:
    further = later("meepleproof.service.pages.further_routes")

_FURTHER = ("/api/table", "/house", "/neom", f"{PLAIN}/neom")
"""Where the further routes are; nothing else is at or below these."""


def _today() -> date:
    return datetime.now(UTC).date()


def page_routes(
    shelf: Shelf,
    games: Games | None = None,
    today: Callable[[], date] = _today,
    *,
    sends: bool = False,
) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of a shelf, and of what all pages load.

    ``today`` is asked for the day, which is that of UTC. Players may choose to send their results
    if the service keeps them (``sends``).
    """
    pages, played = _Pages(shelf, today), games or remembered_games()
    return [
        Route("/", with_error_page(pages.choose)),
        Route("/p", with_error_page(pages.play_code)),
        Route("/puzzle/{id}", with_error_page(pages.play)),
        Route(f"{PLAIN}/p", with_error_page(pages.solve_code)),
        Route(f"{PLAIN}/puzzle/{{id}}", with_error_page(pages.solve)),
        Route("/puzzle/{id}/board.svg", with_error_page(pages.picture)),
        *rules_routes(),
        LaterRoutes(_FURTHER, lambda: further.further_routes(shelf, played, today)),
        *day_routes(DailyPuzzles("solo", "", pages.chosen, pages.play_day), today),
        *statistics_routes(shelf, sends=sends),
        *lesson_routes(),
        *square_code_routes(),
        *print_routes(shelf),
        *asset_routes(),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages about the puzzles of a shelf."""

    shelf: Shelf
    today: Callable[[], date]

    def choose(self, request: Request) -> Response:
        return index_page(self.shelf, request.query_params, self.today())

    def play(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return self._play(request, shelved.puzzle, shelved, f"/puzzle/{shelved.id}")

    def chosen(self, days: Sequence[date]) -> list[tuple[str, str] | None]:
        found = (self.shelf.daily(day.isoformat()) for day in days)
        return [None if one is None else (one.id, self.shelf.strength(one)) for one in found]

    def play_day(self, request: Request, identity: str, day: date) -> Response:
        shelved = self.shelf.known(identity)
        return self._play(request, shelved.puzzle, shelved, day_path(day), day)

    def play_code(self, request: Request) -> Response:
        if game_of(read_text(request.query_params, "code")).name == "house":
            return RedirectResponse(f"/house/p?{urlencode(dict(request.query_params))}", 302)
        puzzle = coded_puzzle(request.query_params)
        return self._play(request, puzzle, same_on_shelf(self.shelf, puzzle), "/p")

    def _play(
        self,
        request: Request,
        puzzle: Puzzle,
        shelved: ShelvedPuzzle | None,
        path: str,
        day: date | None = None,
    ) -> Response:
        table = puzzle_table(puzzle, shelved, read_turns(request.query_params))
        return puzzle_page(
            puzzle,
            table,
            request.query_params,
            path,
            shelved=shelved,
            following=None if shelved is None else self._following(shelved),
            day=day or self._day_of(shelved),
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
            today=self._day_of(shelved) is not None,
        )

    def solve_code(self, request: Request) -> Response:
        puzzle = coded_puzzle(request.query_params)
        shelved = same_on_shelf(self.shelf, puzzle)
        following = None if shelved is None else self._following(shelved)
        return solving_page(
            puzzle, request.query_params, f"{PLAIN}/p", shelved=shelved, following=following
        )

    def _day_of(self, shelved: ShelvedPuzzle | None) -> date | None:
        """Return today if this is its puzzle."""
        today = self.today()
        chosen = None if shelved is None else self.shelf.daily(today.isoformat())
        return today if chosen is not None and chosen == shelved else None

    def _following(self, shelved: ShelvedPuzzle) -> ShelvedPuzzle | None:
        """Return the next harder puzzle of the same pack, if any."""
        alike = self.shelf.matching(PuzzleFilter(pack=shelved.pack))
        return next(iter(alike.after(shelved.place)), None)

    def picture(self, request: Request) -> Response:
        shelved = self.shelf.puzzle(request.path_params["id"])
        if shelved is None:
            return self._missing(request)
        return cacheable(thumbnail(shelved.puzzle.position), "image/svg+xml")

    def _missing(self, request: Request) -> Response:
        return puzzle_elsewhere(self.shelf, request.path_params["id"])
