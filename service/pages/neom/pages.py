"""The pages of puzzles of NEOM: to choose one, and to play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.neom.pack import PackedNeomPuzzle
from rendering.neom_city import city_thumbnail
from service.pages.assets import cacheable
from service.pages.choosing import level_of, listing, next_harder, puzzle_of_today, this_day
from service.pages.elsewhere import puzzle_elsewhere
from service.pages.errors import missing_page, with_error_page
from service.pages.layout import from_template
from service.pages.neom.drawings import neom_sheet
from service.pages.neom.puzzle_table import neom_puzzle_table
from service.pages.neom.words import KINDS, task_in_words
from service.pages.numbered import Document
from service.pages.sheet import SCRIPT
from service.pages.url import read_text
from service.play.neom_puzzles import NeomPuzzles
from service.shelf import Shelf
from verifier.neom.puzzle import TurnsQuestion

PATH = "/neom"
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
        found = [one for one in every if kind in ("", _kind(one)) and level in ("", level_of(one))]
        today = puzzle_of_today(every)
        return from_template(
            "neom.html",
            title="NEOM",
            here=PATH,
            today=None if today is None else _card(today),
            all=len(every),
            kinds=[("", "any kind"), *KINDS.items()],
            **listing(found, _card, query, PATH, kind=kind, level=level),
        )

    def daily(self, _request: Request) -> Response:
        today = puzzle_of_today(self.puzzles.listed())
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
        drawn = city_thumbnail(puzzle.catalogue, puzzle.question.city, title=task_in_words(puzzle))
        return cacheable(request, drawn, "image/svg+xml")

    def sheet(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        return cacheable(request, neom_sheet(packed.puzzle.catalogue), "image/svg+xml")

    def _elsewhere(self, request: Request) -> Response:
        return puzzle_elsewhere(self.puzzles.shelf, request.path_params["id"])

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
        if isinstance(puzzle.question, TurnsQuestion):
            about["few"] = True  # answers, so the browser asks for all of them beforehand
        listed = self.puzzles.listed()
        today, following = puzzle_of_today(listed), next_harder(listed, packed, _kind)
        if today is not None and today.puzzle.id == puzzle.id:
            about["day"] = this_day().isoformat()
        if following is not None:
            about["next"] = f"{PATH}/puzzle/{following.puzzle.id}"
        facts = ["NEOM", *([_INVENTED] if puzzle.catalogue.invented else []), level_of(packed)]
        return from_template(
            "play.html",
            title=task_in_words(puzzle),
            head=task_in_words(puzzle),
            facts=facts,
            here=PATH,
            back="Back",
            plain="",
            scripts=("play.js", "ahead.js", SCRIPT),
            styles=("free.css", "play.css", "house.css", "neom-drawing.css", "neom.css"),
            table=neom_puzzle_table(packed, line),
            about=about,
        )


def _card(packed: PackedNeomPuzzle) -> dict[str, Any]:
    return {
        "id": packed.puzzle.id,
        "title": task_in_words(packed.puzzle),
        "kind": KINDS[_kind(packed)],
        "level": level_of(packed),
    }


def _sort(packed: PackedNeomPuzzle) -> Document:
    """Return what progress is counted by. Ratings of kinds are no one scale, so none is told."""
    kind = _kind(packed)
    return {"game": "neom", "kind": kind, "goal": kind, "level": level_of(packed)}


def _kind(packed: PackedNeomPuzzle) -> str:
    return packed.puzzle.question.kind
