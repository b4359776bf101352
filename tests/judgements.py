"""How hard readers found puzzles that they solved blind, and what puts these in that order.

Run as ``python -m tests.judgements`` it prints the table of docs/development/ratings.md. The
judgements are there to be held against, not to tune by: what the level for the length counts was
chosen before the readers of the sample were asked, in which few and many meeples have equal shares.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from generator.solo.grading import hard_for_readers, in_hand_of_twelve
from tests.kinds import PLANNED, documents
from verifier.carcassonne.solo.puzzle import parse_code

_PLACE = Path(__file__).parent / "vectors" / "judgements.json"
JUDGEMENTS: list[dict[str, Any]] = json.loads(_PLACE.read_text("utf-8"))
"""Each has the puzzle's id, who judged, the serious lines looked at, and how hard it felt.

Where several readers share a round, ``reader`` tells them apart; ``place`` is that in the order of
one who put all of theirs in order.
"""
READERS = tuple(dict.fromkeys(one["by"] for one in JUDGEMENTS))
_FELT = ("easy", "easy-medium", "medium", "medium-hard", "hard", "expert")

Puzzle = Mapping[str, Any]


def _in_hand(puzzle: Puzzle) -> int:
    return in_hand_of_twelve(parse_code(puzzle["code"]).position)


SIGNS: dict[str, Callable[[Puzzle], float]] = {
    "the rating": lambda puzzle: puzzle["difficulty"]["rating"],
    "what the level for the length counts": lambda puzzle: hard_for_readers(
        puzzle["difficulty"]["technique"], puzzle["difficulty"]["rating"], _in_hand(puzzle)
    ),
    "technique": lambda puzzle: puzzle["difficulty"]["technique"],
    "decoys": lambda puzzle: puzzle.get("decoys", 0),
    "tiles on the table": lambda puzzle: len(puzzle["position"]["placements"]),
    "few meeples in hand": lambda puzzle: -_in_hand(puzzle),
}
"""What may make a puzzle hard, each a number that grows with it."""


def judged() -> dict[str, Puzzle]:
    """Return the puzzles that were judged, by id."""
    wanted = {one["id"] for one in JUDGEMENTS}
    shipped = (puzzle for name in PLANNED for puzzle in documents(name)[0]["puzzles"])
    return {puzzle["id"]: puzzle for puzzle in shipped if puzzle["id"] in wanted}


def pairs(
    judgements: Iterable[Mapping[str, Any]],
    puzzles: Mapping[str, Puzzle],
    sign: Callable[[Puzzle], float],
) -> tuple[int, int]:
    """Return how many pairs of one length a sign puts in the readers' order, and how many against.

    Of a pair, both judged by one reader where several have judged, the harder one felt harder, or
    took more lines where both felt alike.
    """
    agreeing = [
        _sign_of(_hardness(one) - _hardness(other)) * _sign_of(sign(a) - sign(b))
        for one, other in combinations(judgements, 2)
        if one.get("reader") == other.get("reader")
        and (a := puzzles[one["id"]])["tiles"] == (b := puzzles[other["id"]])["tiles"]
    ]
    return agreeing.count(1), agreeing.count(-1)


def table() -> list[str]:
    """Return the rows of the table: a sign, and for each reader the pairs in order and against."""
    puzzles = judged()
    by = [[one for one in JUDGEMENTS if reader == one["by"]] for reader in READERS]
    return [
        " | ".join([f"| {name}", *("{} : {}".format(*pairs(one, puzzles, sign)) for one in by)])
        + " |"
        for name, sign in SIGNS.items()
    ]


def _hardness(one: Mapping[str, Any]) -> int:
    if "place" in one:
        return int(one["place"])
    return 100 * _FELT.index(one["felt"]) + int(one["lines"])  # under a hundred lines, always


def _sign_of(number: float) -> int:
    return (number > 0) - (number < 0)


if __name__ == "__main__":
    print("\n".join(table()))  # noqa: T201 - a script prints
