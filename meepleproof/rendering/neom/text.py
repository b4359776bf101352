"""A city of NEOM drawn with characters, in 80 columns.

Every tile has a border of its own, so that a road that ends at its neighbour is seen::

    +------║------+    C      the letter of the type, then the tile's id and its name
    |C demo-I-14  |    ═ ║    a road leaves on this edge
    |Wayside Inn  ═    ?      it is unknown whether a road leaves
    |£4           |    *      the tile lies on the City Center
    +------║------+
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.neom.style import LOOKS
from meepleproof.rendering.neom.words import UNKNOWN
from meepleproof.rendering.visible import visible
from verifier.neom.state import CENTRE, SQUARES, City, Square, square_name
from verifier.neom.state import SIDE as ACROSS
from verifier.neom.tiles import Roads, Tile, TileCatalogue

__all__ = ["city_text"]

_WIDE, _HIGH = 15, 5
_INSIDE = _WIDE - 2
_LEFT, _TOP = 4, 1
_LEGEND = "  ".join(
    [f"{look.letter} {look.name}" for kind, look in LOOKS.items() if kind != "disaster"]
    + ["road ═ ║"]
)


def city_text(
    catalogue: TileCatalogue, city: City, *, colour: bool, notes: Sequence[str] = ()
) -> str:
    """Return a city as text, with ``notes`` below it; ``colour`` adds ANSI escapes.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> drawn = city_text(demo_catalogue(), City("harbour"), colour=False).splitlines()
    >>> for line in drawn[11:16]:
    ...     print(line[34:49])
    +------║------+
    |City Center  |
    ═oil          ═
    |             |
    +-------------+
    """
    canvas = Canvas()
    for number in range(ACROSS):
        name = square_name((number, number))
        canvas.put(_LEFT + number * _WIDE + _WIDE // 2, 0, name[0], "rim")
        canvas.put(1, _TOP + number * _HIGH + _HIGH // 2, name[1], "rim")
    lying = dict(city.tiles)
    for square in SQUARES:
        corner = (_LEFT + square[1] * _WIDE, _TOP + square[0] * _HIGH)
        if square in lying:
            _tile(canvas, corner, catalogue.tile(lying[square]), square)
        elif square == CENTRE:
            board = catalogue.board(city.board)
            good = (board.good or UNKNOWN).replace("_", " ")
            _box(canvas, corner, ("City Center", good, ""), board.roads, "centre")
        else:
            canvas.put(corner[0] + _WIDE // 2, corner[1] + _HIGH // 2, "·", "rim")
    covered = ["The tile marked * lies on the City Center."] if CENTRE in lying else []
    told = (visible(note) for note in (*notes, *covered, catalogue.note))
    lines = [line for note in told for line in wrap(note, 78)]
    return "\n".join([canvas.text(colour=colour), "", _LEGEND, *lines, ""])


def _tile(canvas: Canvas, corner: tuple[int, int], tile: Tile, square: Square) -> None:
    covers = "*" if square == CENTRE else " "
    first = f"{LOOKS[tile.type].letter}{covers}{tile.id}"
    names = wrap(tile.name, _INSIDE)[:2] or [""]
    amounts = [_amounts(tile)] if len(names) == 1 else []
    _box(canvas, corner, (first, *names, *amounts), tile.roads, tile.type)


def _amounts(tile: Tile) -> str:
    """Return income and printed points, as far as there are any."""
    shown = []
    if tile.income != 0:
        shown.append(f"£{'?' if tile.income is None else tile.income}")
    if tile.vp != 0 or tile.conditional:
        points = "?" if tile.vp is None else tile.vp
        shown.append(f"{points}{'+?' if tile.conditional else ''} VP")
    return " ".join(shown)


def _box(
    canvas: Canvas,
    corner: tuple[int, int],
    lines: tuple[str, ...],
    roads: Roads | None,
    style: str,
) -> None:
    left, top = corner
    right, bottom = left + _WIDE - 1, top + _HIGH - 1
    canvas.put(left, top, f"+{'-' * _INSIDE}+", style)
    for number, line in enumerate(lines, start=1):
        canvas.put(left, top + number, f"|{visible(line)[:_INSIDE]:{_INSIDE}}|", style)
    canvas.put(left, bottom, f"+{'-' * _INSIDE}+", style)
    middle, centre = left + _WIDE // 2, top + _HIGH // 2
    edges = ((middle, top, "║"), (right, centre, "═"), (middle, bottom, "║"), (left, centre, "═"))
    for (column, row, sign), has in zip(edges, roads or [None] * 4, strict=True):
        if has is None or has:
            canvas.put(column, row, "?" if has is None else sign, style)
