"""Sentences that server and browser both say of the Solo Variant: one file, which both read.

The browser gets them with the sheet of tiles (``solo_sheet``). Names in braces stand for what
differs from one turn to another.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources


@cache
def sentences() -> dict[str, str]:
    """Return the sentences by name."""
    file = resources.files("meepleproof.service.play.solo").joinpath("sentences.json")
    return dict(json.loads(file.read_text("utf-8")))


def said(name: str, /, **values: object) -> str:
    """Return a sentence with its values.

    >>> said("chosen.on", feature="the road (north)")
    'The meeple goes on the road (north).'
    """
    return sentences()[name].format_map(values)


def said_of(number: int, name: str, /, **values: object) -> str:
    """Return the sentence about one or about many.

    >>> said_of(1, "solved", turns=1), said_of(2, "solved", turns=2)
    ('You reached the goal in 1 turn.', 'You reached the goal in 2 turns.')
    """
    return said(f"{name}.one" if number == 1 else f"{name}.many", **values)


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter.

    >>> capitalised("the road (north)")
    'The road (north)'
    """
    return text[:1].upper() + text[1:]
