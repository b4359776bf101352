"""The ground of a picture of a board: its cells, the table below them, and the coordinates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.walls import SIZE
from meepleproof.rendering.markup import Point, element, words
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


def moved(parts: list[Element], to: Point) -> Element:
    """Return the parts as one, moved by so much."""
    return element("g", parts, transform=f"translate({to[0]} {to[1]})")
