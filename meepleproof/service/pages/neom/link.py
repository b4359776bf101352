"""Tables of puzzles about tiles to link: they are placed one after another.

For browsers without a connection there are all cities that the tiles can make.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.neom.puzzles import links_in_words, question_in_words
from meepleproof.service.pages.neom.document import (
    begun,
    called,
    cell_of,
    covering_centre,
    ended,
    hand_told,
    help_told,
    named_in,
    read_square_name,
    tile_art,
    tile_piece,
    to_play,
)
from meepleproof.service.pages.neom.words import reason_told, refusal_told, rules_told
from meepleproof.service.pages.numbered import Numbered
from meepleproof.service.play.neom.attempt import why_not_here, why_unsound
from meepleproof.service.play.neom.puzzles import (
    LinkLine,
    Placed,
    link_line,
    play_link,
    squares_next,
)
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import read_square
from verifier.neom.engine import Engine
from verifier.neom.puzzle import LinkQuestion
from verifier.neom.state import SQUARES, City, Square, square_name

__all__ = ["link_answers", "link_table"]


_CHECKS = ["You are on track.", "This is not the way. Undo, and try again."]
"""What is said to a player who is on track, and to one who is not."""

_NEXT_TILE = "Choose the next tile, and then a square."

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
    document["help"] = help_told(packed, _CHECKS[not on_track], on_track=on_track, line=whole)
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
        says = _NEXT_TILE
    return {**told, "ask": {"head": f"Tile {number} of {count}", "says": says}}


def _next_told(
    engine: Engine, packed: PackedNeomPuzzle, question: LinkQuestion, played: LinkLine
) -> Document:
    """Return the hand with its squares, or how it ended."""
    puzzle, city = packed.puzzle, played.city
    fits = squares_next(engine, puzzle, question, city)
    end = _link_end(engine, packed, played, fits)
    if end is not None:
        return {"end": end}

    def reasons(tile: str, squares: Sequence[Square]) -> list[Document]:
        refusals = why_not_here(engine, puzzle, question, city, tile, squares)
        return [reason_told(puzzle.catalogue, refusal, tile) for refusal in refusals]

    hand = [(tile, dict.fromkeys(fits[tile], 0)) for tile in sorted(fits)]
    return {"claims": [[_PLACED]], **hand_told(packed, city, hand, reasons)}


def _link_end(
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


def link_answers(
    packed: PackedNeomPuzzle, question: LinkQuestion, most_cities: int
) -> Document | None:
    """Return what the page cannot know by itself of the table after any tiles were placed.

    None if the tiles can make more cities than these.

    ``cities`` has by the placed tiles, in the order of their texts, the number of the end, or for
    each tile that is left the number of the reason why it cannot lie on a square, -1 where it can.
    ``pieces`` are the drawings of the tiles on the board, the second one on the bare City Center.
    """
    engine, puzzle = Engine(), packed.puzzle
    ends, closed = Numbered(), _ClosedSquares(engine, packed, question)
    cities = dict[str, int | dict[str, list[int]]]()
    grown: dict[frozenset[Placed], City] = {frozenset(): question.city}
    while grown:
        placed, city = grown.popitem()
        fits = squares_next(engine, puzzle, question, city)
        line = LinkLine(city, tuple(sorted(placed)))
        end = _link_end(engine, packed, line, fits)
        if len(cities) == most_cities:
            return None
        cities[_key(placed)] = closed.numbers(city, fits) if end is None else ends.number(end)
        for tile, squares in fits.items():
            for square in squares:
                more = placed | {(tile, square)}
                if _key(more) not in cities:
                    grown[more] = city.with_tile(square, tile)
    reasons = closed.reasons.listed
    return {
        "cities": cities,
        "ends": ends.listed,
        "reasons": reasons,
        "rules": rules_told(set(chain.from_iterable(one["rules"] for one in reasons))),
        "pieces": {
            tile: [
                tile_piece(puzzle.catalogue.tile(tile)),
                covering_centre(puzzle.catalogue.tile(tile)),
            ]
            for tile in question.tiles_to_place
        },
        "says": _NEXT_TILE,
        "checks": _CHECKS,
    }


def _key(placed: frozenset[Placed]) -> str:
    return "~".join(sorted(to_play(*one) for one in placed))


class _ClosedSquares:
    """Why tiles cannot lie on squares, with a number for each reason."""

    def __init__(self, engine: Engine, packed: PackedNeomPuzzle, question: LinkQuestion) -> None:
        self.engine, self.puzzle, self.question = engine, packed.puzzle, question
        self.reasons = Numbered()
        self._bare = dict[tuple[str, Square], int]()

    def numbers(self, city: City, fits: Mapping[str, frozenset[Square]]) -> dict[str, list[int]]:
        """Return for each tile and square the number of the reason, -1 where the tile fits."""
        return {tile: self._of_tile(city, tile, fits[tile]) for tile in sorted(fits)}

    def _of_tile(self, city: City, tile: str, fits: frozenset[Square]) -> list[int]:
        closed = [square for square in SQUARES if square not in fits]
        # Why a tile cannot lie on a bare square is the same in every city: no road links it, or
        # the question keeps the City Center free.
        asked = [square for square in closed if city.at(square) or (tile, square) not in self._bare]
        found = dict(zip(asked, self._asked(city, tile, asked), strict=True))
        self._bare |= {(tile, square): found[square] for square in asked if not city.at(square)}
        return [
            -1 if square in fits else found.get(square, self._bare.get((tile, square), -1))
            for square in SQUARES
        ]

    def _asked(self, city: City, tile: str, squares: Sequence[Square]) -> list[int]:
        refusals = why_not_here(self.engine, self.puzzle, self.question, city, tile, squares)
        catalogue = self.puzzle.catalogue
        return [self.reasons.number(reason_told(catalogue, one, tile)) for one in refusals]
