"""The picture of a position as SVG: one file, no script, no font, the same bytes every time.

Beside the board are the goal, the scoreboard, the meeples in hand, and the tiles to come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import (
    LARGER,
    PAWN_BOX,
    Frame,
    Panel,
    coordinate_rim,
    enlarged,
    framed,
    free_cell,
    free_cells,
    ground,
    pawn,
    pawn_drawing,
    returned_pawn,
    spent_pawn,
)
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import spot, tile_drawing
from meepleproof.rendering.markup import Point, element, moved, picture, words, writable
from meepleproof.rendering.palette import PIGMENTS, STYLE
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
from meepleproof.rendering.solo.words import noted_turn, tile_in_words
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import NO_CLAIM, Record, Turn
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import drawing_of
from verifier.wording import colour_name

_MARGIN, _NOTE = 24, 28
_MARK = "#a81c62"
"""The colour of a frame around what was laid last, as in the style sheet of the pages."""
_BLANK_STYLE = ".mp-blank { fill: #e4dac6; stroke: #d5c8ae; stroke-width: 1; }\n"


@dataclass(frozen=True, slots=True)
class Move:
    """A turn and the colour that makes it."""

    colour: int
    turn: Turn


def board_svg(  # noqa: PLR0913 - what may be drawn or left out
    position: Position,
    *,
    title: str | None = None,
    goal_text: str | None = None,
    next_tiles: bool = True,
    highlight: tuple[Move, ...] = (),
    coordinates: bool = True,
    scoreboard: bool = True,
    letters: bool = False,
    any_order: bool = False,
    blank: Collection[Cell] = (),
) -> str:
    """Return a drawing of the position with its scoreboard, byte for byte the same each time.

    ``highlight`` are moves to point out: numbered in order and framed, with the meeple on the
    feature it claimed, or its outline if it went back since. A tile that does not lie on the table
    yet is drawn where the turn puts it. Without ``scoreboard`` there is the board and nothing else.
    With ``letters`` every tile has its letter, for texts that use them.
    With ``any_order`` the tiles to come are laid in an order of the solver's choice.
    The tiles on ``blank`` cells are not drawn, and a line below the board says so.

    >>> from verifier.carcassonne.solo.position import setup
    >>> board_svg(setup()).splitlines()[0][:47]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox'
    """
    cells = [placement.cell for placement in position.placements]
    cells += [move.turn.cell for move in highlight]
    frame = framed(cells, coordinates=coordinates)
    drawn = [placement for placement in position.placements if placement.cell not in blank]
    board = _board(position, drawn, frame, highlight)
    if letters:
        board += [_letter(placement, frame) for placement in drawn]
    if coordinates:
        board += coordinate_rim(frame)
    width, height = frame.width + 2 * _MARGIN, frame.height
    parts = [moved(board, (_MARGIN, _MARGIN))]
    if blank:
        height += _NOTE
        parts.append(words(closed_in_words(len(blank)), (_MARGIN, _MARGIN + height), "note"))
    if scoreboard:
        side = _panel(position, title, goal_text, tiles=next_tiles, any_order=any_order)
        parts.append(moved(side.parts, (width, _MARGIN)))
        width, height = width + _WIDTH + _MARGIN, max(height, side.height)
    height += 2 * _MARGIN
    drawings = _board_drawings(drawn, highlight)
    if scoreboard and next_tiles:
        drawings |= _next_drawings(position)
    style = STYLE + _BLANK_STYLE if blank else STYLE
    return _drawn(
        (width, height), parts, position, drawings, title=title, goal_text=goal_text, style=style
    )


def scoreboard_svg(position: Position) -> str:
    """Return the scoreboard alone, with the meeples in hand and what else the rules depend on."""
    side = _panel(position, None, None, tiles=False)
    size = (_WIDTH + 4, side.height + 4)
    return _drawn(size, [moved(side.parts, (2, 0))], position, set())


def next_tiles_svg(position: Position, across: int) -> str:
    """Return the tiles to come alone, so many to a line."""
    made = _Panel()
    made.tiles(position, across)
    size = (across * _TILE_PITCH[0] + 4, made.height)
    return _drawn(size, [moved(made.parts, (2, 0))], position, _next_drawings(position))


def _drawn(
    size: Point,
    parts: list[Element],
    position: Position,
    drawings: set[tuple[str, int]],
    *,
    title: str | None = None,
    goal_text: str | None = None,
    style: str = STYLE,
) -> str:
    width, height = size
    pawns = [
        element("g", pawn_drawing(colour), id=f"mp-pawn-{colour + 1}")
        for colour in range(position.rules.colours)
    ]
    return picture(
        size,
        [
            element("title", text=title or "A position of the Carcassonne Solo Variant"),
            element("desc", text=description(position, goal_text)),
            element("style", text=style),
            element("defs", [*_tile_definitions(drawings), *pawns]),
            element("rect", class_="mp-paper", width=width, height=height),
            *parts,
        ],
    )


def description(position: Position, goal_text: str | None = None) -> str:
    """Return the picture in words, for those who do not see it."""
    sentences = [f"Goal: {goal_text}."] if goal_text else []
    for colour, score in enumerate(position.scores):
        hand = position.supplies[colour]
        large = " and the large one" if position.large and position.large[colour] else ""
        sentences.append(
            f"{colour_name(colour).capitalize()}: score {score}, {hand}{large} in hand."
        )
    for placement in position.placements:
        where = f"{letter_of(placement.tile)} on ({placement.x}, {placement.y})"
        meeple = placement.meeple
        on_it = "" if meeple is None else f", {_standing_in_words(meeple)}"
        sentences.append(f"{where}, {placement.rotation} quarter turns{on_it}.")
    draws = ", ".join(
        f"{'below it ' if draw.spare else ''}{draw.letter} for colour {draw.colour + 1}"
        for draw in next_draws(position)
    )
    if draws:
        sentences.append(f"Next tiles: {draws}.")
    return writable(" ".join(sentences))


_AT_MARK = ("city", "river")
"""What is at the edge of a start tile that its mark lies opposite of."""


def _standing_in_words(meeple: Meeple) -> str:
    size = "large meeple" if meeple.large else "meeple"
    return f"{size} {meeple.colour + 1} on {meeple.segment}"


def _board(
    position: Position, drawn: Sequence[Placement], frame: Frame, highlight: tuple[Move, ...]
) -> list[Element]:
    ahead = {move.turn.cell: _placed(move) for move in highlight}
    table = ahead | {placement.cell: placement for placement in drawn}
    taken = ahead.keys() | {placement.cell for placement in position.placements}
    parts = [ground(frame)]
    parts += [free_cell(frame.corner(cell)) for cell in free_cells(taken)]
    parts += [_blank_tile(frame.corner(cell)) for cell in sorted(taken - table.keys())]
    parts += [_tile(placement, frame) for placement in table.values()]
    start = table.get((0, 0))
    if start is not None and start.tile == position.rules.start_tile:
        parts.append(_start_mark(start, frame.corner(start.cell)))
    for number, cell in enumerate(ahead, start=1):
        parts += _pointed_out(frame.corner(cell), number)
    gone_back = [claimed for cell, claimed in ahead.items() if table[cell].meeple is None]
    parts += _meeples(pawn, table.values(), frame)
    parts += _meeples(returned_pawn, gone_back, frame)
    return parts


def _board_drawings(
    drawn: Sequence[Placement], highlight: tuple[Move, ...]
) -> set[tuple[str, int]]:
    lying = {(placement.tile, placement.rotation) for placement in drawn}
    return lying | {(move.turn.tile, move.turn.rotation) for move in highlight}


def _next_drawings(position: Position) -> set[tuple[str, int]]:
    return {(draw.tile, 0) for draw in next_draws(position) if draw.tile != UNKNOWN}


def _tile_definitions(drawings: set[tuple[str, int]]) -> list[Element]:
    """Return each tile that occurs, in each of its turns that occur."""
    return [
        element(
            "g",
            tile_drawing(drawing_of(tile, rotation)),
            id=f"mp-tile-{letter_of(tile)}{rotation}",
        )
        for tile, rotation in sorted(drawings)
    ]


def _tile(placement: Placement, frame: Frame) -> Element:
    x, y = frame.corner(placement.cell)
    drawn = f"#mp-tile-{letter_of(placement.tile)}{placement.rotation}"
    name = f"{letter_of(placement.tile)} on ({placement.x}, {placement.y})"
    return element("use", [element("title", text=name)], href=drawn, x=x, y=y)


def _blank_tile(corner: Point) -> Element:
    x, y = corner
    return element("rect", class_="mp-blank", x=x, y=y, width=SIZE, height=SIZE)


def _letter(placement: Placement, frame: Frame) -> Element:
    left, top = frame.corner(placement.cell)
    label = element("rect", class_="mp-start", x=-7, y=-8, width=14, height=16, rx=4)
    letter = words(letter_of(placement.tile), (0, 4), "start-text")
    place = f"translate({left + SIZE - 16} {top + SIZE - 17}) scale(1.6)"
    return element("g", [label, letter], transform=place)


def _start_mark(start: Placement, corner: Point) -> Element:
    # The label lies along the field side opposite the city or river, where nothing else is drawn.
    city = next(edge for edge, at in enumerate(start.drawing.terrain) if at in _AT_MARK)
    x, y = corner[0] + SIZE // 2, corner[1] + SIZE // 2
    x, y = x - 30 * STEPS[city][0], y + 34 * STEPS[city][1]
    label = element("rect", class_="mp-start", x=x - 23, y=y - 8, width=46, height=16, rx=4)
    return element("g", [label, words("START", (x, y + 4), "start-text")])


def _meeples(
    drawing: Callable[[int, Point], Element], placements: Iterable[Placement], frame: Frame
) -> list[Element]:
    parts = []
    for placement in placements:
        if placement.meeple is not None:
            left, top = frame.corner(placement.cell)
            x, y = spot(placement.drawing, placement.meeple.segment)
            parts.append(_standing(drawing, placement.meeple, (left + x, top + y)))
    return parts


def _standing(drawing: Callable[[int, Point], Element], meeple: Meeple, centre: Point) -> Element:
    """Return a meeple on a tile; a large one is drawn larger."""
    if not meeple.large:
        return drawing(meeple.colour, centre)
    parts = enlarged([drawing(meeple.colour, (0, 0))])
    return element("g", parts, transform=f"translate({centre[0]} {centre[1]})")


def _placed(move: Move) -> Placement:
    turn = move.turn
    meeple = None if turn.claim == NO_CLAIM else Meeple(turn.claim, move.colour, turn.large)
    return Placement(turn.tile, turn.rotation, turn.x, turn.y, meeple)


def _pointed_out(corner: Point, number: int) -> list[Element]:
    (x, y), inside = corner, SIZE - 4
    return [
        element("rect", class_="mp-highlight", x=x + 2, y=y + 2, width=inside, height=inside, rx=4),
        element("circle", class_="mp-badge", cx=x + 17, cy=y + 17, r=17),
        words(str(number), (x + 17, y + 25), "badge-text"),
    ]


_WIDTH = 440
_ROW = 58
_TILE_PITCH = (110, 174)
ACROSS = _WIDTH // _TILE_PITCH[0]
"""Tiles to come in one line of the panel."""
_LINES = DRAWN // ACROSS
"""Lines of tiles drawn; those after them are listed by letter."""


def _panel(
    position: Position,
    title: str | None,
    goal: str | None,
    *,
    tiles: bool,
    any_order: bool = False,
) -> Panel:
    """Return the panel with its sections from top to bottom."""
    result = _Panel()
    if title:
        result.lines(title, "title", letters=24, pitch=36)
    if goal:
        result.heading("Goal")
        result.lines(goal, "goal", letters=38, pitch=28)
    result.heading("Scoreboard and meeples in hand")
    for colour in range(position.rules.colours):
        result.colour(position, colour)
    result.notes(position)
    if tiles:
        result.tiles(position, ACROSS, any_order=any_order)
    return result


class _Panel(Panel):
    """What a picture says beside the board of a position."""

    def colour(self, position: Position, colour: int) -> None:
        """Add the row of one colour: its pawn, name, score, and the meeples in its hand."""
        active = colour == position.to_move and not position.over
        top, middle = self.height, self.height + _ROW // 2 - 3
        row = element(
            "rect",
            class_="mp-row-active" if active else "mp-row",
            y=top,
            width=_WIDTH,
            height=_ROW - 6,
            rx=8,
        )
        self.parts += [row, pawn(colour, (46, middle))]
        if active:
            arrow = f"M8,{middle - 10} L24,{middle} L8,{middle + 10} Z"
            self.parts.append(element("path", class_="mp-arrow", d=arrow))
        self.parts += _names(position, colour, top)
        for index in range(position.rules.meeples):
            place = (_WIDTH - 26 - 34 * (position.rules.meeples - 1 - index), middle)
            in_hand = index < position.supplies[colour]
            self.parts.append(pawn(colour, place) if in_hand else spent_pawn(colour, place))
        self.height += _ROW

    def notes(self, position: Position) -> None:
        """Add the other facts that the rules depend on."""
        for note in (*notes(position), options(position)):
            self.lines(note, "note", letters=46, pitch=26)

    def tiles(self, position: Position, across: int, *, any_order: bool = False) -> None:
        """Add the tiles to come, in the order in which they are drawn or in any, so many a line."""
        draws = next_draws(position)
        if not draws:
            return
        order = "to be laid in any order" if any_order else "in the order in which they are drawn"
        self.heading(f"Next tiles, {order}")
        right, down = _TILE_PITCH
        drawn, names = across * _LINES, names_in_order(draws)
        for index, draw in enumerate(draws[:drawn]):
            line, column = divmod(index, across)
            place = (column * right, self.height + line * down)
            if any_order:
                self.parts += _small_tile(draw, draw.letter, place)
                continue
            self.parts += _small_tile(draw, names[index], place)
            self.parts.append(pawn(draw.colour, (place[0] + 47, place[1] + 146)))
        self.height += -(-min(len(draws), drawn) // across) * down
        rest = " ".join(draw.letter for draw in draws[drawn:])
        if rest:
            self.lines(f"and then {rest}", "note", letters=11 * across, pitch=26)


def _names(position: Position, colour: int, top: int) -> list[Element]:
    lowest = position.scores[colour] == min(position.scores)
    parts = [words(PIGMENTS[colour].name, (70, top + (23 if lowest else 33)), "note mp-strong")]
    if lowest:
        parts.append(words("lowest", (70, top + 44), "note"))
    parts.append(words(str(position.scores[colour]), (178, top + 37), "score"))
    return parts


def _small_tile(draw: Draw, name: str, place: Point) -> list[Element]:
    x, y = place
    parts = [words(name, (x + 47, y + 18), "next")]
    if draw.tile == UNKNOWN:
        blank = element("rect", class_="mp-cell", x=x, y=y + 26, width=95, height=95)
        parts += [blank, words(UNKNOWN, (x + 47, y + 84), "score")]
    else:
        scaled = f"translate({x} {y + 26}) scale(.95)"
        parts.append(element("use", href=f"#mp-tile-{draw.letter}0", transform=scaled))
    return parts


def record_svg(record: Record, *, title: str) -> str:
    """Return the table after the record as SVG: every tile numbered by the turn that laid it."""
    moves = tuple(Move(recorded.colour, noted_turn(recorded)) for recorded in record.turns)
    return board_svg(record.start, title=title, highlight=moves, scoreboard=False)


def thumbnail(position: Position, marked: Sequence[Cell] = ()) -> str:
    """Return just the tiles and meeples as an SVG file, without a background.

    ``marked`` cells have a frame.
    """
    west, north = min(p.x for p in position.placements), max(p.y for p in position.placements)
    east, south = max(p.x for p in position.placements), min(p.y for p in position.placements)
    parts = [element("style", text=STYLE)]
    corners = [((p.x - west) * SIZE + 2, (north - p.y) * SIZE + 2) for p in position.placements]
    pairs = list(zip(position.placements, corners, strict=True))
    for placement, corner in pairs:
        parts.append(_labelled_tile(placement, corner))
    for placement, (left, top) in pairs:
        if placement.meeple is not None:
            x, y = spot(placement.drawing, placement.meeple.segment)
            drawn = pawn_drawing(placement.meeple.colour)
            if placement.meeple.large:
                drawn = enlarged(drawn)
            parts.append(element("g", drawn, transform=f"translate({left + x} {top + y})"))
    for placement, (x, y) in pairs:
        if placement.cell in marked:
            frame = element("rect", x=x + 3, y=y + 3, width=SIZE - 6, height=SIZE - 6, rx=6)
            parts.append(element("g", [frame], fill="none", stroke=_MARK, stroke_width=6))
    size = ((east - west + 1) * SIZE + 4, (north - south + 1) * SIZE + 4)
    return picture(size, parts)


def sheet_thumbnail(position: Position) -> str:
    """Return the same without marks, its drawings taken from the sheet of the page it lies on.

    That has the tiles of the base game. Those of other boxes are drawn beside.

    >>> from verifier.carcassonne.solo.position import setup
    >>> sheet_thumbnail(setup()).splitlines()[1]
    ' <use href="#D.0" x="0" y="0" width="100" height="100" />'
    """
    frame = framed((p.cell for p in position.placements), coordinates=False, around=0)
    tiles, pawns = list[Element](), list[Element]()
    for placement in position.placements:
        left, top = frame.corner(placement.cell)
        if placement.tile in SOLO.sheet:
            tile = f"#{letter_of(placement.tile)}.{placement.rotation}"
            tiles.append(element("use", href=tile, x=left, y=top, width=SIZE, height=SIZE))
        else:
            tiles.append(moved(tile_drawing(placement.drawing), (left, top)))
        if placement.meeple is not None:
            x, y = spot(placement.drawing, placement.meeple.segment)
            pawns.append(_sheet_pawn(placement.meeple, (left + x, top + y)))
    return picture((frame.width, frame.height), [*tiles, *pawns])


def _sheet_pawn(meeple: Meeple, centre: Point) -> Element:
    scale = LARGER if meeple.large else 1
    west, north, width, height = (round(side * scale) for side in PAWN_BOX)
    x, y = centre[0] + west, centre[1] + north
    drawn = f"#pawn.{meeple.colour + 1}"
    return element("use", href=drawn, x=x, y=y, width=width, height=height)


def _labelled_tile(placement: Placement, corner: Point) -> Element:
    label = f"{letter_of(placement.tile)} on ({placement.x}, {placement.y}): "
    parts = [element("title", text=label + tile_in_words(placement))]
    parts += tile_drawing(placement.drawing)
    at = f"translate({corner[0]} {corner[1]})"
    return element("g", parts, class_="mp-laid", role="img", transform=at)
