"""The pages of puzzles of NEOM: to choose one, and to play it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.neom.pack import PackedNeomPuzzle
from rendering.neom_city import board_svg
from service.daily import Daily
from service.pages.assets import cacheable
from service.pages.elsewhere import puzzle_elsewhere
from service.pages.errors import missing_page, with_error_page
from service.pages.layout import from_template
from service.pages.neom.drawings import neom_sheet
from service.pages.neom.puzzle_table import neom_puzzle_table
from service.pages.neom.words import KINDS, task_in_words
from service.pages.numbered import Document
from service.pages.sheet import SCRIPT
from service.pages.url import read_number, read_text
from service.play.neom_puzzles import NeomPuzzles
from service.shelf import Shelf

PATH = "/neom"
LEVELS = ("easy", "medium", "hard")
_ON_A_PAGE = 12
_INVENTED = "invented tiles"


def neom_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of the pages for the puzzles of NEOM on a shelf."""
    pages = _Pages(NeomPuzzles(shelf))
    return [
        Route(PATH, with_error_page(pages.choose)),
        Route(f"{PATH}/daily", with_error_page(pages.daily)),
        Route(f"{PATH}/puzzle/{{id}}", with_error_page(pages.play)),
        Route(f"{PATH}/puzzle/{{id}}/board.svg", with_error_page(pages.picture)),
        Route(f"{PATH}/puzzle/{{id}}/tiles.svg", with_error_page(pages.sheet)),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    puzzles: NeomPuzzles

    def choose(self, request: Request) -> Response:
        query = request.query_params
        every = self.puzzles.listed()
        kind, level = read_text(query, "kind"), read_text(query, "level")
        found = [one for one in every if kind in ("", _kind(one)) and level in ("", _level(one))]
        last = max(1, -(-len(found) // _ON_A_PAGE))
        number = min(read_number(query, "page", 999) or 1, last)
        begin = (number - 1) * _ON_A_PAGE
        today = self._today()
        return from_template(
            "neom.html",
            title="NEOM",
            here=PATH,
            today=None if today is None else _card(today),
            all=len(every),
            kinds=[("", "any kind"), *KINDS.items()],
            kind=kind,
            levels=[("", "any level"), *((key, key) for key in LEVELS)],
            level=level,
            found=f"{len(found)} puzzle{'s' * (len(found) != 1)}" if found else "No puzzle fits",
            cards=[_card(one) for one in found[begin : begin + _ON_A_PAGE]],
            pages=_pages(number, last, kind, level),
        )

    def daily(self, _request: Request) -> Response:
        today = self._today()
        if today is None:
            return missing_page("There is no puzzle of NEOM on the shelf.")
        path = f"{PATH}/puzzle/{today.puzzle.id}"
        return RedirectResponse(path, 302, {"cache-control": "no-store"})

    def play(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        return self._page(packed, read_text(request.query_params, "line"))

    def picture(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        puzzle = packed.puzzle
        drawn = board_svg(puzzle.catalogue, puzzle.question.city, title=task_in_words(puzzle))
        return cacheable(request, drawn, "image/svg+xml")

    def sheet(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        return cacheable(request, neom_sheet(packed.puzzle.catalogue), "image/svg+xml")

    def _elsewhere(self, request: Request) -> Response:
        return puzzle_elsewhere(self.puzzles.shelf, request.path_params["id"])

    def _today(self) -> PackedNeomPuzzle | None:
        every = {one.puzzle.id: one for one in self.puzzles.listed()}
        found = Daily(list(every)).puzzle(_day())
        return None if found is None else every[found]

    def _page(self, packed: PackedNeomPuzzle, line: str) -> HTMLResponse:
        puzzle = packed.puzzle
        path = f"{PATH}/puzzle/{puzzle.id}"
        about: Document = {
            "asks": {"puzzle": puzzle.id},
            "puzzle": puzzle.id,
            "share": path,
            "home": PATH,
            "proof": "One answer, proved twice.",
            "sort": _sort(packed),
            "path": path,
            "fixed": {},
            "pieces": f"{path}/tiles.svg",
        }
        today, following = self._today(), self._following(packed)
        if today is not None and today.puzzle.id == puzzle.id:
            about["day"] = _day().isoformat()
        if following is not None:
            about["next"] = f"{PATH}/puzzle/{following.puzzle.id}"
        facts = ["NEOM", *([_INVENTED] if puzzle.catalogue.invented else []), _level(packed)]
        return from_template(
            "play.html",
            title=task_in_words(puzzle),
            head=task_in_words(puzzle),
            facts=facts,
            here=PATH,
            back="Back",
            plain="",
            scripts=("play.js", SCRIPT),
            styles=("free.css", "play.css", "house.css", "neom-drawing.css", "neom.css"),
            table=neom_puzzle_table(packed, line),
            about=about,
        )

    def _following(self, packed: PackedNeomPuzzle) -> PackedNeomPuzzle | None:
        """Return the next harder puzzle of the same kind, if any."""
        alike = [one for one in self.puzzles.listed() if _kind(one) == _kind(packed)]
        place = alike.index(packed) + 1
        return alike[place] if place < len(alike) else None


def _card(packed: PackedNeomPuzzle) -> dict[str, Any]:
    return {
        "id": packed.puzzle.id,
        "title": task_in_words(packed.puzzle),
        "kind": KINDS[_kind(packed)],
        "level": _level(packed),
    }


def _sort(packed: PackedNeomPuzzle) -> Document:
    """Return what progress is counted by. Ratings of kinds are no one scale, so none is told."""
    kind = _kind(packed)
    return {"game": "neom", "kind": kind, "goal": kind, "level": _level(packed)}


def _kind(packed: PackedNeomPuzzle) -> str:
    return packed.puzzle.question.kind


def _level(packed: PackedNeomPuzzle) -> str:
    return str(packed.document["difficulty"]["level"])


def _day() -> date:
    return datetime.now(UTC).date()


def _pages(number: int, last: int, kind: str, level: str) -> list[dict[str, Any]]:
    asked = {key: value for key, value in (("kind", kind), ("level", level)) if value}
    return [
        {
            "number": one,
            "href": f"{PATH}?{urlencode({**asked, 'page': str(one)})}#found",
            "here": one == number,
        }
        for one in range(1, last + 1)
        if last > 1
    ]
