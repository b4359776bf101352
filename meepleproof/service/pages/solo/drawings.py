"""The drawings that pages of the Solo Variant load: all tiles and meeples, and the site's icon."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import PAWN_BOX, pawn_drawing
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.markup import element, html, picture
from meepleproof.rendering.palette import STYLE
from meepleproof.service.play.solo.document import tile_name
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.tiles import drawing_of

_MOST_COLOURS = 4


def solo_pieces() -> str:
    """Return all tiles in all rotations and all pawns, each a symbol named as tables name it."""
    symbols = []
    for kind in SOLO.sheet.kinds:
        for rotation in kind.rotations:
            parts = tile_drawing(drawing_of(kind.id, rotation))
            name = tile_name(kind.id, rotation)
            symbols.append(element("symbol", parts, id=name, viewBox=f"0 0 {SIZE} {SIZE}"))
    box = " ".join(map(str, PAWN_BOX))
    for colour in range(_MOST_COLOURS):
        drawn = pawn_parts(colour)
        symbols.append(element("symbol", drawn, id=f"pawn.{colour + 1}", viewBox=box))
    written = "".join(map(html, symbols))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{written}</svg>\n'


def icon() -> str:
    """Return the site's icon as an SVG file: the first colour's meeple."""
    parts = [
        element("style", text=STYLE),
        element("g", pawn_drawing(0), transform="translate(22 24)"),
    ]
    return picture((44, 46), parts)


def pawn_parts(colour: int) -> list[Element]:
    """Return the parts of a meeple; its digit has its colour from the style sheet."""
    parts = pawn_drawing(colour)
    for part in parts:
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{colour + 1}")
    return parts
