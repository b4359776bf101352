"""Small pieces of sentences, for every game: lists, numbers of points, points of the compass."""

from __future__ import annotations

SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The edges of a tile in words."""


def points_in_text(number: int) -> str:
    """Return a number of points as it stands in sentences.

    >>> points_in_text(1), points_in_text(0)
    ('1 point', '0 points')
    """
    return "1 point" if number == 1 else f"{number} points"
