"""The catalogue and the switches of the house game hold together, and take over the usual rules."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.rule_set import HOUSE
from verifier.carcassonne.solo.catalogue import CATALOGUE as SOLO
from verifier.catalogue.catalogue import Rule, SettledQuestion, Switch
from verifier.catalogue.printing import page_data, rule_page, rules_table

ID = re.compile(r"\b(?:DEF|BASE|SOLO|HOUSE|FACT)-(?:[0-9]?[A-Z]+-)?\d+[a-e]?\b")
USUAL = [rule for rule in CATALOGUE.rules if not rule.id.startswith("HOUSE-")]
QUESTIONS: tuple[Switch | SettledQuestion, ...] = (*CATALOGUE.switches, *CATALOGUE.settled)
ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("each", CATALOGUE.rules, ids=lambda each: each.id)
def test_a_rule_is_complete_and_names_only_what_there_is(each: Rule) -> None:
    assert each.sentence.endswith((".", '".'))
    assert each.status in CATALOGUE.statuses
    assert each.sources
    for source in each.sources:
        assert source in CATALOGUE.sources or CATALOGUE.rule(source).id != each.id
    for name in ID.findall(f"{each.sentence} {each.note} {each.exempt}"):
        assert CATALOGUE.rule(name).id == name


def test_no_source_and_no_status_is_idle() -> None:
    sources = {code for each in CATALOGUE.rules for code in each.sources if not ID.fullmatch(code)}
    assert set(CATALOGUE.sources) == sources
    assert set(CATALOGUE.statuses) == {each.status for each in CATALOGUE.rules}


@pytest.mark.parametrize("each", USUAL, ids=lambda each: each.id)
def test_a_usual_rule_is_stated_once_and_taken_over(each: Rule) -> None:
    stated = SOLO.rule(each.id)
    assert (stated.sentence, stated.sources) == (each.sentence, each.sources)
    document = (ROOT / "verifier/carcassonne/house/catalogue.json").read_text("utf-8")
    assert json.dumps(each.sentence) not in document


def test_reasons_for_having_no_scenario_are_the_game_s_own() -> None:
    assert "HOUSE-SCORE-9" in CATALOGUE.rule("DEF-6").exempt
    assert "BASE-COUNT-1" in SOLO.rule("DEF-6").exempt
    assert "" == CATALOGUE.rule("BASE-FIELD-2").exempt != SOLO.rule("BASE-FIELD-2").exempt


def test_every_family_of_house_rules_is_numbered_without_gaps() -> None:
    own = [each.id.rpartition("-") for each in CATALOGUE.rules if each.id.startswith("HOUSE-")]
    for family, ids in groupby(own, lambda parts: parts[0]):
        numbers = [int(number) for _, _, number in ids]
        assert list(range(1, len(numbers) + 1)) == numbers, family


def test_rules_and_questions_name_each_other() -> None:
    by_rules: dict[str, set[str]] = {}
    for each in CATALOGUE.rules:
        for amb in each.ambiguities:
            by_rules.setdefault(amb, set()).add(each.id)
    by_questions: dict[str, set[str]] = {}
    for question in QUESTIONS:
        by_questions.setdefault(question.amb, set()).update(question.rules)
    assert by_questions == by_rules


@pytest.mark.parametrize("each", CATALOGUE.switches, ids=lambda each: each.key)
def test_a_switch_is_complete(each: Switch) -> None:
    assert each.key.startswith("house.")
    assert each.default in each.values
    assert len(set(each.values)) == len(each.values) > 1
    assert each.question.endswith("?")
    assert each.why
    assert each.effect
    assert HOUSE.value(each.key) == each.default


def test_the_table_lists_rules_by_family_and_every_switch() -> None:
    table = rules_table(CATALOGUE)
    words = " ".join(table.split())
    for each in CATALOGUE.rules:
        assert f"{each.id} {each.sentence}" in words
    for switch in CATALOGUE.switches:
        assert f"  {switch.key} = {switch.default} | " in table
    headings = [line for line in table.splitlines() if line and not line.startswith(" ")]
    assert ["Terms", "The usual rules", "McGuire's house rules"] == headings[:3]


def test_every_name_has_a_page() -> None:
    questions = [question.amb for question in QUESTIONS]
    keys = [switch.key for switch in CATALOGUE.switches]
    for name in [each.id for each in CATALOGUE.rules] + questions + keys:
        assert name in rule_page(CATALOGUE, name.lower())
        assert any(page_data(CATALOGUE, name).values())


def test_rules_that_a_program_cites_are_in_the_catalogue() -> None:
    known = {each.id for each in CATALOGUE.rules}
    cited = {
        (name, str(file.relative_to(ROOT)))
        for package in ("verifier", "meepleproof")
        for file in (ROOT / package).rglob("*.py")
        for name in re.findall(r"\bHOUSE-(?:2P|[A-Z]+)-\d+\b", file.read_text("utf-8"))
    }
    assert len(cited) > 100
    assert set() == {(name, file) for name, file in cited if name not in known}


def test_the_rules_of_both_games_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["rules", "--game", "house", "HOUSE-TURN-8"])
    assert "HOUSE-TURN-8" in capsys.readouterr().out
    assert 0 == run(group, ["rules", "--game", "house", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert [each.id for each in CATALOGUE.rules] == [each["id"] for each in listed["rules"]]
    assert 3 == run(group, ["rules", "HOUSE-TURN-8"])
    assert "unknown rule" in capsys.readouterr().err
    assert 2 == run(group, ["rules", "--game", "chess"])
