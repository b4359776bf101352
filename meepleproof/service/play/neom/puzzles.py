"""Links as they are laid on the page: what follows each tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.neom.link import cities_next
from meepleproof.service.play.neom.attempt import why_not_here
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import read_square
from verifier.neom.engine import Engine
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle
from verifier.neom.state import City, Square

__all__ = ["LinkLine", "Placed", "link_line", "play_link", "squares_next"]

Placed: TypeAlias = tuple[str, Square]


@dataclass(frozen=True, slots=True)
class LinkLine:
    """Tiles placed one after another, as far as they can be; ``refusal`` is why not the next."""

    city: City
    placed: tuple[Placed, ...]
    refusal: Document | None = None


def play_link(
    engine: Engine, puzzle: NeomPuzzle, question: LinkQuestion, wanted: Sequence[Placed]
) -> LinkLine:
    """Place tiles of a question one after another, until one cannot be placed."""
    city = question.city
    for number, (tile, square) in enumerate(wanted):
        if square not in squares_next(engine, puzzle, question, city).get(tile, ()):
            (refusal,) = why_not_here(engine, puzzle, question, city, tile, [square])
            return LinkLine(city, tuple(wanted[:number]), refusal)
        city = city.with_tile(square, tile)
    return LinkLine(city, tuple(wanted))


def squares_next(
    engine: Engine, puzzle: NeomPuzzle, question: LinkQuestion, city: City
) -> dict[str, frozenset[Square]]:
    """Return the tiles that are left to place, each with the squares on which it can be next."""
    lying = {tile for _, tile in city.tiles}
    left = {tile: set[Square]() for tile in question.tiles_to_place if tile not in lying}
    for after in cities_next(engine, puzzle, question, city):
        ((square, tile),) = set(after.tiles) - set(city.tiles)
        left[tile].add(square)
    return {tile: frozenset(squares) for tile, squares in left.items()}


def link_line(
    engine: Engine, puzzle: NeomPuzzle, question: LinkQuestion, solution: Document
) -> tuple[Placed, ...]:
    """Return the tiles of a solution in an order in which they can be placed.

    :raises Malformed: if there is none.
    """
    wanted = frozenset((one["tile"], read_square(one["square"])) for one in solution["placed"])
    tried = set[frozenset[Placed]]()

    def ordered(city: City, left: frozenset[Placed]) -> tuple[Placed, ...] | None:
        """Return an order for what is left to place; each set of tiles is tried once."""
        if not left:
            return ()
        tried.add(left)
        possible = squares_next(engine, puzzle, question, city)
        for tile, square in sorted(left):
            rest = left - {(tile, square)}
            if rest not in tried and square in possible.get(tile, ()):
                found = ordered(city.with_tile(square, tile), rest)
                if found is not None:
                    return ((tile, square), *found)
        return None

    line = ordered(question.city, wanted)
    if line is None:
        message = f"the solution of the puzzle {puzzle.id} cannot be placed, in whatever order"
        raise Malformed(message, where=f"/solutions/solutions/{puzzle.id}")
    return line
