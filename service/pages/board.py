"""The board as a picture in the page: tiles, meeples, and cells one can click or tab to.

It shares tiles and pawns with the printed pictures, but its colours come from the style sheets of
the pages, and what can be done is a link with a label, so it works without script, mouse or sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Literal
from xml.etree.ElementTree import Element

from rendering.markup import Point, element, picture
from rendering.palette import STYLE, colour_name
from rendering.pieces import pawn_drawing
from rendering.tiles import spot, tile_drawing
from rendering.walls import SIZE
from service.pages.markup import Written
from verifier.carcassonne.position import Cell, Placement, Position
from verifier.carcassonne.tiles import Orientation, Segment, drawing_of

_RIM = 30
_LEAST_CELL = 44
"""Pixels of a cell at least, however small the screen: a finger must hit it; the board scrolls."""
_MOST_CELL = 96
_TALLEST = 720
_WIDEST_REACH = 32
"""How far from a meeple a finger may hit, by the measure of a tile: its corners are for turning."""

SIDES = ("north", "east", "south", "west")

Sort = Literal["fits", "turns", "closed"]


@dataclass(frozen=True, slots=True)
class Step:
    """An empty cell one can choose: where the tile fits as it lies, if turned, or not at all."""

    cell: Cell
    href: str
    label: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Spot:
    """A feature of the tile to be laid that one can choose for the meeple."""

    claim: str
    href: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """The tile to be laid as it would lie, whose meeple it gets, and whether it may lie so.

    ``spin`` is the address where it is turned.
    """

    placement: Placement
    colour: int
    fits: bool
    spin: str
    spots: tuple[Spot, ...] = ()


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
    steps: Sequence[Step] = (),
    laid: Laid | None = None,
    marked: Sequence[Cell] = (),
    hinted: Cell | None = None,
) -> Element:
    """Return the board; ``marked`` cells are framed and numbered in order, ``hinted`` points out.

    >>> from verifier.carcassonne.position import setup
    >>> board(setup()).get("aria-label")
    'The board: 1 tile'
    """
    frame = _frame(position, laid)
    width, height = frame.columns * SIZE + 2 * _RIM, frame.rows * SIZE + 2 * _RIM
    parts = [element("rect", class_="mp-table", width=width, height=height, rx=14)]
    parts += _coordinates(frame)
    parts += [_step(step, frame) for step in steps]
    parts += [_shared_tile(laid, frame.corner(laid.cell)) for laid in position.placements]
    if hinted is not None:
        parts.append(_framed(frame.corner(hinted), "mp-hinted"))
    for number, cell in enumerate(marked, start=1):
        first, *others = _marked(frame.corner(cell), number, len(marked))
        parts += [_on(cell, first), *others]
    parts += [
        _pawn(placement.meeple.colour, _standing(placement, placement.meeple.segment, frame))
        for placement in position.placements
        if placement.meeple is not None
    ]
    if laid is not None:
        parts += _laid(laid, frame)
    number = len(position.placements)
    made = element(
        "svg",
        parts,
        class_="board" if laid is None else "board laying",
        id="board",
        viewBox=f"0 0 {width} {height}",
        width=width * _pixels(frame) // SIZE,
        height=height * _pixels(frame) // SIZE,
        role="group",
    )
    made.set("aria-label", f"The board: {number} tile{'s' if number > 1 else ''}")
    # The strut keeps a wide board from shrinking below what a finger can hit.
    strut = element("svg", class_="strut", width=width * _LEAST_CELL // SIZE, height=1)
    strut.set("aria-hidden", "true")
    inner = element("div", [made, strut], class_="board-inner")
    scroll = element("div", [inner], class_="board-scroll", tabindex=0, role="region")
    scroll.set("aria-label", made.get("aria-label", ""))
    return scroll


def thumbnail(position: Position) -> str:
    """Return the tiles and meeples alone as an SVG file of its own, on nothing."""
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
            parts.append(element("g", drawn, transform=_to((left + x, top + y))))
    size = ((east - west + 1) * SIZE + 4, (north - south + 1) * SIZE + 4)
    return picture(size, parts)


def icon() -> str:
    """Return the sign of the house as an SVG file: the first colour's meeple."""
    parts = [element("style", text=STYLE), element("g", pawn_drawing(0), transform=_to((22, 24)))]
    return picture((44, 46), parts)


def tile_picture(letter: str, rotation: int, *, pixels: int) -> Element:
    """Return one tile as a picture of its own."""
    label = f"tile {letter}: {_in_words(drawing_of(letter, rotation))}"
    return _picture(
        [_written_tile(letter, rotation)], f"0 0 {SIZE} {SIZE}", (pixels, pixels), label
    )


def pawn_picture(colour: int, *, spent: bool = False) -> Element:
    """Return one meeple as a picture of its own; a spent one is out on a tile."""
    made = _picture(pawn_parts(colour), "-18 -24 36 46", (27, 34), "")
    made.set("class", "pawn spent" if spent else "pawn")
    return made


def pawn_parts(colour: int) -> list[Element]:
    """Return the parts of a meeple, whose digit takes its ink from the style sheet."""
    parts = pawn_drawing(colour)
    for part in parts:
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{colour + 1}")
    return parts


def _picture(parts: list[Element], box: str, size: Point, label: str) -> Element:
    made = element("svg", parts, viewBox=box, width=size[0], height=size[1])
    if label:
        made.set("role", "img")
        made.set("aria-label", label)
    else:
        made.set("aria-hidden", "true")
    return made


def _pixels(frame: _Frame) -> int:
    return max(56, min(_MOST_CELL, _TALLEST // frame.rows))


def _frame(position: Position, laid: Laid | None) -> _Frame:
    """Return which cells are shown: one around all tiles, and the tile to be laid wherever."""
    columns = [placement.x + step for placement in position.placements for step in (-1, 1)]
    rows = [placement.y + step for placement in position.placements for step in (-1, 1)]
    if laid is not None:
        columns.append(laid.placement.x)
        rows.append(laid.placement.y)
    return _Frame(min(columns), min(rows), max(columns), max(rows))


def _coordinates(frame: _Frame) -> list[Element]:
    parts, half = list[Element](), SIZE // 2
    for x in range(frame.west, frame.east + 1):
        parts.append(_rim(x, (frame.corner((x, frame.north))[0] + half, 22)))
    for y in range(frame.south, frame.north + 1):
        parts.append(_rim(y, (_RIM // 2, frame.corner((frame.west, y))[1] + half + 7)))
    return parts


def _rim(number: int, at: Point) -> Element:
    made = element("text", text=str(number), class_="mp-text mp-rim", x=at[0], y=at[1])
    made.set("aria-hidden", "true")
    return made


@cache
def _written_tile(letter: str, rotation: int) -> Written:
    return Written(tile_drawing(drawing_of(letter, rotation)))


def _shared_tile(placement: Placement, corner: Point) -> Element:
    return _tile(placement, corner, [_written_tile(placement.tile, placement.rotation)])


def _tile(placement: Placement, corner: Point, drawn: Sequence[Element]) -> Element:
    drawing, meeple = placement.drawing, placement.meeple
    label = f"{placement.tile} on ({placement.x}, {placement.y}): {_in_words(drawing)}"
    segment = None if meeple is None else drawing.segment_named(meeple.segment)
    if meeple is not None and segment is not None:
        label += f"; a meeple of {colour_name(meeple.colour)} on the {_segment(segment)}"
    parts = [element("title", text=label), *drawn]
    return element("g", parts, class_="mp-laid", role="img", transform=_to(corner))


def _in_words(drawing: Orientation) -> str:
    """Return what is drawn on a tile, for those who do not see it."""
    return ", ".join(map(_segment, drawing.segments))


def _segment(segment: Segment) -> str:
    """Return a segment with the sides it reaches.

    >>> _segment(Segment("city", (0, 3), 1))
    'city north-west with a shield'
    """
    sides = "-".join(SIDES[edge] for edge in segment.edges)
    shield = " with a shield" if segment.shields else ""
    return f"{segment.kind} {sides}".rstrip() + shield


def _standing(placement: Placement, segment: str, frame: _Frame) -> Point:
    left, top = frame.corner(placement.cell)
    x, y = spot(placement.drawing, segment)
    return (left + x, top + y)


def _pawn(colour: int, at: Point) -> Element:
    made = element("g", pawn_parts(colour), class_="mp-meeple", transform=_to(at))
    made.set("aria-hidden", "true")
    return made


def _step(step: Step, frame: _Frame) -> Element:
    x, y = frame.corner(step.cell)
    inside = SIZE - 12
    parts = [element("rect", class_="mp-cell", x=x + 6, y=y + 6, width=inside, height=inside, rx=8)]
    middle = (x + SIZE // 2, y + SIZE // 2)
    if step.sort == "fits":
        parts.append(element("path", class_="mp-sign", d="M-12,0 H12 M0,-12 V12"))
    elif step.sort == "turns":
        arc = "M11,-7 A13,13 0 1 0 12,6 M13,-15 L12,-6 L3,-7"
        parts.append(element("path", class_="mp-sign", d=arc))
    else:
        parts.append(element("path", class_="mp-sign", d="M-6,-6 L6,6 M6,-6 L-6,6"))
    for part in parts[1:]:
        part.set("transform", _to(middle))
    made = _link(step.href, step.label, f"mp-step mp-{step.sort}", parts)
    made.set("id", f"cell.{step.cell[0]}.{step.cell[1]}")
    return _on(step.cell, made)


def _on(cell: Cell, made: Element) -> Element:
    """Return the element, having written on it where it is, for the arrow keys."""
    made.set("data-x", str(cell[0]))
    made.set("data-y", str(cell[1]))
    return made


def _laid(laid: Laid, frame: _Frame) -> list[Element]:
    placement = laid.placement
    corner = frame.corner(placement.cell)
    kind = "mp-new" if laid.fits else "mp-wrong"
    label = f"Turn {placement.tile} on ({placement.x}, {placement.y})"
    spin = _link(
        laid.spin, label, "mp-spin", [_shared_tile(placement, corner), _framed(corner, kind)]
    )
    spin.set("id", "spin")
    parts = [_on(placement.cell, spin)]
    standing = {one.claim: _standing(placement, one.claim, frame) for one in laid.spots}
    for one in laid.spots:
        at = standing[one.claim]
        others = [standing[other.claim] for other in laid.spots if other is not one]
        kind = "mp-chosen" if one.chosen else "mp-open"
        shown = [_reach(at, others), _pawn(laid.colour, at)]
        made = _link(one.href, one.label, f"mp-spot {kind}", shown)
        made.set("id", f"spot.{one.claim}")
        parts.append(made)
    return parts


def _reach(at: Point, others: Sequence[Point]) -> Element:
    """Return what a finger may hit around a meeple, which takes nothing from the others."""
    near = min((int(dist(at, other)) // 2 for other in others), default=_WIDEST_REACH)
    return element("circle", class_="mp-reach", cx=at[0], cy=at[1], r=min(near, _WIDEST_REACH))


def _framed(corner: Point, kind: str) -> Element:
    x, y = corner
    inside = SIZE - 4
    return element("rect", class_=kind, x=x + 2, y=y + 2, width=inside, height=inside, rx=6)


def _marked(corner: Point, number: int, of: int) -> list[Element]:
    parts = [_framed(corner, "mp-last")]
    if of > 1:
        x, y = corner
        badge = element("circle", class_="mp-badge", cx=x + 15, cy=y + 15, r=15)
        text = element("text", text=str(number), class_="mp-text mp-badge-text", x=x + 15, y=y + 23)
        parts += [badge, text]
    return parts


def _link(href: str, label: str, kind: str, parts: Iterable[Element]) -> Element:
    made = element("a", parts, href=href, class_=kind)
    made.set("aria-label", label)
    made.set("data-step", "")
    return made


def _to(at: Point) -> str:
    return f"translate({at[0]} {at[1]})"
