"""The conformance suite finds every wrong engine, and says which rule it breaks."""

from __future__ import annotations

import pytest

from tests import wrong_engines
from tests.wrong_engines import LEAST, PAGE, Fault, asked, engine_with, faults, results
from verifier.carcassonne.solo.catalogue import CATALOGUE


def test_the_small_engine_passes_all_that_it_is_asked() -> None:
    judged = list(results(engine_with(None), asked()))
    assert [] == [each.case.id for each in judged if each.ruling == "failed"]
    answered = [each.case for each in judged if each.ruling == "passed"]
    assert len(answered) > 0.9 * len(judged)
    assert {case.area for case in answered} == {case.area for case in asked()}


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: str(fault.id))
def test_a_wrong_engine_fails_cases_in_the_area_that_teaches_its_rule(fault: Fault) -> None:
    assert fault.rule == CATALOGUE.rule(fault.rule).id
    failed = wrong_engines.failing(fault, LEAST)
    assert LEAST == len(failed)


def test_the_page_has_every_wrong_engine() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [] == [each.id for each in faults() if f"| {each.says} | {each.rule} |" not in page]
    assert len(faults()) == sum(
        line.count(" | ") == 4 for line in page.splitlines()
    ) - 2 * page.count("## `")


@pytest.mark.slow
def test_the_broken_rule_is_told_among_the_first_and_the_page_is_true() -> None:
    everything = [wrong_engines.found(fault) for fault in faults()]
    assert [] == [each.fault.id for each in everything if not each.sees_it]
    assert wrong_engines.page(everything) == PAGE.read_text(encoding="utf-8")
