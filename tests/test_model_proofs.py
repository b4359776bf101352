"""Proofs of impossibility: right ones are accepted, whatever else is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.carcassonne.model.solo.certificates import (
    Certificate,
    certificate_from_json,
    certificate_to_json,
    certify,
    require_certificate,
)
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import row, setup
from verifier.constraints.clauses import Clause, Formula
from verifier.constraints.cpsat import Parameters
from verifier.constraints.proofs import check_proof, require_proof
from verifier.constraints.sat import SatReply, SatSolver
from verifier.documents import schemas, validation
from verifier.errors import Illegal, Malformed

MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
VARIABLES = 4
ROAD = checklist()["road-5-3c"]


@pytest.fixture(scope="module")
def solver() -> Iterator[SatSolver]:
    with SatSolver() as made:
        yield made


def formula(clauses: list[Clause], variables: int = VARIABLES) -> Formula:
    return Formula(variables, tuple(clauses), tuple(range(1, variables + 1)), {})


def solutions(clauses: list[Clause], variables: int = VARIABLES) -> list[tuple[bool, ...]]:
    return [
        world
        for world in product([False, True], repeat=variables)
        if all(any(world[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    ]


def pigeons(holes: int) -> list[Clause]:
    """One pigeon more than there are holes, and no two in one hole."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    somewhere = [tuple(holes_of_one) for holes_of_one in at]
    apart = [
        (-one[hole], -other[hole])
        for hole in range(holes)
        for number, one in enumerate(at)
        for other in at[:number]
    ]
    return [*somewhere, *apart]


PIGEONS = formula(pigeons(4), 20)


@pytest.fixture(scope="module")
def pigeons_proof(solver: SatSolver) -> str:
    reply = solver.prove(PIGEONS, Parameters())
    assert "exhausted" == reply.status
    return reply.proof


# Small formulas of every kind, with units, clauses twice, tautologies and empty clauses

signed = st.integers(1, VARIABLES).flatmap(lambda each: st.sampled_from([each, -each]))
some_clauses = st.lists(st.lists(signed, max_size=4).map(tuple), min_size=1, max_size=24)


@MANY
@given(clauses=some_clauses)
def test_a_proof_is_given_and_accepted_iff_there_is_no_solution(
    solver: SatSolver, clauses: list[Clause]
) -> None:
    question, possible = formula(clauses), solutions(clauses)
    reply = solver.prove(question, Parameters())
    if possible:
        assert "found" == reply.status
        assert reply.found[0] in possible
    else:
        assert "exhausted" == reply.status
        require_proof(question.dimacs(), reply.proof)


number = st.integers(0, 30).map(str)
some_lines = st.lists(
    st.one_of(
        st.tuples(number, signed.map(str), st.just("0"), number, number, st.just("0")),
        st.tuples(number, st.just("0"), number, number, number, st.just("0")),
        st.tuples(number, st.just("d"), number, st.just("0")),
    ).map(" ".join),
    max_size=12,
)


@MANY
@given(clauses=some_clauses, lines=some_lines)
def test_nothing_proves_that_what_can_be_cannot(clauses: list[Clause], lines: list[str]) -> None:
    if solutions(clauses):
        assert not check_proof(formula(clauses).dimacs(), "\n".join(lines))


# Corrupted proofs


def test_a_formula_that_can_be_satisfied_has_no_proof(solver: SatSolver) -> None:
    """Of these clauses none can be missed: without any one of them there is room for all."""
    clauses = pigeons(3)
    proof = solver.prove(formula(clauses, 12), Parameters()).proof
    assert check_proof(formula(clauses, 12).dimacs(), proof)
    for place, clause in enumerate(clauses):
        other = [*clauses[:place], clauses[place - 1], *clauses[place + 1 :]]
        assert solutions(other, 12), clause
        assert not check_proof(formula(other, 12).dimacs(), proof)


def test_a_step_without_one_of_its_hints_is_refused(pigeons_proof: str) -> None:
    lines = pigeons_proof.splitlines()
    assert check_proof(PIGEONS.dimacs(), pigeons_proof)
    refused = 0
    for place, line in enumerate(lines):
        if " d " not in line:
            shorter = " ".join([*line.split()[:-2], "0"])
            corrupted = [*lines[:place], shorter, *lines[place + 1 :]]
            with pytest.raises(Illegal, match=f"line {place + 1} of the proof"):
                require_proof(PIGEONS.dimacs(), "\n".join(corrupted))
            refused += 1
    assert 10 < refused


def test_a_proof_without_its_end_is_refused(pigeons_proof: str) -> None:
    lines = pigeons_proof.splitlines()
    for end in range(len(lines)):
        with pytest.raises(Illegal, match="no step"):
            require_proof(PIGEONS.dimacs(), "\n".join(lines[:end]))


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        ("", "no step"),
        ("5 0 0", "step 5 does not follow"),
        ("5 0 1 2 3 0", "step 5 does not follow"),
        ("5 0 1 9 0", "step 5 does not follow"),
        ("5 1 2 0 9 1 0", "step 5 does not follow"),
        ("5 d 1 0\n6 0 1 2 0", "step 6 does not follow"),
        ("5 1 0 -1 0", "step 5 does not follow"),
    ],
)
def test_steps_that_do_not_follow_are_named(proof: str, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        require_proof("p cnf 3 4\n1 2 0\n-1 3 0\n-2 3 0\n1 -3 0\n", proof)


@pytest.mark.parametrize(
    ("cnf", "proof", "why"),
    [
        ("", "", "a formula starts with"),
        ("p cnf 1\n1 0\n", "", "a formula starts with"),
        ("p sat 1 1\n1 0\n", "", "a formula starts with"),
        ("p cnf 1 one\n1 0\n", "", "only numbers"),
        ("p cnf 1 2\n1 0\n", "", "1 whole clauses"),
        ("p cnf 1 1\n1 0\n-1\n", "", "1 whole clauses"),
        ("p cnf 1 1\n2 0\n", "", "there are 1 variables, not 2"),
        ("p cnf 1 1\n1 x 0\n", "", "only numbers"),
        ("p cnf 1 1\n1 0\n", "2 0 1", "a step is"),
        ("p cnf 1 1\n1 0\n", "2 0 1 0 0", "a step is"),
        ("p cnf 1 1\n1 0\n", "\n", "a step is"),
        ("p cnf 1 1\n1 0\n", "2 a 0", "only numbers"),
    ],
)
def test_texts_that_cannot_be_read_prove_nothing(cnf: str, proof: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        require_proof(cnf, proof)
    assert not check_proof(cnf, proof)


def test_nothing_has_to_be_shown_of_a_formula_with_an_empty_clause() -> None:
    assert check_proof("c nothing holds\np cnf 1 2\n1 0\n0\n", "")


# Certificates


@pytest.fixture(scope="module")
def certificate(solver: SatSolver) -> Certificate:
    answer, made = certify(solver, setup(), 3, ROAD)
    assert "impossible" == answer.verdict
    assert made is not None
    return made


def test_four_turns_are_too_few_for_a_road_of_5_with_three_colours(solver: SatSolver) -> None:
    answer, made = certify(solver, setup(), 4, ROAD, exactly_at=4)
    assert ("impossible", "exhausted") == (answer.verdict, answer.status)
    assert made is not None
    assert (4,) == made.turns
    require_certificate(made)


def test_a_certificate_goes_through_json(certificate: Certificate) -> None:
    document = certificate_to_json(certificate)
    validation.validate("certificate", document)
    read = certificate_from_json(json.loads(json.dumps(document)))
    assert certificate == read
    assert (1, 2, 3) == read.turns
    require_certificate(read)


def test_what_is_impossible_at_sight_is_a_formula_with_clauses_and_a_step(
    certificate: Certificate,
) -> None:
    """Some checkers of proofs do not accept a formula whose only clause is empty."""
    first = certificate.refutations[0]
    *comments, head, one, other = first.formula.splitlines()
    assert ["c 1 required, and impossible at sight: goal in turn 1"] == comments
    assert ("p cnf 1 2", "1 0", "-1 0", "3 0 1 2 0\n") == (head, one, other, first.proof)
    require_proof(first.formula, first.proof)
    with pytest.raises(Illegal):
        require_proof(first.formula, "")


@pytest.mark.parametrize("example", schemas.schema("certificate")["examples"])
def test_the_examples_of_the_schema_hold(example: object) -> None:
    require_certificate(certificate_from_json(example))


def test_a_certificate_for_another_claim_is_refused(certificate: Certificate) -> None:
    later = replace(certificate.refutations[2], turns=2)
    others = [
        replace(certificate, goal=checklist()["city-8-10-3c"]),
        replace(certificate, position=row(setup(), tiles_of("UVU"))),
        replace(certificate, refutations=(later,)),
    ]
    for other in others:
        with pytest.raises(Illegal, match="not what this version says"):
            require_certificate(other)


def test_a_certificate_without_its_proof_is_refused(certificate: Certificate) -> None:
    unproved = replace(certificate.refutations[2], proof="")
    with pytest.raises(Illegal, match="no step") as caught:
        require_certificate(replace(certificate, refutations=(unproved,)))
    assert "/refutations/0/proof" == caught.value.where


def test_what_is_possible_has_no_certificate(solver: SatSolver) -> None:
    answer, made = certify(solver, setup(), 5, checklist()["city-16-3c"], exactly_at=5)
    assert ("found", None) == (answer.verdict, made)


class Unreliable(SatSolver):
    """A solver that says what it is told to say instead of proving."""

    def __init__(self, reply: SatReply) -> None:
        super().__init__()
        self.reply = reply

    def prove(self, formula: Formula, parameters: Parameters) -> SatReply:
        del formula, parameters
        return self.reply


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (SatReply("exhausted", proof=""), "is not accepted"),
        (SatReply("exhausted", proof="nonsense"), "is not accepted"),
        (SatReply("found", found=((),)), "disagree"),
        (SatReply("unknown"), "limit"),
        (SatReply("lost"), "ended"),
    ],
)
def test_without_an_accepted_proof_nothing_is_called_impossible(
    reply: SatReply, reason: str
) -> None:
    with Unreliable(reply) as solver:
        answer, made = certify(solver, setup(), 3, ROAD, exactly_at=3)
    assert ("undecided", None) == (answer.verdict, made)
    assert reason in answer.reason
