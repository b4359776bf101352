"""Positions of the house game as ``meepleproof show`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from meepleproof.cli.console import in_colour
from meepleproof.cli.inputs import Situation
from meepleproof.cli.printing import terminal_width
from meepleproof.rendering.house.pictures import house_svg
from meepleproof.rendering.house.text import house_text
from verifier.carcassonne.house.codec import position_to_json
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.position import Position

__all__ = ["shown"]


def shown(found: Situation, *, catalogue: str | None, whole: bool) -> ShownPosition:  # noqa: ARG001 - nothing is ever left out
    """Return a position to be drawn, be it a valid one or not."""
    if catalogue is not None:
        raise click.UsageError("--catalogue goes with a state or log of NEOM")
    return ShownPosition(found.read())


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position to be drawn."""

    position: Position

    def head(self) -> Sequence[str]:
        """Return no lines: a position has no title."""
        return ()

    def drawing(self) -> str:
        """Return the position as text."""
        return house_text(self.position, colour=in_colour(), width=terminal_width())

    def foot(self) -> Sequence[str]:
        """Return no lines."""
        return ()

    def svg(self) -> str:
        """Return the position as SVG."""
        return house_svg(self.position)

    def data(self) -> dict[str, Any]:
        """Return the position as a document."""
        return {
            "position": position_to_json(self.position),
            "text": position_text(self.position),
        }
