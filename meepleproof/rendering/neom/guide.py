"""The packs of a Generation as a picture, for the rules of NEOM."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import element, picture, words
from meepleproof.rendering.neom.style import NEOM_STYLE
from verifier.neom.odds.seen import Chances

__all__ = ["packs_picture"]

_PITCH, _CARD, _HIGH, _TOP = 76, 48, 64, 104
_MOVES = ((8, 1, 2), (7, 2, 1), (6, 3, 1))
"""From which pack to which so many tiles are moved (NEOM-SOLO-PACK-2 to -4)."""
_STYLE = """
.mp-pack { fill: #fffdf6; stroke: #2b2620; stroke-width: 2; }
.mp-pack-gone { fill: #d3cec4; stroke: #2b2620; stroke-width: 2; stroke-dasharray: 5 4; }
.mp-move { fill: none; stroke: #a81c62; stroke-width: 2.5; }
.mp-tip { fill: #a81c62; }
.mp-size { font-size: 22px; font-weight: 700; text-anchor: middle; }
.mp-of-pack { font-size: 14px; text-anchor: middle; }
"""


def packs_picture(chances: Chances) -> str:
    """Return the eight packs with their tiles, the tiles moved, and where the Disaster may be.

    ``chances`` are those before the first pack is revealed.
    """
    parts = [part for pack, size in enumerate(chances.sizes) for part in _pack(pack, size)]
    places = () if chances.disaster is None else chances.disaster.places
    for pack, chance in enumerate(places):
        parts.append(words(str(chance), (_middle(pack), _below(46)), "of-pack"))
    for move in _MOVES:
        parts += _move(*move)
    return picture(
        (_PITCH * len(chances.sizes), _below(56)),
        [
            element("title", text="The packs of a Generation"),
            element("style", text=NEOM_STYLE + _STYLE),
            *parts,
        ],
    )


def _pack(pack: int, size: int) -> Iterator[Element]:
    left = _middle(pack) - _CARD // 2
    kind = "mp-pack" if pack < 7 else "mp-pack-gone"  # noqa: PLR2004 - pack 8 is never seen
    for tile in range(size):
        shift = 3 * tile
        yield element("rect", class_=kind, x=left, y=_TOP - shift, width=_CARD, height=_HIGH, rx=5)
    yield words(str(size), (_middle(pack), _TOP - 3 * (size - 1) + 40), "size")
    yield words(f"pack {pack + 1}", (_middle(pack), _below(22)), "of-pack")


def _move(start: int, end: int, tiles: int) -> Iterator[Element]:
    """Yield an arrow from above one pack to above another, with the number of tiles."""
    come, go = _middle(end - 1), _middle(start - 1)
    high = 4 + 22 * (8 - start)
    foot = _TOP - 24
    way = f"M{go},{foot} L{go},{high} L{come},{high} L{come},{foot}"
    tip = f"M{come - 6},{foot - 4} L{come + 6},{foot - 4} L{come},{foot + 7} Z"
    yield element("path", class_="mp-move", d=way)
    yield element("path", class_="mp-tip", d=tip)
    yield words(str(tiles), (go + 11, high + 16), "of-pack")


def _middle(pack: int) -> int:
    return _PITCH * pack + _PITCH // 2


def _below(distance: int) -> int:
    return _TOP + _HIGH + distance
