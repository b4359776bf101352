"""What a rule of a catalogue is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One testable statement.

    ``sources`` are codes of :attr:`Catalogue.sources` or ids of the rules it follows from.
    ``status`` is a word of :attr:`Catalogue.statuses`. ``ambiguities`` names the questions (AMB-..)
    the wording depends on; a rule stated in the text may have a detail that is read. ``exempt`` is
    the written reason why no scenario can, or need, show this rule; empty where one must.
    """

    id: str
    sentence: str
    sources: tuple[str, ...]
    status: str
    ambiguities: tuple[str, ...] = ()
    note: str = ""
    exempt: str = ""
