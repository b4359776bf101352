"""Two kinds of claims that are the same in every game: about records, and about positions.

A record is legal or breaks a rule; a position is valid or has a fault. What a record, a position
and a rule are is the game's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from verifier.catalogue.catalogue import Catalogue
from verifier.claims.agreement import Tally
from verifier.claims.scenario import require_rule
from verifier.errors import Malformed, MeepleproofError
from verifier.verdict import KeyReport, Verdict


class _Record(Protocol):
    @property
    def turns(self) -> Sequence[object]: ...


class _Violation(Protocol):
    @property
    def rule(self) -> str: ...

    @property
    def turn(self) -> int: ...

    @property
    def why(self) -> str: ...


class _Fault(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def rule(self) -> str: ...


Record = TypeVar("Record", bound=_Record)
_Record_contra = TypeVar("_Record_contra", bound=_Record, contravariant=True)


class RecordKey(Protocol[_Record_contra]):
    """A key that finds the rules a record breaks."""

    @property
    def name(self) -> str:
        """Its name in verdicts."""

    def violations(self, record: _Record_contra, /) -> Sequence[_Violation]:
        """Return the rules that a record breaks; empty if it is legal."""


FindFaults: TypeAlias = Callable[[Any, str], Iterable[_Fault]]
"""Returns the faults of a position, given its document and the place of that."""


@dataclass(frozen=True, slots=True)
class LegalityClaim(Generic[Record]):
    """A claim that a record is legal, or breaks a rule (at a turn; 0 is the set-up)."""

    record: Record
    breaks: str = ""
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class ValidityClaim:
    """A claim that a position is valid, or has a fault.

    ``given`` is kept as written, since some faults cannot occur in a position that was read.
    """

    given: Any
    where: str
    fault: str = ""
    breaks: str = ""


def read_breaks(claim: dict[str, Any], catalogue: Catalogue, where: str) -> str:
    """Return the id of the rule that a claim calls broken; empty if it names none.

    :raises Malformed: if the catalogue has no such rule.
    """
    breaks: str = claim.get("breaks", "")
    if breaks:
        require_rule(catalogue, breaks, f"{where}/breaks")
    return breaks


def read_validity(
    claim: dict[str, Any], position_of_scenario: Any, catalogue: Catalogue, where: str
) -> ValidityClaim:
    """Return a claim about its own position, or else about the scenario's.

    :raises Malformed: if there is neither, or the claim names a rule that does not exist.
    """
    given = claim.get("position", position_of_scenario)
    if given is None:
        raise Malformed("a claim about a position, but there is none", where=where)
    place = f"{where}/position" if "position" in claim else "/position"
    breaks = read_breaks(claim, catalogue, where)
    return ValidityClaim(given, place, claim.get("fault", ""), breaks)


def legality_verdict(
    claim: LegalityClaim[Record],
    keys: Iterable[RecordKey[Record]],
    tally: Tally,
    *,
    turn: str = "turn",
) -> Verdict:
    """Return the keys' verdict on a record; ``turn`` is what the game calls one of its turns."""
    answers = []
    for key in keys:
        tally.ask(key.name)
        broken = key.violations(claim.record)
        tally.count(key.name, len(claim.record.turns))
        found = "; ".join(f"{v.rule} at {turn} {v.turn}: {v.why}" for v in broken) or "legal"
        answers.append((_is_so(claim, broken), f"{key.name}: {found}"))
    if all(holds for holds, _ in answers):
        return tally.verdict("holds", tally.reports())
    why = "; ".join(found for _, found in answers)
    if any(holds for holds, _ in answers):
        return tally.verdict("keys disagree", tally.reports(), why)
    return tally.verdict("violated", tally.reports(), why)


def validity_verdict(claim: ValidityClaim, faults: FindFaults) -> Verdict:
    """Return the verdict on a position, which ``faults`` gives alone, without the keys."""
    try:
        found = [(fault.name, fault.rule) for fault in faults(claim.given, claim.where)]
    except MeepleproofError as error:
        found = [("unreadable", error.rule)]
    if claim.fault or claim.breaks:
        holds = any(
            claim.fault in ("", name) and claim.breaks in ("", rule) for name, rule in found
        )
    else:
        holds = not found
    listed = "; ".join(f"{name} ({rule})" for name, rule in found) or "no faults"
    reports = (KeyReport("faults", 1),)
    return Verdict("holds" if holds else "violated", reports, "" if holds else f"found {listed}")


def _is_so(claim: LegalityClaim[Any], broken: Sequence[_Violation]) -> bool:
    if not claim.breaks:
        return not broken
    return any(v.rule == claim.breaks and claim.turn in (None, v.turn) for v in broken)
