"""A rule needs a value that the catalogue leaves unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from verifier.errors import Undecided
from verifier.neom.unknowns import Unknown

_Value = TypeVar("_Value")


class Missing(Undecided):
    """The question cannot be decided; ``unknown`` has everything that was found missing."""

    def __init__(self, unknown: Sequence[Unknown]) -> None:
        self.unknown = tuple(unknown)
        first = self.unknown[0]
        super().__init__(str(first), where=first.parameter, rule=first.rule)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with what is missing."""
        return (type(self), (self.unknown,))


def needed(value: _Value | None, rule: str, parameter: str) -> _Value:
    """Return a value.

    :raises Missing: if it is None.
    """
    if value is None:
        raise Missing([Unknown(rule, parameter)])
    return value


def answered(*questions: Callable[[], object]) -> bool:
    """Return whether all questions are answered by something true.

    A definite no beats what is unknown in the others.

    :raises Missing: if one cannot be answered, and none is answered by no.
    """
    missing: Missing | None = None
    for question in questions:
        try:
            if not question():
                return False
        except Missing as found:
            missing = missing or found
    if missing:
        raise missing
    return True
