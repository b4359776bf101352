"""Colours that everybody tells apart: on paper without colour, and with any colour vision."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from meepleproof.rendering.carcassonne.board import pawn_drawing
from meepleproof.rendering.palette import PIGMENTS, STYLE, Pigment

Linear = tuple[float, float, float]

# A road is a stroke, a field and a city are fills.
FILLS = dict(re.findall(r"\.mp-(\w+) \{ fill: (?:none; stroke: )?(#\w{6})", STYLE))
PAWNS = [pigment.fill for pigment in PIGMENTS]
VISIONS = {  # Machado, Oliveira, Fernandes 2009, severity 1, on linear light
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize(("one", "other"), [*combinations(PAWNS, 2)])
def test_pawns_are_told_apart_in_grey(one: str, other: str) -> None:
    # Six cannot be as far apart as the four that the Solo Variant has.
    assert abs(grey(one) - grey(other)) > (40 if {one, other} <= {*PAWNS[:4]} else 30)


@pytest.mark.parametrize(("one", "other"), [*combinations(("field", "city", "road"), 2)])
def test_grounds_are_told_apart_in_grey(one: str, other: str) -> None:
    # Roads have dark borders besides, cities walls.
    assert abs(grey(FILLS[one]) - grey(FILLS[other])) > 25


@pytest.mark.parametrize("vision", VISIONS)
def test_colours_are_told_apart_with_any_colour_vision(vision: str) -> None:
    for one, other in (*combinations(PAWNS, 2), (FILLS["field"], FILLS["city"])):
        seen = [lab(looked_at(linear(fill), vision)) for fill in (one, other)]
        assert sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) > 25**2, (one, other)


@pytest.mark.parametrize("pigment", PIGMENTS, ids=lambda pigment: pigment.name)
def test_numbers_can_be_read_on_their_pawns(pigment: Pigment) -> None:
    fill, ink = light(linear(pigment.fill)), light(linear(pigment.ink))
    assert (max(fill, ink) + 0.05) / (min(fill, ink) + 0.05) > 4.5  # WCAG 2, AA


def test_pawns_differ_in_shape_and_number() -> None:
    drawn = [pawn_drawing(colour) for colour in range(len(PIGMENTS))]
    assert len(PIGMENTS) == len({parts[0].get("d") for parts in drawn})
    assert len(PIGMENTS) == len({parts[-1].text for parts in drawn})


def rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def grey(colour: str) -> float:
    """Return the grey, 0 to 255, that a printer or a photocopier makes of it (BT.601)."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def linear(colour: str) -> Linear:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in rgb(colour))
    )
    return (red, green, blue)


def light(colour: Linear) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def looked_at(colour: Linear, vision: str) -> Linear:
    red, green, blue = (
        sum(factor * part for factor, part in zip(row, colour, strict=True))
        for row in VISIONS[vision]
    )
    return (red, green, blue)


def lab(colour: Linear) -> Linear:
    red, green, blue = colour
    across = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    deep = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    x, y, z = (bent(value) for value in (across / 0.9505, light(colour), deep / 1.089))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def bent(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
