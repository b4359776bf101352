"""The rules of a game on one page: sections of text, each with the pictures that belong to it.

What is said stands in a file ``rules.json`` beside the pages of the game, with the ids of the rules
that each section tells. The pictures are drawn from what the game's own engine plays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.pages.errors import missing_page
from meepleproof.service.pages.layout import cacheable, from_template
from meepleproof.service.play.play import PlayedGame
from verifier.documents.strict_json import Document

__all__ = ["Figure", "Guide", "Section", "guide_of", "guide_routes"]


@dataclass(frozen=True, slots=True)
class Figure:
    """What is shown and said: pictures (SVG), two of them if they are before and after a turn."""

    name: str
    says: str
    pictures: tuple[str, ...]

    def names(self) -> list[str]:
        """Return what the pictures are called in addresses.

        >>> Figure("inn", "", ("<svg/>", "<svg/>")).names()
        ['inn-before', 'inn']
        """
        return [*[f"{self.name}-before"] * (len(self.pictures) - 1), self.name]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules: its head, steps, paragraphs, a list, a table, and its figures.

    ``legend`` are figures that are small. ``rules`` are the ids of what is told.
    """

    head: str
    rules: tuple[str, ...]
    text: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    figures: tuple[Figure, ...] = ()
    legend: tuple[Figure, ...] = ()

    @property
    def anchor(self) -> str:
        """What links to the section end with.

        >>> Section("The double turn", ()).anchor
        'the-double-turn'
        """
        return self.head.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules of a game: a title, a sentence about where they come from, and sections."""

    title: str
    about: str
    sections: tuple[Section, ...]
    pictures: Mapping[str, str] = field(default_factory=dict)


def guide_of(package: str, drawn: Callable[[str, Document], Figure]) -> Guide:
    """Return the guide that the file ``rules.json`` of a package states.

    ``drawn`` makes a figure of its name and of what the file says of it.
    """
    stated = json.loads(resources.files(package).joinpath("rules.json").read_text("utf-8"))
    figures = {name: drawn(name, told) for name, told in stated["figures"].items()}
    return Guide(
        stated["title"],
        stated["about"],
        tuple(_section(one, figures) for one in stated["sections"]),
        {
            name: svg
            for figure in figures.values()
            for name, svg in zip(figure.names(), figure.pictures, strict=True)
        },
    )


def _section(stated: Mapping[str, Any], figures: Mapping[str, Figure]) -> Section:
    table = stated.get("table", {"heads": (), "rows": ()})
    return Section(
        stated["head"],
        tuple(stated["rules"]),
        text=tuple(stated.get("text", ())),
        steps=tuple(stated.get("steps", ())),
        items=tuple(stated.get("list", ())),
        heads=tuple(table["heads"]),
        rows=tuple(map(tuple, table["rows"])),
        figures=tuple(figures[name] for name in stated.get("figures", ())),
        legend=tuple(figures[name] for name in stated.get("legend", ())),
    )


def guide_routes(played: PlayedGame, guide: Callable[[], Guide]) -> list[BaseRoute]:
    """Return the routes of the rules of a game: the page, and each picture on it."""

    def page(_request: Request) -> HTMLResponse:
        told = guide()
        return from_template(
            "guide.html",
            title=told.title,
            here=played.rules,
            styles=("guide.css",),
            guide=told,
            home=played.home,
            offers=played.offers,
        )

    def picture(request: Request) -> Response:
        found = guide().pictures.get(request.path_params["name"])
        if found is None:
            return missing_page("There is no such picture.")
        return cacheable(found, "image/svg+xml")

    return [Route(played.rules, page), Route(f"{played.rules}/{{name}}.svg", picture)]
