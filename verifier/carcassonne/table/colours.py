"""The names of colours, for readers: the rules know them by number only (SOLO-SETUP-4)."""

from __future__ import annotations

__all__ = ["COLOUR_NAMES", "colour_name"]

COLOUR_NAMES = ("blue", "red", "yellow", "black", "green", "purple")
"""By turn order; the fourth is for SOLO-OPTION-2 too, the last two for the house game only."""


def colour_name(colour: int) -> str:
    """Return a colour (0-based) as people read it.

    >>> colour_name(1)
    'colour 2 (red)'
    """
    return f"colour {colour + 1} ({COLOUR_NAMES[colour]})"
