"""The errors of this program, each with the exit code of a command that ends with it.

::

    Exception
    └── MeepleproofError    any error that this program raises itself
        ├── Malformed       cannot be read: it has the wrong form       exit 3  (also ValueError)
        ├── Illegal         can be read, but breaks a rule              exit 3  (also ValueError)
        ├── Ambiguous       can be read in two ways; say which          exit 3  (also ValueError)
        ├── Undecided       left open because a limit was reached       exit 4
        └── KeysDisagree    engine and model give different answers     exit 5

Every one of them carries *what* (the message, quoting what was given), *where* (JSON Pointer, turn
or file) and *rule* (a rule id of the catalogue, or a switch key), and prints as one paragraph.
"""

from __future__ import annotations

from typing import ClassVar, Self

__all__ = [
    "Ambiguous",
    "Illegal",
    "KeysDisagree",
    "Malformed",
    "MeepleproofError",
    "Undecided",
]


class MeepleproofError(Exception):
    """Base of every error this program reports.

    >>> print(Illegal("supply of 9 meeples", where="/supplies/0", rule="SOLO-SETUP-3"))
    supply of 9 meeples (at /supplies/0; SOLO-SETUP-3)
    >>> print(Malformed("not JSON"))
    not JSON
    """

    # Nothing was established; only the named kinds below are raised.
    exit_code: ClassVar[int] = 4

    def __init__(self, message: str, *, where: str = "", rule: str = "") -> None:
        # Exception keeps only positional arguments; __reduce__ below carries the others.
        super().__init__(message)
        self.message = message
        self.where = where
        self.rule = rule

    def __str__(self) -> str:
        """Return one paragraph: the message, then the place and rule in brackets."""
        place = f"at {self.where}" if self.where else ""
        details = "; ".join(part for part in (place, self.rule) if part)
        paragraph = f"{self.message} ({details})" if details else self.message
        return " ".join(paragraph.split())

    def at(self, where: str) -> Self:
        """Return the same error with another place.

        >>> print(Malformed("not JSON").at("/rules"))
        not JSON (at /rules)
        """
        return type(self)(self.message, where=where, rule=self.rule)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with place and rule, so that they survive the way from a worker process."""
        state = {"where": self.where, "rule": self.rule, "message": self.message}
        return (type(self), (self.message,), state)


class Malformed(MeepleproofError, ValueError):
    """The input cannot be read: wrong shape, wrong kind, unknown name."""

    exit_code: ClassVar[int] = 3


class Illegal(MeepleproofError, ValueError):
    """The input can be read but breaks the rule named in ``rule``."""

    exit_code: ClassVar[int] = 3


class Ambiguous(MeepleproofError, ValueError):
    """The input can be read in more than one way; the message lists the ways."""

    exit_code: ClassVar[int] = 3


class Undecided(MeepleproofError):
    """The question was not decided: a limit was reached, or a key cannot express it."""

    exit_code: ClassVar[int] = 4


class KeysDisagree(MeepleproofError):
    """Engine and model gave different answers, so nothing may be claimed."""

    exit_code: ClassVar[int] = 5
