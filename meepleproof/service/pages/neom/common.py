"""What the tables of all puzzles of NEOM have: the city, the tiles, the question, help, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.neom.puzzles import (
    neom_hints,
    numbers_in_words,
    question_in_words,
    solution_in_words,
)
from meepleproof.service.pages.neom.document import (
    cell_of,
    city_document,
    tile_document,
    tiles_document,
)
from meepleproof.service.pages.neom.words import named, rules_told
from meepleproof.service.pages.numbered import Numbered
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.state import SQUARES, City, Square, square_name
from verifier.neom.tiles import Tile

__all__ = [
    "UNANSWERED",
    "Reasons",
    "begun",
    "called",
    "ended",
    "hand_told",
    "help_told",
    "named_in",
    "read_square_name",
    "to_play",
]

Reasons: TypeAlias = Callable[[str, Sequence[Square]], Sequence[Document]]
"""Why a tile cannot lie on squares: what is said of each, and its rules."""

UNANSWERED = "Nothing is answered yet."
"""What the check says of a puzzle with one answer, before it is given."""

_SQUARES = {square_name(square): square for square in SQUARES}


def begun(packed: PackedNeomPuzzle, city: City, line: str) -> Document:
    """Return what all tables have."""
    puzzle = packed.puzzle
    return {
        "game": "neom",
        "line": line,
        "turns": len(line.split("~")) if line else 0,
        "of": 1,
        "players": [],
        **city_document(puzzle.catalogue, city),
        "cards": tiles_document(puzzle.catalogue, puzzle.question.tiles),
        "moves": [],
        "path": [],
        "notes": [each for each in (*numbers_in_words(puzzle), puzzle.catalogue.note) if each],
        "ask": {"head": "Your answer", "says": question_in_words(puzzle)},
        "effects": [{"says": ""}],
    }


def ended(*, solved: bool, says: str) -> Document:
    """Return how it ended."""
    kind, head = ("solved", "Solved!") if solved else ("missed", "Not this time")
    said = says.removeprefix("No: ").removeprefix("Right: ")
    return {"kind": kind, "head": head, "says": f"{said[0].upper()}{said[1:]}"}


def help_told(packed: PackedNeomPuzzle, check: str, *, on_track: bool, line: str) -> Document:
    """Return help: hints as long as one is on track, and the solution, which plays the line."""
    puzzle, solution = packed.puzzle, packed.solution or {}
    hints = neom_hints(puzzle, solution, packed.document["themes"]) if on_track else ()
    moves = [named_in(packed, each) for each in solution_in_words(puzzle, solution)]
    return {
        "hints": [{"says": named_in(packed, each)} for each in hints],
        "check": {"on_track": on_track, "says": check},
        "solution": {"head": "The solution", "line": line, "moves": moves},
    }


def named_in(packed: PackedNeomPuzzle, text: str) -> str:
    """Return a text with the names of tiles instead of their ids."""
    return named(packed.puzzle.catalogue, text)


def called(tile: Tile) -> str:
    """Return what players call a tile."""
    return tile.name or tile.id


def read_square_name(text: str) -> Square:
    """Return the square of a name in a line.

    :raises Malformed: if there is none of that name.
    """
    if text not in _SQUARES:
        raise Malformed(f"{text[:20]!r} is no square; they are A1 to E5", where="line")
    return _SQUARES[text]


def to_play(tile: str, square: Square) -> str:
    """Return how a line writes a tile placed on a square.

    >>> to_play("demo-I-08", (2, 1))
    'demo-I-08*B3'
    """
    return f"{tile}*{square_name(square)}"


def hand_told(
    packed: PackedNeomPuzzle,
    city: City,
    hand: Iterable[tuple[str, dict[Square, int]]],
    reasons: Reasons,
) -> Document:
    """Return the hand: each tile with all squares, by the number of the claims on those that fit.

    ``reasons`` says why the others do not fit.
    """
    catalogue, numbered, lying = packed.puzzle.catalogue, Numbered(), dict(city.tiles)
    told = []
    for tile, fits in hand:
        card = tile_document(catalogue.tile(tile))
        closed = [square for square in SQUARES if square not in fits]
        why = dict(zip(closed, reasons(tile, closed), strict=True))
        squares = list[Document]()
        for square in SQUARES:
            below = lying.get(square)
            says = f"over {called(catalogue.tile(below))}" if below else ""
            one: Document = {"at": cell_of(square), "says": says, "ways": [], "not": []}
            if square in fits:
                name = f"{card['name']} on {square_name(square)}{f', {says}' if says else ''}."
                way = {"turn": 0, "ask": name, "claims": fits[square]}
                one["ways"] = [{**way, "begins": to_play(tile, square)}]
            else:
                one["not"] = [[0, numbered.number(why[square])]]
            squares.append(one)
        says = f"{card['name']}: {card['kind']}"
        held = {"name": card["name"], "says": says, "art": [card["art"]], "card": tile}
        told.append({**held, "squares": squares})
    return {
        "hand": told,
        "reasons": numbered.listed,
        "rules": rules_told({rule for one in numbered.listed for rule in one["rules"]}),
    }
