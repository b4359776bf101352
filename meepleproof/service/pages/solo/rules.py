"""The rules in short with pictures, and the first steps: five small puzzles, each about one rule.

The rules are those of the booklet, and what is different in a free game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.rendering.solo.guide import legend, rules_in_short
from meepleproof.rendering.solo.svg import thumbnail
from meepleproof.service.pages.errors import missing_page, with_error_page
from meepleproof.service.pages.layout import cacheable, from_template
from meepleproof.service.pages.solo.playing import lesson_page
from meepleproof.service.play.solo.tables import puzzle_table
from meepleproof.service.play.solo.turns import play_turns
from meepleproof.service.play.url import read_turns
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.rule_set import SOLO

PATH = "/rules"
_PUZZLES_ONLY = {
    "The table": "The tiles to come are shown in puzzles only.",
    "The goal": "Only puzzles show their tiles and are to be solved with all of them.",
}
"""The rules of the booklet that do not, or not fully, hold for a free game."""


@dataclass(frozen=True, slots=True)
class _Figure:
    """A picture on the page: its rule, empty for the legend, its drawing, and what it shows.

    ``before`` is the address of what was there before, if that is shown, too.
    """

    rule: str
    svg: str
    says: str
    before: str = ""


def rules_routes() -> list[BaseRoute]:
    """Return the routes of the rules and their pictures."""
    return [Route(PATH, _page), Route(f"{PATH}/{{number:int}}.svg", _picture)]


def _page(_request: Request) -> HTMLResponse:
    shown = [
        {
            "src": f"{PATH}/{number}.svg",
            "before": figure.before,
            "says": figure.says,
            "rule": figure.rule,
        }
        for number, figure in enumerate(_figures())
    ]
    rules = [
        {
            "head": rule.head,
            "text": rule.text,
            "only": _PUZZLES_ONLY.get(rule.head, ""),
            "figures": [figure for figure in shown if figure["rule"] == rule.head],
        }
        for rule in rules_in_short(SOLO)
    ]
    legends = [figure for figure in shown if not figure["rule"]]
    return from_template("rules.html", title="Rules", here=PATH, rules=rules, legend=legends)


def _picture(request: Request) -> Response:
    number = request.path_params["number"]
    if number >= len(_figures()):
        return missing_page("There is no such picture.")
    return cacheable(_figures()[number].svg, "image/svg+xml")


@cache
def _figures() -> tuple[_Figure, ...]:
    """Return the pictures: turns of the first steps, then what is to be seen on a board."""
    text = resources.files("meepleproof.service.pages").joinpath("rules.json").read_text("utf-8")
    turns = [
        _Figure(
            one["rule"],
            _after(one["lesson"], one["line"]),
            one["says"],
            f"{_FIRST_STEPS}/{one['lesson']}/board.svg",
        )
        for one in json.loads(text)
    ]
    samples = [
        _Figure("", sample.svg, sample.meaning) for sample in legend(SOLO.colours, on_paper=False)
    ]
    return (*turns, *samples)


def _after(lesson: int, line: str) -> str:
    """Return a drawing of a lesson after its solution, with the new tile marked."""
    outcomes, refusal = play_turns(lessons()[lesson - 1].puzzle.position, parse_line(line))
    if refusal is not None:
        raise ValueError(refusal)
    cells = [one.turn.cell for one in outcomes if one.turn is not None]
    return thumbnail(outcomes[-1].after, cells)


_FIRST_STEPS = "/first-steps"


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


def lasting_paths() -> list[str]:
    """Return the paths of the rules and of the first steps, which are the same on every day."""
    steps = (f"{_FIRST_STEPS}/{number}" for number in range(1, len(lessons()) + 1))
    return [PATH, _FIRST_STEPS, *steps]


def lesson_routes(*, alone: bool) -> list[BaseRoute]:
    """Return the routes of the first steps; ``alone`` the browser works out what follows."""
    return [
        Route(_FIRST_STEPS, _all_lessons),
        Route(f"{_FIRST_STEPS}/{{number:int}}", with_error_page(partial(_lesson, alone=alone))),
        Route(f"{_FIRST_STEPS}/{{number:int}}/board.svg", _lesson_picture),
    ]


def _all_lessons(_request: Request) -> Response:
    return from_template("lessons.html", title="First steps", here=_FIRST_STEPS, lessons=lessons())


def _lesson(request: Request, *, alone: bool) -> Response:
    number = request.path_params["number"]
    if not 1 <= number <= len(lessons()):
        return missing_page("There is no such step.")
    lesson, last = lessons()[number - 1], number == len(lessons())
    return lesson_page(
        number,
        lesson.head,
        lesson.says,
        puzzle_table(Packed("goal", lesson.puzzle, {}), read_turns(request.query_params)),
        lesson.puzzle,
        of=len(lessons()),
        following="/" if last else f"{_FIRST_STEPS}/{number + 1}",
        alone=alone,
    )


def _lesson_picture(request: Request) -> Response:
    number = request.path_params["number"]
    if not 1 <= number <= len(lessons()):
        return missing_page("There is no such step.")
    picture = thumbnail(lessons()[number - 1].puzzle.position)
    return cacheable(picture, "image/svg+xml")
