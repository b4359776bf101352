"""A canvas of characters, each in a style, for terminals with and without colour."""

from __future__ import annotations

from itertools import groupby

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.visible import visible


class Canvas:
    """Characters by column and line, each in a style; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, column: int, line: int, text: str, style: str) -> None:
        """Write text from left to right."""
        for offset, character in enumerate(visible(text)):
            self._characters[column + offset, line] = (character, style)

    def engrave(self, column: int, line: int, character: str) -> None:
        """Replace a character and keep its style."""
        _, style = self._characters[column, line]
        self._characters[column, line] = (character, style)

    def columns(self, first: int, last: int, *, moved_by: int = 0) -> Canvas:
        """Return a canvas of some columns alone, moved to the right."""
        part = Canvas()
        part._characters = {
            (column - first + moved_by, line): mark
            for (column, line), mark in self._characters.items()
            if first <= column <= last
        }
        return part

    def beside(self, other: Canvas) -> Canvas:
        """Return both drawings on one canvas, the other over this one."""
        both = Canvas()
        both._characters = self._characters | other._characters
        return both

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


_STYLES = {
    "plain": "",
    "rim": "2",
    "border": "38;5;65;48;5;150",
    "field": "38;5;238;48;5;150",
    "city": "38;5;94;48;5;180",
    "cap": "38;5;137;48;5;150",
    "shield": "1;38;5;25;48;5;180",
    "cathedral": "1;38;5;54;48;5;180",
    "goods": "1;38;5;54;48;5;230",
    "road": "38;5;240;48;5;230",
    "river": "38;5;255;48;5;32",
    "bridge": "38;5;94;48;5;230",
    "inn": "1;38;5;231;48;5;24",
    "house": "38;5;124;48;5;150",
    "monastery": "38;5;53;48;5;224",
    "residential": "38;5;16;48;5;151",
    "commercial": "38;5;16;48;5;153",
    "industrial": "38;5;16;48;5;216",
    "raw": "38;5;16;48;5;252",
    "public": "38;5;16;48;5;183",
    "centre": "38;5;16;48;5;230",
}


def _painted(text: str, style: str) -> str:
    if style.startswith("meeple"):
        pigment = PIGMENTS[int(style[-1])]
        ink = 231 if pigment.ink == "#ffffff" else 16
        codes = f"1;38;5;{ink};48;5;{pigment.terminal}"
    else:
        codes = _STYLES[style]
    return f"\033[{codes}m{text}\033[0m" if codes else text
