"""The catalogue of a game: its rules and switches, read from the data files of the game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from importlib import resources
from types import MappingProxyType
from typing import Any

from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class Rule:
    """One testable statement.

    ``sources`` are codes of :attr:`Catalogue.sources` or ids of the rules it follows from.
    ``status`` is a word of :attr:`Catalogue.statuses`. ``ambiguities`` names the questions (AMB-..)
    the wording depends on; a rule stated in the text may have a detail that is read. ``exempt`` is
    the written reason why no scenario can, or need, show this rule; empty where one must.

    Where a game's rules are not all public, ``grade`` is a word of :attr:`Catalogue.grades` and
    says how good the evidence is, ``single_source`` what of the rule a single source says, and
    ``parameters`` are the values that the rule takes from the user.
    """

    id: str
    sentence: str
    sources: tuple[str, ...]
    status: str
    ambiguities: tuple[str, ...] = ()
    note: str = ""
    exempt: str = ""
    grade: str = ""
    single_source: str = ""
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no readable source says, and that a user must supply.

    ``parameters`` are the names by which it is supplied, ``rules`` the ids of the rules that need
    it, ``where`` says where an owner of the game finds it.
    """

    what: str
    rules: tuple[str, ...]
    parameters: tuple[str, ...]
    where: str


@dataclass(frozen=True, slots=True)
class Switch:
    """One question with its possible answers.

    ``why`` gives the reason for the default, ``effect`` what changes with the answer, ``rules`` the
    ids of the rules concerned. One question (AMB-..) can need two switches.
    """

    key: str
    values: tuple[str, ...]
    default: str
    amb: str
    question: str
    why: str
    effect: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettledQuestion:
    """A question that needs no switch, since its answer is fixed.

    ``formerly`` is the key of the switch that it had in earlier versions, if any.
    """

    amb: str
    question: str
    answer: str
    rules: tuple[str, ...]
    formerly: str = ""


class Catalogue:
    """Every rule of one game, and every question that its texts leave open.

    ``package`` names the game's package, which contains the files ``catalogue.json`` and
    ``switches.json``; they are read when first needed. ``families`` maps the beginnings of rule ids
    to the headings under which these rules are listed.

    >>> solo = Catalogue("verifier.carcassonne.solo", {})
    >>> solo.rule("SOLO-SCORE-9").sentence
    'Ties for lowest count as lowest, for two colours or all.'
    >>> solo.switch("score.soleMajority").values
    ('lowest_only', 'any_present_lowest', 'never')
    """

    def __init__(self, package: str, families: Mapping[str, str]) -> None:
        self.package = package
        self.families = families

    def __repr__(self) -> str:
        return f"Catalogue({self.package!r}, {dict(self.families)!r})"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in the order of the catalogue."""
        return tuple(self._rules.values())

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with this id.

        :raises Malformed: if there is none, with the nearest ids.
        """
        try:
            return self._rules[rule_id]
        except KeyError:
            raise unknown_name("rule", rule_id, self._rules) from None

    @property
    def sources(self) -> Mapping[str, str]:
        """Sources by the short codes used in rules."""
        named = {source for rule in self._usual_rules.values() for source in rule.sources}
        others = self._taken_over.sources if self._taken_over is not None else {}
        usual = {code: text for code, text in others.items() if code in named}
        return MappingProxyType(usual | self._catalogue["sources"])

    @property
    def statuses(self) -> Mapping[str, str]:
        """Meanings of the status words: text, base, reading, ours, proved."""
        return MappingProxyType(self._catalogue["status"])

    @property
    def grades(self) -> Mapping[str, str]:
        """Meanings of the grades of evidence; none for a game whose rules are all public."""
        return MappingProxyType(self._catalogue.get("grades", {}))

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """What no readable source says about the game."""
        return tuple(
            Missing(
                entry["what"], tuple(entry["rules"]), tuple(entry["parameters"]), entry["where"]
            )
            for entry in self._catalogue.get("missing", ())
        )

    def heading(self, rule_id: str) -> str:
        """Return the heading under which a rule is listed: that of the longest beginning.

        >>> Catalogue("", {"DEF": "Terms", "NEOM-SOLO-DIS": "Disasters"}).heading("NEOM-SOLO-DIS-1")
        'Disasters'
        """
        beginnings = [each for each in self.families if rule_id.startswith(f"{each}-")]
        return self.families[max(beginnings, key=len)]

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Every switch, in the order of the register."""
        return tuple(self._switches.values())

    def switch(self, key: str) -> Switch:
        """Return the switch with this key.

        :raises Malformed: if there is none, with the nearest keys, or the answer if it is settled.
        """
        try:
            return self._switches[key]
        except KeyError:
            for settled in self.settled:
                if key and settled.formerly == key:
                    raise Malformed(
                        f"unknown switch {key!r}; it was a switch, and its question is settled: "
                        f"{settled.answer} Leave it out.",
                        rule=settled.amb,
                    ) from None
            raise unknown_name("switch", key, self._switches) from None

    @cached_property
    def settled(self) -> tuple[SettledQuestion, ...]:
        """The questions whose answer is fixed."""
        return tuple(
            SettledQuestion(**entry | {"rules": tuple(entry["rules"])})
            for entry in self._register["settled"]
        )

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        own = {entry["id"]: _rule(entry) for entry in self._catalogue["rules"]}
        return self._usual_rules | own

    @cached_property
    def _usual_rules(self) -> dict[str, Rule]:
        """The rules stated by another game's catalogue that this game takes over."""
        if self._taken_over is None:
            return {}
        usual = self._catalogue["usual"]
        return {
            rule_id: replace(
                self._taken_over.rule(rule_id),
                status=entry.get("status", usual["status"]),
                ambiguities=tuple(entry.get("amb", ())),
                note=entry.get("note", ""),
                exempt=entry.get("exempt", ""),
            )
            for rule_id, entry in usual["rules"].items()
        }

    @cached_property
    def _taken_over(self) -> Catalogue | None:
        if "usual" not in self._catalogue:
            return None
        return Catalogue(self._catalogue["usual"]["package"], {})

    @cached_property
    def _switches(self) -> Mapping[str, Switch]:
        return {
            entry["key"]: Switch(
                **entry | {"values": tuple(entry["values"]), "rules": tuple(entry["rules"])}
            )
            for entry in self._register["switches"]
        }

    @cached_property
    def _catalogue(self) -> Any:
        return self._read("catalogue.json")

    @cached_property
    def _register(self) -> Any:
        return self._read("switches.json")

    def _read(self, name: str) -> Any:
        return json.loads(resources.files(self.package).joinpath(name).read_text(encoding="utf-8"))


def unknown_name(what: str, given: str, known: Iterable[str]) -> Malformed:
    """Return the error for an unknown name, with the known names nearest to it.

    >>> print(unknown_name("rule", "SOLO-SCOER-6", ["SOLO-SCORE-6", "DEF-1"]))
    unknown rule 'SOLO-SCOER-6'; did you mean SOLO-SCORE-6?
    >>> print(unknown_name("switch", "xyz", ["city.two"]))
    unknown switch 'xyz'; 'meepleproof rules' lists what there is
    """
    # Compared without case, since ids are in capitals and people type small letters.
    by_fold = {name.casefold(): name for name in known}
    near = [by_fold[match] for match in get_close_matches(given.casefold(), by_fold)]
    listing = "'meepleproof rules' lists what there is"
    hint = f"did you mean {' or '.join(near)}?" if near else listing
    return Malformed(f"unknown {what} {given!r}; {hint}")


def _rule(entry: Mapping[str, Any]) -> Rule:
    return Rule(
        id=entry["id"],
        sentence=entry["sentence"],
        sources=tuple(entry["source"]),
        status=entry["status"],
        ambiguities=tuple(entry.get("amb", ())),
        note=entry.get("note", ""),
        exempt=entry.get("exempt", ""),
        grade=entry.get("grade", ""),
        single_source=entry.get("single_source", ""),
        parameters=tuple(entry.get("parameters", ())),
    )
