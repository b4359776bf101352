"""The outcomes of lines of turns, by the engine."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.errors import Illegal


def outcome_of(position: Position, turn: Turn) -> Outcome | None:
    """Return the outcome of the turn, None if it is illegal."""
    return next(iter(Engine().outcomes_of(position, turn)), None)


def outcomes_along(position: Position, line: Sequence[Turn]) -> tuple[Outcome, ...]:
    """Return the outcome of each turn of a line.

    :raises Illegal: if a turn cannot be made.
    """
    outcomes: list[Outcome] = []
    for number, turn in enumerate(line, start=1):
        outcome = outcome_of(position, turn)
        if outcome is None:
            why = f"the line cannot be played: {turn_text(turn)} is not possible"
            raise Illegal(why, where=f"turn {number}")
        outcomes.append(outcome)
        position = outcome.after
    return tuple(outcomes)
