"""The pages of puzzles of NEOM: to choose one, and to play it, with script or without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.rendering.neom.drawings import city_thumbnail
from meepleproof.service.http.messages import Content, answer, json_content
from meepleproof.service.pages.choosing import (
    DailyPuzzles,
    chosen_of_days,
    coming_days,
    day_in_words,
    day_of,
    day_path,
    day_routes,
    level_of,
    listing,
    next_harder,
    puzzles_of_days,
)
from meepleproof.service.pages.errors import puzzle_elsewhere, with_error_page, with_problem
from meepleproof.service.pages.layout import SHEET_SCRIPT, cacheable, from_template
from meepleproof.service.pages.neom.own import PLAY_STYLES, own_pages
from meepleproof.service.pages.neom.packs import neom_pack_routes
from meepleproof.service.pages.neom.table import neom_table_pages
from meepleproof.service.pages.statistics import NEOM_KINDS
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.neom.document import neom_sheet, task_in_words
from meepleproof.service.play.neom.puzzles import NeomPuzzles
from meepleproof.service.play.neom.tables import answers_document, neom_puzzle_table
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import NeomPuzzle

__all__ = ["PATH", "neom_routes"]


PATH = "/neom"
_INVENTED = "invented tiles"

_ANSWERS_KEPT = 256
"""Lists of answers kept; that of a link of four tiles takes up to a second to make."""


def neom_routes(shelf: Shelf, today: Callable[[], date]) -> list[BaseRoute]:
    """Return the routes of NEOM: the table, packs, puzzles of one's own, and those on a shelf."""
    puzzles = NeomPuzzles(shelf)

    @lru_cache(_ANSWERS_KEPT)
    def listed_answers(identity: str) -> Content | None:
        packed = puzzles.puzzle(identity)
        return None if packed is None else json_content(answers_document(packed))

    pages = _Pages(puzzles, today, listed_answers)
    return [
        *neom_table_pages(),
        *neom_pack_routes(),
        *own_pages(),
        Route(PATH, with_error_page(pages.choose)),
        Route(f"{PATH}/puzzle/{{id}}", with_error_page(pages.play)),
        Route(f"{PATH}/puzzle/{{id}}/board.svg", with_error_page(pages.picture)),
        Route(f"{PATH}/puzzle/{{id}}/tiles.svg", with_error_page(pages.sheet)),
        Route(f"{PATH}/puzzle/{{id}}/answers", with_problem(pages.answers)),
        *day_routes(DailyPuzzles("neom", PATH, pages.chosen, pages.play_day), today),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    puzzles: NeomPuzzles
    today: Callable[[], date]
    listed_answers: Callable[[str], Content | None]
    """By the id of a puzzle."""

    def choose(self, request: Request) -> Response:
        query = request.query_params
        every = self.puzzles.listed()
        kind, level = read_text(query, "kind"), read_text(query, "level")
        found = [one for one in every if kind in ("", _kind(one)) and level in ("", level_of(one))]
        day = self.today()
        coming = coming_days(day)
        (today, *_) = ahead = puzzles_of_days(every, coming)
        return from_template(
            "neom.html",
            title="NEOM",
            here=PATH,
            today=None if today is None else _card(today),
            day=day_in_words(day),
            daily=day_path(day, PATH),
            days=[each for one, on in zip(ahead, coming, strict=True) for each in _met(one, on)],
            all=len(every),
            kinds=[("", "any kind"), *NEOM_KINDS.items()],
            **listing(found, _card, query, PATH, kind=kind, level=level),
        )

    def chosen(self, days: Sequence[date]) -> list[tuple[str, str] | None]:
        return chosen_of_days(self.puzzles.listed(), days)

    def play_day(self, request: Request, identity: str, day: date) -> Response:
        packed = self.puzzles.puzzle(identity)
        if packed is None:
            return puzzle_elsewhere(self.puzzles.shelf, identity)
        line = read_text(request.query_params, "line")
        return self._page(packed, line, day_path(day, PATH), day)

    def play(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        path = f"{PATH}/puzzle/{packed.puzzle.id}"
        return self._page(packed, read_text(request.query_params, "line"), path)

    def picture(self, request: Request) -> Response:
        return self._drawn(request, city_thumbnail)

    def _drawn(self, request: Request, draw: Callable[..., str]) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        puzzle = packed.puzzle
        drawing = draw(puzzle.catalogue, puzzle.question.city, title=task_in_words(puzzle))
        return cacheable(drawing, "image/svg+xml")

    def sheet(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        return cacheable(neom_sheet(packed.puzzle.catalogue), "image/svg+xml")

    def answers(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        listed = None if packed is None else self.listed_answers(packed.puzzle.id)
        if listed is None:
            raise Problem("unknown", "there is no puzzle of that id")
        return answer(listed)

    def _elsewhere(self, request: Request) -> Response:
        return puzzle_elsewhere(self.puzzles.shelf, request.path_params["id"])

    def _page(
        self, packed: Packed[NeomPuzzle], line: str, path: str, day: date | None = None
    ) -> HTMLResponse:
        puzzle = packed.puzzle
        own = f"{PATH}/puzzle/{puzzle.id}"
        about: Document = {
            "asks": {"puzzle": puzzle.id},
            "puzzle": puzzle.id,
            "share": own,
            "home": PATH,
            "proof": "One answer, proved twice.",
            "sort": _sort(packed),
            "path": path,
            "line": line,
            "fixed": {},
            "pieces": f"{own}/tiles.svg",
            "answers": f"{own}/answers",
        }
        listed = self.puzzles.listed()
        day = day or day_of(packed, listed, self.today())
        following = next_harder(listed, packed, _kind)
        if following is not None:
            about["next"] = f"{PATH}/puzzle/{following.puzzle.id}"
        facts = ["NEOM", *([_INVENTED] if puzzle.catalogue.invented else [])]
        if day is not None:
            about["day"] = day.isoformat()
            facts.append(f"puzzle of {day_in_words(day)}, UTC")
        facts.append(level_of(packed))
        return from_template(
            "play.html",
            title=task_in_words(puzzle),
            head=task_in_words(puzzle),
            facts=facts,
            here=PATH,
            back="Back",
            scripts=("play.js", "ahead.js", SHEET_SCRIPT),
            styles=PLAY_STYLES,
            table=neom_puzzle_table(packed, line),
            about=about,
        )


def _met(packed: Packed[NeomPuzzle] | None, day: date) -> list[str]:
    """Return what a browser fetches beforehand to play the puzzle of a day offline."""
    if packed is None:
        return []
    own = f"{PATH}/puzzle/{packed.puzzle.id}"
    return [day_path(day, PATH), f"{own}/tiles.svg", f"{own}/answers"]


def _card(packed: Packed[NeomPuzzle]) -> dict[str, Any]:
    return {
        "id": packed.puzzle.id,
        "title": task_in_words(packed.puzzle),
        "kind": NEOM_KINDS[_kind(packed)],
        "level": level_of(packed),
    }


def _sort(packed: Packed[NeomPuzzle]) -> Document:
    """Return what progress is counted by. Ratings of kinds are no one scale, so none is told."""
    kind = _kind(packed)
    return {"game": "neom", "kind": kind, "goal": kind, "level": level_of(packed)}


def _kind(packed: Packed[NeomPuzzle]) -> str:
    return packed.puzzle.question.kind
