"""The page of the player's own progress, and the puzzles at a player's level.

Only the browser knows what its player did: the page says how many puzzles there are of each game,
level and goal, and a script fills in the rest.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import UNGRADED, PuzzleFilter
from generator.grade import LEVELS
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.url import read_number
from meepleproof.service.play.solo.wording import wish_in_words
from meepleproof.service.shelf import Outline, Shelf
from verifier.carcassonne.solo.goals import goal_kinds

STATISTICS, NEAR = "/statistics", "/near"
_HOUSE_KINDS = {
    "win": "Studies: win",
    "save": "Studies: save the game",
    "most": "Studies: the most points",
    "points": "Points with one part of a turn",
    "double": "Points with a double turn",
    "farms": "Whose farm?",
}
NEOM_KINDS = {
    "link": "Link tiles",
    "purchase": "Purchases",
    "last-turns": "The last turns",
    "disaster": "The Disaster",
}
"""What the pages call kinds of puzzles."""
_MOST_NEAR = 120
_HIGHEST = 9999


def statistics_routes(shelf: Shelf, *, sends: bool) -> list[BaseRoute]:
    """Return the routes of the page of progress, and of the puzzles about a rating.

    On the page players may choose to send their results, if it ``sends`` them.
    """

    def near(request: Request) -> Response:
        rating = read_number(request.query_params, "rating", _HIGHEST) or 0
        found = near_rating(shelf.outlines, rating)
        told = [[one.id, one.rating, wish_in_words(one.goal, one.tiles)] for one in found]
        return answer(json_content({"puzzles": told}))

    return [
        Route(STATISTICS, with_error_page(lambda _request: _statistics(shelf, sends=sends))),
        Route(NEAR, with_problem(near)),
    ]


def _statistics(shelf: Shelf, *, sends: bool) -> HTMLResponse:
    return from_template(
        "statistics.html",
        title="Your progress",
        here=STATISTICS,
        scripts=("site.js", "statistics.js"),
        styles=("returning.css",),
        games=[solo_totals(shelf), house_totals(shelf), neom_totals(shelf)],
        sends=sends,
    )


def solo_totals(shelf: Shelf) -> dict[str, Any]:
    """Return how many puzzles of the Solo Variant there are, by level, kind of goal and goal."""
    levels = [(level, len(shelf.matching(PuzzleFilter(level=level)))) for level in LEVELS]
    goals = sorted(shelf.goals().items(), key=lambda item: (item[1].kind, item[0]))
    numbers = {goal: len(shelf.matching(PuzzleFilter(goal=goal))) for goal, _ in goals}
    kinds = Counter[str]()
    for identity, goal in goals:
        kinds[goal.kind] += numbers[identity]
    return {
        "game": "solo",
        "name": "Solo Variant",
        "all": len(shelf.puzzles),
        "levels": [[level, number] for level, number in levels if number],
        "kinds": [[kind, goal_kinds()[kind].name, number] for kind, number in kinds.items()],
        "goals": [[identity, goal_in_words(goal), numbers[identity]] for identity, goal in goals],
    }


def house_totals(shelf: Shelf) -> dict[str, Any]:
    """Return the same for the house game, whose goals are just their kinds."""
    return _totals(shelf, "house", "House rules", "goal", _HOUSE_KINDS)


def neom_totals(shelf: Shelf) -> dict[str, Any]:
    """Return the same of NEOM, whose questions have kinds alone."""
    return _totals(shelf, "neom", "NEOM", "question", NEOM_KINDS)


def _totals(
    shelf: Shelf, game: str, name: str, asked: str, named: Mapping[str, str]
) -> dict[str, Any]:
    """Return the totals of a game; ``asked`` is the part of its puzzles that has the kind."""
    packs = (pack for pack in shelf.others if pack.label == {"game": game})
    every = [puzzle for pack in packs for puzzle in pack.offered]
    levels = Counter(puzzle["difficulty"]["level"] for puzzle in every)
    kinds = Counter(puzzle[asked]["kind"] for puzzle in every)
    return {
        "game": game,
        "name": name,
        "all": len(every),
        "levels": [[level, levels[level]] for level in LEVELS if levels[level]],
        "kinds": [[kind, says, kinds[kind]] for kind, says in named.items() if kinds[kind]],
        "goals": [],
    }


def near_rating(outlines: Sequence[Outline], rating: int) -> list[Outline]:
    """Return the puzzles with about that rating, the nearest first; those without one are left out.

    The ``outlines`` are by rating.
    """
    middle = bisect(outlines, rating, key=lambda one: one.rating)
    about = outlines[max(0, middle - _MOST_NEAR) : middle + _MOST_NEAR]
    rated = [one for one in about if one.rating < UNGRADED]
    return sorted(rated, key=lambda one: (abs(one.rating - rating), one.id))[:_MOST_NEAR]
