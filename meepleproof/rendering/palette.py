"""Pigments of the colours, and the style sheet of the drawings.

The pigments are what their colours are called, chosen so that people with any kind of colour vision
can distinguish them, and so that a grey print shows them in even steps, from black over blue and
red to yellow. Field, city and road differ in grey, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.wording import COLOUR_NAMES


@dataclass(frozen=True, slots=True)
class Pigment:
    """How one colour is shown: its name, its fill, the ink on it, its number on a terminal."""

    name: str
    fill: str
    ink: str
    terminal: int


_INKS = (
    ("#005a9e", "#ffffff", 25),
    ("#f53838", "#1c1a17", 203),
    ("#f0e442", "#1c1a17", 227),
    ("#1c1a17", "#ffffff", 16),
    ("#68df7f", "#1c1a17", 78),
    ("#b26ef7", "#1c1a17", 135),
)
PIGMENTS = tuple(Pigment(name, *inks) for name, inks in zip(COLOUR_NAMES, _INKS, strict=True))
"""By turn order."""

INKS = "".join(
    f".ink-{number} {{ background: {pigment.fill}; color: {pigment.ink}; }}\n"
    f".mp-ink-{number} {{ fill: {pigment.ink}; }}\n"
    for number, pigment in enumerate(PIGMENTS, start=1)
)
"""The style sheet of what pages show in a colour: discs, and digits on meeples."""

_SANS = (
    "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, "
    "sans-serif"
)

STYLE = f"""
.mp-text {{ font-family: {_SANS}; fill: #2b2620; }}
.mp-paper {{ fill: #ffffff; }}
.mp-table {{ fill: #fbf8f1; stroke: #c9bda6; stroke-width: 2; }}
.mp-rim {{ font-size: 22px; fill: #5f564a; text-anchor: middle; }}
.mp-cell {{ fill: #ffffff; stroke: #9c8f78; stroke-width: 2; stroke-dasharray: 7 6; }}
.mp-field {{ fill: #d2e6b4; }}
.mp-grass {{ fill: none; stroke: #bfd99c; stroke-width: 4; stroke-dasharray: 1.5 3 1.5 17 1.5 24; }}
.mp-bush {{ fill: #98c274; }}
.mp-city {{ fill: #d2a160; }}
.mp-courses {{ fill: none; stroke: #c5934f; stroke-width: 1.5; stroke-dasharray: 8 5 12 4 6 9; }}
.mp-wall {{ fill: none; stroke: #6b4423; stroke-width: 6; }}
.mp-merlons {{ fill: none; stroke: #e9d3ad; stroke-width: 3; stroke-dasharray: 5 4; }}
.mp-house {{ fill: #fbf0d9; stroke: #6b4423; stroke-width: 1; }}
.mp-roof {{ fill: #a8492c; stroke: #6b2a18; stroke-width: 1; }}
.mp-gate {{ fill: #43291a; }}
.mp-arch {{ fill: #43291a; stroke: #e9d3ad; stroke-width: 2; }}
.mp-shield {{ fill: #2f5fa8; stroke: #ffffff; stroke-width: 2; }}
.mp-shield-mark {{ fill: none; stroke: #ffffff; stroke-width: 3; }}
.mp-road-edge {{ fill: none; stroke: #6f6350; stroke-width: 16; }}
.mp-road {{ fill: none; stroke: #fbf4e0; stroke-width: 11; }}
.mp-river-edge {{ fill: none; stroke: #2b628f; stroke-width: 22; }}
.mp-river {{ fill: none; stroke: #4f9fd0; stroke-width: 17; }}
.mp-water {{ fill: #4f9fd0; stroke: #2b628f; stroke-width: 3; }}
.mp-waves {{ fill: none; stroke: #d7ecf8; stroke-width: 3; }}
.mp-rocks {{ fill: #9a948a; stroke: #4d463c; stroke-width: 2; }}
.mp-bridge {{ fill: none; stroke: #6e4a2b; stroke-width: 25; }}
.mp-pond {{ fill: #4f9fd0; stroke: #2b628f; stroke-width: 2; }}
.mp-inn {{ fill: #ffffff; stroke: #1c1a17; stroke-width: 2; }}
.mp-inn-roof {{ fill: #1f4e79; stroke: #1c1a17; stroke-width: 1; }}
.mp-minster {{ fill: #f4f1f8; stroke: #2f2350; stroke-width: 2; }}
.mp-minster-roof {{ fill: #5b4692; stroke: #2f2350; stroke-width: 2; }}
.mp-rose {{ fill: #5b4692; }}
.mp-token {{ fill: #fffdf6; stroke: #2b2620; stroke-width: 2; }}
.mp-wine {{ fill: #7a1f6b; }}
.mp-grain {{ fill: #e0a800; stroke: #7a5a00; stroke-width: 1; }}
.mp-cloth {{ fill: #12807a; }}
.mp-cloth-end {{ fill: #bfe6e3; stroke: #0b4f4b; stroke-width: 2; }}
.mp-stalk {{ fill: none; stroke: #4f6b1c; stroke-width: 2; }}
.mp-plaza {{ fill: #cfae74; stroke: #6f6350; stroke-width: 2; }}
.mp-yard {{ fill: #e6f2d2; stroke: #7fae5b; stroke-width: 2; }}
.mp-abbey {{ fill: #f6ead2; stroke: #54402c; stroke-width: 2; }}
.mp-abbey-roof {{ fill: #8d3f62; stroke: #54402c; stroke-width: 2; }}
.mp-cross {{ fill: none; stroke: #54402c; stroke-width: 3; }}
.mp-tile-edge {{ fill: none; stroke: #3c4a2c; stroke-width: 1; stroke-opacity: .7; }}
.mp-start {{ fill: #fdfbf6; stroke: #3c4a2c; stroke-width: 1; }}
.mp-start-text {{ font-size: 11px; font-weight: 700; text-anchor: middle; }}
.mp-halo {{ fill: #ffffff; stroke: #ffffff; stroke-width: 6; stroke-linejoin: round; }}
.mp-pawn {{ stroke: #1c1a17; stroke-width: 2; stroke-linejoin: round; }}
.mp-spent {{ fill: none; stroke: #9c8f78; stroke-width: 2; stroke-dasharray: 3 3; }}
.mp-digit {{ font-size: 14px; font-weight: 700; text-anchor: middle; }}
.mp-highlight {{ fill: none; stroke: #a81c62; stroke-width: 5; }}
.mp-returned {{ fill: #ffffff; stroke: #1c1a17; stroke-width: 2; stroke-dasharray: 4 3; }}
.mp-badge {{ fill: #a81c62; stroke: #ffffff; stroke-width: 2; }}
.mp-badge-text {{ font-size: 24px; font-weight: 700; text-anchor: middle; fill: #ffffff; }}
.mp-title {{ font-size: 30px; font-weight: 700; }}
.mp-goal {{ font-size: 22px; }}
.mp-head {{ font-size: 18px; fill: #5f564a; }}
.mp-row {{ fill: #ffffff; stroke: #ddd2bd; stroke-width: 2; }}
.mp-row-active {{ fill: #fff6d6; stroke: #2b2620; stroke-width: 3; }}
.mp-arrow {{ fill: #2b2620; }}
.mp-score {{ font-size: 32px; font-weight: 700; text-anchor: middle; }}
.mp-note {{ font-size: 18px; }}
.mp-strong {{ font-weight: 700; }}
.mp-next {{ font-size: 18px; font-weight: 700; text-anchor: middle; }}
"""
