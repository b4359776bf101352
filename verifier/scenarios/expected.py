"""Compares what one turn brings with what a claim expects, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.codec import scoring_to_json
from verifier.position import Position
from verifier.scenarios.vocabulary import NO_TURN, gains, goals_met, meeple_at, tiles_left
from verifier.turn import Outcome

_NOT_OVER: tuple[int, ...] = ()


def differences(expected: dict[str, Any], before: Position, outcome: Outcome | None) -> str:
    """Return in words where the outcome differs from what is expected; empty if nowhere."""
    if outcome is None:
        return "" if expected == {"legal": False} else "no such turn is legal"
    told = []
    for part, wanted in expected.items():
        found = _PARTS[part](before, outcome)
        if part == "scored":
            found = [
                {name: value for name, value in scored.items() if name in asked}
                for scored, asked in zip(found, wanted, strict=False)
            ] + found[len(wanted) :]
        if part == "meeples":
            found = {cell: meeple_at(outcome.after, *_cell(cell)) for cell in wanted}
        if found != wanted:
            told.append(f"{part} is {found}, not {wanted}")
    return "; ".join(told)


def _cell(text: str) -> tuple[int, int]:
    x, y = text.split(".")
    return int(x), int(y)


_PARTS: dict[str, Callable[[Position, Outcome], Any]] = {
    "legal": lambda _, __: True,
    "colour": lambda _, outcome: outcome.colour + 1,
    "discards": lambda _, outcome: outcome.discards,
    "claim": lambda _, outcome: NO_TURN if outcome.turn is None else outcome.turn.claim,
    "scored": lambda _, outcome: [scoring_to_json(scoring) for scoring in outcome.scorings],
    "scores": lambda _, outcome: list(outcome.after.scores),
    "gains": lambda before, outcome: list(gains(before, outcome.after)),
    "supplies": lambda _, outcome: list(outcome.after.supplies),
    "meeples": lambda _, __: {},
    "left": lambda _, outcome: list(tiles_left(outcome.after)),
    "discarded": lambda _, outcome: outcome.after.discards,
    "monasteries": lambda _, outcome: outcome.after.monasteries,
    "to_move": lambda _, outcome: outcome.after.to_move + 1,
    "over": lambda _, outcome: outcome.after.over,
    "final": lambda _, outcome: list(outcome.final or _NOT_OVER),
    "result": lambda _, outcome: -1 if outcome.result is None else outcome.result,
    "goals": lambda _, outcome: list(goals_met(outcome)),
}
