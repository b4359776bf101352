"""Symbols of our own on tiles, each drawn upright about its centre however the tile lies."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element


def house(centre: Point) -> list[Element]:
    """Return a house of a city or village."""
    x, y = centre
    return [
        element("path", class_="mp-house", d=f"M{x - 5},{y - 1} h10 v7 h-10 Z"),
        element("path", class_="mp-roof", d=f"M{x - 7},{y} L{x},{y - 8} L{x + 7},{y} Z"),
    ]


def shield(centre: Point) -> list[Element]:
    """Return the coat of arms of a city."""
    x, y = centre
    outline = f"M{x - 9},{y - 10} h18 v9 q0,8 -9,12 q-9,-4 -9,-12 Z"
    return [
        element("path", class_="mp-shield", d=outline),
        element("path", class_="mp-shield-mark", d=f"M{x - 8},{y - 3} h16 M{x},{y - 9} v18"),
    ]


def village() -> list[Element]:
    """Return the village where roads end, in the middle of its tile."""
    plaza = element("circle", class_="mp-plaza", cx=50, cy=50, r=17)
    return [plaza, *house((42, 47)), *house((58, 48)), *house((50, 58))]


def monastery(centre: Point, *, small: bool) -> list[Element]:
    """Return a monastery; a small one leaves room for what is beside it."""
    x, y = centre
    if small:
        return [
            element("ellipse", class_="mp-yard", cx=x, cy=y + 6, rx=25, ry=15),
            element("path", class_="mp-abbey", d=f"M{x - 13},{y - 2} h26 v18 h-26 Z"),
            element(
                "path", class_="mp-abbey-roof", d=f"M{x - 17},{y} L{x},{y - 15} L{x + 17},{y} Z"
            ),
            element("path", class_="mp-gate", d=f"M{x - 4},{y + 16} v-6 q0,-4 4,-4 q4,0 4,4 v6 Z"),
            element("path", class_="mp-cross", d=f"M{x},{y - 14} v-11 M{x - 4},{y - 21} h8"),
        ]
    return [
        element("ellipse", class_="mp-yard", cx=x, cy=y + 8, rx=32, ry=22),
        element("path", class_="mp-abbey", d=f"M{x - 17},{y - 6} h34 v28 h-34 Z"),
        element(
            "path", class_="mp-abbey-roof", d=f"M{x - 22},{y - 4} L{x},{y - 25} L{x + 22},{y - 4} Z"
        ),
        element("path", class_="mp-gate", d=f"M{x - 5},{y + 22} v-9 q0,-6 5,-6 q5,0 5,6 v9 Z"),
        element("path", class_="mp-cross", d=f"M{x},{y - 24} v-17 M{x - 6},{y - 35} h12"),
    ]


def inn(centre: Point) -> list[Element]:
    """Return an inn by its pond."""
    x, y = centre
    return [
        element("ellipse", class_="mp-pond", cx=x, cy=y + 5, rx=13, ry=7),
        element("path", class_="mp-inn", d=f"M{x - 8},{y - 3} h16 v10 h-16 Z"),
        element(
            "path", class_="mp-inn-roof", d=f"M{x - 11},{y - 2} L{x},{y - 13} L{x + 11},{y - 2} Z"
        ),
        element("path", class_="mp-gate", d=f"M{x - 2},{y + 7} v-6 h5 v6 Z"),
    ]


def cathedral(centre: Point) -> list[Element]:
    """Return a cathedral: two towers, and a nave between them."""
    x, y = centre
    towers = f"M{x - 19},{y - 8} h11 v28 h-11 Z M{x + 8},{y - 8} h11 v28 h-11 Z"
    spires = (
        f"M{x - 20},{y - 7} L{x - 13},{y - 26} L{x - 7},{y - 7} Z "
        f"M{x + 7},{y - 7} L{x + 13},{y - 26} L{x + 20},{y - 7} Z"
    )
    return [
        element(
            "path", class_="mp-minster", d=f"M{x - 9},{y} L{x},{y - 10} L{x + 9},{y} v20 h-18 Z"
        ),
        element("path", class_="mp-minster", d=towers),
        element("path", class_="mp-minster-roof", d=spires),
        element("circle", class_="mp-rose", cx=x, cy=y + 3, r=5),
        element("path", class_="mp-gate", d=f"M{x - 4},{y + 20} v-6 q0,-4 4,-4 q4,0 4,4 v6 Z"),
    ]


def _token(centre: Point) -> Element:
    return element("circle", class_="mp-token", cx=centre[0], cy=centre[1], r=11)


def wine(centre: Point) -> list[Element]:
    """Return a bunch of grapes."""
    x, y = centre
    grapes = ((-4, -3), (4, -3), (0, -3), (-2, 2), (2, 2), (0, 6))
    return [
        _token(centre),
        *(element("circle", class_="mp-wine", cx=x + a, cy=y + d, r=3) for a, d in grapes),
        element("path", class_="mp-stalk", d=f"M{x},{y - 5} v-4"),
    ]


def grain(centre: Point) -> list[Element]:
    """Return an ear of grain."""
    x, y = centre
    ear = f"M{x},{y - 9} q5,5 0,11 q-5,-6 0,-11 Z"
    side = f"M{x - 6},{y - 5} q7,2 6,9 q-7,-2 -6,-9 Z M{x + 6},{y - 5} q-7,2 -6,9 q7,-2 6,-9 Z"
    return [
        _token(centre),
        element("path", class_="mp-grain", d=f"{ear} {side}"),
        element("path", class_="mp-stalk", d=f"M{x},{y + 2} v7"),
    ]


def cloth(centre: Point) -> list[Element]:
    """Return a roll of cloth."""
    x, y = centre
    return [
        _token(centre),
        element("path", class_="mp-cloth", d=f"M{x - 7},{y - 4} h11 v9 h-11 Z"),
        element("ellipse", class_="mp-cloth-end", cx=x + 4, cy=y, rx=3, ry=5),
    ]


def spring(centre: Point) -> list[Element]:
    """Return the rocks that the river springs from."""
    x, y = centre
    rocks = f"M{x - 20},{y + 8} l6,-16 l10,4 l8,-14 l10,12 l6,14 Z"
    return [
        element("path", class_="mp-rocks", d=rocks),
        element("circle", class_="mp-water", cx=x, cy=y + 6, r=8),
    ]


def lake(centre: Point) -> list[Element]:
    """Return the lake that the river flows into."""
    (x, y), wave = centre, "q5,-5 10,0 q5,5 10,0"
    return [
        element("ellipse", class_="mp-water", cx=x, cy=y, rx=27, ry=21),
        element(
            "path",
            class_="mp-waves",
            d=f"M{x - 14},{y - 4} {wave} M{x - 6},{y + 7} {wave}",
        ),
    ]


SYMBOLS: dict[str, Callable[[Point], list[Element]]] = {
    "house": house,
    "shield": shield,
    "cathedral": cathedral,
    "inn": inn,
    "wine": wine,
    "grain": grain,
    "cloth": cloth,
}
"""What a layout places by name."""
