"""Tiles as blocks of characters, and the canvas they are drawn on."""

from __future__ import annotations

from itertools import groupby

from rendering.palette import PIGMENTS
from verifier.carcassonne.position import Meeple
from verifier.carcassonne.tiles import EDGES, Orientation, Segment

WIDE, HIGH = 9, 5
"""A block with its border; neighbours share the border."""

_MIDDLE = (WIDE // 2, HIGH // 2)
# By edge N E S W: where the border is met, and what a road looks like that leads there.
_GATES = ((4, 0), (8, 2), (4, 4), (0, 2))
_ROADS: dict[tuple[int, ...], str] = {
    (0, 1): "╚",
    (0, 2): "║",
    (0, 3): "╝",
    (1, 2): "╔",
    (1, 3): "═",
    (2, 3): "╗",
}
_MEEPLE_CORNERS = {"N": (3, 1), "E": (5, 2), "S": (3, 3), "W": (1, 2), "M": (3, 2)}
# What a city at one edge covers, and what an open edge leaves free of a larger city.
_CAPS = (
    {(-1, -1), (0, -1), (1, -1)},
    {(2, 0), (3, 0)},
    {(-1, 1), (0, 1), (1, 1)},
    {(-3, 0), (-2, 0)},
)
_CORNERS: dict[tuple[int, ...], tuple[int, int]] = {
    (0, 1): (7, 1),
    (1, 2): (6, 3),
    (2, 3): (1, 3),
    (0, 3): (1, 1),
}
"""Cities that join two neighbouring edges, and where their shield goes."""

_MONASTERY = ((1, "┌†┐"), (2, "│ │"), (3, "└─┘"))


class Canvas:
    """Characters by column and line, each in a style; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, column: int, line: int, text: str, style: str) -> None:
        """Write text from left to right."""
        for offset, character in enumerate(text):
            self._characters[column + offset, line] = (character, style)

    def engrave(self, column: int, line: int, character: str) -> None:
        """Replace a character and keep its style."""
        _, style = self._characters[column, line]
        self._characters[column, line] = (character, style)

    def text(self, *, colour: bool) -> str:
        """Return the lines without blanks at their ends."""
        height = 1 + max(line for _, line in self._characters)
        return "\n".join(self._line(line, colour=colour) for line in range(height))

    def _line(self, line: int, *, colour: bool) -> str:
        columns = [column for column, at in self._characters if at == line]
        cells = [
            self._characters.get((column, line), (" ", "plain"))
            for column in range(1 + max(columns, default=-1))
        ]
        if not colour:
            return "".join(character for character, _ in cells).rstrip()
        return "".join(
            _painted("".join(character for character, _ in run), style)
            for style, run in groupby(cells, key=lambda cell: cell[1])
        ).rstrip()


def draw_tile(
    canvas: Canvas, corner: tuple[int, int], drawing: Orientation, meeple: Meeple | None
) -> None:
    """Draw a tile with its border from its upper left corner on."""
    left, top = corner
    _border(canvas, corner, drawing)
    for line in range(1, HIGH - 1):
        canvas.put(left + 1, top + line, " " * (WIDE - 2), "field")
    roads = [segment for segment in drawing.segments if segment.kind == "road"]
    for road in roads:
        _road(canvas, corner, road)
    for segment in drawing.segments:
        if segment.kind == "city":
            _city(canvas, corner, segment)
    if drawing.segment_named("M") is not None:
        for line, text in _MONASTERY:
            canvas.put(left + 3, top + line, text, "monastery")
    elif len(roads) > 1:
        canvas.put(left + _MIDDLE[0], top + _MIDDLE[1], "o", "road")
    canvas.engrave(left + WIDE - 2, top + HIGH - 2, drawing.letter)
    if meeple is not None:
        column, line = _MEEPLE_CORNERS[meeple.segment]
        text = f"({meeple.colour + 1})"
        canvas.put(left + column, top + line, text, f"meeple{meeple.colour}")


def _border(canvas: Canvas, corner: tuple[int, int], drawing: Orientation) -> None:
    left, top = corner
    for edge, terrain in enumerate(drawing.terrain):
        column, line = _GATES[edge]
        upright = EDGES[edge] in "EW"
        character = "▒" if terrain == "city" else "|" if upright else "-"
        style = "city" if terrain == "city" else "border"
        if upright:
            for height in range(1, HIGH - 1):
                canvas.put(left + column, top + height, character, style)
        else:
            canvas.put(left + 1, top + line, character * (WIDE - 2), style)
        if terrain == "road":
            canvas.put(left + column, top + line, "═" if upright else "║", "road")
    for column in (0, WIDE - 1):
        for line in (0, HIGH - 1):
            canvas.put(left + column, top + line, "+", "border")


def _city(canvas: Canvas, corner: tuple[int, int], city: Segment) -> None:
    left, top = corner
    for column in range(1, WIDE - 1):
        for line in range(1, HIGH - 1):
            if _in_city(column - _MIDDLE[0], line - _MIDDLE[1], city.edges):
                canvas.put(left + column, top + line, "▒", "city")
    if city.shields:
        column, line = _CORNERS.get(city.edges, _MIDDLE)
        canvas.put(left + column, top + line, "*", "shield")


def _in_city(across: int, down: int, edges: tuple[int, ...]) -> bool:
    """Tell whether a place, counted from the middle of the block, lies in the city."""
    if edges in _CORNERS:
        # To the eye two columns are one line, so this half of the block ends at a diagonal.
        east, south = (1 if 1 in edges else -1), (1 if 2 in edges else -1)  # noqa: PLR2004 - edges count from 0, north
        return east * across + south * 2 * down > 0
    caps = [edge for edge, places in enumerate(_CAPS) if (across, down) in places]
    if len(edges) == 1:
        return caps == [edges[0]]
    return all(edge in edges for edge in caps)


def _road(canvas: Canvas, corner: tuple[int, int], road: Segment) -> None:
    left, top = corner
    for edge in road.edges:
        column, line = _GATES[edge]
        if EDGES[edge] in "EW":
            start = min(column, _MIDDLE[0])
            canvas.put(left + start, top + line, "═" * (WIDE // 2 + 1), "road")
        else:
            for height in range(min(line, _MIDDLE[1]), max(line, _MIDDLE[1]) + 1):
                canvas.put(left + column, top + height, "║", "road")
    middle = _ROADS.get(road.edges)
    if middle is not None:
        canvas.put(left + _MIDDLE[0], top + _MIDDLE[1], middle, "road")


_STYLES = {
    "plain": "",
    "rim": "2",
    "border": "38;5;65;48;5;150",
    "field": "38;5;238;48;5;150",
    "city": "38;5;94;48;5;180",
    "shield": "1;38;5;25;48;5;180",
    "road": "38;5;240;48;5;230",
    "monastery": "38;5;53;48;5;224",
}


def _painted(text: str, style: str) -> str:
    if style.startswith("meeple"):
        pigment = PIGMENTS[int(style[-1])]
        ink = 231 if pigment.ink == "#ffffff" else 16
        codes = f"1;38;5;{ink};48;5;{pigment.terminal}"
    else:
        codes = _STYLES[style]
    return f"\033[{codes}m{text}\033[0m" if codes else text
