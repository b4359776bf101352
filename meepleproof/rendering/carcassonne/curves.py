"""Paths of lines and cubic curves on a tile of 100 by 100: points on them, areas inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from meepleproof.rendering.markup import Point

Place = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]

_PIECE = re.compile(r"([MLCZ])([^MLCZ]*)")
_STEPS = 12


def curve_path(curve: Curve) -> str:
    """Return the path of one cubic curve.

    >>> curve_path(((96, 0), (66, 30), (34, 30), (4, 0)))
    'M96,0 C66,30 34,30 4,0'
    """
    start, *others = curve
    return f"M{start[0]},{start[1]} C{_text(others)}"


def line_path(points: Iterable[Place]) -> str:
    """Return the path of straight lines from point to point, rounded.

    >>> line_path([(50, 55.7), (50, 100)])
    'M50,56 L50,100'
    """
    return "M" + " L".join(_text([(round(x), round(y))]) for x, y in points)


def on_curve(curve: Curve, part: float) -> Place:
    """Return the point after that part, 0 to 1, of a cubic curve."""
    weights = _weights(part)
    x = sum(weight * point[0] for weight, point in zip(weights, curve, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, curve, strict=True))
    return (x, y)


@cache
def points_on(path: str) -> tuple[Place, ...]:
    """Return points along an absolute path, close together on curves, closed if the path is.

    >>> points_on("M0,0 L100,0 L100,100 Z")
    ((0, 0), (100, 0), (100, 100), (0, 0))
    """
    points = list[Place]()
    for command, numbers in _PIECE.findall(path):
        values = [int(value) for value in re.findall(r"-?\d+", numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command == "C":
            (first, second, last), start = ends, points[-1]
            curve = ((round(start[0]), round(start[1])), first, second, last)
            points += [on_curve(curve, step / _STEPS) for step in range(1, _STEPS)] + [last]
        elif command == "Z":
            points.append(points[0])
        else:
            points += ends
    return tuple(points)


def is_inside(place: Place, outline: Sequence[Place]) -> bool:
    """Return whether a place lies inside a closed outline, crossing edges being counted.

    >>> is_inside((80, 20), points_on("M0,0 L100,0 L100,100 Z"))
    True
    """
    x, y = place
    inside = False
    for (x1, y1), (x2, y2) in pairwise(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def distance(place: Place, points: Sequence[Place]) -> float:
    """Return the distance of a place from a line of points.

    >>> distance((50, 30), [(0, 0), (100, 0)])
    30.0
    """
    return min(_from_stretch(place, one, other) for one, other in pairwise(points))


def _from_stretch(place: Place, one: Place, other: Place) -> float:
    (x, y), (x1, y1), (x2, y2) = place, one, other
    across, down = x2 - x1, y2 - y1
    length = across * across + down * down or 1.0
    part = min(1.0, max(0.0, ((x - x1) * across + (y - y1) * down) / length))
    return float(((x1 + part * across - x) ** 2 + (y1 + part * down - y) ** 2) ** 0.5)


def _weights(part: float) -> tuple[float, float, float, float]:
    rest = 1 - part
    return (rest**3, 3 * rest * rest * part, 3 * rest * part * part, part**3)


def _text(points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
