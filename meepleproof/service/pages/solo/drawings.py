"""The drawings that pages of the Solo Variant load: all tiles and meeples."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import PAWN_BOX, pawn_drawing
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.markup import element, html
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


def pawn_parts(colour: int) -> list[Element]:
    """Return the parts of a meeple; its digit has its colour from the style sheet."""
    parts = pawn_drawing(colour)
    for part in parts:
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{colour + 1}")
    return parts
