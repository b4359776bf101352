"""The pages of puzzles for goals: to choose one, and to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from generator.solo import MOST_DECOYS
from meepleproof.rendering.solo.svg import thumbnail
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.choosing import (
    DailyPuzzles,
    coming_days,
    day_in_words,
    day_path,
    day_routes,
    listing,
)
from meepleproof.service.pages.errors import puzzle_elsewhere, with_error_page
from meepleproof.service.pages.layout import cacheable, from_template
from meepleproof.service.pages.solo.playing import puzzle_page
from meepleproof.service.pages.url import read_number, read_text, read_turns
from meepleproof.service.play.solo.tables import coded_puzzle, puzzle_table, same_on_shelf
from meepleproof.service.play.solo.wording import task_in_words
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.games import game_of

_ASKED = ("goal", "level", "tiles", "needs", "decoys")
_MOST_TILES = 99
_RULES = [
    ("", "any rules"),
    ("lowest", "only the lowest scores"),
    ("supply", "meeples run out"),
    ("order", "the order of scoring"),
    ("return", "meeples come home"),
]
"""The rules that a puzzle may need, as the player meets them."""
_TRAILS = [("", "any number"), ("5", "5 or more"), ("15", "15 or more")]
"""How many placements of the first tile nearly work."""


def puzzle_routes(shelf: Shelf, today: Callable[[], date]) -> list[BaseRoute]:
    """Return the routes of the puzzles of a shelf and of their days."""
    pages = _Pages(shelf, today)
    return [
        Route("/", with_error_page(pages.choose)),
        Route("/p", with_error_page(pages.play_code)),
        Route("/puzzle/{id}", with_error_page(pages.play)),
        Route("/puzzle/{id}/board.svg", with_error_page(pages.picture)),
        *day_routes(DailyPuzzles("solo", "", pages.chosen, pages.play_day), today),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages about the puzzles of a shelf."""

    shelf: Shelf
    today: Callable[[], date]

    def choose(self, request: Request) -> Response:
        return _index_page(self.shelf, request.query_params, self.today())

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


def _index_page(shelf: Shelf, query: Mapping[str, str], day: date) -> HTMLResponse:
    """Return the page with the puzzle of the day and those that fit what is asked for.

    :raises Malformed: if the address cannot be read.
    """
    asked = {name: read_text(query, name) for name in _ASKED}
    found = shelf.matching(_wanted(asked))
    today = shelf.daily(day.isoformat())
    return from_template(
        "index.html",
        title="Puzzles",
        here="/",
        day=day_in_words(day),
        daily=day_path(day),
        today=None if today is None else _card(today),
        all=len(shelf.puzzles),
        goals=_goals(shelf),
        lengths=_lengths(shelf),
        rules=_RULES,
        trails=_TRAILS,
        **listing(found, _card, query, "/", **asked),
        days=[day_path(one) for one in coming_days(day)] if shelf.puzzles else [],
    )


def _wanted(asked: Mapping[str, str]) -> PuzzleFilter:
    given = {name: value for name, value in asked.items() if value}
    return PuzzleFilter(
        goal=given.get("goal"),
        level=given.get("level"),
        tiles=read_number(given, "tiles", _MOST_TILES),
        needs=given.get("needs"),
        decoys=read_number(given, "decoys", MOST_DECOYS),
    )


def _card(shelved: ShelvedPuzzle) -> dict[str, Any]:
    title = task_in_words(shelved.puzzle)
    return {
        "id": shelved.id,
        "title": title,
        "level": shelved.level,
        "rating": shelved.rating,
    }


def _goals(shelf: Shelf) -> list[tuple[str, str]]:
    kinds = shelf.goals()
    ordered = sorted(kinds, key=lambda key: (_place(key), key))
    return [("", "any goal"), *((key, goal_in_words(kinds[key])) for key in ordered)]


def _lengths(shelf: Shelf) -> list[tuple[str, str]]:
    return [("", "any number"), *((str(number), str(number)) for number in shelf.lengths())]


def _place(goal: str) -> int:
    known = list(checklist())
    return known.index(goal) if goal in known else len(known)
