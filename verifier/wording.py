"""Words for readers that no game has for itself: lists in sentences, names of colours."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["COLOUR_NAMES", "colour_name", "listed"]

COLOUR_NAMES = ("blue", "red", "yellow", "black", "green", "purple")
"""Players' colours in turn order. The rules know them by number only (SOLO-SETUP-4)."""


def listed(items: Sequence[str]) -> str:
    """Return the items joined as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    *first, last = items or [""]
    return f"{', '.join(first)} and {last}" if first else last


def colour_name(colour: int) -> str:
    """Return a colour (0-based) as people read it.

    >>> colour_name(1)
    'colour 2 (red)'
    """
    return f"colour {colour + 1} ({COLOUR_NAMES[colour]})"
