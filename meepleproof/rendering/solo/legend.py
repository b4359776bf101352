"""How to read the drawings: what is to be seen on a board, one small picture for each."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.pieces import pawn_drawing, spent_pawn
from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.carcassonne.walls import SIZE
from meepleproof.rendering.markup import element, picture
from meepleproof.rendering.palette import PIGMENTS, STYLE
from verifier.carcassonne.tiles import drawing_of

_PITCH = 40


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture (SVG) and what it shows."""

    svg: str
    meaning: str


def legend(colours: int) -> tuple[Sample, ...]:
    """Return what a newcomer needs to read a board with that many colours."""
    names = ", ".join(f"{PIGMENTS[colour].name} {colour + 1}" for colour in range(colours))
    return (
        _sample(
            _tile("base/O"),
            "Brown behind walls is a city, here with a shield. The light band is a road.",
        ),
        _sample(_tile("base/W"), "A village ends every road that meets it: here are three roads."),
        _sample(_tile("base/I"), "A field between two walls parts two cities."),
        _sample(_tile("base/A"), "A monastery, with a road that ends there."),
        _sample(
            [_moved(pawn_drawing(colour), colour) for colour in range(colours)],
            f"Meeples: {names}. Head and number tell the colours apart in any print.",
            width=colours * _PITCH,
            height=46,
        ),
        _sample(
            [spent_pawn(0, (20, 24))],
            "Beside the score, a dashed meeple is not in hand: it stands on a tile.",
            width=_PITCH,
            height=46,
        ),
        _sample(
            [element("rect", class_="mp-cell", x=6, y=6, width=SIZE - 12, height=SIZE - 12, rx=6)],
            "An empty place beside a tile. The numbers at the rim name it: first across, then up.",
        ),
        _sample(
            [
                element("rect", class_="mp-row-active", x=2, y=4, width=86, height=42, rx=8),
                element("path", class_="mp-arrow", d="M10,15 L26,25 L10,35 Z"),
                element("g", pawn_drawing(1), transform="translate(52 26)"),
            ],
            "The arrow shows whose turn it is. The meeple below a tile to come shows who draws it.",
            width=90,
            height=50,
        ),
    )


def _sample(parts: list[Element], meaning: str, *, width: int = SIZE, height: int = SIZE) -> Sample:
    style = element("style", text=STYLE)
    return Sample(picture((width, height), [style, *parts]), meaning)


def _tile(tile: str) -> list[Element]:
    return tile_drawing(drawing_of(tile, 0))


def _moved(parts: list[Element], column: int) -> Element:
    return element("g", parts, transform=f"translate({column * _PITCH + _PITCH // 2} 24)")
