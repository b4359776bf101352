"""The page of the player's own progress.

Only the browser knows what its player did: the page says how many puzzles there are of each game,
level and goal, and a script fills in the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from generator.grade import LEVELS
from generator.listed import listed_kind
from meepleproof.service.pages.context import PageContext, Site
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.play.play import played_games
from meepleproof.service.shelf import Shelf

STATISTICS = "/statistics"


class StatisticsPages:
    """The page of progress, on which players may choose to send their results."""

    def __init__(self, context: PageContext, site: Callable[[str], Site]) -> None:
        self.context = context
        self.site = site

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        return [Route(STATISTICS, with_error_page(lambda _request: self._statistics()))]

    def _statistics(self) -> HTMLResponse:
        games = [
            {
                "game": name,
                "name": played.title,
                **({"limits": listed_kind(played.daily[0]).limits} if played.one_scale else {}),
                **self.site(name).totals(),
            }
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


def totals_of(
    shelf: Shelf, game: str, kinds: Mapping[str, int], named: Mapping[str, str]
) -> dict[str, Any]:
    """Return how many puzzles of a game there are, whose ``kinds`` alone are counted."""
    facts = shelf.facts(PuzzleFilter(game=game))
    levels = Counter(one.level for one in facts)
    return {
        "all": len(facts),
        "levels": [[level, levels[level]] for level in LEVELS if levels[level]],
        "kinds": [[kind, says, kinds[kind]] for kind, says in named.items() if kinds.get(kind)],
        "goals": [],
    }
