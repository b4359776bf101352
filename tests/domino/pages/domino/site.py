"""The site of dominoes: its list of puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.pages.choosing import list_of_game
from meepleproof.service.pages.context import Site
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.statistics import totals_of


class _Dominoes(Site):
    def routes(self) -> Sequence[BaseRoute]:
        return [Route("/domino", with_error_page(self._choose))]

    def totals(self) -> dict[str, Any]:
        return totals_of(self.context.shelf, "domino", {}, {})

    def _choose(self, _request: Request) -> Response:
        told = list_of_game(self.context, "domino")
        return from_template("list.html", title="Dominoes", **told)


SITE = _Dominoes
