"""The score of a city by headings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.neom.unknowns import Unknown

HeadingName = Literal[
    "printed", "conditional", "neighbourhoods", "goods", "money", "pollution", "structures"
]

HEADINGS: dict[HeadingName, str] = {
    "printed": "NEOM-SCORE-1",
    "conditional": "NEOM-SCORE-2",
    "neighbourhoods": "NEOM-SCORE-3",
    "goods": "NEOM-SCORE-4",
    "money": "NEOM-SCORE-5",
    "pollution": "NEOM-SCORE-6",
    "structures": "NEOM-SCORE-7",
}
"""The headings in their order, each with its rule. Effects of tiles are ``conditional``."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The points of one heading, or what it would need to be determined."""

    name: HeadingName
    points: int | None
    unknown: tuple[Unknown, ...] = ()


Score = tuple[Heading, ...]
"""All headings, in the order of :data:`HEADINGS`."""


def total(score: Score) -> int | None:
    """Return the sum of the headings; None if one of them cannot be determined.

    >>> total((Heading("printed", 4), Heading("money", 2)))
    6
    """
    points = [heading.points for heading in score if heading.points is not None]
    return sum(points) if len(points) == len(score) else None
