"""Final scoring for players: colour by colour, and meeple by meeple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell

_PER_MEEPLE = 2  # SOLO-FINAL-1


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """Final scoring of one colour: score before, meeples on tiles, meeples scored, score after."""

    colour: int
    before: int
    on_tiles: int
    scored: int
    after: int


def final_scoring(outcomes: Sequence[Outcome]) -> tuple[FinalScoring, ...]:
    """Return the final scoring of each colour (SOLO-FINAL-1 to -7), empty before the end."""
    if not outcomes or outcomes[-1].final is None:
        return ()
    position, final = outcomes[-1].after, outcomes[-1].final
    rows = zip(position.scores, position.meeples_on_tiles(), final, strict=True)
    return tuple(
        FinalScoring(colour, before, on_tiles, (after - before) // _PER_MEEPLE, after)
        for colour, (before, on_tiles, after) in enumerate(rows)
    )


@dataclass(frozen=True, slots=True)
class FinalStep:
    """A meeple that scores in the end: its colour, the cell it stands on, the points then."""

    colour: int
    cell: Cell
    points: int


def final_steps(outcomes: Sequence[Outcome]) -> tuple[FinalStep, ...]:
    """Return the meeples that score in the end in a legal order (SOLO-FINAL-3), empty before it.

    Which of a colour's meeples scores first does not matter: all are worth the same (SOLO-FINAL-1).
    """
    if not outcomes or outcomes[-1].final is None:
        return ()
    position = outcomes[-1].after
    standing = [
        iter([laid.cell for laid in position.placements if laid.meeple and laid.meeple.colour == c])
        for c in range(position.rules.colours)
    ]
    steps = Engine().final_steps(position.rules, position.scores, position.meeples_on_tiles())
    return tuple(FinalStep(colour, next(standing[colour]), points) for colour, points in steps)
