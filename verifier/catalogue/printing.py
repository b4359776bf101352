"""The rules as text for people and as plain data for machines.

A page is about a rule id, a question (AMB-..), or the key of a switch.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

from verifier.catalogue.catalogue import Catalogue, unknown_name
from verifier.catalogue.rules import Rule
from verifier.catalogue.switches import SettledQuestion, Switch

_WIDTH = 100
_INDENT = 18


def rules_table(catalogue: Catalogue) -> str:
    """Return all rules by family, then all switches with their values (default first)."""
    return "\n".join(_table_lines(catalogue)) + "\n"


def rules_data(catalogue: Catalogue) -> dict[str, Any]:
    """Return what :func:`rules_table` shows as plain lists and dicts."""
    return {
        "rules": [_plain(asdict(each)) for each in catalogue.rules],
        "switches": [_plain(asdict(each)) for each in catalogue.switches],
        "settled": [_plain(asdict(each)) for each in catalogue.settled],
        "sources": dict(catalogue.sources),
        "statuses": dict(catalogue.statuses),
    }


def rule_page(catalogue: Catalogue, name: str) -> str:
    """Return the page about a rule id, a question (AMB-..) or a switch key, in any case.

    :raises Malformed: with the nearest names, if there is no such name.

    >>> from verifier.carcassonne.solo.catalogue import CATALOGUE
    >>> print(rule_page(CATALOGUE, "solo-score-9"), end="")
    SOLO-SCORE-9
      Ties for lowest count as lowest, for two colours or all.
    Status            text: stated in the solo text
    Source            HIG: Hans im Glück, English rules of the Carcassonne Solo Variant, 2020
                      (publisher's own text; the page with the goals is missing from the copy read).
    Source            ZM: Z-Man Games, English rules of the Carcassonne Solo Variant, 2020, with the
                      goals.
    Source            WC: WikiCarpedia, transcription of the Hans im Glück solo text, with goals,
                      scoring table and community notes.
    Question          AMB-09: Is "lowest" strict?
    """
    pages = [
        "\n".join(
            _rule_lines(catalogue, found)
            if isinstance(found, Rule)
            else _question_lines(catalogue, found)
        )
        for found in _find(catalogue, name)
    ]
    return "\n\n".join(pages) + "\n"


def page_data(catalogue: Catalogue, name: str) -> dict[str, Any]:
    """Return what :func:`rule_page` shows as plain lists and dicts, under the kind of each find."""
    data: dict[str, Any] = {"rules": [], "switches": [], "settled": []}
    kinds = {Rule: "rules", Switch: "switches", SettledQuestion: "settled"}
    for found in _find(catalogue, name):
        data[kinds[type(found)]].append(_plain(asdict(found)))
    return data


def _find(catalogue: Catalogue, name: str) -> list[Rule | Switch | SettledQuestion]:
    named: dict[str, list[Rule | Switch | SettledQuestion]] = {}
    for each in catalogue.rules:
        named[each.id] = [each]
    for question in _questions(catalogue):
        named.setdefault(question.amb, []).append(question)
        key = question.key if isinstance(question, Switch) else question.formerly
        if key:
            named[key] = [question]
    by_fold = {known.casefold(): found for known, found in named.items()}
    try:
        return by_fold[name.casefold()]
    except KeyError:
        raise unknown_name("rule, question or switch", name, named) from None


def _questions(catalogue: Catalogue) -> tuple[Switch | SettledQuestion, ...]:
    return (*catalogue.switches, *catalogue.settled)


def _table_lines(catalogue: Catalogue) -> Iterator[str]:
    for family, rules in groupby(catalogue.rules, lambda each: each.id.split("-")[0]):
        yield catalogue.families[family]
        for each in rules:
            yield from _entry(f"  {each.id}", each.sentence)
        yield ""
    yield "Switches (default first)"
    for switch in catalogue.switches:
        yield f"  {switch.key} = {' | '.join(_default_first(switch))}"
        yield from _entry("", f"{switch.amb}: {switch.question}")
    yield from ("", "Settled questions")
    for settled in catalogue.settled:
        yield from _entry(f"  {settled.amb}", f"{settled.question} {settled.answer}")


def _rule_lines(catalogue: Catalogue, found: Rule) -> Iterator[str]:
    yield found.id
    yield from _wrapped(found.sentence, "  ", "  ")
    yield from _entry("Status", f"{found.status}: {catalogue.statuses[found.status]}")
    for source in found.sources:
        known = catalogue.sources
        meaning = known[source] if source in known else catalogue.rule(source).sentence
        yield from _entry("Source", f"{source}: {meaning}")
    if found.note:
        yield from _entry("Note", found.note)
    if found.exempt:
        yield from _entry("No scenario", found.exempt)
    for question in _questions(catalogue):
        if question.amb in found.ambiguities and found.id in question.rules:
            key = f" (switch {question.key})" if isinstance(question, Switch) else ""
            yield from _entry("Question", f"{question.amb}: {question.question}{key}")


def _question_lines(catalogue: Catalogue, found: Switch | SettledQuestion) -> Iterator[str]:
    if isinstance(found, SettledQuestion):
        formerly = f"; {found.formerly} in earlier versions" if found.formerly else ""
        yield f"{found.amb} (settled, no switch{formerly})"
        yield from _entry("Question", found.question)
        yield from _entry("Answer", found.answer)
    else:
        yield f"{found.key} = {' | '.join(_default_first(found))}"
        yield from _entry("Question", f"{found.amb}: {found.question}")
        yield from _entry("Default", found.default)
        yield from _entry("Why", found.why)
        yield from _entry("Effect", found.effect)
    for rule_id in found.rules:
        yield from _entry("Rule", f"{rule_id}: {catalogue.rule(rule_id).sentence}")


def _default_first(switch: Switch) -> tuple[str, ...]:
    others = (value for value in switch.values if value != switch.default)
    return (switch.default, *others)


def _entry(label: str, text: str) -> list[str]:
    return _wrapped(text, f"{label:<{_INDENT}}", " " * _INDENT)


def _wrapped(text: str, first: str, others: str) -> list[str]:
    # A rule id broken at a hyphen could not be searched for.
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    """Return ``entry`` as it would be read back from JSON: lists for tuples."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in entry.items()}
