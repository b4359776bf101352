"""Techniques: each predicate distinguishes a need from what only looks like it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.solo.analysis import Analysis, analyse
from generator.solo.techniques import TECHNIQUES, common_themes, weight_of
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.key import replay
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import parse_code

VECTORS: list[dict[str, Any]] = json.loads(
    Path("tests/vectors/techniques.json").read_text(encoding="utf-8")
)
BY_ID = {technique.id: technique for technique in TECHNIQUES}


def analysis_of(vector: dict[str, Any]) -> Analysis:
    puzzle = parse_code(vector["code"])
    replayed = replay(Engine(), puzzle.position, parse_line(vector["line"]))
    assert replayed.broken == ()
    assert reached(puzzle.goal, replayed.outcomes[-1])
    return analyse(puzzle, replayed.outcomes)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["about"] for vector in VECTORS])
def test_a_need_is_distinguished_from_what_looks_like_it(vector: dict[str, Any]) -> None:
    assert vector["needed"] == BY_ID[vector["technique"]].needed(analysis_of(vector))


def test_each_technique_has_examples_of_both_kinds() -> None:
    expected = {(technique, needed) for technique in BY_ID for needed in (True, False)}
    assert expected == {(vector["technique"], vector["needed"]) for vector in VECTORS}


def test_the_list_is_closed_and_lives_on_rules_there_are() -> None:
    assert len(BY_ID) == len(TECHNIQUES)
    for technique in TECHNIQUES:
        assert technique.weight > 0
        assert technique.rules == tuple(CATALOGUE.rule(name).id for name in technique.rules)


def test_a_theme_is_in_all_solutions() -> None:
    joining, other = (
        analysis_of(
            next(v for v in VECTORS if v["technique"] == "joining" and v["needed"] is needed)
        )
        for needed in (True, False)
    )
    assert "joining" in common_themes([joining])
    assert "joining" not in common_themes([joining, other])
    assert weight_of(common_themes([joining, other])) < weight_of(common_themes([joining]))


def test_the_page_lists_them_all() -> None:
    page = Path("docs/difficulty.md").read_text(encoding="utf-8")
    of_themes = page.split("## Essential rules")[0]
    found = [line for line in of_themes.splitlines() if line.endswith(". |")]
    expected = [
        f"| {t.id} | {t.weight} | {', '.join(t.rules)} | {t.sentence} |" for t in TECHNIQUES
    ]
    assert expected == found
