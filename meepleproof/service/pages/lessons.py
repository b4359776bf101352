"""First steps: five small puzzles, each about one rule."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.pages.assets import cacheable
from meepleproof.service.pages.errors import missing_page, with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.board import thumbnail
from meepleproof.service.pages.solo.playing import lesson_page
from meepleproof.service.pages.solo.tables import puzzle_table
from meepleproof.service.pages.url import read_turns
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code

PATH = "/first-steps"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A puzzle about one rule: its name, what it teaches, the puzzle itself."""

    head: str
    says: str
    puzzle: Puzzle


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons in order.

    >>> [lesson.puzzle.tiles for lesson in lessons()]
    [1, 1, 1, 1, 1]
    """
    text = resources.files("meepleproof.service.pages").joinpath("lessons.json").read_text("utf-8")
    return tuple(
        Lesson(one["head"], one["says"], parse_code(one["code"])) for one in json.loads(text)
    )


def lesson_routes() -> list[BaseRoute]:
    """Return the routes of the first steps."""
    return [
        Route(PATH, _all),
        Route(f"{PATH}/{{number:int}}", with_error_page(_play)),
        Route(f"{PATH}/{{number:int}}/board.svg", _picture),
    ]


def _all(_request: Request) -> Response:
    return from_template("lessons.html", title="First steps", here=PATH, lessons=lessons())


def _play(request: Request) -> Response:
    number = request.path_params["number"]
    if not 1 <= number <= len(lessons()):
        return missing_page("There is no such step.")
    lesson, last = lessons()[number - 1], number == len(lessons())
    return lesson_page(
        number,
        lesson.head,
        lesson.says,
        puzzle_table(lesson.puzzle, None, read_turns(request.query_params)),
        lesson.puzzle,
        PATH,
        following="/" if last else f"{PATH}/{number + 1}",
    )


def _picture(request: Request) -> Response:
    number = request.path_params["number"]
    if not 1 <= number <= len(lessons()):
        return missing_page("There is no such step.")
    picture = thumbnail(lessons()[number - 1].puzzle.position)
    return cacheable(picture, "image/svg+xml")
