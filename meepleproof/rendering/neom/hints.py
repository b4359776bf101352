"""Hints in steps for puzzles of NEOM; each gives away a little more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meepleproof.rendering.neom.purchase import FORGOTTEN
from meepleproof.rendering.neom.puzzles import first_in_words, points_in_words
from meepleproof.rendering.neom.words import goods_in_words
from meepleproof.rendering.solo.hints import Step
from verifier.neom.puzzle import NeomPuzzle, PurchaseQuestion
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["neom_hints", "neom_steps"]

_TITLES = ("The idea", "One step more", "Nearly there")

_ACTIONS = {
    "place": "A tile of the pack is placed.",
    "cornerstone": "A Cornerstone is placed.",
    "sell": "A tile is sold.",
    "prevent": "The Disaster is prevented.",
}

_ERRORS = {
    "points-errs": "The score right after this turn misleads.",
    "income-errs": "Counting an income right after this turn misleads.",
    "price-errs": "Whether a sold tile pays for the Disaster does not decide.",
    "greedy-errs": "Who takes the most on every turn errs.",
}
"""Which simple player errs, by theme of a Disaster."""


def neom_steps(
    puzzles: Sequence[tuple[NeomPuzzle, Mapping[str, Any], Sequence[str]]],
) -> tuple[Step, ...]:
    """Return the steps for puzzles with their solutions and themes, numbered from 1."""
    told = [(number, neom_hints(*puzzle)) for number, puzzle in enumerate(puzzles, start=1)]
    steps = (
        Step(title, tuple((number, hints[at]) for number, hints in told if at < len(hints)))
        for at, title in enumerate(_TITLES)
    )
    return tuple(step for step in steps if step.hints)


def neom_hints(
    puzzle: NeomPuzzle, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    """Return the hints for a puzzle; each gives away a little more."""
    catalogue, kind = puzzle.catalogue, puzzle.question.kind
    if isinstance(puzzle.question, PurchaseQuestion):
        return _of_purchase(catalogue, solution, themes)
    if kind == "link":
        return _of_link(catalogue, solution, themes)
    if kind == "disaster":
        return _of_disaster(catalogue, solution, themes)
    return _of_last_turns(catalogue, solution)


def _of_link(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    covered = "A tile of the city is covered" if "overbuilding" in themes else "No tile is covered"
    centre = ", and so is the City Center" if "center" in themes else ""
    rows = sorted({step["square"][1:] for step in solution["placed"]})
    where = f"rows {', '.join(rows[:-1])} and {rows[-1]}" if len(rows) > 1 else f"row {rows[0]}"
    first = solution["placed"][0]
    return (
        f"{covered}{centre}.",
        f"The tiles lie in {where}.",
        f"{_name(catalogue, first['tile'])} lies on {first['square']}.",
    )


def _of_purchase(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    errs = [theme.removesuffix("-errs") for theme in themes if theme.endswith("-errs")]
    forgotten = "; ".join(FORGOTTEN[name] for name in errs if name in FORGOTTEN)
    idea = f"Do not forget: {forgotten}." if forgotten else "What is printed is not what is paid."
    if helpers := solution.get("helpers"):
        one = f"{_name(catalogue, helpers[0])} is among them."
        return idea, f"Helpers that are placed: {len(helpers)}.", one
    bought = {good for step in solution["way"] for good in step["bought"]}
    goods = f"In one way these goods are bought: {goods_in_words(bought)}."
    if len(solution["way"]) == 1:
        return idea, goods
    return idea, f"{_name(catalogue, solution['way'][0]['tile'])} can be placed first.", goods


def _of_disaster(
    catalogue: TileCatalogue, solution: Mapping[str, Any], themes: Sequence[str]
) -> tuple[str, ...]:
    idea = " ".join(_ERRORS[theme] for theme in themes if theme in _ERRORS)
    action = first_in_words(catalogue, solution["leave_by"])
    points = abs(solution["points"]["take"] - solution["points"]["leave"])
    return (
        idea or "Both answers look well at first.",
        f"One answer is better by {points_in_words(points)}.",
        f"Who leaves it does best with this: {action}.",
    )


def _of_last_turns(catalogue: TileCatalogue, solution: Mapping[str, Any]) -> tuple[str, ...]:
    first = solution["first"]
    most = f"The best first action leads to {points_in_words(solution['points'])}."
    said = _ACTIONS[first["action"]]
    if "tile" in first:
        return most, said, f"It is {_name(catalogue, first['tile'])}."
    tempting = [first_in_words(catalogue, other["first"]) for other in solution["others"][:1]]
    return most, *(f"This is not the best: {action}." for action in tempting), said


def _name(catalogue: TileCatalogue, tile: str) -> str:
    return catalogue.tile(tile).name or tile
