"""A booklet of a pack of NEOM: rules in short, puzzles with cards, hints in steps, solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from meepleproof.rendering.exports.booklet import Cover, Paper, require_puzzles, typeset
from meepleproof.rendering.exports.printing import square_code
from meepleproof.rendering.neom.drawings import city_svg, neom_solution_svg, pack_svg
from meepleproof.rendering.neom.puzzles import (
    neom_steps,
    question_in_words,
    setting_in_words,
    solution_in_words,
)
from verifier.neom.puzzle import NeomPuzzle, PurchaseQuestion, TurnsQuestion
from verifier.neom.state import TURNS

__all__ = ["NeomEntry", "neom_booklet_pdf"]

_RULES = {
    "A turn": "A pack of tiles is revealed. Select one of them and take one action: place it, "
    "discard it and place a Cornerstone from your reserve, or sell it. The others are discarded.",
    "Placing": "Tiles are never turned. A placed tile must be linked to the City Center: a path of "
    "roads that meet on facing edges. Other roads may end anywhere. It may cover a raw-material "
    "tile, a tile of its own type, or the bare City Center; what is covered is out of the city.",
    "Paying": "Pay the tile's cost, and have every good that it needs. A token says that your city "
    "produces a good, as often as you like. What is missing is bought: in Generation I raw goods, "
    "in II processed ones, too, in III any. A Trade Route that is open makes it cheaper, once a "
    "Generation.",
    "The Disaster": "Each Generation has one. From packs 1 to 3 it can be prevented, by selecting "
    "it, which takes the turn's action. Else it strikes at the end of the turn that shows it.",
    "The end": "After turn 7 of a Generation there is an income, after that of Generation III the "
    "score: printed points, effects, neighbourhoods of residential tiles, goods, money; pollution "
    "and missing structures cost points.",
}


@dataclass(frozen=True, slots=True)
class NeomEntry:
    """A puzzle of a pack with its solution and themes as the pack states them, and its grade."""

    puzzle: NeomPuzzle
    solution: Mapping[str, Any]
    level: str
    rating: int
    themes: Sequence[str] = ()


def neom_booklet_pdf(cover: Cover, entries: Sequence[NeomEntry], paper: Paper = "a4") -> bytes:
    """Return the booklet as PDF, puzzles by rating, the same bytes for the same input.

    Where the cover has an address each puzzle has a square code that opens it there.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_puzzles(cover, entries)
    entries = sorted(entries, key=lambda entry: entry.rating)
    pictures: dict[str, str] = {}
    for number, entry in enumerate(entries, start=1):
        puzzle = entry.puzzle
        city = puzzle.question.city
        pictures |= {
            f"puzzle-{number}.svg": city_svg(puzzle.catalogue, city, title=f"Puzzle {number}"),
            f"solution-{number}.svg": neom_solution_svg(puzzle, entry.solution, in_words=False),
        }
        for group, (title, tiles) in enumerate(_cards(puzzle), start=1):
            drawn = [puzzle.catalogue.tile(tile) for tile in tiles]
            cards = pack_svg(puzzle.catalogue, drawn, title=title, note=False)
            pictures[f"cards-{number}-{group}.svg"] = cards
        if cover.address:
            pictures[f"code-{number}.svg"] = square_code(_address(cover, entry))
    steps = neom_steps([(each.puzzle, each.solution, each.themes) for each in entries])
    data = {
        "note": entries[0].puzzle.catalogue.note,
        "hints": [asdict(step) for step in steps],
        "rules": [{"head": head, "text": text} for head, text in _RULES.items()],
        "puzzles": [
            {**_puzzle(number, entry), "address": _address(cover, entry)}
            for number, entry in enumerate(entries, start=1)
        ],
    }
    return typeset("neom-booklet.typ", cover, paper, pictures, data)


def _address(cover: Cover, entry: NeomEntry) -> str:
    """Return where a service offers the puzzle, empty if the cover names none."""
    return f"{cover.address}/puzzle/{entry.puzzle.id}" if cover.address else ""


def _cards(puzzle: NeomPuzzle) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what the puzzle's tiles that do not lie in the city are, and the tiles."""
    question = puzzle.question
    if isinstance(question, TurnsQuestion):
        for number, pack in enumerate(question.packs):
            yield f"Turn {(question.state.turn + number - 1) % TURNS + 1} shows", pack
        if question.state.reserve:
            yield "In reserve", sorted(question.state.reserve)
        return
    yield "To place", question.tiles_to_place
    if isinstance(question, PurchaseQuestion) and question.helpers:
        yield "Helpers", question.helpers


def _puzzle(number: int, entry: NeomEntry) -> dict[str, Any]:
    return {
        "number": number,
        "id": entry.puzzle.id,
        "question": question_in_words(entry.puzzle),
        "cards": sum(1 for _ in _cards(entry.puzzle)),
        "setting": list(setting_in_words(entry.puzzle)),
        "level": entry.level,
        "rating": entry.rating,
        "solution": list(solution_in_words(entry.puzzle, entry.solution)),
    }
