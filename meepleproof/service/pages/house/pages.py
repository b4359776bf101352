"""The pages of puzzles of the house game: to choose one, and to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.rendering.house.board import house_thumbnail
from meepleproof.rendering.house.words import goal_in_words
from meepleproof.service.http.messages import answer, json_content
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
from meepleproof.service.pages.errors import (
    missing_page,
    puzzle_elsewhere,
    with_error_page,
    with_problem,
)
from meepleproof.service.pages.house.game import house_game_routes
from meepleproof.service.pages.house.score import score_routes
from meepleproof.service.pages.layout import SHEET_SCRIPT, address_of, cacheable, from_template
from meepleproof.service.pages.url import read_number, read_text
from meepleproof.service.play.house.document import task_in_words
from meepleproof.service.play.house.game import HouseGames
from meepleproof.service.play.house.puzzles import HousePuzzles, rating_of
from meepleproof.service.play.house.tables import (
    answers_document,
    asked_house_puzzle,
    has_answers,
    house_table,
)
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

PATH = "/house"
_KINDS = (
    ("", "any kind"),
    ("study", "studies: the last tiles"),
    ("turn", "one turn"),
    ("farms", "whose farm?"),
)
_HIGHEST = 9999


def house_routes(shelf: Shelf, today: Callable[[], date], evenings: HouseGames) -> list[BaseRoute]:
    """Return the routes of the house game: its puzzles on a shelf, games, and final scoring."""
    pages = _Pages(HousePuzzles(shelf), today)
    return [
        Route(PATH, with_error_page(pages.choose)),
        Route(f"{PATH}/near", with_problem(pages.near)),
        Route(f"{PATH}/p", with_error_page(pages.play_code)),
        Route(f"{PATH}/puzzle/{{id}}", with_error_page(pages.play)),
        Route(f"{PATH}/puzzle/{{id}}/board.svg", with_error_page(pages.picture)),
        Route(f"{PATH}/puzzle/{{id}}/answers", with_problem(pages.answers)),
        *day_routes(DailyPuzzles("house", PATH, pages.chosen, pages.play_day), today),
        *house_game_routes(evenings),
        *score_routes(),
    ]


def kind_of(packed: Packed[HousePuzzle]) -> str:
    """Return the kind of a puzzle as people choose it: ``study``, ``turn`` or ``farms``."""
    kind = packed.puzzle.goal.kind
    if kind in STUDIES:
        return "study"
    return "farms" if kind == "farms" else "turn"


@dataclass(frozen=True, slots=True)
class _Pages:
    puzzles: HousePuzzles
    today: Callable[[], date]

    def choose(self, request: Request) -> Response:
        query = request.query_params
        every = self.puzzles.listed()
        kind, level = read_text(query, "kind"), read_text(query, "level")
        found = [
            one for one in every if kind in ("", kind_of(one)) and level in ("", level_of(one))
        ]
        day = self.today()
        coming = coming_days(day)
        (today, *_) = ahead = puzzles_of_days(every, coming)
        met = [each for one, on in zip(ahead, coming, strict=True) for each in _met(one, on)]
        return from_template(
            "house.html",
            title="House rules",
            here=PATH,
            today=None if today is None else _card(today),
            day=day_in_words(day),
            daily=day_path(day, PATH),
            days=[address_of("house.svg"), *met],
            all=len(every),
            kinds=_KINDS,
            **listing(found, _card, query, PATH, kind=kind, level=level),
        )

    def near(self, request: Request) -> Response:
        """Return the puzzles rated like a player: id, rating and task."""
        rating = read_number(request.query_params, "rating", _HIGHEST) or 0
        found = sorted(self.puzzles.listed(), key=lambda one: abs(rating_of(one) - rating))
        told = [[one.puzzle.id, rating_of(one), task_in_words(one.puzzle)] for one in found]
        return answer(json_content({"puzzles": told}))

    def chosen(self, days: Sequence[date]) -> list[tuple[str, str] | None]:
        return chosen_of_days(self.puzzles.listed(), days)

    def play_day(self, request: Request, identity: str, day: date) -> Response:
        packed = self.puzzles.puzzle(identity)
        if packed is None:
            return puzzle_elsewhere(self.puzzles.shelf, identity)
        return self._page(packed, day_path(day, PATH), request.query_params, day)

    def play(self, request: Request) -> Response:
        identity = request.path_params["id"]
        packed = self.puzzles.puzzle(identity)
        if packed is None:
            return puzzle_elsewhere(self.puzzles.shelf, identity)
        return self._page(packed, f"{PATH}/puzzle/{identity}", request.query_params)

    def play_code(self, request: Request) -> Response:
        query = request.query_params
        packed = asked_house_puzzle(self.puzzles, query)
        if packed is None:
            if read_text(query, "code"):
                return RedirectResponse(f"/p?{urlencode(dict(query))}", 302)
            raise Malformed("the code is missing; links to puzzles have one", where="code")
        return self._page(packed, f"{PATH}/p", query)

    def picture(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None:
            return missing_page("There is no puzzle of that name.")
        drawn = house_thumbnail(packed.puzzle.position, title=task_in_words(packed.puzzle))
        return cacheable(drawn, "image/svg+xml")

    def answers(self, request: Request) -> Response:
        packed = self.puzzles.puzzle(request.path_params["id"])
        if packed is None or not has_answers(packed):
            raise Problem("unknown", "there is no puzzle of that id that has a list of answers")
        return answer(json_content(answers_document(packed)))

    def _page(
        self,
        packed: Packed[HousePuzzle],
        path: str,
        query: Mapping[str, str],
        day: date | None = None,
    ) -> HTMLResponse:
        puzzle = packed.puzzle
        about: Document = {
            "asks": {"code": puzzle.code},
            "share": f"{PATH}/p?{urlencode({'code': puzzle.code})}",
            "home": PATH,
            "task": goal_in_words(puzzle),
        }
        facts = ["house rules"]
        if packed.solution is None:
            about["unhelped"] = "This puzzle is not on the shelf here, so there are no hints."
        else:
            about |= {"asks": {"puzzle": puzzle.id}, "puzzle": puzzle.id}
            about["proof"] = "One solution, proved twice."
            about["sort"] = _sort(packed)
            about["answered"] = puzzle.goal.kind in STUDIES
            if has_answers(packed):
                about["answers"] = _answers_of(puzzle.id)
            listed = self.puzzles.listed()
            day = day or day_of(packed, listed, self.today())
            if day is not None:
                about["day"] = day.isoformat()
                facts.append(f"puzzle of {day_in_words(day)}, UTC")
            facts.append(level_of(packed))
            following = next_harder(listed, packed, kind_of)
            if following is not None:
                about["next"] = f"{PATH}/puzzle/{following.puzzle.id}"
        fixed = {name: query[name] for name in ("code",) if name in query}
        return from_template(
            "play.html",
            title=task_in_words(puzzle),
            head=task_in_words(puzzle),
            facts=facts,
            here=PATH,
            back="Back",
            scripts=("play.js", "ahead.js", SHEET_SCRIPT),
            styles=("free.css", "play.css", "house.css"),
            table=house_table(self.puzzles, packed, read_text(query, "line")),
            about={**about, "path": path, "fixed": fixed, "pieces": address_of("house.svg")},
        )


def _met(packed: Packed[HousePuzzle] | None, day: date) -> list[str]:
    """Return what a browser fetches beforehand to play the puzzle of a day offline."""
    if packed is None:
        return []
    answers = [_answers_of(packed.puzzle.id)] if has_answers(packed) else []
    return [day_path(day, PATH), *answers]


def _answers_of(identity: str) -> str:
    return f"{PATH}/puzzle/{identity}/answers"


def _card(packed: Packed[HousePuzzle]) -> dict[str, Any]:
    return {
        "id": packed.puzzle.id,
        "title": task_in_words(packed.puzzle),
        "level": level_of(packed),
        "rating": rating_of(packed),
    }


def _sort(packed: Packed[HousePuzzle]) -> Document:
    """Return what progress is counted by; it is the same for every game."""
    kind = packed.puzzle.goal.kind
    told: Document = {"game": "house", "kind": kind, "goal": kind}
    return {**told, "level": level_of(packed), "rating": rating_of(packed)}
