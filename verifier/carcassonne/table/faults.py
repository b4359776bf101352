"""What is wrong with a table or a record, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.errors import Illegal


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a position: its name, the rule it breaks, the place, a sentence."""

    name: str
    rule: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its id, the turn (from 1; 0 is the set-up), the place, and a sentence."""

    rule: str
    turn: int
    where: str
    why: str


def require_none(found: Sequence[Fault]) -> None:
    """Do nothing if no faults were found.

    :raises Illegal: with the first fault, and a count of the others.
    """
    if found:
        first, others = found[0], len(found) - 1
        more = f" ({others} more fault{'s' if others > 1 else ''})" if others else ""
        raise Illegal(f"{first.name}: {first.why}{more}", where=first.where, rule=first.rule)
