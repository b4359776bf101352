"""All parts of the pages in all their states on one page: ``python -m tests.components``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.markup import html
from meepleproof.service.pages.layout import HEADERS, _environment, address_of, asset_routes
from tests.service_client import listening
from verifier.carcassonne.tiles import drawing_of

TEMPLATE = Path(__file__).with_suffix(".html")
STYLES = ("tokens.css", "drawing.css", "pages.css", "guide.css", "free.css", "play.css")
SHOWN = ("base/B", "base/C", "base/E", "base/L", "base/N", "base/R")
"""Tiles with all that a tile of the base game has."""


def components() -> str:
    """Return the page, in the same frame as all pages."""
    tiles = [Markup("".join(map(html, tile_drawing(drawing_of(name, 0))))) for name in SHOWN]  # noqa: S704 - our own drawings
    moved = [
        Markup('<g transform="translate({} 0)">{}</g>').format(100 * number, tile)
        for number, tile in enumerate(tiles)
    ]
    return (
        _environment()
        .from_string(TEMPLATE.read_text("utf-8"))
        .render(
            title="Components",
            here="/",
            places=(("/", "Today"), ("/puzzles", "Puzzles")),
            elsewhere=(("/calendar", "Calendar"),),
            games_here=(),
            scripts=(),
            modules=(),
            styles=STYLES,
            static=address_of,
            tiles=tiles,
            table=Markup(
                '<svg class="picture" viewBox="0 0 600 100" aria-hidden="true">{}</svg>'
            ).format(Markup().join(moved)),
        )
    )


@contextmanager
def showing() -> Iterator[str]:
    """Serve the page of components, and yield its address."""

    def page(_request: Request) -> HTMLResponse:
        return HTMLResponse(components(), headers=HEADERS)

    with listening(Starlette(routes=[Route("/", page), *asset_routes()])) as address:
        yield address


def main() -> None:
    with showing() as address:
        input(f"{address} shows all components; Enter ends it. ")


if __name__ == "__main__":
    main()
