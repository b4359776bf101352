"""Verdicts of the keys of Carcassonne, which name what both use."""

from __future__ import annotations

from typing import ClassVar

from verifier import verdict

__all__ = ["SHARED", "Verdict"]

SHARED = ("tiles", "rule set", "normal form", "notation", "faults")
"""What both keys use, so that neither would notice an error in it: the tile sheet, set-up and pile
sizes of a rule set, the normal form and the notation of positions and turns, and the faults of
positions."""


class Verdict(verdict.Verdict):
    """The answer to one claim about a game of Carcassonne."""

    __slots__ = ()
    common: ClassVar[tuple[str, ...]] = SHARED
