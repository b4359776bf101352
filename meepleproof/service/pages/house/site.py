"""The site of the house game: its list of puzzles, games of an evening, and final scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from meepleproof.service.pages.choosing import list_of_game
from meepleproof.service.pages.context import PageContext, Site
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.guide import guide_routes
from meepleproof.service.pages.house.game import SET_UP, house_game_routes
from meepleproof.service.pages.house.rules import house_guide
from meepleproof.service.pages.house.score import PATH as SCORE
from meepleproof.service.pages.house.score import score_routes
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.statistics import totals_of
from meepleproof.service.play.house import GAME
from meepleproof.service.play.house.evenings import PATH, game_table
from meepleproof.service.play.house.game import remembered_house_games
from verifier.documents.strict_json import Document

_LEDGER = "/house/ledger"
_KINDS = {
    "win": "Studies: win",
    "save": "Studies: save the game",
    "most": "Studies: the most points",
    "points": "Points with one part of a turn",
    "double": "Points with a double turn",
    "farms": "Whose farm?",
}
"""What progress is counted by: the kinds of goals."""


class _House(Site):
    """The pages of the house game."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self.evenings = remembered_house_games()

    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes."""
        return [
            Route("/house", with_error_page(self._choose)),
            Route(_LEDGER, with_error_page(self._ledger)),
            *house_game_routes(self.evenings, alone=self.context.alone),
            *score_routes(),
            *guide_routes(GAME, house_guide),
        ]

    def standing(self) -> Sequence[str]:
        """Return the paths of the ledger, which the browser keeps, and of the rules."""
        return (_LEDGER, GAME.rules)

    def by_engine(self) -> Sequence[str]:
        """Return the paths of games and of final scoring."""
        return (SET_UP, PATH, SCORE)

    def free_table(self, query: Mapping[str, str]) -> Document:
        """Return the table of a game of an evening."""
        return game_table(self.evenings, query)

    def totals(self) -> dict[str, Any]:
        """Return how many puzzles there are, by level and kind of goal."""
        held = (self.context.shelf.held(one) for one in self._ids())
        kinds = Counter(one.document["goal"]["kind"] for one in held if one is not None)
        return totals_of(self.context.shelf, "house", kinds, _KINDS)

    def _ids(self) -> Sequence[str]:
        return list(self.context.shelf.matching(PuzzleFilter(game="house")).ids)

    def _choose(self, _request: Request) -> Response:
        told = list_of_game(self.context, "house")
        told["scripts"] = (*told["scripts"], "running.js")
        return from_template("house.html", title="House rules", play=PATH, **told)

    def _ledger(self, _request: Request) -> Response:
        return from_template(
            "house-ledger.html",
            title="The ledger",
            here="/house",
            scripts=("ledger-page.js",),
            styles=("house.css",),
        )


SITE = _House
