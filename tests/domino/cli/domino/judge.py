"""Numbers that a line of dominoes is to end in, as ``explain --turn`` judges them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.kind import Proved
from generator.pack import Packed
from meepleproof.cli.judged import Judged

__all__ = ["judged"]


def judged(packed: Packed[Any], proved: Callable[[], Proved[Any]], text: str) -> Judged:
    """Return how numbers fare that somebody typed."""
    if sorted(map(int, text.split())) == proved().solution["ends"]:
        return Judged("holds", ("These are all.",))
    return Judged("violated", ("These are not all, or one is none.",))
