"""The rule catalogue: every rule the verifier knows, as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from verifier.catalogue import package_data

CATALOGUE = "catalogue.json"


@dataclass(frozen=True, slots=True)
class Rule:
    """One testable statement.

    ``sources`` holds codes of :func:`sources` or ids of the rules it follows from. ``status`` is a
    word of :func:`statuses`. ``ambiguities`` names the questions (AMB-..) the wording depends on;
    a rule stated in the text may have a detail that is read. ``exempt`` is the written reason why
    no scenario can, or need, show this rule; empty where one must.
    """

    id: str
    sentence: str
    sources: tuple[str, ...]
    status: str
    ambiguities: tuple[str, ...] = ()
    note: str = ""
    exempt: str = ""


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of the catalogue: terms, base, solo, proved facts."""
    return tuple(_by_id().values())


def rule(rule_id: str) -> Rule:
    """Return the rule with this id; raise Malformed with the nearest ids if there is none.

    >>> rule("SOLO-SCORE-9").sentence
    'Ties for lowest count as lowest, for two colours or all.'
    >>> rule("SOLO-SCORE-99")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: unknown rule 'SOLO-SCORE-99'; did you mean \
SOLO-SCORE-9 or SOLO-SCORE-8 or SOLO-SCORE-7?
    """
    try:
        return _by_id()[rule_id]
    except KeyError:
        raise package_data.unknown("rule", rule_id, _by_id()) from None


@cache
def sources() -> MappingProxyType[str, str]:
    """Return what each source code stands for."""
    return MappingProxyType(package_data.read(CATALOGUE)["sources"])


@cache
def statuses() -> MappingProxyType[str, str]:
    """Return what each status word means: text, base, reading, ours, proved."""
    return MappingProxyType(package_data.read(CATALOGUE)["status"])


@cache
def _by_id() -> MappingProxyType[str, Rule]:
    entries = package_data.read(CATALOGUE)["rules"]
    return MappingProxyType(
        {
            entry["id"]: Rule(
                id=entry["id"],
                sentence=entry["sentence"],
                sources=tuple(entry["source"]),
                status=entry["status"],
                ambiguities=tuple(entry.get("amb", ())),
                note=entry.get("note", ""),
                exempt=entry.get("exempt", ""),
            )
            for entry in entries
        }
    )
