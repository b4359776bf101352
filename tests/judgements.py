"""How hard readers found puzzles that they solved blind, and what puts these in that order.

Run as ``python -m tests.judgements`` it prints the table of docs/development/ratings.md. The
judgements are there to be held against, not to tune by.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.kinds import PLANNED, documents

_HERE = Path(__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((_HERE / "vectors" / "judgements.json").read_text())
"""Each with the puzzle's id, who judged, the serious lines looked at, and how hard it felt."""
READERS = tuple(dict.fromkeys(one["by"] for one in VECTORS))
_FELT = ("easy", "medium", "hard", "expert")

Puzzle = Mapping[str, Any]
SIGNS: dict[str, Callable[[Puzzle], float]] = {
    "the rating": lambda puzzle: puzzle["difficulty"]["rating"],
    "technique": lambda puzzle: puzzle["difficulty"]["technique"],
    "decoys": lambda puzzle: puzzle.get("decoys", 0),
    "tiles on the table": lambda puzzle: len(puzzle["position"]["placements"]),
    "few meeples in hand": lambda puzzle: -sum(puzzle["position"]["supplies"]),
}
"""What is said to make a puzzle hard, each a number that grows with it."""


def judged() -> dict[str, Puzzle]:
    """Return the puzzles that were judged, by id; those of packs that ship are all here."""
    wanted = {one["id"] for one in VECTORS}
    shipped = (puzzle for name in PLANNED for puzzle in documents(name)[0]["puzzles"])
    return {puzzle["id"]: puzzle for puzzle in shipped if puzzle["id"] in wanted}


def pairs(puzzles: Mapping[str, Puzzle], by: str, sign: str) -> tuple[int, int]:
    """Return how many pairs of one length a sign puts in a reader's order, and how many against.

    A pair counts if one felt harder than the other, or felt alike and took more lines.
    """
    differences = [
        _sign_of(SIGNS[sign](puzzles[one["id"]]) - SIGNS[sign](puzzles[other["id"]]))
        * _sign_of(_hardness(one) - _hardness(other))
        for one, other in _of_one_length(puzzles, by)
    ]
    return differences.count(1), differences.count(-1)


def table() -> list[str]:
    """Return the rows of the table, a sign each."""
    puzzles = judged()
    return [
        f"| {sign} | "
        + " | ".join("{} : {}".format(*pairs(puzzles, by, sign)) for by in READERS)
        + " |"
        for sign in SIGNS
    ]


def _of_one_length(
    puzzles: Mapping[str, Puzzle], by: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for one, other in combinations([one for one in VECTORS if by == one["by"]], 2):
        if puzzles[one["id"]]["tiles"] == puzzles[other["id"]]["tiles"]:
            yield one, other


def _hardness(one: Mapping[str, Any]) -> float:
    return _FELT.index(one["felt"]) * 100 + one["lines"]


def _sign_of(number: float) -> int:
    return (number > 0) - (number < 0)


if __name__ == "__main__":
    print("\n".join(table()))
