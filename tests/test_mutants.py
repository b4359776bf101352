"""Every mutant still applies, and the run that makes them sees what it should and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutants.copied import Copied, catchers
from tests.mutants.mutant import ROOT, Area, Mutant, Stale, read_areas
from tests.mutants.mutant_runs import Found
from tests.mutants.mutant_table import Unasked, page
from verifier.carcassonne.solo.catalogue import CATALOGUE

AREAS = read_areas()
MUTANTS = [mutant for area in AREAS for mutant in area.mutants]
LEAST = 60


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.id for mutant in MUTANTS])
def test_a_mutant_still_applies(mutant: Mutant) -> None:
    mutant.applied((ROOT / mutant.file).read_text(encoding="utf-8"))


def test_there_are_enough_mutants_each_with_a_name_of_its_own() -> None:
    assert len(MUTANTS) - sum(bool(mutant.equivalent) for mutant in MUTANTS) >= LEAST
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS)
    assert len({(m.file, m.old, m.new) for m in MUTANTS}) == len(MUTANTS)


def test_mutants_that_verify_must_catch_break_a_rule_there_is() -> None:
    rules = {rule.id for rule in CATALOGUE.rules}
    named = {m.rule for area in AREAS for m in area.mutants if area.verify and not m.equivalent}
    assert set() == named - rules


def test_whoever_is_to_catch_is_named() -> None:
    for area in AREAS:
        assert area.verify or area.tests
        for named in area.tests:
            file, _, function = named.partition("::")
            text = (ROOT / file).read_text("utf-8")
            assert not function or f"def {function.partition('[')[0]}(" in text, named


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("no such text", "other", "occurs 0 times"),
        ("self", "other", "occurs [0-9]+ times"),
        ("_PER_MEEPLE = 2  # SOLO-FINAL-1", "_PER_MEEPLE = 2", "means nothing"),
    ],
)
def test_a_stale_mutant_is_refused(old: str, new: str, why: str) -> None:
    file = "verifier/carcassonne/engine/solo/engine.py"
    mutant = Mutant("stale", file, old, new, "Nothing.")
    with pytest.raises(Stale, match=why):
        mutant.applied((ROOT / file).read_text(encoding="utf-8"))


def found(mutant: str, verify: str, *, equivalent: str = "") -> Found:
    area, one = next((a, m) for a in AREAS for m in a.mutants if m.id == mutant)
    return Found(replace(one, equivalent=equivalent), area, {"verify": verify, "oracle": "game 1"})


def test_what_verify_misses_is_told_and_so_is_a_wrong_claim_of_equivalence() -> None:
    assert "" == found("shield-worth-one", "EX-BASE-1: violated").trouble
    assert "is not caught by verify alone" == found("shield-worth-one", "").trouble
    assert "not equivalent" in found("shield-worth-one", "", equivalent="So I say.").trouble


def test_a_survivor_is_told() -> None:
    area = AREAS[0]
    assert "survives" == Found(area.mutants[0], area, {"verify": "", "oracle": ""}).trouble


def test_the_page_shows_these_mutants_and_none_that_survives() -> None:
    text = (ROOT / "docs" / "development" / "mutants.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert [mutant.id for mutant in MUTANTS] == [row[0].split("`")[1] for row in rows]
    nobody = [row[0] for row in rows if {"-", "- |"} >= set(row[2:] or row[1:])]
    assert [] == nobody


def mutants_with(*ids: str) -> list[tuple[Area, Mutant]]:
    return [(area, mutant) for area in AREAS for mutant in area.mutants if mutant.id in ids]


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| `")]


def test_a_row_tells_who_noticed() -> None:
    one = found("shield-worth-one", "EX-BASE-1: violated")
    (row,) = rows(page(mutants_with("shield-worth-one"), [one]))
    assert row.endswith("| BASE-CITY-2 | EX-BASE-1: violated | - | game 1 |")


def test_rows_of_those_not_asked_about_stay_as_they_are() -> None:
    ids = ("shared-tiles-twice", "shield-worth-one")
    before = page(mutants_with(*ids), [found(each, "EX-BASE-1: violated") for each in ids])
    after = page(mutants_with(*ids), [found(ids[1], "EX-BASE-2: violated")], before)
    assert rows(before)[0] == rows(after)[0]
    assert "EX-BASE-2: violated" in rows(after)[1]
    assert "2 mutants: 2 caught by verify, 0 by others alone, 0 that change nothing." in after


def test_a_mutant_that_the_page_does_not_have_is_to_be_asked_about() -> None:
    (one,) = mutants_with("shield-worth-one")
    before = page([one], [found("shield-worth-one", "EX-BASE-1: violated")])
    for wanted in (
        mutants_with("shared-tiles-twice"),
        [(one[0], replace(one[1], says="Another."))],
    ):
        with pytest.raises(Unasked, match=f"--only {wanted[0][1].id}"):
            page(wanted, [], before)


def test_other_scenarios_or_tests_are_other_catchers() -> None:
    kernel, bounds = (next(a for a in AREAS if a.verify is verify) for verify in (True, False))
    found = [catchers(area) for area in (kernel, bounds, replace(bounds, tests=bounds.tests[:1]))]
    assert 3 == len(set(found))
    assert found[0] == catchers(replace(kernel, title="Another"))


@pytest.mark.slow
def test_a_mutant_is_caught_in_a_copy_and_without_it_nothing_is(tmp_path: Path) -> None:
    copied = Copied(tmp_path)
    one = next(mutant for mutant in MUTANTS if mutant.id == "shared-tiles-twice")
    printed = []
    for mutant in (None, one, None):
        with copied.with_mutant(mutant, compiled=False):
            arguments = ("-m", "tests.mutants.catching", str(tmp_path), "BASE-COUNT-1", "engine")
            printed.append(copied.run(*arguments).stdout)
    assert printed[0] == printed[2] != printed[1]
    assert '["verify", ""]' in printed[0]
    assert "keys disagree" in printed[1].splitlines()[0]
