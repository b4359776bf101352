"""Patterns that tint a farm: slanted stripes in the colours of its owners."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import element
from meepleproof.rendering.palette import PIGMENTS


def stripes(name: str, owners: Sequence[int], width: int, gap: int) -> Element:
    """Return the pattern of some colours, each a stripe of a width with a gap after it.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(stripes("farm", (0,), 7, 5)).decode()[:51]
    '<pattern id="farm" width="12" height="7" patternUni'
    """
    coloured = [
        element(
            "rect", x=number * (width + gap), width=width, height=width, fill=PIGMENTS[each].fill
        )
        for number, each in enumerate(owners)
    ]
    return element(
        "pattern",
        coloured,
        id=name,
        width=(width + gap) * len(owners),
        height=width,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
