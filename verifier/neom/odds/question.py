"""Questions about odds, put to both keys: an answer is given only where they agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from verifier.errors import KeysDisagree
from verifier.neom.odds import by_enumeration, by_formula
from verifier.neom.odds.seen import Chances, CornerstoneChances, GameChances, Seen

Answer = TypeVar("Answer", Chances, CornerstoneChances, GameChances)

Difference = tuple[str, object, object]

KEYS = ("formula", "enumeration")
SHARED = ("tiles of a dealt pack", "reading of what was seen")
"""What both keys use, so that neither would notice an error in it."""


def chances(seen: Seen) -> Chances:
    """Return the odds of the packs to come, on which both keys agree.

    :raises Illegal: if more tiles are wanted than are left.
    :raises Undecided: if there are too many cases to be counted.
    :raises KeysDisagree: if the keys say different things.

    >>> chances(Seen("1+", packs=3)).disaster.never_shown
    Fraction(1, 11)
    """
    return _agreed(by_formula.chances(seen), by_enumeration.chances(seen))


def game(tile_set: str) -> GameChances:
    """Return the odds of a whole game with a tile set, on which both keys agree.

    :raises KeysDisagree: if the keys say different things.
    """
    return _agreed(by_formula.game(tile_set), by_enumeration.game(tile_set))


def cornerstones() -> CornerstoneChances:
    """Return the odds of the Preliminary Round, on which both keys agree.

    :raises KeysDisagree: if the keys say different things.
    """
    return _agreed(by_formula.cornerstones(), by_enumeration.cornerstones())


def _agreed(formula: Answer, enumeration: Answer) -> Answer:
    for name, one, other in _differences(formula, enumeration):
        raise KeysDisagree(f"{name} is {_text(one)} by formula and {_text(other)} by enumeration")
    return formula


def _differences(one: object, other: object, name: str = "") -> Iterator[Difference]:
    """Yield the parts in which two answers differ, each by its name."""
    if one == other:
        return
    if is_dataclass(one) and is_dataclass(other):
        for field in fields(one):
            inner = f"{name}.{field.name}" if name else field.name
            yield from _differences(getattr(one, field.name), getattr(other, field.name), inner)
    else:
        yield name, one, other


def _text(part: object) -> str:
    return ", ".join(map(str, part)) if isinstance(part, tuple) else str(part)
