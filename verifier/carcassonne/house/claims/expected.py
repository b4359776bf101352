"""Compares what a part-turn or an end brings with what a claim expects, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.carcassonne.house.claims.vocabulary import (
    Transition,
    final_scores,
    gains,
    piece_at,
    totals,
)
from verifier.carcassonne.house.codec import (
    final_scoring_to_json,
    pieces_to_json,
    scoring_to_json,
)
from verifier.carcassonne.house.part_turn import FinalScoring
from verifier.carcassonne.house.position import Position


def outcome_differences(expected: dict[str, Any], brought: Transition) -> str:
    """Return in words where an outcome differs from what is expected; empty if nowhere."""
    found = {part: _PARTS[part](brought) for part in expected if part != "pieces"}
    if "pieces" in expected:
        after = brought.outcome.after
        found["pieces"] = {cell: piece_at(after, *_cell(cell)) for cell in expected["pieces"]}
    return _differences(expected, found)


def end_differences(
    expected: dict[str, Any], position: Position, scorings: tuple[FinalScoring, ...]
) -> str:
    """Return in words where the end at a position differs from what is expected."""
    found = {
        "features": [final_scoring_to_json(scoring) for scoring in scorings],
        "scores": list(final_scores(position, scorings)),
    }
    return _differences(expected, {part: found[part] for part in expected})


def _differences(expected: dict[str, Any], found: dict[str, Any]) -> str:
    against = []
    for part, wanted in expected.items():
        there = _asked_for(found[part], wanted) if part in _SCORINGS else found[part]
        if there != wanted:
            against.append(f"{part} is {there}, not {wanted}")
    return "; ".join(against)


def _asked_for(found: list[Any], wanted: list[Any]) -> list[Any]:
    """Return scorings with those of their parts alone that a claim names."""
    pairs = zip(found, wanted, strict=False)
    shown = [{name: each[name] for name in asked if name in each} for each, asked in pairs]
    return shown + found[len(wanted) :]


def _cell(text: str) -> tuple[int, int]:
    x, y = text.split(".")
    return int(x), int(y)


_SCORINGS = frozenset({"scored", "features"})

_PARTS: dict[str, Callable[[Transition], Any]] = {
    "colour": lambda scene: scene.outcome.colour + 1,
    "scored": lambda scene: [scoring_to_json(scoring) for scoring in scene.outcome.scorings],
    "scores": lambda scene: list(scene.outcome.after.scores),
    "gains": lambda scene: list(gains(scene.before, scene.outcome.after)),
    "supplies": lambda scene: [pieces_to_json(each) for each in scene.outcome.after.supplies],
    "hand": lambda scene: list(scene.outcome.after.hand),
    "bag": lambda scene: list(scene.outcome.after.bag),
    "river": lambda scene: list(scene.outcome.after.river),
    "discards": lambda scene: list(scene.outcome.after.discards),
    "to_move": lambda scene: scene.outcome.after.to_move + 1,
    "second": lambda scene: scene.outcome.after.second,
    "end": lambda scene: scene.outcome.after.end,
    "final": lambda scene: list(scene.outcome.final or ()),
    "totals": lambda scene: list(totals(scene.outcome)),
}
