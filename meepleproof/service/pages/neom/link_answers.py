"""All cities that a puzzle of tiles to link can come to, for browsers without a connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.service.pages.neom.common import to_play
from meepleproof.service.pages.neom.document import covering_centre, tile_piece
from meepleproof.service.pages.neom.link import CHECKS, NEXT_TILE, link_end
from meepleproof.service.pages.neom.words import reason_told, rules_told
from meepleproof.service.pages.numbered import Numbered
from meepleproof.service.play.neom.puzzles import LinkLine, Placed, squares_next
from meepleproof.service.play.neom.reasons import why_not_here
from verifier.documents.strict_json import Document
from verifier.neom.engine import Engine
from verifier.neom.puzzle import LinkQuestion
from verifier.neom.state import SQUARES, City, Square

__all__ = ["link_answers"]


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
        end = link_end(engine, packed, line, fits)
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
        "says": NEXT_TILE,
        "checks": CHECKS,
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
