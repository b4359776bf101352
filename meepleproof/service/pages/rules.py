"""The rules in short: those of the booklet with pictures, and what is different in a free game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.solo.guide import legend, rules_in_short
from meepleproof.service.pages.assets import cacheable
from meepleproof.service.pages.errors import missing_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.lessons import PATH as LESSONS
from meepleproof.service.pages.lessons import lessons
from meepleproof.service.pages.solo.board import thumbnail
from meepleproof.service.play.turns import play_turns
from verifier.carcassonne.solo.notation import parse_line
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
            f"{LESSONS}/{one['lesson']}/board.svg",
        )
        for one in json.loads(text)
    ]
    samples = [_Figure("", sample.svg, sample.meaning) for sample in legend(SOLO.colours)]
    return (*turns, *samples)


def _after(lesson: int, line: str) -> str:
    """Return a drawing of a lesson after its solution, with the new tile marked."""
    outcomes, refusal = play_turns(lessons()[lesson - 1].puzzle.position, parse_line(line))
    if refusal is not None:
        raise ValueError(refusal)
    cells = [one.turn.cell for one in outcomes if one.turn is not None]
    return thumbnail(outcomes[-1].after, cells)
