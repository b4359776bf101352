"""Text from elsewhere, made safe to print: what a terminal would obey is shown instead."""

from __future__ import annotations

import unicodedata

__all__ = ["hidden", "visible"]

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control, format and separator characters, and bytes of a file name that are no text."""

_JOINERS = frozenset("\u200c\u200d")
"""Format characters that the names of some languages, and some emoji, are spelled with."""


def visible(text: str) -> str:
    r"""Return a text on one line, with all that moves, hides or reorders it escaped as in Python.

    >>> print(visible("x\x1b[2J\r\nholds \u202ekool"))
    x\x1b[2J\r\nholds \u202ekool
    >>> visible("Zoë · 3 £ ═")
    'Zoë · 3 £ ═'
    """
    if text.isprintable():
        return text
    return "".join(repr(sign)[1:-1] if hidden(sign) else sign for sign in text)


def hidden(character: str) -> bool:
    r"""Return whether a terminal would obey the character and not show it.

    >>> [hidden(character) for character in ("\n", "\x9b", "\u2066", "a", "\xa0")]
    [True, True, True, False, False]
    """
    return unicodedata.category(character) in _HIDDEN and character not in _JOINERS
