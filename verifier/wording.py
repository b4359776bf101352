"""Lists as they stand in sentences."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["listed"]


def listed(items: Sequence[str]) -> str:
    """Return the items joined as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    *first, last = items or [""]
    return f"{', '.join(first)} and {last}" if first else last
