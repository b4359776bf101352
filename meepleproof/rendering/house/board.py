"""The board of the house game as SVG: pieces on their features, owned farms in their colours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import (
    Frame,
    builder_drawing,
    coordinate_rim,
    enlarged,
    farmer_drawing,
    framed,
    free_cell,
    free_cells,
    ground,
    pawn_drawing,
)
from meepleproof.rendering.carcassonne.layout import SIZE, city_spot
from meepleproof.rendering.carcassonne.tiles import (
    FieldArea,
    above_fields,
    field_areas,
    field_ground,
    monastery_spot,
    road_spot,
    stripes,
)
from meepleproof.rendering.markup import Point, element, moved, picture, turned_point, words
from meepleproof.rendering.palette import PIGMENTS, STYLE
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.drawing import Segment, lying, segment_named
from verifier.carcassonne.tiles.tile import turned as turned_place

_MARGIN = 24
_NARROW: Mapping[str, int] = {"little": 1300, "big": 2200, "builder": 0}
"""Of what size fields are that a piece can nearly hide."""
_AWAY: Mapping[str, int] = {"little": 29, "big": 38, "builder": 29}
"""How far from a narrow field a piece on it is drawn."""
_CORNER = 15
"""How far from the edges of its tile the label of the whole tile stands."""
_STRIPE, _GAP = 7, 5
"""Widths of the stripes that tint a farm. Between them its green is seen, so that no farm looks
like a river or a city."""

_HOUSE_STYLE = """
.mp-farm { fill-opacity: .75; }
.mp-laid { fill: none; stroke: #a81c62; stroke-width: 4; }
.mp-mark { fill: #ffffff; stroke: #a81c62; stroke-width: 2; }
.mp-mark-text { font-size: 16px; font-weight: 700; text-anchor: middle; fill: #a81c62; }
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """A label on the board: a short text at a feature of a tile.

    Without a feature it stands in the tile's corner, and the tile has a frame; without a text there
    is the frame alone.
    """

    text: str
    placement: Placement
    feature: str = ""


Farms = Mapping[tuple[int, int, str], tuple[int, ...]]
"""The owners of fields, by x, y and any name of the field on the tile there."""


def house_board(
    position: Position,
    *,
    title: str,
    farms: Farms | None = None,
    marks: Iterable[Mark] = (),
    beside: tuple[list[Element], Point] | None = None,
) -> str:
    """Return a drawing of the table, byte for byte the same each time.

    ``farms`` are tinted in the colours of their owners, striped if there are several; ``marks``
    are written on the tiles. ``beside`` are parts to the right of the board, and their size.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> house_board(set_up(HOUSE, ("base/V",)), title="The start").splitlines()[1]
    ' <title>The start</title>'
    """
    frame = framed([placement.cell for placement in position.placements], coordinates=True)
    board = [*_board(position, frame, farms or {}, marks), *coordinate_rim(frame)]
    parts, (width, height) = [moved(board, (_MARGIN, _MARGIN))], (frame.width, frame.height)
    if beside is not None:
        added, size = beside
        parts.append(moved(added, (width + 2 * _MARGIN, _MARGIN)))
        width, height = width + _MARGIN + size[0], max(height, size[1])
    size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
    return picture(
        size,
        [
            element("title", text=title),
            element("desc", text=_description(position)),
            element("style", text=STYLE + _HOUSE_STYLE),
            element("defs", [*_tints(farms or {}), *_tiles(position), *_pieces(position)]),
            element("rect", class_="mp-paper", width=size[0], height=size[1]),
            *parts,
        ],
    )


def house_thumbnail(
    position: Position,
    *,
    title: str,
    farms: Farms | None = None,
    marks: Iterable[Mark] = (),
    room: Collection[Cell] = (),
) -> str:
    """Return the tiles with their pieces alone, for pictures too small for names of squares.

    ``farms`` are tinted and ``marks`` written as by :func:`house_board`. These cells have
    ``room``, too.
    """
    cells = [*(each.cell for each in position.placements), *room]
    frame = framed(cells, coordinates=False, around=0)
    added = [*_marks(marks, frame)]
    return picture(
        (frame.width, frame.height),
        [
            element("title", text=title),
            element("desc", text=_description(position)),
            element("style", text=STYLE + (_HOUSE_STYLE if farms or added else "")),
            element("defs", [*_tints(farms or {}), *_tiles(position), *_pieces(position)]),
            *_laid(position, frame, farms or {}),
            *added,
        ],
    )


def _description(position: Position) -> str:
    sentences = []
    for placement in position.placements:
        turns = f"{placement.rotation} quarter turns"
        where = f"{placement.tile} on ({placement.x}, {placement.y}), {turns}"
        piece = placement.piece
        on_it = "" if piece is None else f", {piece.piece} {piece.colour + 1} on {piece.feature}"
        sentences.append(f"{where}{on_it}.")
    return " ".join(sentences)


def _board(
    position: Position, frame: Frame, farms: Farms, marks: Iterable[Mark]
) -> Iterator[Element]:
    cells = {placement.cell for placement in position.placements}
    yield ground(frame)
    for cell in () if position.end else free_cells(cells):
        yield free_cell(frame.corner(cell))
    yield from _laid(position, frame, farms)
    yield from _marks(marks, frame)


def _marks(marks: Iterable[Mark], frame: Frame) -> Iterator[Element]:
    for mark in marks:
        left, top = frame.corner(mark.placement.cell)
        if mark.feature:
            x, y = spot(mark.placement, mark.feature)
            yield from _badge(mark.text, (left + x + 17, top + y - 17))
        else:
            yield element("rect", class_="mp-laid", x=left, y=top, width=SIZE, height=SIZE)
            if mark.text:
                yield from _badge(mark.text, (left + _CORNER, top + _CORNER))


def _laid(position: Position, frame: Frame, farms: Farms) -> Iterator[Element]:
    """Yield the tiles, and the pieces that stand on them."""
    for placement in position.placements:
        yield moved([*_tile(placement, farms)], frame.corner(placement.cell))
    for placement, piece, drawing in _standing(position):
        left, top = frame.corner(placement.cell)
        (x, y), point = standing_spot(placement, piece)
        if point is not None:
            yield from _foot((left + x, top + y), (left + point[0], top + point[1]))
        yield element("use", href=f"#{drawing}", x=left + x, y=top + y)


def _foot(piece: Point, point: Point) -> Iterator[Element]:
    """Yield a line from a piece to the point on its field, in black on white."""
    (x1, y1), (x2, y2) = piece, point
    for colour, wide in (("#ffffff", 5), ("#1c1a17", 2)):
        yield element("path", d=f"M{x1},{y1} L{x2},{y2}", stroke=colour, stroke_width=wide)
    yield element("circle", cx=x2, cy=y2, r=5, fill="#ffffff", stroke="#1c1a17", stroke_width=2)


def _tile(placement: Placement, farms: Farms) -> Iterator[Element]:
    yield from field_ground()
    piece = placement.piece
    for area, name in _areas(placement):
        owners = farms.get((*placement.cell, name), ())
        if piece is not None and piece.feature == name and not owners:
            # A piece may reach over a road or a wall: its field shows where it lies.
            fill = PIGMENTS[piece.colour].fill
            yield element("path", class_="mp-bed", d=area.area, fill=fill, fill_opacity=".3")
        if owners:
            yield element(
                "path", class_="mp-farm", d=area.area, fill=f"url(#{_stripes_id(owners)})"
            )
    yield element("use", href=f"#{_tile_id(placement)}")


def _areas(placement: Placement) -> Iterator[tuple[FieldArea, str]]:
    """Yield the areas of the fields of a tile as it lies, each with the field's name."""
    for area in field_areas(_printed(placement)):
        place = (area.field.half_edges or area.field.corners)[0]
        segment = _segment(placement, turned_place(place, placement.rotation))
        yield area.lying(placement.rotation), segment.name


def spot(placement: Placement, name: str) -> Point:
    """Return where a piece stands, or lies, on the feature called ``name`` of a tile."""
    segment, printed = _segment(placement, name), _printed(placement)
    if segment.kind == "field":
        return next(area.farmer for area, field in _areas(placement) if field == segment.name)
    if segment.kind == "monastery":
        return monastery_spot(printed, placement.rotation)
    if segment.kind == "city":
        return turned_point(city_spot(printed.cities[segment.number]), placement.rotation)
    return road_spot(EDGES.index(segment.places[0]), ends=len(segment.places))


def standing_spot(placement: Placement, piece: StandingPiece) -> tuple[Point, Point | None]:
    """Return where a piece is drawn, and the point on its field, if that is narrow.

    Then the piece is drawn beside it, towards the middle of the tile, and a line leads there.

    >>> piece = StandingPiece("little", "Sl", 0)
    >>> standing_spot(Placement("base/S", 0, 0, 0, piece), piece)
    ((54, 59), (66, 86))
    """
    point = spot(placement, piece.feature)
    sizes = (area.size for area, name in _areas(placement) if name == piece.feature)
    if not any(size < _NARROW[piece.piece] for size in sizes):
        return point, None
    across, down = (SIZE // 2 - part for part in point)
    part = _AWAY[piece.piece] / (hypot(across, down) or 1)
    return (point[0] + round(part * across), point[1] + round(part * down)), point


def _segment(placement: Placement, name: str) -> Segment:
    segment = segment_named(placement.tile, placement.rotation, name)
    if segment is None:
        raise ValueError(f"tile {placement.tile} has nothing at {name}")
    return segment


def _printed(placement: Placement) -> Tile:
    return lying(placement.tile, 0)


def _tiles(position: Position) -> Iterator[Element]:
    """Yield each tile that occurs, in each of its turns that occur, without its ground."""
    drawn = {_tile_id(placement): placement for placement in position.placements}
    for name, placement in sorted(drawn.items()):
        yield element("g", above_fields(_printed(placement), placement.rotation), id=name)


def _tile_id(placement: Placement) -> str:
    return f"mp-tile-{placement.tile.replace('/', '-')}-{placement.rotation}"


def _standing(position: Position) -> Iterator[tuple[Placement, StandingPiece, str]]:
    """Yield each piece with the tile it is on and the id of its drawing."""
    for placement in position.placements:
        piece = placement.piece
        if piece is not None:
            in_field = _segment(placement, piece.feature).kind == "field"
            lies = "-lying" if in_field else ""
            yield placement, piece, f"mp-{piece.piece}{lies}-{piece.colour + 1}"


def _pieces(position: Position) -> Iterator[Element]:
    drawn = {name: (piece, name) for _, piece, name in _standing(position)}
    for name, (piece, _) in sorted(drawn.items()):
        yield element("g", _piece(piece, lies="-lying-" in name), id=name)


def _piece(piece: StandingPiece, *, lies: bool) -> list[Element]:
    if piece.piece == "builder":
        return builder_drawing(piece.colour)
    parts = farmer_drawing(piece.colour) if lies else pawn_drawing(piece.colour)
    return enlarged(parts) if piece.piece == "big" else parts


def _tints(farms: Farms) -> Iterator[Element]:
    """Yield a pattern for each group of owners that a farm has."""
    yield from map(_stripes, sorted({owners for owners in farms.values() if owners}))


def _stripes(owners: tuple[int, ...]) -> Element:
    return stripes(_stripes_id(owners), owners, _STRIPE, _GAP)


def _stripes_id(owners: tuple[int, ...]) -> str:
    return f"mp-farm-{'-'.join(str(owner + 1) for owner in owners)}"


def _badge(text: str, at: Point) -> list[Element]:
    x, y = at
    return [
        element("circle", class_="mp-mark", cx=x, cy=y, r=12),
        words(text, (x, y + 6), "mark-text"),
    ]
