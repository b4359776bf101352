"""The site of NEOM: its list of puzzles, the table beside a real game, and puzzles of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from meepleproof.service.pages.choosing import list_of_game
from meepleproof.service.pages.context import Site
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.guide import guide_routes
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.neom.catalogue import TYPED, neom_catalogue_pages
from meepleproof.service.pages.neom.own import OWN_PUZZLE, own_pages
from meepleproof.service.pages.neom.packs import neom_pack_routes
from meepleproof.service.pages.neom.rules import neom_guide
from meepleproof.service.pages.neom.table import neom_table_pages, neom_table_routes
from meepleproof.service.pages.statistics import totals_of
from meepleproof.service.play.neom import GAME
from meepleproof.service.play.neom.helper import DEMO, HELPER
from meepleproof.service.play.neom.own import HOME as OWN


class _Neom(Site):
    """The pages of NEOM."""

    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes."""
        settings = self.context.settings
        return [
            Route("/neom", with_error_page(self._choose)),
            *neom_table_pages(alone=self.context.alone),
            *neom_table_routes(settings),
            *neom_pack_routes(),
            *neom_catalogue_pages(),
            *own_pages(),
            *guide_routes(GAME, neom_guide),
        ]

    def standing(self) -> Sequence[str]:
        """Return the path of the rules."""
        return (GAME.rules,)

    def by_engine(self) -> Sequence[str]:
        """Return the paths of games beside a real one or dealt, catalogues, and own puzzles."""
        return (HELPER, DEMO, TYPED, OWN, OWN_PUZZLE)

    def totals(self) -> dict[str, Any]:
        """Return how many puzzles there are, by level and kind."""
        facts = self.context.shelf.facts(PuzzleFilter(game="neom"))
        kinds = Counter(one.stated("kind") for one in facts)
        return totals_of(
            self.context.shelf, "neom", kinds, {name: text for name, text, _ in GAME.kinds}
        )

    def _choose(self, _request: Request) -> Response:
        told = list_of_game(self.context, "neom")
        return from_template("neom.html", title="NEOM", **told)


SITE = _Neom
