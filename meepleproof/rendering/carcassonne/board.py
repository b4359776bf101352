"""What pictures of any Carcassonne board share: cells and coordinates, pieces, and the text beside.

Pieces have shapes of our own; each colour has its head and its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from textwrap import wrap
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.markup import Point, element, words
from meepleproof.rendering.palette import PIGMENTS
from verifier.carcassonne.table.cells import STEPS, Cell

_RIM = 32


@dataclass(frozen=True, slots=True)
class Frame:
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


def framed(cells: Iterable[Cell], *, coordinates: bool, around: int = 1) -> Frame:
    """Return the frame about these cells, with a rim for the coordinates if they are shown.

    ``around`` is how many cells lie between these and the frame.
    """
    columns, rows = zip(*cells, strict=True)
    return Frame(
        west=min(columns) - around,
        south=min(rows) - around,
        east=max(columns) + around,
        north=max(rows) + around,
        rim=_RIM if coordinates else 0,
    )


def ground(frame: Frame) -> Element:
    """Return the table that the tiles lie on."""
    return element("rect", class_="mp-table", width=frame.width, height=frame.height, rx=12)


def free_cells(cells: Collection[Cell]) -> list[Cell]:
    """Return the cells beside these, in each of which a tile may be laid."""
    return sorted({(x + i, y + j) for x, y in cells for i, j in STEPS}.difference(cells))


def free_cell(corner: Point) -> Element:
    """Return a cell in which a tile may be laid, from its north-west corner on."""
    x, y = corner
    return element(
        "rect", class_="mp-cell", x=x + 6, y=y + 6, width=SIZE - 12, height=SIZE - 12, rx=6
    )


def coordinate_rim(frame: Frame) -> list[Element]:
    """Return the coordinates of the columns and rows, on both sides."""
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


_HEADS = (
    "M-4,-3 C-10,-5 -10,-18 0,-18 C10,-18 10,-5 4,-3",  # a ball
    "M-4,-3 L-8,-3 L-8,-17 L8,-17 L8,-3 L4,-3",  # a block
    "M-4,-3 L-11,-3 L0,-21 L11,-3 L4,-3",  # a pointed hat
    "M-4,-3 L-10,-19 L-4,-12 L0,-19 L4,-12 L10,-19 L4,-3",  # a crown
    "M-4,-3 L-11,-10 L-4,-20 L4,-20 L11,-10 L4,-3",  # a gem
    "M-4,-3 C-14,0 -14,-20 -4,-14 C-4,-22 4,-22 4,-14 C14,-20 14,0 4,-3",  # a clover
)
_HELMET = (
    "M-12,-7 C-12,-21 12,-21 12,-7 L17,-7 L17,-2 L10,-2 L12,18 L-12,18 L-10,-2 L-17,-2 L-17,-7 Z"
)
"""A builder, who is known by the brim; its colour by number and fill."""
_BODY = "C4,3 13,8 14,15 Q14,18 11,18 L-11,18 Q-14,18 -14,15 C-13,8 -4,3 -4,-3 Z"


PAWN_BOX = (-18, -24, 36, 46)
"""What a pawn takes up about its centre, with some room: left, top, width and height."""


def pawn_drawing(colour: int) -> list[Element]:
    """Return the parts of a pawn about its centre, 28 wide and 39 high, with its number."""
    pigment, outline = PIGMENTS[colour], _outline(colour)
    return [
        element("path", class_="mp-halo", d=outline),
        element("path", class_="mp-pawn", d=outline, fill=pigment.fill),
        _digit(colour, pigment.ink),
    ]


LARGER = 1.4
"""How much larger a big follower or large meeple is than the others."""


def enlarged(parts: list[Element]) -> list[Element]:
    """Return the parts of a big follower: those of a little one, larger by two fifths."""
    return [element("g", parts, transform=f"scale({LARGER})")]


def farmer_drawing(colour: int) -> list[Element]:
    """Return the parts of a follower that lies in a field, its number upright."""
    pigment, outline = PIGMENTS[colour], _outline(colour)
    lying = [
        element("path", class_="mp-halo", d=outline),
        element("path", class_="mp-pawn", d=outline, fill=pigment.fill),
    ]
    return [
        element("g", lying, transform="rotate(-90)"),
        element("g", [_digit(colour, pigment.ink)], transform="translate(9 -10)"),
    ]


def builder_drawing(colour: int) -> list[Element]:
    """Return the parts of a builder about its centre, with its number."""
    pigment = PIGMENTS[colour]
    return [
        element("path", class_="mp-halo", d=_HELMET),
        element("path", class_="mp-pawn", d=_HELMET, fill=pigment.fill),
        _digit(colour, pigment.ink),
    ]


def pawn(colour: int, centre: Point) -> Element:
    """Return a pawn of the colour, drawn from the definitions of the picture."""
    return element("use", href=f"#mp-pawn-{colour + 1}", x=centre[0], y=centre[1])


def spent_pawn(colour: int, centre: Point) -> Element:
    """Return the empty outline of a pawn that is out on a tile."""
    return element("path", class_="mp-spent", d=_outline(colour), transform=_to(centre))


def returned_pawn(colour: int, centre: Point) -> Element:
    """Return the outline of a pawn that stood here and went back, with its number."""
    parts = [
        element("path", class_="mp-halo", d=_outline(colour)),
        element("path", class_="mp-returned", d=_outline(colour)),
        _digit(colour, "#1c1a17"),
    ]
    return element("g", parts, transform=_to(centre))


def _outline(colour: int) -> str:
    return f"{_HEADS[colour]} {_BODY}"


def _digit(colour: int, ink: str) -> Element:
    kind = "mp-text mp-digit"
    return element("text", text=str(colour + 1), class_=kind, y=15, style=f"fill: {ink}")


def _to(centre: Point) -> str:
    return f"translate({centre[0]} {centre[1]})"


class Panel:
    """Parts of a picture, one below the other; ``height`` is where the next one would begin."""

    def __init__(self) -> None:
        self.parts: list[Element] = []
        self.height = 0

    def lines(self, text: str, kind: str, *, letters: int, pitch: int) -> None:
        """Add a text of several lines."""
        for line in wrap(text, letters):
            self.height += pitch
            self.parts.append(words(line, (0, self.height - pitch // 4), kind))

    def heading(self, text: str) -> None:
        """Add a small heading with some space above it."""
        self.height += 20
        self.lines(text, "head", letters=60, pitch=24)
        self.height += 6
