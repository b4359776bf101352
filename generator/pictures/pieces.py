"""The pawns that stand for meeples, a shape of our own."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from generator.pictures.markup import Point, element
from generator.pictures.palette import PIGMENTS

_BODY = (
    "M0,-18 C10,-18 10,-5 4,-3 C4,3 13,8 14,15 Q14,18 11,18 "
    "L-11,18 Q-14,18 -14,15 C-13,8 -4,3 -4,-3 C-10,-5 -10,-18 0,-18 Z"
)


def pawn_drawing(colour: int) -> list[Element]:
    """Return the parts of a pawn about its centre, 28 wide and 36 high, with its number."""
    pigment = PIGMENTS[colour]
    digit = element(
        "text",
        text=str(colour + 1),
        class_="mp-text mp-digit",
        y=15,
        style=f"fill: {pigment.ink}",
    )
    return [
        element("path", class_="mp-halo", d=_BODY),
        element("path", class_="mp-pawn", d=_BODY, fill=pigment.fill),
        digit,
    ]


def pawn(colour: int, centre: Point) -> Element:
    """Return a pawn of the colour, drawn from the definitions of the picture."""
    return element("use", href=f"#mp-pawn-{colour + 1}", x=centre[0], y=centre[1])


def spent_pawn(centre: Point) -> Element:
    """Return the empty outline of a pawn that is out on a tile."""
    x, y = centre
    return element("path", class_="mp-spent", d=_BODY, transform=f"translate({x} {y})")
