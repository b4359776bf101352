"""The page of the player's own progress, and the puzzles at a player's level.

Only the browser knows what its player did: the page says how many puzzles there are of each game,
level and goal, and a script fills in the rest.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import UNGRADED, Facts, PuzzleFilter
from generator.grade import LEVELS
from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.choosing import title_of
from meepleproof.service.pages.context import PageContext, Site
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.url import read_number, read_text
from meepleproof.service.play.play import played_games
from meepleproof.service.shelf import Shelf
from verifier.errors import Malformed

STATISTICS, NEAR = "/statistics", "/near"
_MOST_SPREAD = 2000
"""Of more puzzles, so many spread over all are looked at."""
_MOST_NEAR = 120
_HIGHEST = 9999


class StatisticsPages:
    """The page of progress, on which players may choose to send their results, and who is near."""

    def __init__(self, context: PageContext, site: Callable[[str], Site]) -> None:
        self.context = context
        self.site = site

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        return [
            Route(STATISTICS, with_error_page(lambda _request: self._statistics())),
            Route(NEAR, with_problem(self._near)),
        ]

    def _statistics(self) -> HTMLResponse:
        games = [
            {"game": name, "name": played.title, **self.site(name).totals()}
            for name, played in played_games().items()
        ]
        return from_template(
            "statistics.html",
            title="Your progress",
            here=STATISTICS,
            scripts=("site.js", "statistics.js"),
            styles=("returning.css",),
            games=games,
            sends=self.context.settings.sends,
        )

    def _near(self, request: Request) -> Response:
        """Return the puzzles of a game rated like a player: id, rating and task."""
        query = request.query_params
        game = read_text(query, "game") or next(iter(self._rated))
        if game not in self._rated:
            known = ", ".join(self._rated)
            raise Malformed(f"{game[:20]!r} has no ratings; there are {known}", where="game")
        rating = read_number(query, "rating", _HIGHEST) or 0
        found = near_rating(self._rated[game], rating)
        shelf = self.context.shelf
        return answer(
            json_content(
                {"puzzles": [[one.id, one.place[0], title_of(shelf, one)] for one in found]}
            )
        )

    @cached_property
    def _rated(self) -> Mapping[str, list[Facts]]:
        """The puzzles of each game whose ratings are on one scale, by rating."""
        return {
            name: _spread(self.context.shelf, name, played.daily)
            for name, played in played_games().items()
            if played.one_scale
        }


def _spread(shelf: Shelf, game: str, kinds: tuple[str, ...]) -> list[Facts]:
    facts = [one for one in shelf.facts(PuzzleFilter(game=game)) if one.stated("kind") in kinds]
    return facts[:: max(1, -(-len(facts) // _MOST_SPREAD))]


def totals_of(
    shelf: Shelf, game: str, kinds: Mapping[str, int], named: Mapping[str, str]
) -> dict[str, Any]:
    """Return how many puzzles of a game there are, whose ``kinds`` alone are counted."""
    facts = shelf.facts(PuzzleFilter(game=game))
    levels = Counter(one.stated("level") for one in facts)
    return {
        "all": len(facts),
        "levels": [[level, levels[level]] for level in LEVELS if levels[level]],
        "kinds": [[kind, says, kinds[kind]] for kind, says in named.items() if kinds.get(kind)],
        "goals": [],
    }


def near_rating(rated: list[Facts], rating: int) -> list[Facts]:
    """Return the puzzles with about that rating, the nearest first; those without one are left out.

    They are given by rating.
    """
    middle = bisect(rated, rating, key=lambda one: one.place[0])
    about = rated[max(0, middle - _MOST_NEAR) : middle + _MOST_NEAR]
    with_one = [one for one in about if one.place[0] < UNGRADED]
    return sorted(with_one, key=lambda one: (abs(one.place[0] - rating), one.id))[:_MOST_NEAR]
