"""`meepleproof rules`: every rule and switch is printed, and each has its page."""

from __future__ import annotations

import json

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.carcassonne.solo.catalogue import CATALOGUE


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 0 == run(group, ["rules", *arguments])
    return capsys.readouterr().out


def test_the_table_has_every_rule_and_switch(capsys: pytest.CaptureFixture[str]) -> None:
    words = printed(capsys).split()
    assert {rule.id for rule in CATALOGUE.rules} <= set(words)
    assert {switch.key for switch in CATALOGUE.switches} <= set(words)


def test_the_json_has_every_rule_and_switch(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "--json"))
    assert [rule.id for rule in CATALOGUE.rules] == [rule["id"] for rule in data["rules"]]
    assert [switch.key for switch in CATALOGUE.switches] == [
        each["key"] for each in data["switches"]
    ]


def test_one_rule_has_a_page_in_words_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "solo-score-6")
    assert "SOLO-SCORE-6" == page.splitlines()[0]
    (rule,) = json.loads(printed(capsys, "--json", "SOLO-SCORE-6"))["rules"]
    assert rule["sentence"] in " ".join(page.split())


def test_an_unknown_rule_is_invalid_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert 3 == run(group, ["rules", "SOLO-SCORE-99"])
    out, err = capsys.readouterr()
    assert not out
    assert "SOLO-SCORE-99" in err
    assert 1 == err.count("\n")
