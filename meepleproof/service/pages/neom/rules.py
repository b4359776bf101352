"""The solo rules of NEOM on one page; its cities are laid out with the tiles of the demo."""

from __future__ import annotations

from functools import cache

from meepleproof.rendering.neom.drawings import city_thumbnail, pack_svg
from meepleproof.rendering.neom.guide import packs_picture
from meepleproof.service.pages.guide import Figure, Guide, guide_of
from verifier.documents.strict_json import Document
from verifier.neom.documents import read_square
from verifier.neom.engine import Engine
from verifier.neom.odds import question
from verifier.neom.odds.seen import Seen
from verifier.neom.state import City
from verifier.neom.tiles_document import demo_catalogue

__all__ = ["city_of", "neom_guide"]


@cache
def neom_guide() -> Guide:
    """Return the rules of NEOM for one player, with their pictures.

    >>> [figure.name for section in neom_guide().sections for figure in section.figures]
    ['card', 'packs', 'link', 'cover', 'route', 'score']
    """
    return guide_of("meepleproof.service.pages.neom", _figure)


def city_of(told: Document) -> City:
    """Return the city of a figure."""
    city = City(told["board"])
    for square, tile in told["city"].items():
        city = city.with_tile(read_square(square), tile)
    return city


def _figure(name: str, told: Document) -> Figure:
    return Figure(name, told["says"], (_drawn(told),))


def _drawn(told: Document) -> str:
    catalogue = demo_catalogue()
    if "packs" in told:
        return packs_picture(question.chances(Seen(told["packs"])))
    if "card" in told:
        return pack_svg(catalogue, [catalogue.tile(told["card"])], title="A tile", note=False)
    city = city_of(told)
    # Where a tile may go is asked of the engine, and told by frames.
    marked = Engine().squares(catalogue, city, told["place"]) if "squares" in told else ()
    return city_thumbnail(catalogue, city, title="A city", names=True, marked=marked)
