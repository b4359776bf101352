"""The board as an SVG in the page: tiles, meeples, and cells that can be clicked or tabbed to.

It shares tiles and pawns with the printed pictures, but its colours come from the style sheets of
the pages, and each action is a link with a label, so it works without script, mouse or sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Literal
from xml.etree.ElementTree import Element

from meepleproof.rendering import wording
from meepleproof.rendering.carcassonne.board import pawn_drawing
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import spot, tile_drawing
from meepleproof.rendering.markup import Point, element, picture
from meepleproof.rendering.palette import STYLE
from meepleproof.service.pages.markup import Written, drawn
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Orientation, Segment, drawing_of
from verifier.documents.strict_json import Document
from verifier.wording import colour_name

_RIM = 30
_LEAST_CELL = 44
"""The least pixels of a cell, so that a finger can hit it; the board scrolls on a small screen."""
_MOST_CELL = 96
_TALLEST = 720
_WIDEST_REACH = 32
"""The radius around a meeple where a touch counts, in units of a tile; its corners turn it."""

_MARK = "#a81c62"
"""The colour of a frame around what was laid last, as in the style sheet."""

SIDES = tuple(wording.SIDES.values())

Fit = Literal["fits", "turns", "closed"]


@dataclass(frozen=True, slots=True)
class CellLink:
    """A link to choose an empty cell, where the tile fits as it is, if turned, or not at all."""

    cell: Cell
    href: str
    label: str
    fit: Fit


@dataclass(frozen=True, slots=True)
class MeepleLink:
    """A link to choose a feature of the tile for the meeple."""

    claim: str
    href: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TentativeTile:
    """The tile that is being placed: where, the colour of its meeple, and whether it fits.

    ``spin`` is the address at which it is turned.
    """

    placement: Placement
    colour: int
    fits: bool
    spin: str
    spots: tuple[MeepleLink, ...] = ()


@dataclass(frozen=True, slots=True)
class _Frame:
    west: int
    south: int
    east: int
    north: int

    @property
    def columns(self) -> int:
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        return self.north - self.south + 1

    def corner(self, cell: Cell) -> Point:
        """Return the north-west corner of a cell."""
        return (_RIM + (cell[0] - self.west) * SIZE, _RIM + (self.north - cell[1]) * SIZE)


def board(
    position: Position,
    *,
    steps: Sequence[CellLink] = (),
    tentative: TentativeTile | None = None,
    marked: Sequence[Cell] = (),
    hinted: Cell | None = None,
) -> Element:
    """Return the board; ``marked`` cells are numbered in order, ``hinted`` is that of a hint.

    >>> from verifier.carcassonne.solo.position import setup
    >>> board(setup()).get("aria-label")
    'The board: 1 tile'
    """
    frame = _frame(position, tentative)
    width, height = frame.columns * SIZE + 2 * _RIM, frame.rows * SIZE + 2 * _RIM
    parts = [element("rect", class_="mp-table", width=width, height=height, rx=14)]
    parts += _coordinates(frame)
    parts += [_cell_link(step, frame) for step in steps]
    parts += [_shared_tile(placed, frame.corner(placed.cell)) for placed in position.placements]
    if hinted is not None:
        parts.append(_outline(frame.corner(hinted), "mp-hinted"))
    for number, cell in enumerate(marked, start=1):
        first, *others = _marked(frame.corner(cell), number, len(marked))
        parts += [_with_cell(cell, first), *others]
    parts += [
        _pawn(placement.meeple.colour, _meeple_point(placement, placement.meeple.segment, frame))
        for placement in position.placements
        if placement.meeple is not None
    ]
    if tentative is not None:
        parts += _tentative_parts(tentative, frame)
    number = len(position.placements)
    node = element(
        "svg",
        parts,
        class_="board" if tentative is None else "board laying",
        id="board",
        viewBox=f"0 0 {width} {height}",
        width=width * _pixels(frame) // SIZE,
        height=height * _pixels(frame) // SIZE,
        role="group",
    )
    node.set("aria-label", f"The board: {number} tile{'s' if number > 1 else ''}")
    return node


def framed(board_drawn: Element) -> Document:
    """Return a board for the template, with the width below which it scrolls, in pixels."""
    width = int(board_drawn.get("viewBox", "").split()[2])
    return {
        "drawing": drawn(board_drawn),
        "says": board_drawn.get("aria-label"),
        "least": width * _LEAST_CELL // SIZE,
    }


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
        parts.append(_tile(placement, corner, tile_drawing(placement.drawing)))
    for placement, (left, top) in pairs:
        if placement.meeple is not None:
            x, y = spot(placement.drawing, placement.meeple.segment)
            drawn = pawn_drawing(placement.meeple.colour)
            parts.append(element("g", drawn, transform=_translate((left + x, top + y))))
    for placement, (x, y) in pairs:
        if placement.cell in marked:
            frame = element("rect", x=x + 3, y=y + 3, width=SIZE - 6, height=SIZE - 6, rx=6)
            parts.append(element("g", [frame], fill="none", stroke=_MARK, stroke_width=6))
    size = ((east - west + 1) * SIZE + 4, (north - south + 1) * SIZE + 4)
    return picture(size, parts)


def icon() -> str:
    """Return the site's icon as an SVG file: the first colour's meeple."""
    parts = [
        element("style", text=STYLE),
        element("g", pawn_drawing(0), transform=_translate((22, 24))),
    ]
    return picture((44, 46), parts)


def tile_picture(tile: str, rotation: int, *, pixels: int) -> Element:
    """Return one tile as a picture of its own."""
    label = f"tile {letter_of(tile)}: {tile_in_words(drawing_of(tile, rotation))}"
    return _picture([_written_tile(tile, rotation)], f"0 0 {SIZE} {SIZE}", (pixels, pixels), label)


def pawn_picture(colour: int, *, spent: bool = False) -> Element:
    """Return one meeple as a picture of its own; a ``spent`` one stands on a tile."""
    node = _picture(pawn_parts(colour), "-18 -24 36 46", (27, 34), "")
    node.set("class", "pawn spent" if spent else "pawn")
    return node


def pawn_parts(colour: int) -> list[Element]:
    """Return the parts of a meeple; its digit has its colour from the style sheet."""
    parts = pawn_drawing(colour)
    for part in parts:
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{colour + 1}")
    return parts


def _picture(parts: list[Element], box: str, size: Point, label: str) -> Element:
    node = element("svg", parts, viewBox=box, width=size[0], height=size[1])
    if label:
        node.set("role", "img")
        node.set("aria-label", label)
    else:
        node.set("aria-hidden", "true")
    return node


def _pixels(frame: _Frame) -> int:
    return max(56, min(_MOST_CELL, _TALLEST // frame.rows))


def _frame(position: Position, tentative: TentativeTile | None) -> _Frame:
    """Return which cells are shown: all tiles with one cell around, and the tentative tile."""
    columns = [placement.x + step for placement in position.placements for step in (-1, 1)]
    rows = [placement.y + step for placement in position.placements for step in (-1, 1)]
    if tentative is not None:
        columns.append(tentative.placement.x)
        rows.append(tentative.placement.y)
    return _Frame(min(columns), min(rows), max(columns), max(rows))


def _coordinates(frame: _Frame) -> list[Element]:
    parts, half = list[Element](), SIZE // 2
    for x in range(frame.west, frame.east + 1):
        parts.append(_coordinate(x, (frame.corner((x, frame.north))[0] + half, 22)))
    for y in range(frame.south, frame.north + 1):
        parts.append(_coordinate(y, (_RIM // 2, frame.corner((frame.west, y))[1] + half + 7)))
    return parts


def _coordinate(number: int, at: Point) -> Element:
    node = element("text", text=str(number), class_="mp-text mp-rim", x=at[0], y=at[1])
    node.set("aria-hidden", "true")
    return node


@cache
def _written_tile(tile: str, rotation: int) -> Written:
    return Written(tile_drawing(drawing_of(tile, rotation)))


def _shared_tile(placement: Placement, corner: Point) -> Element:
    return _tile(placement, corner, [_written_tile(placement.tile, placement.rotation)])


def _tile(placement: Placement, corner: Point, drawn: Sequence[Element]) -> Element:
    label = f"{letter_of(placement.tile)} on ({placement.x}, {placement.y}): "
    parts = [element("title", text=label + tile_in_words(placement)), *drawn]
    return element("g", parts, class_="mp-laid", role="img", transform=_translate(corner))


def tile_in_words(tile: Placement | Orientation) -> str:
    """Return what is drawn on a tile, and where a meeple stands on it, for a screen reader.

    >>> tile_in_words(drawing_of("base/D", 0))
    'city north, road east-west'
    """
    if isinstance(tile, Orientation):
        return ", ".join(map(_segment, tile.segments))
    drawing, meeple = tile.drawing, tile.meeple
    segment = None if meeple is None else drawing.segment_named(meeple.segment)
    words = tile_in_words(drawing)
    if meeple is not None and segment is not None:
        words += f"; a meeple of {colour_name(meeple.colour)} on the {_segment(segment)}"
    return words


def _segment(segment: Segment) -> str:
    """Return a segment with the sides it reaches.

    >>> _segment(Segment("city", (0, 3), 1))
    'city north-west with a shield'
    """
    sides = "-".join(SIDES[edge] for edge in segment.edges)
    shield = " with a shield" if segment.shields else ""
    return f"{segment.kind} {sides}".rstrip() + shield


def _meeple_point(placement: Placement, segment: str, frame: _Frame) -> Point:
    left, top = frame.corner(placement.cell)
    x, y = spot(placement.drawing, segment)
    return (left + x, top + y)


def _pawn(colour: int, at: Point) -> Element:
    node = element("g", pawn_parts(colour), class_="mp-meeple", transform=_translate(at))
    node.set("aria-hidden", "true")
    return node


def _cell_link(step: CellLink, frame: _Frame) -> Element:
    x, y = frame.corner(step.cell)
    inside = SIZE - 12
    parts = [element("rect", class_="mp-cell", x=x + 6, y=y + 6, width=inside, height=inside, rx=8)]
    middle = (x + SIZE // 2, y + SIZE // 2)
    if step.fit == "fits":
        parts.append(element("path", class_="mp-sign", d="M-12,0 H12 M0,-12 V12"))
    elif step.fit == "turns":
        arc = "M11,-7 A13,13 0 1 0 12,6 M13,-15 L12,-6 L3,-7"
        parts.append(element("path", class_="mp-sign", d=arc))
    else:
        parts.append(element("path", class_="mp-sign", d="M-6,-6 L6,6 M6,-6 L-6,6"))
    for part in parts[1:]:
        part.set("transform", _translate(middle))
    node = _link(step.href, step.label, f"mp-step mp-{step.fit}", parts)
    node.set("id", f"cell.{step.cell[0]}.{step.cell[1]}")
    return _with_cell(step.cell, node)


def _with_cell(cell: Cell, node: Element) -> Element:
    """Return the element with its cell as attributes, which the arrow keys use."""
    node.set("data-x", str(cell[0]))
    node.set("data-y", str(cell[1]))
    return node


def _tentative_parts(tentative: TentativeTile, frame: _Frame) -> list[Element]:
    placement = tentative.placement
    corner = frame.corner(placement.cell)
    kind = "mp-new" if tentative.fits else "mp-wrong"
    label = f"Turn {letter_of(placement.tile)} on ({placement.x}, {placement.y})"
    spin = _link(
        tentative.spin, label, "mp-spin", [_shared_tile(placement, corner), _outline(corner, kind)]
    )
    spin.set("id", "spin")
    parts = [_with_cell(placement.cell, spin)]
    standing = {one.claim: _meeple_point(placement, one.claim, frame) for one in tentative.spots}
    for one in tentative.spots:
        at = standing[one.claim]
        others = [standing[other.claim] for other in tentative.spots if other is not one]
        kind = "mp-chosen" if one.chosen else "mp-open"
        shown = [_touch_area(at, others), _pawn(tentative.colour, at)]
        node = _link(one.href, one.label, f"mp-spot {kind}", shown)
        node.set("id", f"spot.{one.claim}")
        parts.append(node)
    return parts


def _touch_area(at: Point, others: Sequence[Point]) -> Element:
    """Return the circle around a meeple where a touch counts, clear of the other meeples."""
    radius = min((int(dist(at, other)) // 2 for other in others), default=_WIDEST_REACH)
    return element("circle", class_="mp-reach", cx=at[0], cy=at[1], r=min(radius, _WIDEST_REACH))


def _outline(corner: Point, kind: str) -> Element:
    x, y = corner
    inside = SIZE - 4
    return element("rect", class_=kind, x=x + 2, y=y + 2, width=inside, height=inside, rx=6)


def _marked(corner: Point, number: int, of: int) -> list[Element]:
    parts = [_outline(corner, "mp-last")]
    if of > 1:
        x, y = corner
        badge = element("circle", class_="mp-badge", cx=x + 15, cy=y + 15, r=15)
        text = element("text", text=str(number), class_="mp-text mp-badge-text", x=x + 15, y=y + 23)
        parts += [badge, text]
    return parts


def _link(href: str, label: str, kind: str, parts: Iterable[Element]) -> Element:
    node = element("a", parts, href=href, class_=kind)
    node.set("aria-label", label)
    return node


def _translate(at: Point) -> str:
    return f"translate({at[0]} {at[1]})"
