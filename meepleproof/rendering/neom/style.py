"""Colours, letters and patterns of NEOM's tile types, and the style sheet of its drawings.

Every type has a letter and a pattern beside its colour, so that no reader must tell colours apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element
from meepleproof.rendering.palette import STYLE

if TYPE_CHECKING:  # a style needs no catalogue
    from verifier.neom.tiles import TileType

__all__ = ["LOOKS", "NEOM_STYLE", "TILE_STYLE", "Look", "patterns", "swatch"]


@dataclass(frozen=True, slots=True)
class Look:
    """How tiles of a type look: a letter, a name, a fill, and the path of its pattern, 16 by 16."""

    letter: str
    name: str
    fill: str
    pattern: str


LOOKS: Mapping[TileType, Look] = {
    "residential": Look("R", "residential", "#b7e3bf", "M8,4 L8,12"),
    "commercial": Look("C", "commercial", "#a9cdee", "M0,8 L16,8"),
    "industrial": Look("I", "industrial", "#f0bd8a", "M0,16 L16,0"),
    "raw": Look("M", "raw material", "#d3cec4", "M3,3 L5,5 M11,11 L13,13"),
    "public": Look("P", "public", "#e6cdf0", "M8,0 L8,16"),
    "disaster": Look("D", "Disaster", "#f2a7a0", "M0,0 L16,16 M0,16 L16,0"),
}

TILE_STYLE = """
.mp-neom-tile { stroke: #2b2620; stroke-width: 2; }
.mp-neom-weave { fill: none; stroke: #2b2620; stroke-width: 1.5; stroke-opacity: .22; }
.mp-neom-road-edge { fill: none; stroke: #2b2620; stroke-width: 15; }
.mp-neom-road { fill: none; stroke: #fffdf6; stroke-width: 11; }
.mp-neom-perhaps { fill: none; stroke: #2b2620; stroke-width: 3; stroke-dasharray: 4 4; }
.mp-neom-label { fill: #fffdf6; fill-opacity: .9; }
.mp-neom-badge { fill: #2b2620; }
.mp-neom-letter { font-size: 15px; font-weight: 700; text-anchor: middle; fill: #ffffff; }
.mp-neom-name { font-size: 12px; font-weight: 700; text-anchor: middle; }
.mp-neom-small { font-size: 12px; text-anchor: middle; }
.mp-neom-called { font-weight: 700; text-anchor: middle; }
.mp-neom-made { text-anchor: middle; }
.mp-neom-vp { font-size: 14px; font-weight: 700; text-anchor: middle; }
.mp-neom-centre { fill: #fff6d6; stroke: #2b2620; stroke-width: 3; }
.mp-neom-covered { fill: none; stroke: #2b2620; stroke-width: 3; stroke-dasharray: 8 4; }
.mp-neom-mark { fill: none; stroke: #b3261e; stroke-width: 4; }
.mp-neom-square { font-size: 13px; text-anchor: middle; fill: #7a6f60; }
.mp-neom-card { fill: #ffffff; stroke: #2b2620; stroke-width: 2; }
.mp-neom-title { font-size: 16px; font-weight: 700; }
.mp-neom-line { font-size: 14px; }
.mp-neom-legend { font-size: 13px; }
.mp-neom-head { font-size: 14px; fill: #5f564a; }
"""
"""What drawings of NEOM have beside the colours of all drawings."""

NEOM_STYLE = STYLE + TILE_STYLE


def swatch(kind: TileType, at: Point, size: Point, *, rounded: int = 0) -> list[Element]:
    """Return a rectangle in the colour and pattern of a type, without a border."""
    x, y, (width, height) = *at, size
    return [
        element("rect", fill=fill, x=x, y=y, width=width, height=height, rx=rounded)
        for fill in (LOOKS[kind].fill, f"url(#mp-weave-{kind})")
    ]


def patterns() -> list[Element]:
    """Return the patterns of all types as definitions, each of the id ``mp-weave-<type>``."""
    return [
        element(
            "pattern",
            [element("path", class_="mp-neom-weave", d=look.pattern)],
            id=f"mp-weave-{kind}",
            width=16,
            height=16,
            patternUnits="userSpaceOnUse",
        )
        for kind, look in LOOKS.items()
    ]
