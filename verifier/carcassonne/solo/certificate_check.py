"""Checks certificates independently of the program that made them.

The model derives every formula again from position, goal and number of turns, so that the proof of
another formula is not accepted; a checker of one page follows every proof. Formulas state the
rules as the model reads them: the engine is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from verifier import __version__
from verifier.carcassonne.model.solo.certificates import (
    Certificate,
    require_formula,
    require_refuted,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.errors import Illegal, Undecided
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport, Verdict

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
