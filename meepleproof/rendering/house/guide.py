"""Small pictures for the rules of the house game: a table after a turn, its farms, and pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import (
    builder_drawing,
    enlarged,
    farmer_drawing,
    pawn_drawing,
)
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import above_fields, field_ground
from meepleproof.rendering.house.board import Mark, house_thumbnail
from meepleproof.rendering.house.pictures import farms_of, marks_at
from meepleproof.rendering.house.words import city_letters
from meepleproof.rendering.markup import element, moved, picture
from meepleproof.rendering.palette import STYLE
from verifier.carcassonne.house.key import FinalScore
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import lying

__all__ = ["SORTS", "farms_picture", "hand_picture", "piece_picture", "table_picture"]

_GAP = 14
_PIECES = {
    "little": lambda: pawn_drawing(0),
    "farmer": lambda: farmer_drawing(0),
    "big": lambda: enlarged(pawn_drawing(0)),
    "builder": lambda: builder_drawing(0),
}
SORTS = tuple(_PIECES)
"""The pieces that have a picture; a farmer is a little follower that lies in a field."""


def table_picture(position: Position, laid: Collection[Cell], *, title: str) -> str:
    """Return the tiles of a table with their pieces, framed and numbered where they were ``laid``.

    A single one has no number. Before that turn these cells are empty.
    """
    at = {each.cell: each for each in position.placements}
    marks = [
        Mark(str(number) if len(laid) > 1 else "", at[cell])
        for number, cell in enumerate(laid, start=1)
        if cell in at
    ]
    return house_thumbnail(position, title=title, marks=marks, room=laid)


def farms_picture(position: Position, score: FinalScore, *, title: str) -> str:
    """Return a table with its farms in the colours of their owners, completed cities lettered."""
    marks = marks_at(position, city_letters(score))
    return house_thumbnail(position, title=title, farms=farms_of(score.scorings), marks=marks)


def hand_picture(position: Position, *, title: str) -> str:
    """Return the tiles of the shared hand side by side."""
    tiles = [*_hand(position)]
    width = len(tiles) * (SIZE + _GAP) - _GAP
    parts = [element("title", text=title), element("style", text=STYLE), *tiles]
    return picture((width, SIZE), parts)


def _hand(position: Position) -> Iterator[Element]:
    for number, tile in enumerate(position.hand):
        drawn = [*field_ground(), *above_fields(lying(tile, 0), 0)]
        yield moved(drawn, (number * (SIZE + _GAP), 0))


def piece_picture(sort: str) -> str:
    """Return a piece of the first colour, one of :data:`SORTS`.

    :raises KeyError: if there is no such piece.
    """
    size = 66
    drawn = element("g", _PIECES[sort](), transform=f"translate({size // 2} {size // 2})")
    return picture((size, size), [element("style", text=STYLE), drawn])
