"""What the rules of any game of Carcassonne are stated with: demands, and what lies around a cell.

No rule is stated here: each game states its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from verifier.carcassonne.table.cells import AROUND, NORTH_TO_WEST, Cell, beyond, cell_text
from verifier.carcassonne.table.faults import Violation
from verifier.constraints.builder import FALSE, Builder, Lit, Requirement


class Demand(NamedTuple):
    """A literal that must hold by a rule, with the place and sentence for reports."""

    literal: Lit
    rule: str
    where: str
    why: str


class Demanding:
    """What makes the rules' demands requirements: the state of any game of Carcassonne."""

    builder: Builder

    def demand(self, demands: Iterable[Demand], turn: int) -> None:
        """Require the demands of the rules on a turn."""
        for literal, rule, where, why in demands:
            self.builder.require(literal, rule, turn=turn, where=where, why=why)


def broken_requirements(requirements: Iterable[Requirement]) -> Iterator[Violation]:
    """Yield each violated requirement once; everything required must be constant."""
    seen: set[Violation] = set()
    for requirement in requirements:
        if requirement.literal != FALSE:
            raise AssertionError(f"{requirement} does not fold")
        violation = Violation(
            requirement.rule, requirement.turn, requirement.where, requirement.why
        )
        if violation not in seen:
            seen.add(violation)
            yield violation


class InTurn(Protocol):
    """A tile put down in a turn of either game: ``at`` maps cells to whether it lies there."""

    turn: int
    at: dict[Cell, Lit]


def neighbours(b: Builder, tiles: Iterable[InTurn], tile: InTurn) -> list[dict[int, Lit]]:
    """Return by edge which of the earlier turns' tiles lies beyond it, as literals."""
    found: list[dict[int, Lit]] = [{}, {}, {}, {}]
    for earlier in tiles:
        for edge in NORTH_TO_WEST:
            pairs = [
                (literal, earlier.at[beyond(cell, edge)])
                for cell, literal in tile.at.items()
                if beyond(cell, edge) in earlier.at
            ]
            beside = b.meets(pairs)
            if beside != FALSE:
                found[edge][earlier.turn] = beside
    return found


def at(cell: Cell) -> str:
    """Return a cell in words for messages."""
    return f"cell {cell_text(cell)}"


def surroundings(cell: Cell) -> list[Cell]:
    """Return the eight cells around ``cell`` (BASE-MON-1)."""
    return [(cell[0] + x, cell[1] + y) for x, y in AROUND.values()]
