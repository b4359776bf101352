"""The pages of puzzles of NEOM: to choose one, and to play it, with script or without."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.rendering.neom.drawings import city_svg, city_thumbnail
from meepleproof.rendering.neom.puzzles import first_in_words
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
from meepleproof.service.pages.layout import PLAIN, SHEET_SCRIPT, cacheable, from_template
from meepleproof.service.pages.neom.document import (
    end_document,
    neom_sheet,
    refusal_document,
    task_in_words,
    with_names,
)
from meepleproof.service.pages.neom.own import PLAY_STYLES, own_pages
from meepleproof.service.pages.neom.packs import neom_pack_routes
from meepleproof.service.pages.neom.table import neom_table_pages
from meepleproof.service.pages.neom.tables import (
    answers_document,
    lines_offered,
    neom_puzzle_table,
    read_first_action,
)
from meepleproof.service.pages.statistics import NEOM_KINDS
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.neom.attempt import puzzle_attempts
from meepleproof.service.play.neom.puzzles import NeomPuzzles
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, PurchaseQuestion, first_action_to_json
from verifier.neom.state import SQUARES, square_name

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
        Route(f"{PLAIN}{PATH}/puzzle/{{id}}", with_error_page(pages.plain)),
        Route(f"{PLAIN}{PATH}/puzzle/{{id}}/city.svg", with_error_page(pages.city)),
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

    def city(self, request: Request) -> Response:
        return self._drawn(request, city_svg)

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

    def plain(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return self._elsewhere(request)
        return _plain_page(packed, request.query_params, request.url.path)

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
            plain=f"{PLAIN}{own}",
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


_SQUARES = [square_name(square) for square in SQUARES]


def _plain_page(packed: Packed[NeomPuzzle], query: QueryParams, path: str) -> HTMLResponse:
    """Return the page of a puzzle, with what the answer in a query is worth.

    :raises Malformed: if the answer cannot be read.
    """
    puzzle = packed.puzzle
    first = neom_puzzle_table(packed, "")
    packs = first.get("packs", [])
    held = [one["card"] for one in first.get("hand", ())]
    return from_template(
        "plain-neom.html",
        title=task_in_words(puzzle),
        here="/neom",
        styles=("neom.css",),
        level=level_of(packed),
        id=puzzle.id,
        path=path,
        question=first["ask"]["says"],
        purse=first["purse"],
        packs=[*packs, *([{"head": "Tiles to choose from", "cards": held}] if held else [])],
        cards=first["cards"],
        city=[
            (piece["says"], _SQUARES[5 * (4 - piece["at"][1]) + piece["at"][0]])
            for piece in first["pieces"]
        ],
        picture=f"{path}/city.svg",
        notes=first["notes"],
        help=first["help"],
        form=_form(packed, first),
        given=dict(query),
        picked=query.getlist("helper"),
        squares=_SQUARES,
        **_judged(packed, query),
    )


def _form(packed: Packed[NeomPuzzle], first: Document) -> Document:
    """Return what is chosen or typed, as one of ``tiles``, ``picks``, ``amount`` and ``acts``."""
    puzzle, question = packed.puzzle, packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return {"tiles": [(one["card"], one["name"]) for one in first["hand"]]}
    if isinstance(question, PurchaseQuestion):
        return {name: first[name] for name in ("picks", "amount") if name in first}
    if question.kind == "disaster":
        return {"acts": [(one["name"], one["says"]) for one in first["acts"]]}
    acts = []
    for line in lines_offered(first):
        given = first_action_to_json(read_first_action(packed, line))
        acts.append((line, with_names(packed, first_in_words(puzzle.catalogue, given))))
    return {"acts": acts}


def _judged(packed: Packed[NeomPuzzle], query: QueryParams) -> Document:
    """Return how it ended, or why an answer cannot be; both are None before one is given."""
    if isinstance(packed.puzzle.question, LinkQuestion):
        return _link_judged(packed, query)
    line = "".join(_lines(query))
    if not line:
        return {"end": None, "refused": None}
    table = neom_puzzle_table(packed, line)
    return {"end": table.get("end"), "refused": table.get("refused")}


def _lines(query: QueryParams) -> Iterator[str]:
    """Yield the line, or its parts, that a form sends."""
    if "helpers" in query:
        yield "*" + "*".join(sorted(query.getlist("helper")))
    else:
        yield read_text(query, "line")


def _link_judged(packed: Packed[NeomPuzzle], query: QueryParams) -> Document:
    question = packed.puzzle.question
    assert isinstance(question, LinkQuestion)  # noqa: S101 - asked before
    squares = {tile: read_text(query, f"at.{tile}") for tile in question.tiles_to_place}
    if not any(squares.values()):
        return {"end": None, "refused": None}
    placed = [
        {"tile": tile, "square": square} for tile, square in squares.items() if square in _SQUARES
    ]
    judged = puzzle_attempts(packed)({"placed": placed})
    if "refusal" in judged:
        refused = refusal_document(packed.puzzle.catalogue, judged["refusal"], len(placed))
        return {"end": None, "refused": refused}
    says = with_names(packed, judged["sentence"])
    return {"end": end_document(solved=judged["solved"], says=says), "refused": None}
