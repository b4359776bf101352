"""A position drawn with characters, to play from in a terminal.

Neighbouring tiles share their border line, so that roads and cities are seen to cross it::

    +▒▒▒▒▒▒▒+    city ▒, shield *, road ═, village o, monastery with a cross,
    |  ▀▀▀  |    meeple (1) by colour number, the tile's letter in the lower right corner
    ═════(2)═
    |      D|
    +-------+
"""

from __future__ import annotations

from collections.abc import Collection
from textwrap import wrap

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.blocks import (
    ACROSS,
    DOWN,
    HIGH,
    LETTER,
    WIDE,
    board_parts,
    draw_blank,
    draw_block,
    signs_in,
    text_ground,
)
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.notes import (
    DRAWN,
    UNKNOWN,
    Draw,
    closed_in_words,
    names_in_order,
    next_draws,
    notes,
    options,
)
from meepleproof.rendering.wording import SIDES
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import EDGES, Orientation, drawing_of

_COLUMNS = 80
_LEGEND = "city ▒   shield *   road ═   village o   monastery †   meeple (1)   free cell ·"


_MEEPLE_CORNERS = {"N": (3, 1), "E": (5, 2), "S": (3, 3), "W": (1, 2), "M": (3, 2)}


def board_text(
    position: Position,
    *,
    colour: bool,
    width: int | None = None,
    any_order: bool = False,
    blank: Collection[Cell] = (),
) -> str:
    """Return the board, the scoreboard and the tiles to come as lines of text.

    Everything can be distinguished without colour; ``colour`` adds ANSI escapes. A board wider than
    ``width`` comes in parts. With ``any_order`` the tiles to come are laid in an order of the
    solver's choice. The tiles on ``blank`` cells are not drawn, and the legend says so.

    >>> from verifier.carcassonne.solo.position import setup
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
    table = table_text(position, colour=colour, width=width, blank=blank)
    tables = _tables(position, colour=colour, width=width or _COLUMNS, any_order=any_order)
    sections = [table, *tables]
    return "\n\n".join(sections) + "\n"


def table_text(
    position: Position, *, colour: bool, width: int | None = None, blank: Collection[Cell] = ()
) -> str:
    """Return the board and its legend alone as lines of text, as board_text does."""
    cells = [placement.cell for placement in position.placements]
    board = _board(position, blank)
    parts = board_parts(board, cells, width)
    legend = wrap(_legend(position, board), width or _COLUMNS, break_on_hyphens=False)
    if blank:
        legend += wrap(closed_in_words(len(blank)), width or _COLUMNS)
    return "\n\n".join([*(part.text(colour=colour) for part in parts), "\n".join(legend)])


def _legend(position: Position, board: Canvas) -> str:
    """Return what the signs mean: always those of the base game, others where they are drawn."""
    if position.rules.plain:
        return _LEGEND
    known = set(_LEGEND.split())
    others = [one for one in signs_in(board.text(colour=False)) if one.split()[0] not in known]
    large = ["large meeple [1]"] if position.rules.large else []
    return "   ".join([_LEGEND, *others, *large])


def _board(position: Position, blank: Collection[Cell]) -> Canvas:
    canvas, corner = text_ground([placement.cell for placement in position.placements])
    for cell in blank:
        draw_blank(canvas, corner(cell))
    for placement in position.placements:
        if placement.cell not in blank:
            draw_tile(canvas, corner(placement.cell), placement.drawing, placement.meeple)
    return canvas


def _tables(position: Position, *, colour: bool, width: int, any_order: bool) -> list[str]:
    rows = [_colour_row(position, number) for number in range(position.rules.colours)]
    scores = Canvas()
    scores.put(0, 0, "Scores", "rim")
    for line, (number, row) in enumerate(enumerate(rows), start=1):
        scores.put(2, line, f"({number + 1})", f"meeple{number}")
        scores.put(6, line, row, "plain")
    sections = [scores.text(colour=colour)]
    meeples = _meeples(position)
    if meeples is not None:
        sections.append(meeples.text(colour=colour))
    lines = [*notes(position), *wrap(options(position), width)]
    if lines:
        sections.append("\n".join(lines))
    draws = next_draws(position)
    if draws:
        heading = "Next tiles, to be laid in any order" if any_order else "Next tiles"
        drawn = _next_tiles(draws[:DRAWN], width, any_order=any_order)
        sections.append(f"{heading}\n{drawn.text(colour=colour)}")
    if draws[DRAWN:]:
        rest = " ".join(draw.letter for draw in draws[DRAWN:])
        sections.append("\n".join(wrap(f"and then {rest}", width)))
    return sections


def _colour_row(position: Position, colour: int) -> str:
    hand, score = position.supplies[colour], position.scores[colour]
    meeples = f"{hand} {'meeple ' if hand == 1 else 'meeples'}"
    if position.large:
        meeples = meeples.rstrip()
        meeples += " and the large one" if position.large[colour] else ", no large one"
    marks = ["lowest"] if score == min(position.scores) else []
    if colour == position.to_move and not position.over:
        marks.append("to move")
    points = "point " if score == 1 else "points"
    row = f"{PIGMENTS[colour].name:7}{score:4} {points}   {meeples} in hand   {', '.join(marks)}"
    return row.rstrip()


def _meeples(position: Position) -> Canvas | None:
    """Return a line for each meeple on a tile, with what it stands on, or None if there is none."""
    standing = [placement for placement in position.placements if placement.meeple is not None]
    if not standing:
        return None
    canvas = Canvas()
    canvas.put(0, 0, "Meeples", "rim")
    for line, placement in enumerate(sorted(standing, key=_by_colour), start=1):
        if placement.meeple is not None:
            colour, segment = placement.meeple.colour, placement.meeple.segment
            place = _standing_place(placement, segment)
            canvas.put(2, line, _mark(placement.meeple), f"meeple{colour}")
            canvas.put(6, line, f"{place}, large" if placement.meeple.large else place, "plain")
    return canvas


def _by_colour(placement: Placement) -> tuple[int, Cell]:
    return (-1 if placement.meeple is None else placement.meeple.colour, placement.cell)


def _standing_place(placement: Placement, segment: str) -> str:
    tile = f"{letter_of(placement.tile)} on ({placement.x}, {placement.y})"
    if segment == "M":
        return f"monastery of {tile}"
    terrain = placement.drawing.terrain[EDGES.index(segment)]
    return f"{terrain} at the {SIDES[segment]} edge of {tile}"


def _next_tiles(draws: tuple[Draw, ...], width: int, *, any_order: bool) -> Canvas:
    canvas, across = Canvas(), WIDE + 2
    names = [draw.letter for draw in draws] if any_order else names_in_order(draws)
    for index, draw in enumerate(draws):
        line, column = divmod(index, max(1, width // across))
        left, top = column * across, line * (HIGH + 2)
        canvas.put(left, top, names[index], "plain")
        if not any_order:
            canvas.put(left + 6, top, f"({draw.colour + 1})", f"meeple{draw.colour}")
        if draw.tile == UNKNOWN:
            canvas.put(left + WIDE // 2, top + 1 + HIGH // 2, UNKNOWN, "plain")
        else:
            draw_tile(canvas, (left, top + 1), drawing_of(draw.tile, 0), None)
    return canvas


def draw_tile(
    canvas: Canvas, corner: tuple[int, int], drawing: Orientation, meeple: Meeple | None
) -> None:
    """Draw a tile with its letter, and with its border from its upper left corner on."""
    left, top = corner
    draw_block(canvas, corner, drawing.tile, drawing.rotation)
    letter = letter_of(drawing.tile.id)[-1]
    canvas.engrave(left + ACROSS + LETTER[0], top + DOWN + LETTER[1], letter)
    if meeple is not None:
        column, line = _MEEPLE_CORNERS[meeple.segment]
        canvas.put(left + column, top + line, _mark(meeple), f"meeple{meeple.colour}")


def _mark(meeple: Meeple) -> str:
    """Return the number of a meeple's colour: a large one's in other brackets."""
    return f"[{meeple.colour + 1}]" if meeple.large else f"({meeple.colour + 1})"
