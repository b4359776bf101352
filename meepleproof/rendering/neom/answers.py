"""Answers to puzzles of NEOM in words: right, or what another one leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meepleproof.rendering.neom.purchase import FORGOTTEN
from meepleproof.rendering.neom.puzzles import first_in_words, points_in_words
from verifier.neom.puzzle import NeomPuzzle

__all__ = [
    "action_in_words",
    "disaster_in_words",
    "helpers_in_words",
    "links_in_words",
    "money_in_words",
]


def action_in_words(
    puzzle: NeomPuzzle, first: Mapping[str, Any], points: int, *, solved: bool
) -> str:
    """Return what a first action leads to, and whether it is the best."""
    said = first_in_words(puzzle.catalogue, first)
    leads = f"{said}: that leads to {points_in_words(points)} at most"
    return f"{leads}, more than any other." if solved else f"{leads}; another one leads to more."


def disaster_in_words(points: Mapping[str, int], *, solved: bool) -> str:
    """Return what taking and leaving the Disaster lead to.

    >>> disaster_in_words({"take": 40, "leave": 37}, solved=False)
    'No: taking it leads to 40 points, leaving it to 37.'
    """
    which = "Right" if solved else "No"
    return f"{which}: taking it leads to {points['take']} points, leaving it to {points['leave']}."


def links_in_words() -> str:
    """Return that tiles are placed as asked for."""
    return "Right: every tile is linked, and nothing is polluted."


def money_in_words(given: int, least: int, forgotten: Sequence[str] = ()) -> str:
    """Return whether an amount is the least, and what those forget who find it.

    >>> money_in_words(9, 7)
    'No: £9 is enough, but less is, too.'
    """
    if given == least:
        return f"Right: £{given} is enough, and no less."
    said = f"£{given} is enough, but less is, too" if given > least else f"£{given} is not enough"
    names = "; or ".join(FORGOTTEN[name] for name in forgotten)
    return f"No: {said}. Who finds it forgets this: {names}." if names else f"No: {said}."


def helpers_in_words(money: int | None, *, solved: bool) -> str:
    """Return whether some helpers are the cheapest set; ``money`` is what they take, if known.

    >>> helpers_in_words(8, solved=False)
    'No: with these the least money is £8, and other helpers need less.'
    """
    if solved:
        return f"Right: £{money} is enough with these, and no other set needs as little."
    if money is None:
        return "No: other helpers need less money."
    return f"No: with these the least money is £{money}, and other helpers need less."
