"""Certificates: proofs that a goal cannot be reached, which other programs can check.

A certificate states a position and a goal, and for each number of turns covered the formula that a
line would have to satisfy, with a proof that nothing does. Any checker of LRAT proofs can check the
proofs; whether the formulas state the rules is checked here, by deriving them again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from verifier import __version__
from verifier.carcassonne.model.solo.questions import FREE_TILES, Answer, Terms, lengths
from verifier.carcassonne.model.solo.solvers import decide_by_clauses, question
from verifier.carcassonne.solo.codec import (
    goal_from_json,
    goal_to_json,
    position_from_json,
    position_to_json,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import Parameters
from verifier.constraints.proofs import require_proof
from verifier.constraints.sat import SatReply, SatSolver
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Illegal, MeepleproofError, Undecided
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport


@dataclass(frozen=True, slots=True)
class Refutation:
    """A formula whose solutions are the lines of so many turns, and the proof that there is none.

    ``formula`` is DIMACS text, ``proof`` LRAT text.
    """

    turns: int
    formula: str
    proof: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """The claim that a goal cannot first be reached from a position in certain numbers of turns.

    Unknown tiles may be any still in the box; known ones are assumed to be placeable when their
    turn comes.
    """

    position: Position
    goal: Goal
    refutations: tuple[Refutation, ...]

    @property
    def turns(self) -> tuple[int, ...]:
        """The numbers of turns that it covers."""
        return tuple(refutation.turns for refutation in self.refutations)


def certify(
    solver: SatSolver,
    position: Position,
    turns: int,
    goal: Goal,
    *,
    parameters: Parameters | None = None,
    exactly_at: int | None = None,
) -> tuple[Answer, Certificate | None]:
    """Return the answer of :func:`decide_by_clauses`, with a certificate if it is ``impossible``.

    In that case two solvers found no line, and the proof written by one of them was checked.

    :raises Malformed: for no turns.
    :raises Undecided: if scores have to be compared.
    """
    terms = Terms(tiles=True, parameters=parameters or Parameters())
    found = decide_by_clauses(solver, position, turns, goal, terms=terms, exactly_at=exactly_at)
    if found.verdict != "impossible":
        return found, None
    refutations: list[Refutation] = []
    for last in lengths(turns, exactly_at):
        formula = question(position, last, goal, terms=terms).formula
        reply = solver.prove(formula, terms.parameters)
        trouble = _trouble(formula.dimacs(), reply)
        if trouble:
            return replace(found, verdict="undecided", status=reply.status, reason=trouble), None
        refutations.append(Refutation(last, formula.dimacs(), reply.proof))
    return found, Certificate(position, goal, tuple(refutations))


def require_certificate(certificate: Certificate) -> None:
    """Check that every formula states the rules, and every proof refutes its formula.

    :raises Illegal: naming the first formula or proof that does not.
    :raises Malformed: if one of them cannot be read.
    """
    for number in range(len(certificate.refutations)):
        require_formula(certificate, number)
        require_refuted(certificate, number)


def require_formula(certificate: Certificate, number: int) -> None:
    """Check that the formula of that index states the rules.

    :raises Illegal: if it does not.
    """
    refutation, where = certificate.refutations[number], f"/refutations/{number}/formula"
    try:
        restated = question(
            certificate.position, refutation.turns, certificate.goal, terms=FREE_TILES
        )
    except Undecided as error:
        raise Illegal(f"this version has no formula for this goal: {error}", where=where) from None
    if refutation.formula != restated.formula.dimacs():
        why = f"this is not what this version says of a line of {refutation.turns} turns"
        raise Illegal(why, where=where)


def require_refuted(certificate: Certificate, number: int) -> None:
    """Check that the proof of that index refutes its formula, whatever the formula states.

    :raises Illegal: if it does not.
    :raises Malformed: if one of them cannot be read.
    """
    refutation, where = certificate.refutations[number], f"/refutations/{number}/proof"
    try:
        require_proof(refutation.formula, refutation.proof)
    except MeepleproofError as error:
        place = ", ".join(part for part in (where, error.where) if part)
        raise type(error)(error.message, where=place) from None


def certificate_to_json(certificate: Certificate) -> Document:
    """Return the certificate as a document."""
    return {
        "$schema": "urn:meepleproof:certificate:1",
        "position": position_to_json(certificate.position),
        "goal": goal_to_json(certificate.goal),
        "refutations": [asdict(refutation) for refutation in certificate.refutations],
    }


def certificate_from_json(document: Any, where: str = "") -> Certificate:
    """Return the certificate that a document states, checked or not.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("certificate", document, where)
    return Certificate(
        position_from_json(document["position"], f"{where}/position"),
        goal_from_json(document["goal"], f"{where}/goal"),
        tuple(Refutation(**refutation) for refutation in document["refutations"]),
    )


def _trouble(cnf: str, reply: SatReply) -> str:
    """Return why a reply is no proof; empty if it is one."""
    if reply.status == "found":
        return f"the solvers disagree: {reply.solver} finds a line, the other one finds none"
    if reply.status != "exhausted":
        return reply.why
    try:
        require_proof(cnf, reply.proof)
    except MeepleproofError as error:
        return f"the proof of {reply.solver} is not accepted: {error}"
    return ""


# --- Certificates checked independently of the program that made them
#
# The model derives every formula again from position, goal and number of turns, so that the proof
# of another formula is not accepted; a checker of one page follows every proof. Formulas state the
# rules as the model reads them: the engine is not asked.


MOST_TURNS = 16
"""Longer lines are refused: formulas take seconds for these, and hours for all 71 turns."""


@dataclass(frozen=True, slots=True)
class CertificateVerdict:
    """The verdict on a certificate, and the JSON Pointer of the first part that is wrong."""

    certificate: Certificate
    verdict: Verdict
    where: str = ""


def check_certificate(
    certificate: Certificate, *, progress: Callable[[str], None] = lambda _: None
) -> CertificateVerdict:
    """Return whether every formula states the rules, and every proof refutes its formula.

    ``progress`` is called with a line about each step.

    :raises Illegal: if the position has faults.
    :raises Malformed: if a proof cannot be read.
    :raises Undecided: if it is about lines of more than ``MOST_TURNS`` turns.
    """
    require_valid(certificate.position)
    _require_short(certificate)
    model = KeyReport("model", 0, version=__version__, method="wrote the formulas anew")
    checker = KeyReport("checker", 0, version=__version__, method="followed the LRAT proofs")
    model, checker = replace(model, work="formulas"), replace(checker, work="steps")
    where, why = "", ""
    for number, refutation in enumerate(certificate.refutations):
        progress(f"lines of {refutation.turns} turns")
        try:
            model = _counted(model, 1, partial(require_formula, certificate, number))
            steps = refutation.proof.count("\n")
            checker = _counted(checker, steps, partial(require_refuted, certificate, number))
        except Illegal as error:
            where, why = error.where, str(error)
            break
    answer = Verdict("violated" if why else "holds", (model, checker), why, _claim(certificate))
    return CertificateVerdict(certificate, answer, where)


def _require_short(certificate: Certificate) -> None:
    for number, turns in enumerate(certificate.turns):
        if turns > MOST_TURNS:
            why = f"formulas are written for lines of up to {MOST_TURNS} turns, not of {turns}"
            raise Undecided(why, where=f"/refutations/{number}/turns")


def _counted(report: KeyReport, work: int, do: Callable[[], None]) -> KeyReport:
    began = cpu_seconds()
    do()
    seconds = round(report.seconds + cpu_seconds() - began, 2)
    return replace(report, examined=report.examined + work, seconds=seconds)


def _claim(certificate: Certificate) -> str:
    turns = sorted(set(certificate.turns))
    if turns == list(range(1, turns[-1] + 1)):
        goal = f"reaches {certificate.goal.id} within {turns[-1]} turns"
    else:
        goal = f"first reaches {certificate.goal.id} in turn {' or '.join(map(str, turns))}"
    return f"the certificate proves that by the model's rules no line {goal}"
