"""The texture of the grounds: blades of grass, and courses of brick within a city.

Both are a few broken lines, which the style sheet breaks, so that a tile stays small. They lie the
same way however the tile does, and below all that parts fields and cities.
"""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.layout import SIZE, points_on
from meepleproof.rendering.markup import element

_GRASS = "M6,14H96M22,31H96M2,48H96M30,65H96M12,82H96"
_COURSE, _FIRST_COURSE, _SHORTEST = 11, 6, 8
_BOND = 7
"""How much later every other course begins, as in a wall of bricks."""
_RIM = 3
"""How far courses end from the rim of a city, where its wall is drawn."""


def grass() -> Element:
    """Return blades of grass all over a tile; what lies on the field hides the rest."""
    return element("path", class_="mp-grass", d=_GRASS)


def courses(ground: str) -> list[Element]:
    """Return the courses of brick within the outline of a city, none if it has no room for one.

    >>> [part.get("d") for part in courses("M0,0 L100,0 L50,20 Z")]
    ['M18,6H82']
    """
    outline = points_on(ground)
    lines = list[str]()
    for number, y in enumerate(range(_FIRST_COURSE, SIZE, _COURSE)):
        across = sorted(
            x1 + (y - y1) / (y2 - y1) * (x2 - x1)
            for (x1, y1), (x2, y2) in pairwise(outline)
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(across[::2], across[1::2], strict=True):
            first, last = round(left) + _RIM + number % 2 * _BOND, round(right) - _RIM
            if last - first >= _SHORTEST:
                lines.append(f"M{first},{y}H{last}")
    return [element("path", class_="mp-courses", d="".join(lines))] if lines else []
