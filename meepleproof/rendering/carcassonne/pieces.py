"""The pawns that stand for meeples, shapes of our own: each colour has its head and its number."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element
from meepleproof.rendering.palette import PIGMENTS

_HEADS = (
    "M-4,-3 C-10,-5 -10,-18 0,-18 C10,-18 10,-5 4,-3",  # a ball
    "M-4,-3 L-8,-3 L-8,-17 L8,-17 L8,-3 L4,-3",  # a block
    "M-4,-3 L-11,-3 L0,-21 L11,-3 L4,-3",  # a pointed hat
    "M-4,-3 L-10,-19 L-4,-12 L0,-19 L4,-12 L10,-19 L4,-3",  # a crown
    "M-4,-3 L-11,-10 L-4,-20 L4,-20 L11,-10 L4,-3",  # a gem
    "M-4,-3 C-14,0 -14,-20 -4,-14 C-4,-22 4,-22 4,-14 C14,-20 14,0 4,-3",  # a clover
)
_HELMET = (
    "M-12,-7 C-12,-21 12,-21 12,-7 L17,-7 L17,-2 L10,-2 L12,18 L-12,18 L-10,-2 L-17,-2 L-17,-7 Z"
)
"""A builder, who is known by the brim; its colour by number and fill."""
_BODY = "C4,3 13,8 14,15 Q14,18 11,18 L-11,18 Q-14,18 -14,15 C-13,8 -4,3 -4,-3 Z"


def pawn_drawing(colour: int) -> list[Element]:
    """Return the parts of a pawn about its centre, 28 wide and 39 high, with its number."""
    pigment, outline = PIGMENTS[colour], _outline(colour)
    return [
        element("path", class_="mp-halo", d=outline),
        element("path", class_="mp-pawn", d=outline, fill=pigment.fill),
        _digit(colour, pigment.ink),
    ]


def enlarged(parts: list[Element]) -> list[Element]:
    """Return the parts of a big follower: those of a little one, larger by two fifths."""
    return [element("g", parts, transform="scale(1.4)")]


def farmer_drawing(colour: int) -> list[Element]:
    """Return the parts of a follower that lies in a field, its number upright."""
    pigment, outline = PIGMENTS[colour], _outline(colour)
    lying = [
        element("path", class_="mp-halo", d=outline),
        element("path", class_="mp-pawn", d=outline, fill=pigment.fill),
    ]
    return [
        element("g", lying, transform="rotate(-90)"),
        element("g", [_digit(colour, pigment.ink)], transform="translate(9 -10)"),
    ]


def builder_drawing(colour: int) -> list[Element]:
    """Return the parts of a builder about its centre, with its number."""
    pigment = PIGMENTS[colour]
    return [
        element("path", class_="mp-halo", d=_HELMET),
        element("path", class_="mp-pawn", d=_HELMET, fill=pigment.fill),
        _digit(colour, pigment.ink),
    ]


def pawn(colour: int, centre: Point) -> Element:
    """Return a pawn of the colour, drawn from the definitions of the picture."""
    return element("use", href=f"#mp-pawn-{colour + 1}", x=centre[0], y=centre[1])


def spent_pawn(colour: int, centre: Point) -> Element:
    """Return the empty outline of a pawn that is out on a tile."""
    return element("path", class_="mp-spent", d=_outline(colour), transform=_to(centre))


def returned_pawn(colour: int, centre: Point) -> Element:
    """Return the outline of a pawn that stood here and went back, with its number."""
    parts = [
        element("path", class_="mp-halo", d=_outline(colour)),
        element("path", class_="mp-returned", d=_outline(colour)),
        _digit(colour, "#1c1a17"),
    ]
    return element("g", parts, transform=_to(centre))


def _outline(colour: int) -> str:
    return f"{_HEADS[colour]} {_BODY}"


def _digit(colour: int, ink: str) -> Element:
    kind = "mp-text mp-digit"
    return element("text", text=str(colour + 1), class_=kind, y=15, style=f"fill: {ink}")


def _to(centre: Point) -> str:
    return f"translate({centre[0]} {centre[1]})"
