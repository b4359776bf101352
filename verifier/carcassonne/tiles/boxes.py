"""The contents of the boxes, stated independently of the sheets, which are checked against them.

Counts per letter as printed in the rules of each set; gardens are those of the second edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """Totals, copies of each letter, the letters with a garden, and the start tile."""

    totals: Mapping[str, int]
    counts: str
    gardens: str
    start: str = ""


BOXES: Mapping[str, Box] = {
    "base": Box(
        {
            "tiles": 72,
            "types": 24,
            "shields": 10,
            "monasteries": 6,
            "gardens": 8,
            "city_edges": 79,
            "road_edges": 94,
            "field_edges": 115,
        },
        counts=("A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"),
        gardens="E H I M N R U V",
        start="D",
    ),
    "river": Box(
        {"tiles": 12, "types": 10, "shields": 0, "monasteries": 1, "gardens": 1, "river_edges": 22},
        counts="A1 B1 C1 DF2 E1 GJ2 H1 I1 K1 L1",
        gardens="GJ",
    ),
    "ic": Box(
        {
            "tiles": 18,
            "types": 17,
            "shields": 3,
            "monasteries": 1,
            "gardens": 2,
            "inns": 6,
            "cathedrals": 2,
        },
        counts="A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K2 L1 M1 N1 O1 P1 Q1",
        gardens="B H",
    ),
    "tb": Box(
        {
            "tiles": 24,
            "types": 24,
            "shields": 0,
            "monasteries": 1,
            "gardens": 2,
            "goods_wine": 9,
            "goods_grain": 6,
            "goods_cloth": 5,
        },
        counts=("A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1 N1 O1 P1 Q1 R1 S1 T1 U1 V1 W1 X1"),
        gardens="K U",
    ),
    "ks": Box(
        {"tiles": 5, "types": 5, "shields": 0, "monasteries": 1, "gardens": 1},
        counts="A1 B1 C1 D1 E1",
        gardens="B",
    ),
}

ROLES: Mapping[str, tuple[str, ...]] = {"river": ("lake", "spring")}

MIRRORED = (
    ("base/J", "base/K"),
    ("tb/A", "ks/B"),
    ("tb/F", "tb/K"),
    ("tb/I", "tb/W"),
    ("ic/F", "ic/N"),
)
"""Mirror images of one another when goods, inns and shields are left aside."""

SAME_SHAPE = (
    ("base/V", "ic/A"),
    ("base/U", "ic/B"),
    ("base/W", "ic/C"),
    ("base/O", "ic/L"),
    ("base/K", "ic/M"),
    ("tb/O", "ks/A"),
    ("base/N", "tb/G"),
    ("tb/G", "tb/T"),
    ("base/R", "tb/H"),
    ("base/T", "tb/V"),
    ("base/G", "tb/Q"),
    ("tb/D", "tb/L"),
    ("tb/N", "tb/P"),
    ("tb/E", "tb/S"),
    ("ic/F", "tb/K"),
    ("ic/N", "tb/F"),
)
"""Tiles of one structure when goods, inns and shields are left aside."""
