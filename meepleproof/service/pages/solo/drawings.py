"""The drawings that pages of the Solo Variant load: all tiles and meeples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import PAWN_BOX, enlarged, pawn_drawing
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.markup import element, html
from meepleproof.service.play.solo.document import tile_name
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.tiles import drawing_of

_MOST_COLOURS = 4
_LARGE_BOX = "-26 -34 52 64"


def solo_pieces() -> str:
    """Return all tiles in all rotations and all pawns, each a symbol named as tables name it."""
    return _sheet([*_tiles(SOLO), *_pawns()])


def boxes_pieces() -> str:
    """Return the same with the tiles of all other boxes, and the large meeples."""
    large = (
        element("symbol", enlarged(pawn_parts(colour)), id=f"big.{colour + 1}", viewBox=_LARGE_BOX)
        for colour in range(_MOST_COLOURS)
    )
    return _sheet([*_tiles(RuleSet(boxes=BOXES)), *_pawns(), *large])


def _sheet(symbols: Iterable[Element]) -> str:
    written = "".join(map(html, symbols))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{written}</svg>\n'


def _tiles(rules: RuleSet) -> Iterator[Element]:
    for kind in rules.sheet.kinds:
        for rotation in kind.rotations:
            parts = tile_drawing(drawing_of(kind.id, rotation))
            name = tile_name(kind.id, rotation)
            yield element("symbol", parts, id=name, viewBox=f"0 0 {SIZE} {SIZE}")


def _pawns() -> Iterator[Element]:
    box = " ".join(map(str, PAWN_BOX))
    for colour in range(_MOST_COLOURS):
        yield element("symbol", pawn_parts(colour), id=f"pawn.{colour + 1}", viewBox=box)


def pawn_parts(colour: int) -> list[Element]:
    """Return the parts of a meeple; its digit has its colour from the style sheet."""
    parts = pawn_drawing(colour)
    for part in parts:
        if part.attrib.pop("style", None):
            part.set("class", f"mp-text mp-digit mp-ink-{colour + 1}")
    return parts
