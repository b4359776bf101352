"""Forged proofs that something is impossible: changed formulas, changed proofs, and both.

A certificate is bound to its formula: that of its position, goal and number of turns. So each other
formula is refused, be it impossible, too, and well proved. Of proofs alone, without a certificate,
nothing but this is asked: none is accepted of a formula that can be satisfied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

from verifier.carcassonne.model.solo.certificates import Certificate, certify, require_certificate
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.position import setup
from verifier.constraints.clauses import Clause, Formula
from verifier.constraints.cpsat import Parameters
from verifier.constraints.proofs import check_proof
from verifier.constraints.sat import SatSolver
from verifier.errors import MeepleproofError

VARIABLES = 4
Clauses = list[Clause]
Lines = list[list[str]]


# --- formulas


def _drop(clauses: Clauses, rng: Random) -> None:
    del clauses[rng.randrange(len(clauses))]


def _repeat(clauses: Clauses, rng: Random) -> None:
    clauses[rng.randrange(len(clauses))] = rng.choice(clauses)


def _exchange(clauses: Clauses, rng: Random) -> None:
    one, other = rng.randrange(len(clauses)), rng.randrange(len(clauses))
    clauses[one], clauses[other] = clauses[other], clauses[one]


def _negate(clauses: Clauses, rng: Random) -> None:
    place = rng.randrange(len(clauses))
    literals = list(clauses[place])
    if literals:
        which = rng.randrange(len(literals))
        literals[which] = -literals[which]
    clauses[place] = tuple(literals)


def _weaken(clauses: Clauses, rng: Random) -> None:
    clauses[rng.randrange(len(clauses))] += (_literal(clauses, rng),)


def _strengthen(clauses: Clauses, rng: Random) -> None:
    place = rng.randrange(len(clauses))
    clauses[place] = clauses[place][1:]


def _add(clauses: Clauses, rng: Random) -> None:
    clauses.insert(rng.randrange(len(clauses) + 1), (_literal(clauses, rng),))


def _literal(clauses: Clauses, rng: Random) -> int:
    most = max((abs(literal) for clause in clauses for literal in clause), default=1)
    return rng.choice((-1, 1)) * rng.randrange(1, most + 1)


FORMULA_WAYS: dict[str, Callable[[Clauses, Random], None]] = {
    "clause dropped": _drop,
    "clause repeated": _repeat,
    "clauses exchanged": _exchange,
    "literal negated": _negate,
    "literal added": _weaken,
    "literal dropped": _strengthen,
    "clause added": _add,
}


# --- proofs, each step a list of words


def _drop_step(lines: Lines, rng: Random) -> None:
    del lines[rng.randrange(len(lines))]


def _drop_word(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines)
    del line[rng.randrange(len(line))]


def _another_word(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines)
    line[rng.randrange(len(line))] = str(rng.randrange(-VARIABLES, 3 * VARIABLES))


def _exchange_steps(lines: Lines, rng: Random) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _another_claim(lines: Lines, rng: Random) -> None:
    """Let a step state the empty clause."""
    line = rng.choice(lines)
    if "0" in line:
        del line[1 : line.index("0")]


PROOF_WAYS: dict[str, Callable[[Lines, Random], None]] = {
    "proof as it was": lambda _lines, _rng: None,
    "step dropped": _drop_step,
    "word dropped": _drop_word,
    "another word": _another_word,
    "steps exchanged": _exchange_steps,
    "empty clause stated": _another_claim,
}


class Forger:
    """Forges proofs, with a solver that proves formulas; what it counts is by way and by answer."""

    def __init__(self, solver: SatSolver, seed: int) -> None:
        self._solver, self._rng = solver, Random(f"forged proofs {seed}")
        self.counts = Counter[tuple[str, str]]()
        self.wrong: list[str] = []

    def forge_proofs(self, number: int) -> None:
        """Present so many changed proofs of changed formulas, without a certificate."""
        ways = list(product([None, *FORMULA_WAYS], PROOF_WAYS))
        for _ in range(number):
            clauses = self._impossible()
            proof = [line.split() for line in self._proof(clauses).splitlines()]
            formula_way, proof_way = self._rng.choice(ways)
            if formula_way is not None:
                for _ in range(min(len(clauses), self._rng.randrange(1, 4))):
                    FORMULA_WAYS[formula_way](clauses, self._rng)
            PROOF_WAYS[proof_way](proof, self._rng)
            text = "\n".join(map(" ".join, proof))
            accepted = check_proof(_formula(clauses).dimacs(), text)
            can_be = _can_be(clauses)
            name = f"proof, {formula_way or 'formula as it was'}"
            told = "refused" if not accepted else "false" if can_be else "true"
            self.counts[name, told] += 1
            if told == "false":
                self.wrong.append(f"{name}, {proof_way}: {clauses}\n{text}")

    def forge_certificates(self, number: int) -> None:
        """Present so many certificates with a changed formula, the old proof or one of its own."""
        honest = {turns: self._certificate(turns) for turns in (2, 3)}
        for _ in range(number):
            certificate = honest[3 if self._rng.randrange(10) == 0 else 2]
            (refutation,) = certificate.refutations
            variables, clauses, written = _read(refutation.formula)
            assert refutation.formula == written(clauses)
            way = self._rng.choice(list(FORMULA_WAYS))
            FORMULA_WAYS[way](clauses, self._rng)
            formula, proof = written(clauses), refutation.proof
            if formula == refutation.formula:
                continue
            if not check_proof(formula, proof):
                question = Formula(variables, tuple(clauses), (), {})
                proof = self._solver.prove(question, Parameters()).proof or proof
            proved = "proved" if check_proof(formula, proof) else "not proved"
            changed = replace(refutation, formula=formula, proof=proof)
            accepted = _accepts(replace(certificate, refutations=(changed,)))
            name = f"certificate, {way}, {proved}"
            self.counts[name, "false" if accepted else "refused"] += 1
            if accepted:
                self.wrong.append(f"{name}: {formula}")

    def _certificate(self, turns: int) -> Certificate:
        goal = checklist()["road-5-3c"]
        _, certificate = certify(self._solver, setup(), turns, goal, exactly_at=turns)
        assert certificate is not None
        assert _accepts(certificate)
        return certificate

    def _impossible(self) -> Clauses:
        """Return clauses that cannot all be met, no more than are needed at the end."""
        clauses: Clauses = []
        while _can_be(clauses):
            chosen = self._rng.sample(range(1, VARIABLES + 1), self._rng.choice((1, 2, 2, 3)))
            clauses.append(tuple(self._rng.choice((-1, 1)) * each for each in chosen))
        return clauses

    def _proof(self, clauses: Clauses) -> str:
        reply = self._solver.prove(_formula(clauses), Parameters())
        assert "exhausted" == reply.status
        assert check_proof(_formula(clauses).dimacs(), reply.proof)
        return reply.proof


def _accepts(certificate: Certificate) -> bool:
    try:
        require_certificate(certificate)
    except MeepleproofError:
        return False
    return True


def _formula(clauses: Clauses) -> Formula:
    return Formula(VARIABLES, tuple(clauses), tuple(range(1, VARIABLES + 1)), {})


def _can_be(clauses: Clauses) -> bool:
    worlds = product((False, True), repeat=VARIABLES)
    return any(
        all(any(world[abs(each) - 1] == (each > 0) for each in clause) for clause in clauses)
        for world in worlds
    )


def _read(dimacs: str) -> tuple[int, Clauses, Callable[[Clauses], str]]:
    """Return the variables and clauses of a formula, and what writes others with its comments."""
    lines = dimacs.splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("p"))
    variables = int(lines[head].split()[2])

    def written(clauses: Clauses) -> str:
        body = [" ".join(map(str, (*clause, 0))) for clause in clauses]
        return "\n".join([*lines[:head], f"p cnf {variables} {len(body)}", *body, ""])

    return variables, [tuple(map(int, line.split()[:-1])) for line in lines[head + 1 :]], written
