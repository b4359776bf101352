"""No forged certificate passes whose claim is false, and the forger would notice if one did.

``make forge`` forges 10,000 endgames; here are a few hundred of small ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.forge import table
from tests.forged_endgames import WAYS, forge_endgames, stored_endgames
from tests.forged_proofs import Forger
from verifier.carcassonne.house import certificate_check
from verifier.carcassonne.model.solo import certificates
from verifier.constraints.sat import SatSolver

SEED = 34
FEW_PART_TURNS = 42


@pytest.fixture
def forger() -> Iterator[Forger]:
    with SatSolver() as solver:
        yield Forger(solver, SEED)


def test_no_forged_endgame_passes_that_is_false() -> None:
    found = forge_endgames(stored_endgames(FEW_PART_TURNS), SEED, number=250, others=10)
    assert [] == found.wrong
    assert 250 == found.counts.total()
    assert 3 > len(WAYS.keys() - {way for way, _ in found.counts})  # few trees have a count
    assert found.by_model["accepted"] == sum(found.counts[way, "true"] for way in WAYS) > 0
    assert 10 == found.by_model["refused"] + found.by_model["unreadable"]


def test_the_forger_finds_a_checker_that_asks_for_no_lower_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certificate_check, "_require_lower_bounds", lambda _: None)
    found = forge_endgames(stored_endgames(FEW_PART_TURNS), SEED, number=100, others=0)
    assert found.counts["weak replies", "false"] > 0
    assert any(each.startswith("weak replies, accepted and false: ") for each in found.wrong)


def test_no_proof_of_a_changed_formula_passes_that_is_false(forger: Forger) -> None:
    forger.forge_proofs(300)
    assert [] == forger.wrong
    assert {"refused", "true"} == {told for _, told in forger.counts}


def test_no_certificate_with_another_formula_passes_be_it_true(forger: Forger) -> None:
    forger.forge_certificates(40)
    assert [] == forger.wrong
    assert {"refused"} == {told for _, told in forger.counts}
    assert {"proved", "not proved"} == {way.split(", ")[-1] for way, _ in forger.counts}


def test_the_forger_finds_a_checker_that_does_not_state_the_formula_again(
    forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "require_formula", lambda *_: None)
    forger.forge_certificates(10)
    assert forger.wrong
    lines = list(table(forger.counts))
    assert len(lines) == len({way for way, _ in forger.counts}) + 3
