"""A position drawn with characters, to play from in a terminal of 80 to 100 columns.

Neighbouring tiles share their border line, so that roads and cities are seen to cross it::

    +▒▒▒▒▒▒▒+    city ▒, shield *, road ═, village o, monastery with a cross,
    |  ▀▀▀  |    meeple (1) by colour number, the tile's letter in the lower right corner
    ═════(2)═
    |      D|
    +-------+
"""

from __future__ import annotations

from textwrap import wrap

from rendering.blocks import HIGH, WIDE, draw_tile
from rendering.canvas import Canvas
from rendering.draws import DRAWN, UNKNOWN, Draw, next_draws
from rendering.notes import notes, options
from rendering.palette import PIGMENTS
from rendering.text_ground import text_ground
from verifier.carcassonne.position import Position
from verifier.carcassonne.tiles import drawing_of

_COLUMNS = 80
_LEGEND = "city ▒   shield *   road ═   village o   monastery †   meeple (1)   free cell ·"


def board_text(position: Position, *, colour: bool) -> str:
    """Return the board, the scoreboard and the tiles to come as lines of text.

    Everything can be distinguished without colour; ``colour`` adds ANSI escapes.

    >>> from verifier.carcassonne.position import setup
    >>> print(board_text(setup(), colour=False).split("city")[0].rstrip())
       -1       0       1
    <BLANKLINE>
      1         ·          1
    <BLANKLINE>
            +▒▒▒▒▒▒▒+
            |  ▀▀▀  |
      0 ·   ═════════   ·  0
            |      D|
            +-------+
    <BLANKLINE>
     -1         ·         -1
    <BLANKLINE>
       -1       0       1
    """
    sections = [table_text(position, colour=colour), *_tables(position, colour=colour)]
    return "\n\n".join(sections) + "\n"


def table_text(position: Position, *, colour: bool) -> str:
    """Return the board and its legend alone as lines of text."""
    return f"{_board(position).text(colour=colour)}\n\n{_LEGEND}"


def _board(position: Position) -> Canvas:
    canvas, corner = text_ground([placement.cell for placement in position.placements])
    for placement in position.placements:
        draw_tile(canvas, corner(placement.cell), placement.drawing, placement.meeple)
    return canvas


def _tables(position: Position, *, colour: bool) -> list[str]:
    rows = [_colour_row(position, number) for number in range(position.rules.colours)]
    scores = Canvas()
    scores.put(0, 0, "Scores", "rim")
    for line, (number, row) in enumerate(enumerate(rows), start=1):
        scores.put(2, line, f"({number + 1})", f"meeple{number}")
        scores.put(6, line, row, "plain")
    sections = [scores.text(colour=colour)]
    lines = [*notes(position), *wrap(options(position), _COLUMNS)]
    if lines:
        sections.append("\n".join(lines))
    draws = next_draws(position)
    if draws:
        sections.append(f"Next tiles\n{_next_tiles(draws[:DRAWN]).text(colour=colour)}")
    if draws[DRAWN:]:
        rest = " ".join(draw.letter for draw in draws[DRAWN:])
        sections.append("\n".join(wrap(f"and then {rest}", _COLUMNS)))
    return sections


def _colour_row(position: Position, colour: int) -> str:
    hand, score = position.supplies[colour], position.scores[colour]
    meeples = "1 meeple " if hand == 1 else f"{hand} meeples"
    marks = ["lowest"] if score == min(position.scores) else []
    if colour == position.to_move and not position.over:
        marks.append("to move")
    row = f"{PIGMENTS[colour].name:7}{score:4} points   {meeples} in hand   {', '.join(marks)}"
    return row.rstrip()


def _next_tiles(draws: tuple[Draw, ...]) -> Canvas:
    canvas, across = Canvas(), WIDE + 2
    for index, draw in enumerate(draws):
        line, column = divmod(index, _COLUMNS // across)
        left, top = column * across, line * (HIGH + 2)
        canvas.put(left, top, f"{index + 1}. {draw.letter}", "plain")
        canvas.put(left + 6, top, f"({draw.colour + 1})", f"meeple{draw.colour}")
        if draw.tile == UNKNOWN:
            canvas.put(left + WIDE // 2, top + 1 + HIGH // 2, UNKNOWN, "plain")
        else:
            draw_tile(canvas, (left, top + 1), drawing_of(draw.tile, 0), None)
    return canvas
