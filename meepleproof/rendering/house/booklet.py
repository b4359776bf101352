"""A booklet of a pack of the house game: rules in short, a puzzle a page, then the solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meepleproof.rendering.exports.booklet import Cover, Paper, code_lines, require_puzzles, typeset
from meepleproof.rendering.exports.printing import square_code
from meepleproof.rendering.house.board import house_board
from meepleproof.rendering.house.pictures import (
    colour_lines,
    hand_svg,
    house_solution_board,
    solution_lines,
)
from meepleproof.rendering.house.words import goal_in_words, points_in_words
from verifier.carcassonne.house.puzzle import HousePuzzle

_RULES = {
    "A turn": "Blue, red, yellow and so on take turns; of two players each has two colours. Take "
    "any tile of the shared hand and place it so that all edges match. Then you may put one piece "
    "on it: a follower, little or big, on a road, city, monastery or field on which nobody stands, "
    "or the builder on a road or city that your colour owns with this tile.",
    "Scoring": "What the tile completes is scored at once. A road or city of two tiles brings 2 "
    "points in all, a longer one 2 for each tile and shield. With an inn a road brings 3 a tile, "
    "with a cathedral a city 3 for each tile and shield, however short. A monastery brings 9. "
    "Whoever has the most followers on it owns it, a big one counting two; all who share the most "
    "get the full points.",
    "The builder": "If your builder stood on a road or city that the tile you place goes on with, "
    "you may take a second part of the turn, after the hand is refilled. There is no third.",
    "Farms": "At the end each owner of a field gets 3 points for every completed city that it "
    "touches. Fields join over the edges of tiles, never over corners. A field that a tile shuts "
    "in is a farm of its own.",
    "The puzzles": "Of a finished table it is asked what every colour gets for its farms; one of "
    "the answers is right. Of a turn it is asked where the tile goes: there is one such place. The "
    "points of a turn are those of the colour to move that the turn itself brings. Of the last "
    "tiles it is asked for the only first placement that reaches the goal if both play best. "
    "Handicaps are added to the points of the players.",
    "The solutions": "Fields are in the colours of their owners, and the tiles that are laid have "
    "frames and numbers. Other lines are in short: base/H1.0.5.little.E is the tile base/H as it "
    "lies in the hand, turned clockwise by 1 quarter, in column 0 and row 5, with a little "
    "follower on its eastern edge. Nl and Nr are the left and right half of the northern edge "
    "seen from the middle of the tile, M is the monastery, and + says that the second part of the "
    "turn follows.",
}


@dataclass(frozen=True, slots=True)
class HouseEntry:
    """A puzzle of a pack with its solution as the pack states it, and its grade."""

    puzzle: HousePuzzle
    solution: Mapping[str, Any]
    choices: Sequence[Sequence[int]]
    level: str
    rating: int


def house_booklet_pdf(cover: Cover, entries: Sequence[HouseEntry], paper: Paper = "a4") -> bytes:
    """Return the booklet as PDF, puzzles by rating, the same bytes for the same input.

    Where the cover has an address each puzzle has a square code that opens it there.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_puzzles(cover, entries)
    entries = sorted(entries, key=lambda entry: entry.rating)
    pictures: dict[str, str] = {}
    for number, entry in enumerate(entries, start=1):
        position = entry.puzzle.position
        pictures |= {
            f"puzzle-{number}.svg": house_board(position, title=f"Puzzle {number}"),
            f"hand-{number}.svg": hand_svg(position),
            f"solution-{number}.svg": house_solution_board(entry.puzzle, entry.solution),
        }
        if cover.address:
            pictures[f"code-{number}.svg"] = square_code(_address(cover, entry))
    data = {
        "rules": [{"head": head, "text": text} for head, text in _RULES.items()],
        "puzzles": [
            {**_puzzle(number, entry), "address": _address(cover, entry)}
            for number, entry in enumerate(entries, start=1)
        ],
    }
    return typeset("house-booklet.typ", cover, paper, pictures, data)


def _address(cover: Cover, entry: HouseEntry) -> str:
    """Return where a service offers the puzzle, empty if the cover names none."""
    return f"{cover.address}/puzzle/{entry.puzzle.id}" if cover.address else ""


def _puzzle(number: int, entry: HouseEntry) -> dict[str, Any]:
    return {
        "number": number,
        "id": entry.puzzle.id,
        "goal": goal_in_words(entry.puzzle),
        "choices": [points_in_words(points) for points in entry.choices],
        "colours": colour_lines(entry.puzzle.position),
        "hand": bool(entry.puzzle.position.hand),
        "level": entry.level,
        "rating": entry.rating,
        "code": code_lines(entry.puzzle.code),
        "solution": solution_lines(entry.puzzle, entry.solution),
    }
