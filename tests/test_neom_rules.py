"""The catalogue of NEOM holds together, and says how good its evidence is and what is missing."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import groupby
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tests.console_output import run_command
from verifier.catalogue.catalogue import Rule
from verifier.catalogue.printing import page_data, rule_page, rules_table
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.parameters import Parameters

ROOT = Path(__file__).parent.parent
ID = re.compile(r"\bNEOM-(?:[A-Z]+-)+\d+\b")
SOURCE = re.compile(r"\bS\d+\b")

# Counted once in the document from which the catalogue was taken.
RULES_BY_FAMILY = {
    "NEOM-COMP": 12,
    "NEOM-SETUP": 6,
    "NEOM-SOLO-CORNER": 3,
    "NEOM-SOLO-CONFIG": 2,
    "NEOM-SOLO-PACK": 6,
    "NEOM-SOLO-TURN": 5,
    "NEOM-ACT": 2,
    "NEOM-ACT-SELL": 3,
    "NEOM-ACT-CORNER": 4,
    "NEOM-REQ": 3,
    "NEOM-GOOD": 3,
    "NEOM-BUY": 8,
    "NEOM-TRADE": 6,
    "NEOM-PLACE": 10,
    "NEOM-EFFECT": 1,
    "NEOM-DISASTER": 5,
    "NEOM-SOLO-DIS": 8,
    "NEOM-INCOME": 2,
    "NEOM-END": 2,
    "NEOM-SCORE": 8,
}


def test_every_family_has_its_rules_numbered_without_gaps() -> None:
    parts = [each.id.rpartition("-") for each in CATALOGUE.rules]
    assert Counter(family for family, _, _ in parts) == RULES_BY_FAMILY
    for family, ids in groupby(parts, lambda part: part[0]):
        numbers = [int(number) for _, _, number in ids]
        assert list(range(1, len(numbers) + 1)) == numbers, family


@pytest.mark.parametrize("each", CATALOGUE.rules, ids=lambda each: each.id)
def test_a_rule_is_complete_and_names_only_what_there_is(each: Rule) -> None:
    assert each.sentence.endswith(".")
    assert each.status in CATALOGUE.statuses
    assert each.grade in CATALOGUE.grades
    assert each.sources
    for source in each.sources:
        assert source in CATALOGUE.sources or CATALOGUE.rule(source).id != each.id
    for name in ID.findall(f"{each.sentence} {each.note}"):
        assert CATALOGUE.rule(name).id == name
    assert set(SOURCE.findall(each.single_source)) <= set(each.sources)


def test_a_grade_says_what_the_sources_are() -> None:
    for each in CATALOGUE.rules:
        status = {"D": "inference", "U": "gap"}.get(each.grade, "text")
        assert status == each.status, each.id
        if each.grade == "C":
            assert each.single_source, each.id
        if each.grade in {"D", "U"}:
            assert each.note or all(ID.fullmatch(source) for source in each.sources), each.id
        if each.grade in {"A", "B", "C"}:
            assert SOURCE.fullmatch(each.sources[0]), each.id


def test_no_source_status_or_grade_is_idle() -> None:
    sources = {code for each in CATALOGUE.rules for code in each.sources if not ID.fullmatch(code)}
    assert set(CATALOGUE.sources) == sources
    assert set(CATALOGUE.statuses) == {each.status for each in CATALOGUE.rules}
    assert set(CATALOGUE.grades) == {each.grade for each in CATALOGUE.rules}


def test_what_is_missing_names_rules_and_the_parameters_that_they_take() -> None:
    assert 9 == len(CATALOGUE.missing)
    for each in CATALOGUE.missing:
        assert each.what.endswith(".")
        rules = [CATALOGUE.rule(name) for name in each.rules]
        taken = {parameter for rule in rules for parameter in rule.parameters}
        assert set(each.parameters) <= taken, each.what


def paths(kind: type, before: str = "") -> Iterator[str]:
    """Yield the paths of parameters, groups as well: ``good_price``, ``good_price.raw``."""
    assert is_dataclass(kind)
    hints = get_type_hints(kind)
    for field in fields(kind):
        yield before + field.name
        for part in (hints[field.name], *get_args(hints[field.name])):
            if is_dataclass(part) and isinstance(part, type):
                yield from paths(part, f"{before}{field.name}.")


def test_parameters_have_the_names_of_a_user_s_catalogue_and_none_is_without_a_rule() -> None:
    taken = {parameter for rule in CATALOGUE.rules for parameter in rule.parameters}
    there = set(paths(Parameters))
    assert taken <= there | {"boards", "goods", "tiles"}
    for path in there:
        related = {name for name in taken if f"{path}.".startswith(f"{name}.")}
        parts = {name for name in taken if name.startswith(f"{path}.")}
        assert related | parts, path


def test_the_table_has_every_rule_with_its_grade_and_all_that_is_missing() -> None:
    words = " ".join(rules_table(CATALOGUE).split())
    for rule in CATALOGUE.rules:
        assert f" {rule.id} [{rule.grade}] {rule.sentence} " in words
    for missing in CATALOGUE.missing:
        assert f" {missing.what} An owner of the game finds this {missing.where}. " in words
    assert "Switches" not in words


@pytest.mark.parametrize("each", CATALOGUE.rules, ids=lambda each: each.id)
def test_every_rule_has_a_page_with_its_grade(each: Rule) -> None:
    page = " ".join(rule_page(CATALOGUE, each.id.lower()).split())
    assert f"Grade {each.grade}: {CATALOGUE.grades[each.grade]}" in page
    assert all(parameter in page for parameter in each.parameters)
    assert all(missing.what in page for missing in CATALOGUE.missing if each.id in missing.rules)
    assert [each.id] == [rule["id"] for rule in page_data(CATALOGUE, each.id)["rules"]]


def test_rules_that_a_program_cites_are_in_the_catalogue() -> None:
    known = {each.id for each in CATALOGUE.rules}
    cited = {
        (name, str(file.relative_to(ROOT)))
        for package in ("verifier", "generator", "meepleproof")
        for file in (ROOT / package).rglob("*.py")
        for name in ID.findall(file.read_text("utf-8"))
    }
    assert set() == {(name, file) for name, file in cited if name not in known}


def test_the_rules_of_neom_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "rules", "--game", "neom", "--json")
    document = json.loads(out)
    assert (0, "") == (code, err)
    assert [each.id for each in CATALOGUE.rules] == [each["id"] for each in document["rules"]]
    assert [each.what for each in CATALOGUE.missing] == [
        each["what"] for each in document["missing"]
    ]
    code, out, err = run_command(capsys, "rules", "--game", "neom", "NEOM-SCOER-4")
    assert (3, "") == (code, out)
    assert "did you mean NEOM-SCORE-4" in err
