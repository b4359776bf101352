"""The picture of a position as SVG: one file, no script, no font, the same bytes every time."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element, indent, tostring

from generator.pictures.draws import next_draws
from generator.pictures.markup import Point, element, words, writable
from generator.pictures.palette import STYLE, colour_name
from generator.pictures.panel import WIDTH as PANEL_WIDTH
from generator.pictures.panel import panel
from generator.pictures.pieces import pawn, pawn_drawing
from generator.pictures.tiles import SIZE, spot, tile_drawing
from verifier.position import STEPS, Cell, Placement, Position
from verifier.tiles import base_sheet
from verifier.turn import NO_CLAIM, Turn

_MARGIN = 24
_RIM = 32


@dataclass(frozen=True, slots=True)
class _Frame:
    """Which cells the picture shows: the tiles and one cell around them, in which one may build."""

    west: int
    south: int
    east: int
    north: int
    rim: int

    @property
    def width(self) -> int:
        """The width of the board with its rim."""
        return (self.east - self.west + 1) * SIZE + 2 * self.rim

    @property
    def height(self) -> int:
        """The height of the board with its rim."""
        return (self.north - self.south + 1) * SIZE + 2 * self.rim

    def corner(self, cell: Cell) -> Point:
        """Return the north-west corner of a cell."""
        x, y = cell
        return (self.rim + (x - self.west) * SIZE, self.rim + (self.north - y) * SIZE)


def board_svg(
    position: Position,
    *,
    title: str | None = None,
    goal_text: str | None = None,
    next_tiles: bool = True,
    highlight: tuple[Turn, ...] = (),
    coordinates: bool = True,
) -> str:
    """Return a drawing of the position with its scoreboard, byte for byte the same each time.

    ``highlight`` are turns to point out: numbered in order and framed, with the claimed feature
    ringed. A tile that does not lie on the table yet is drawn where the turn puts it.

    >>> from verifier.position import setup
    >>> board_svg(setup()).splitlines()[0][:47]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox'
    """
    frame = _frame(position, highlight, coordinates=coordinates)
    side = panel(position, title, goal_text, tiles=next_tiles)
    width = frame.width + PANEL_WIDTH + 3 * _MARGIN
    height = max(frame.height, side.height) + 2 * _MARGIN
    board = _board(position, frame, highlight)
    if coordinates:
        board += _coordinates(frame)
    picture = element(
        "svg",
        [
            element("title", text=title or "A position of the Carcassonne Solo Variant"),
            element("desc", text=_description(position, goal_text)),
            element("style", text=STYLE),
            element("defs", _definitions(position, highlight, next_tiles=next_tiles)),
            element("rect", class_="mp-paper", width=width, height=height),
            _moved(board, (_MARGIN, _MARGIN)),
            _moved(side.parts, (frame.width + 2 * _MARGIN, _MARGIN)),
        ],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )
    indent(picture, " ")
    return tostring(picture, encoding="unicode") + "\n"


def _frame(position: Position, highlight: tuple[Turn, ...], *, coordinates: bool) -> _Frame:
    cells = [placement.cell for placement in position.placements]
    cells += [turn.cell for turn in highlight]
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return _Frame(
        west=min(columns) - 1,
        south=min(rows) - 1,
        east=max(columns) + 1,
        north=max(rows) + 1,
        rim=_RIM if coordinates else 0,
    )


def _board(position: Position, frame: _Frame, highlight: tuple[Turn, ...]) -> list[Element]:
    table = {placement.cell: placement for placement in position.placements}
    ahead = {turn.cell: _placed(turn) for turn in highlight if turn.cell not in table}
    parts = [_table(frame)]
    parts += [_free_cell(frame.corner(cell)) for cell in _free_cells({**table, **ahead})]
    parts += [_tile(placement, frame) for placement in [*table.values(), *ahead.values()]]
    start = table.get((0, 0))
    if start is not None and start.tile == position.sheet.start_letter:
        parts.append(_start_mark(start, frame.corner(start.cell)))
    parts += [
        pawn(placement.meeple.colour, _place(placement, placement.meeple.segment, frame))
        for placement in position.placements
        if placement.meeple is not None
    ]
    for number, turn in enumerate(highlight, start=1):
        parts += _pointed_out(turn, number, frame)
    return parts


def _definitions(
    position: Position, highlight: tuple[Turn, ...], *, next_tiles: bool
) -> list[Element]:
    """Return each tile that occurs, in each of its turns that occur, and the pawns."""
    drawings = {(p.tile, p.rotation) for p in position.placements}
    drawings |= {(turn.tile, turn.rotation) for turn in highlight}
    if next_tiles:
        drawings |= {(d.tile, 0) for d in next_draws(position) if d.tile in base_sheet()}
    tiles = [
        element(
            "g",
            tile_drawing(base_sheet().orientation(letter, rotation)),
            id=f"mp-tile-{letter}{rotation}",
        )
        for letter, rotation in sorted(drawings)
    ]
    pawns = [
        element("g", pawn_drawing(colour), id=f"mp-pawn-{colour + 1}")
        for colour in range(position.rules.colours)
    ]
    return tiles + pawns


def _table(frame: _Frame) -> Element:
    return element("rect", class_="mp-table", width=frame.width, height=frame.height, rx=12)


def _free_cells(table: dict[Cell, Placement]) -> list[Cell]:
    beside = {(x + i, y + j) for x, y in table for i, j in STEPS}
    return sorted(beside - set(table))


def _free_cell(corner: Point) -> Element:
    x, y = corner
    return element(
        "rect", class_="mp-cell", x=x + 6, y=y + 6, width=SIZE - 12, height=SIZE - 12, rx=6
    )


def _tile(placement: Placement, frame: _Frame) -> Element:
    x, y = frame.corner(placement.cell)
    drawn = f"#mp-tile-{placement.tile}{placement.rotation}"
    name = f"{placement.tile} on ({placement.x}, {placement.y})"
    return element("use", [element("title", text=name)], href=drawn, x=x, y=y)


def _start_mark(start: Placement, corner: Point) -> Element:
    # The label lies along the field side opposite the city, where nothing else is drawn.
    city = next(edge for edge, terrain in enumerate(start.drawing.terrain) if terrain == "city")
    x, y = corner[0] + SIZE // 2, corner[1] + SIZE // 2
    x, y = x - 30 * STEPS[city][0], y + 34 * STEPS[city][1]
    label = element("rect", class_="mp-start", x=x - 23, y=y - 8, width=46, height=16, rx=4)
    return element("g", [label, words("START", (x, y + 4), "start-text")])


def _place(placement: Placement, segment: str, frame: _Frame) -> Point:
    (left, top), (x, y) = frame.corner(placement.cell), spot(placement.drawing, segment)
    return (left + x, top + y)


def _placed(turn: Turn) -> Placement:
    return Placement(turn.tile, turn.rotation, turn.x, turn.y)


def _pointed_out(turn: Turn, number: int, frame: _Frame) -> list[Element]:
    x, y = frame.corner(turn.cell)
    inside = SIZE - 4
    parts = [
        element("rect", class_="mp-highlight", x=x + 2, y=y + 2, width=inside, height=inside, rx=4)
    ]
    if turn.claim != NO_CLAIM:
        cx, cy = _place(_placed(turn), turn.claim, frame)
        parts.append(element("circle", class_="mp-claim", cx=cx, cy=cy, r=12))
    parts.append(element("circle", class_="mp-badge", cx=x + 14, cy=y + 14, r=14))
    parts.append(words(str(number), (x + 14, y + 20), "badge-text"))
    return parts


def _coordinates(frame: _Frame) -> list[Element]:
    half, parts = SIZE // 2, list[Element]()
    for x in range(frame.west, frame.east + 1):
        left, _ = frame.corner((x, frame.north))
        parts.append(words(str(x), (left + half, 23), "rim"))
        parts.append(words(str(x), (left + half, frame.height - 10), "rim"))
    for y in range(frame.south, frame.north + 1):
        _, top = frame.corner((frame.west, y))
        parts.append(words(str(y), (_RIM // 2, top + half + 7), "rim"))
        parts.append(words(str(y), (frame.width - _RIM // 2, top + half + 7), "rim"))
    return parts


def _moved(parts: list[Element], to: Point) -> Element:
    return element("g", parts, transform=f"translate({to[0]} {to[1]})")


def _description(position: Position, goal_text: str | None) -> str:
    """Return the picture in words, for those who do not see it."""
    sentences = [f"Goal: {goal_text}."] if goal_text else []
    for colour, score in enumerate(position.scores):
        hand = position.supplies[colour]
        sentences.append(f"{colour_name(colour).capitalize()}: {score} points, {hand} in hand.")
    for placement in position.placements:
        where = f"{placement.tile} on ({placement.x}, {placement.y})"
        meeple = placement.meeple
        on_it = f", meeple {meeple.colour + 1} on {meeple.segment}" if meeple is not None else ""
        sentences.append(f"{where}, {placement.rotation} quarter turns{on_it}.")
    draws = ", ".join(f"{draw.tile} for colour {draw.colour + 1}" for draw in next_draws(position))
    if draws:
        sentences.append(f"Next tiles: {draws}.")
    return writable(" ".join(sentences))
