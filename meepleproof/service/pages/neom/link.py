"""Tables of puzzles about tiles to link: they are placed one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.neom.puzzles import links_in_words, question_in_words
from meepleproof.service.pages.neom.common import (
    begun,
    called,
    ended,
    hand_told,
    help_told,
    named_in,
    read_square_name,
    to_play,
)
from meepleproof.service.pages.neom.document import cell_of
from meepleproof.service.pages.neom.drawings import tile_art
from meepleproof.service.pages.neom.words import reason_told, refusal_told
from meepleproof.service.play.neom.puzzles import (
    LinkLine,
    Placed,
    link_line,
    play_link,
    squares_next,
)
from meepleproof.service.play.neom.reasons import why_not_here, why_unsound
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import read_square
from verifier.neom.engine import Engine
from verifier.neom.puzzle import LinkQuestion
from verifier.neom.state import Square, square_name

__all__ = ["CHECKS", "NEXT_TILE", "link_end", "link_table"]

CHECKS = ["You are on track.", "This is not the way. Undo, and try again."]
"""What is said to a player who is on track, and to one who is not."""

NEXT_TILE = "Choose the next tile, and then a square."

_PLACED: Document = {"name": "-", "says": "", "chosen": "", "plays": [["", 0]]}
"""The one thing to do with a tile that lies on a square."""


def link_table(packed: PackedNeomPuzzle, question: LinkQuestion, line: str) -> Document:
    """Return the table after some tiles were placed.

    :raises Malformed: if the line cannot be read, or names a tile that is not to be placed.
    """
    engine, puzzle, solution = Engine(), packed.puzzle, packed.solution or {}
    wanted = [_read(question, text) for text in line.split("~")] if line else []
    played = play_link(engine, puzzle, question, wanted)
    document = begun(packed, played.city, _line(played.placed))
    document |= _placed_told(packed, question, played)
    if played.refusal is not None:
        turn = len(played.placed) + 1
        document["refused"] = refusal_told(puzzle.catalogue, played.refusal, turn)
    document |= _next_told(engine, packed, question, played)
    on_track = set(played.placed) <= _right(packed)
    whole = _line(link_line(engine, puzzle, question, solution))
    document["help"] = help_told(packed, CHECKS[not on_track], on_track=on_track, line=whole)
    return document


def _read(question: LinkQuestion, text: str) -> Placed:
    tile, _, square = text.partition("*")
    if tile not in question.tiles_to_place:
        message = f"{tile[:40]!r} is none of the tiles that this puzzle places"
        raise Malformed(message, where="line")
    return tile, read_square_name(square)


def _line(placed: tuple[Placed, ...]) -> str:
    return "~".join(to_play(*one) for one in placed)


def _placed_told(packed: PackedNeomPuzzle, question: LinkQuestion, played: LinkLine) -> Document:
    placed, count = played.placed, len(question.tiles_to_place)
    number = len(placed) + 1
    told: Document = {
        "of": count,
        "purse": [["Tiles left", str(count - len(placed))]],
        "confirm": "Place it",
        "moves": [f"{_name(packed, tile)} on {square_name(square)}." for tile, square in placed],
        "path": [[tile_art(tile), cell_of(square)] for tile, square in placed],
    }
    says = question_in_words(packed.puzzle)
    if placed:
        told["last"] = {"at": cell_of(placed[-1][1])}
        says = NEXT_TILE
    return {**told, "ask": {"head": f"Tile {number} of {count}", "says": says}}


def _next_told(
    engine: Engine, packed: PackedNeomPuzzle, question: LinkQuestion, played: LinkLine
) -> Document:
    """Return the hand with its squares, or how it ended."""
    puzzle, city = packed.puzzle, played.city
    fits = squares_next(engine, puzzle, question, city)
    end = link_end(engine, packed, played, fits)
    if end is not None:
        return {"end": end}

    def reasons(tile: str, squares: Sequence[Square]) -> list[Document]:
        refusals = why_not_here(engine, puzzle, question, city, tile, squares)
        return [reason_told(puzzle.catalogue, refusal, tile) for refusal in refusals]

    hand = [(tile, dict.fromkeys(fits[tile], 0)) for tile in sorted(fits)]
    return {"claims": [[_PLACED]], **hand_told(packed, city, hand, reasons)}


def link_end(
    engine: Engine,
    packed: PackedNeomPuzzle,
    played: LinkLine,
    fits: Mapping[str, frozenset[Square]],
) -> Document | None:
    """Return how it ended, by the squares for each tile that is left; None if one can go on."""
    if not fits:
        if set(played.placed) == _right(packed):
            return ended(solved=True, says=links_in_words())
        refusal = why_unsound(engine, packed.puzzle, played.city)
        return ended(solved=False, says=named_in(packed, refusal["sentence"]))
    if any(fits.values()):
        return None
    names = " and ".join(_name(packed, tile) for tile in sorted(fits))
    says = f"By roads and the rules for covering no square is left for {names}."
    return ended(solved=False, says=says)


def _right(packed: PackedNeomPuzzle) -> set[Placed]:
    placed = (packed.solution or {})["placed"]
    return {(one["tile"], read_square(one["square"])) for one in placed}


def _name(packed: PackedNeomPuzzle, tile: str) -> str:
    return called(packed.puzzle.catalogue.tile(tile))
