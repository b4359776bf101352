"""The rules as text for people and as plain data for machines.

A page is about a rule id, a question (AMB-..), or the key of a switch.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

from verifier.catalogue.catalogue import (
    Catalogue,
    Missing,
    Rule,
    SettledQuestion,
    Switch,
    unknown_name,
)

_WIDTH = 100
_INDENT = 18


def rules_table(catalogue: Catalogue) -> str:
    """Return all rules by family, then what is missing and all switches (default first)."""
    sections = [lines for lines in _sections(catalogue) if len(lines) > 1]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def rules_data(catalogue: Catalogue) -> dict[str, Any]:
    """Return what :func:`rules_table` shows as plain lists and dicts."""
    return {
        "rules": [_plain(asdict(each)) for each in catalogue.rules],
        "switches": [_plain(asdict(each)) for each in catalogue.switches],
        "settled": [_plain(asdict(each)) for each in catalogue.settled],
        "sources": dict(catalogue.sources),
        "statuses": dict(catalogue.statuses),
        "grades": dict(catalogue.grades),
        "missing": [_plain(asdict(each)) for each in catalogue.missing],
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


def _sections(catalogue: Catalogue) -> Iterator[list[str]]:
    """Yield what the table consists of, a heading and its lines each; some games lack some."""
    indent = max(_INDENT, *(len(each.id) + 3 for each in catalogue.rules))
    for heading, rules in groupby(catalogue.rules, lambda each: catalogue.heading(each.id)):
        yield [heading, *(line for each in rules for line in _listed_rule(each, indent))]
    yield ["Grades of evidence", *_listed_grades(catalogue)]
    yield ["Missing in every source that could be read", *_listed_missing(catalogue)]
    yield ["Switches (default first)", *_listed_switches(catalogue)]
    yield ["Settled questions", *_listed_answers(catalogue)]


def _listed_rule(rule: Rule, indent: int) -> list[str]:
    grade = f"[{rule.grade}] " if rule.grade else ""
    return _entry(f"  {rule.id}", f"{grade}{rule.sentence}", indent)


def _listed_grades(catalogue: Catalogue) -> Iterator[str]:
    for grade, meaning in catalogue.grades.items():
        yield from _entry(f"  {grade}", meaning)


def _listed_missing(catalogue: Catalogue) -> Iterator[str]:
    for number, each in enumerate(catalogue.missing, 1):
        yield from _entry(f"  {number}", _missing_in_words(each))
        yield from _entry("", f"Supplied as: {', '.join(each.parameters)}")


def _listed_switches(catalogue: Catalogue) -> Iterator[str]:
    for switch in catalogue.switches:
        yield f"  {switch.key} = {' | '.join(_default_first(switch))}"
        yield from _entry("", f"{switch.amb}: {switch.question}")


def _listed_answers(catalogue: Catalogue) -> Iterator[str]:
    for settled in catalogue.settled:
        yield from _entry(f"  {settled.amb}", f"{settled.question} {settled.answer}")


def _missing_in_words(missing: Missing) -> str:
    return f"{missing.what} An owner of the game finds this {missing.where}."


def _rule_lines(catalogue: Catalogue, found: Rule) -> Iterator[str]:
    yield found.id
    yield from _wrapped(found.sentence, "  ", "  ")
    yield from _evidence_lines(catalogue, found)
    if found.note:
        yield from _entry("Note", found.note)
    if found.parameters:
        yield from _entry("Parameter", ", ".join(found.parameters))
    for missing in catalogue.missing:
        if found.id in missing.rules:
            yield from _entry("Missing", _missing_in_words(missing))
    if found.exempt:
        yield from _entry("No scenario", found.exempt)
    for question in _questions(catalogue):
        if question.amb in found.ambiguities and found.id in question.rules:
            key = f" (switch {question.key})" if isinstance(question, Switch) else ""
            yield from _entry("Question", f"{question.amb}: {question.question}{key}")


def _evidence_lines(catalogue: Catalogue, found: Rule) -> Iterator[str]:
    yield from _entry("Status", f"{found.status}: {catalogue.statuses[found.status]}")
    if found.grade:
        yield from _entry("Grade", f"{found.grade}: {catalogue.grades[found.grade]}")
    if found.single_source:
        yield from _entry("Single source", found.single_source)
    for source in found.sources:
        known = catalogue.sources
        meaning = known[source] if source in known else catalogue.rule(source).sentence
        yield from _entry("Source", f"{source}: {meaning}")


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


def _entry(label: str, text: str, indent: int = _INDENT) -> list[str]:
    return _wrapped(text, f"{label:<{indent}}", " " * indent)


def _wrapped(text: str, first: str, others: str) -> list[str]:
    # A rule id broken at a hyphen could not be searched for.
    return textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    """Return ``entry`` as it would be read back from JSON: lists for tuples."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in entry.items()}
