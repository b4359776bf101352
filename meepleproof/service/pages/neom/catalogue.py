"""The page on which an owner of the box types its tiles; what is typed stays on the device."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.neom.style import LOOKS
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.neom.catalogue_forms import (
    begun_catalogue,
    effect_forms,
    number_forms,
    tile_fields,
)
from meepleproof.service.play.neom.helper import CATALOGUE, HELPER

__all__ = ["TYPED", "neom_catalogue_pages"]

TYPED = "/neom/catalogue"


def neom_catalogue_pages() -> list[BaseRoute]:
    """Return the route of the page."""
    return [Route(TYPED, with_error_page(_page), methods=["GET"])]


def _page(_request: Request) -> Response:
    return from_template(
        "neom-catalogue.html",
        title="NEOM: your catalogue",
        here="/neom",
        scripts=("site.js", "catalogue.js"),
        styles=("neom-drawing.css", "neom-table.css", "neom-catalogue.css"),
        about={
            "check": CATALOGUE,
            "helper": HELPER,
            "begun": begun_catalogue(),
            "tile": tile_fields(),
            "effects": effect_forms(),
            "numbers": number_forms(),
            "types": [[kind, look.name, look.fill] for kind, look in LOOKS.items()],
        },
    )
