"""Positions of the Solo Variant as ``meepleproof show`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from meepleproof.cli.console import in_colour
from meepleproof.cli.inputs import Situation
from meepleproof.cli.printing import terminal_width
from meepleproof.rendering.solo.notes import closed_near_the_end
from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.terminal import board_text
from meepleproof.rendering.solo.views import position_facts
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.table.cells import Cell

__all__ = ["shown"]


def shown(found: Situation, *, catalogue: str | None, whole: bool) -> ShownPosition:
    """Return a position to be drawn.

    :raises Illegal: if it has faults.
    """
    if catalogue is not None:
        raise click.UsageError("--catalogue goes with a state or log of NEOM")
    position: Position = found.read()
    require_valid(position)
    return ShownPosition(position, whole)


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position to be drawn; if it is not ``whole``, closed tiles near the end are left blank."""

    position: Position
    whole: bool

    def head(self) -> Sequence[str]:
        """Return no lines: a position has no title."""
        return ()

    def drawing(self) -> str:
        """Return the position as text."""
        colour, width = in_colour(), terminal_width()
        return board_text(self.position, colour=colour, width=width, blank=self._blank())

    def foot(self) -> Sequence[str]:
        """Return no lines."""
        return ()

    def svg(self) -> str:
        """Return the position as SVG."""
        return board_svg(self.position, blank=self._blank())

    def data(self) -> dict[str, Any]:
        """Return the position as a document."""
        return position_facts(self.position)

    def _blank(self) -> frozenset[Cell]:
        return frozenset() if self.whole else closed_near_the_end(self.position)
