"""All tiles of a set at one look: in the terminal, and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.blocks import HIGH, WIDE, draw_block, signs_in
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import printed_tile
from meepleproof.rendering.markup import element, picture, words
from meepleproof.rendering.palette import STYLE
from verifier.carcassonne.tiles import Tile

_COLUMNS = 80
_ACROSS = 10
_GAP, _CAPTION = 14, 26


def tiles_text(tiles: Sequence[Tile], *, colour: bool) -> str:
    """Return the tiles as printed, each under its id and how many there are, and a legend.

    >>> from verifier.carcassonne.tiles import tile_sheet
    >>> print(tiles_text([tile_sheet("tb").tile("tb/C")], colour=False), end="")
    tb/C
    +▒▒▒▒▒▒▒+
    |  ▒▒▒  |
    ════╪═⌂ |
    |   ║   |
    +---║---+
    <BLANKLINE>
    city ▒   road ═   bridge ╪   house ⌂
    """
    canvas, across = Canvas(), max(WIDE, *(len(_caption(tile)) for tile in tiles)) + 2
    for number, tile in enumerate(tiles):
        line, column = divmod(number, _COLUMNS // across)
        left, top = column * across, line * (HIGH + 2)
        canvas.put(left, top, _caption(tile), "plain")
        draw_block(canvas, (left, top + 1), tile)
    legend = wrap("   ".join(_legend(canvas.text(colour=False))), _COLUMNS)
    return "\n".join([canvas.text(colour=colour), "", *legend]) + "\n"


def tiles_svg(tiles: Sequence[Tile], title: str) -> str:
    """Return the tiles as printed, ten in a line, as the text of an SVG file."""
    high = SIZE + _GAP + _CAPTION
    lines = -(-len(tiles) // _ACROSS)
    size = (min(len(tiles), _ACROSS) * (SIZE + _GAP) + _GAP, lines * high + _GAP)
    parts = [
        element("title", text=title),
        element("style", text=STYLE),
        element("rect", class_="mp-paper", width=size[0], height=size[1]),
    ]
    for number, tile in enumerate(tiles):
        line, column = divmod(number, _ACROSS)
        left, top = column * (SIZE + _GAP) + _GAP, line * high + _GAP
        parts.append(words(_caption(tile), (left, top + 16), "head"))
        to = f"translate({left} {top + _CAPTION})"
        parts.append(element("g", printed_tile(tile), transform=to))
    return picture(size, parts)


def _caption(tile: Tile) -> str:
    return tile.id if tile.count == 1 else f"{tile.id} x{tile.count}"


def _legend(text: str) -> Iterator[str]:
    """Yield what the characters mean that are drawn, captions left aside."""
    yield from signs_in("".join(line for line in text.splitlines() if "/" not in line))
