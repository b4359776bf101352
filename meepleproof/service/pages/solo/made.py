"""New puzzles without end: wishes, and the pages of puzzles that jobs of the service have made.

The browser asks for a job, and for the next one while its player is at the first, so that it is
there in time. The same wish with the same number is the same job for everyone. The owner of a job
plays its puzzle with hints; others get the link, which contains the puzzle itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.grade import LEVELS
from generator.solo.goal_kinds import kind_of
from generator.solo.pack import PackedPuzzle, rules_asked
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.http.messages import json_answer
from meepleproof.service.pages.choosing import level_choices
from meepleproof.service.pages.errors import missing_page, with_error_page, with_problem
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.free_games import beside
from meepleproof.service.pages.solo.playing import made_page
from meepleproof.service.play.solo.beside import BESIDE, WITH, read_beside
from meepleproof.service.play.solo.tables import puzzle_table
from meepleproof.service.play.url import read_number, read_text, read_turns
from meepleproof.service.problems import Problem
from verifier.carcassonne.solo.codec import goal_to_json
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.notation import beside_text
from verifier.carcassonne.solo.puzzle import (
    ESSENTIAL_NAMES,
    ESSENTIAL_RULES,
    parse_code,
    parse_goal,
    require_in_play,
)
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

PATH = "/new"
_MADE = "/made"
_GOALS = (
    "road.4.x.2",
    "road-5-3c",
    "road-10",
    "road-10-2c",
    "city.4.x.1",
    "city.8.x.2",
    "city-8-10-3c",
    "city-16",
    "monasteries-3",
    "stay.0.x.0",
)
"""Goals for which a puzzle is made within seconds."""
_ABOUT_SCORES = {"lowest", "order"}
"""Rules that ask who is lowest, so that no goal for all colours needs them."""
_TILES = {"easy": 3, "medium": 4, "hard": 4, "expert": 5}
"""Lengths of which many puzzles have a level; of four tiles hardly any is easy."""
_TILES_WITH_BOXES = 3
"""With other boxes every line is played, which takes long for more tiles."""
_TILES_ON_RIVER = 4
"""Two tiles of the river, the lake, and a land tile."""
_CANDIDATES = 120
_MOST_NUMBER = 999


def made_routes() -> list[BaseRoute]:
    """Return the routes of wishes, and of puzzles of jobs; the job comes with the request."""

    def play(request: Request) -> Response:
        job = request.state.attached
        packed = _puzzle_of(job)
        if packed is None:
            sentence = "This puzzle is no longer here, or it belongs to somebody else."
            return missing_page(f"{sentence} Its link to share works everywhere.")
        turns = read_turns(request.query_params)
        return made_page(
            packed,
            puzzle_table(packed, turns),
            {"table": f"{_MADE}/{job['id']}/table", **_next(job)},
            request.query_params,
            f"{_MADE}/{job['id']}",
        )

    def table(request: Request) -> Response:
        packed = _puzzle_of(request.state.attached)
        if packed is None:
            raise Problem("unknown", "you have no such puzzle", parameter="id")
        turns = read_turns(request.query_params)
        return json_answer(puzzle_table(packed, turns))

    return [
        Route(PATH, with_error_page(_wishes)),
        Route(f"{_MADE}/{{id}}", with_error_page(play)),
        Route(f"{_MADE}/{{id}}/table", with_problem(table)),
    ]


# Wishes


def _wishes(request: Request) -> Response:
    query = request.query_params
    asked = bool(read_text(query, "goal"))
    goal = read_text(query, "goal") or _GOALS[1]
    level, needs = read_text(query, "level"), tuple(query.getlist("needs"))
    boxes, large = read_beside("".join(query.getlist(WITH)))
    rules = RuleSet(boxes=boxes, large=large)
    wish = _wish(goal, level, needs, rules) if asked else None
    return from_template(
        "new.html",
        title="New puzzles",
        here=PATH,
        scripts=("new.js", "site.js"),
        styles=("free.css",),
        goals=[(word, _goal_text(parse_goal(word))) for word in _GOALS],
        goal=goal,
        levels=level_choices(),
        level=level,
        rules=ESSENTIAL_RULES,
        needs=needs,
        beside=list(BESIDE.items()),
        ticked=beside_text(rules),
        wish=wish,
        number=read_number(query, "number", _MOST_NUMBER),
    )


def _goal_text(goal: Goal) -> str:
    return goal_kinds()[goal.kind].wish_with_any_tiles or goal_in_words(goal)


def _wish(goal: str, level: str, needs: tuple[str, ...], rules: RuleSet) -> Document:
    """Return the request of a job for a wish, without its number.

    :raises Malformed: if it names something that there is not.
    :raises Illegal: if a rule is to be needed whose box is not in play.
    """
    _check_words(level, needs, rules)
    found = parse_goal(goal)
    if found.about_the_end:
        message = "only 'meepleproof generate' makes puzzles about the end of a game"
        raise Malformed(message, where="goal")
    if found.colours >= rules.colours and _ABOUT_SCORES & set(needs):
        message = "where every colour gets points it never matters who is lowest, or in which order"
        raise Malformed(message, where="needs")
    request: Document = {
        "goal": goal if goal in checklist() else goal_to_json(found),
        "candidates": _CANDIDATES,
        **_beside(rules),
    }
    if level:
        request |= {"level": level, "tiles": _TILES[level]}
    if not rules.plain:
        request["tiles"] = _TILES_WITH_BOXES
    if needs:
        request["needs"] = sorted(set(needs))
        if "river" in needs and kind_of(found).of_features:
            request |= {"early": True, "tiles": _TILES_ON_RIVER}
        elif kind_of(found).drafted:
            request["mid_game"] = True
    return request


def _check_words(level: str, needs: tuple[str, ...], rules: RuleSet) -> None:
    if level and level not in LEVELS:
        known = ", ".join(LEVELS)
        raise Malformed(f"{level[:20]!r} is no level; there are {known}", where="level")
    for name in needs:
        if name not in ESSENTIAL_NAMES:
            known = ", ".join(ESSENTIAL_NAMES)
            raise Malformed(f"{name[:20]!r} is no rule to need; there are {known}", where="needs")
        require_in_play(name, rules)


def _beside(rules: RuleSet) -> Document:
    """Return what a request says of what lies beside the base game; nothing if nothing does."""
    boxes: Document = {"boxes": list(rules.boxes)} if rules.boxes else {}
    return {**boxes, **({"large": True} if rules.large else {})}


def _next(job: Document) -> Document:
    """Return the way to the next puzzle of the same wish, and the request to have it made ahead."""
    if job["kind"] != "generation":
        return {}
    wished = job["request"]
    goal = wished["goal"]
    word = goal if isinstance(goal, str) else goal["id"]
    level, needs = wished.get("level", ""), tuple(wished.get("needs", ()))
    rules = rules_asked(wished)
    number = wished.get("seed", 1) + 1
    query = [("goal", word), ("level", level), *(("needs", name) for name in needs)]
    query += beside(rules).items()
    return {
        "next": f"{PATH}?{urlencode([*query, ('number', str(number))])}",
        "following": "Next new puzzle",
        "ahead": {**_wish(word, level, needs, rules), "seed": number},
    }


# Puzzles that were made


def _puzzle_of(job: Document) -> PackedPuzzle | None:
    """Return the puzzle that a job made, or proved to have one solution."""
    result = job.get("result")
    if result is None:
        return None
    if job["kind"] == "generation":
        return _made(result["puzzles"][0], result["solutions"]) if result["puzzles"] else None
    found = result.get("puzzle", {})
    if found.get("answer") != "unique":
        return None
    document = {**found, "verdict": {"claim": "unique"}}
    return _made(document, {found["id"]: found["solutions"][0]})


def _made(document: Document, solutions: Mapping[str, Any]) -> PackedPuzzle:
    return PackedPuzzle("goal", parse_code(document["code"]), document, solutions[document["id"]])
