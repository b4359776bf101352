"""Cards: what a message shows of a link to a puzzle, 1200 by 630 pixels, as Open Graph wants it."""

from __future__ import annotations

import re
import textwrap
from html import escape

from meepleproof.rendering.exports.printing import FONT, png

__all__ = ["card"]

_WIDTH, _HEIGHT = 1200, 630
_LETTERS = 22
"""Letters of a line; a line of words is about half as wide as the card."""
_LINE = 66
_ROOT = re.compile(r'^<svg [^>]*viewBox="([^"]+)"[^>]*>')


def card(picture: str, words: str) -> bytes:
    """Return a drawing, with words beside it, as PNG.

    :raises NotInstalled: without the extra ``print``.
    """
    board = _ROOT.sub(r'<svg x="40" y="40" width="600" height="550" viewBox="\1">', picture)
    lines = textwrap.wrap(words, _LETTERS)
    top = (_HEIGHT - _LINE * len(lines)) // 2
    told = "".join(
        f'<text x="680" y="{top + _LINE * (number + 1) - 20}" font-size="52">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="{FONT}" fill="#2b2620">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#f7f0e3" />{board}{told}'
        '<text x="680" y="590" font-size="34" fill="#5f564a">meepleproof</text></svg>',
        scale=1,
    )
