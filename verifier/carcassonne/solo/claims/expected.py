"""Compares an outcome with what a claim expects of it, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.carcassonne.solo.claims.vocabulary import (
    NO_TURN,
    Transition,
    gains,
    goals_met,
    meeple_at,
    tiles_left,
)
from verifier.carcassonne.solo.codec import scoring_to_json
from verifier.carcassonne.solo.letters import letters_of

_NOT_OVER: tuple[int, ...] = ()


def differences(expected: dict[str, Any], brought: Transition | None) -> str:
    """Return each difference between an outcome and what is expected, in words.

    ``brought`` is None for a turn that is not legal.
    """
    if brought is None:
        return "" if expected == {"legal": False} else "no such turn is legal"
    differences = []
    for part, wanted in expected.items():
        found = _PARTS[part](brought)
        if part == "scored":
            found = [
                {name: value for name, value in scored.items() if name in named}
                for scored, named in zip(found, wanted, strict=False)
            ] + found[len(wanted) :]
        if part == "meeples":
            found = {cell: meeple_at(brought.outcome.after, *_cell(cell)) for cell in wanted}
        if found != wanted:
            differences.append(f"{part} is {found}, not {wanted}")
    return "; ".join(differences)


def _cell(text: str) -> tuple[int, int]:
    x, y = text.split(".")
    return int(x), int(y)


_PARTS: dict[str, Callable[[Transition], Any]] = {
    "legal": lambda _: True,
    "colour": lambda scene: scene.outcome.colour + 1,
    "discards": lambda scene: letters_of(scene.outcome.discards),
    "claim": lambda scene: NO_TURN if scene.outcome.turn is None else scene.outcome.turn.claim,
    "scored": lambda scene: [scoring_to_json(scoring) for scoring in scene.outcome.scorings],
    "scores": lambda scene: list(scene.outcome.after.scores),
    "gains": lambda scene: list(gains(scene.before, scene.outcome.after)),
    "supplies": lambda scene: list(scene.outcome.after.supplies),
    "meeples": lambda _: {},
    "left": lambda scene: list(tiles_left(scene.outcome.after)),
    "discarded": lambda scene: letters_of(scene.outcome.after.discards),
    "monasteries": lambda scene: scene.outcome.after.monasteries,
    "to_move": lambda scene: scene.outcome.after.to_move + 1,
    "over": lambda scene: scene.outcome.after.over,
    "final": lambda scene: list(scene.outcome.final or _NOT_OVER),
    "result": lambda scene: -1 if scene.outcome.result is None else scene.outcome.result,
    "goals": lambda scene: list(goals_met(scene.outcome, scene.reached)),
}
