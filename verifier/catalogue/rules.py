"""What a rule of a catalogue is, and what a catalogue says is missing."""

from __future__ import annotations

from dataclasses import dataclass


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
