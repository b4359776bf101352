"""Checks proofs that no assignment satisfies a formula; shares no code with the solvers.

The formula is DIMACS text, the proof is LRAT text. Each step of a proof adds a clause and names
earlier clauses as its hints. Suppose the new clause fails: then of the first hint at most one
literal can still hold, so it does, and so on through the hints until one of them cannot hold at
all. The step that adds the empty clause ends the proof. (RAT steps,
the other kind in LRAT, are not supported: the solvers' proofs have none.)
"""

from __future__ import annotations

from collections.abc import Iterable

from verifier.errors import Illegal, Malformed

_Clause = frozenset[int]


def check_proof(cnf: str, proof: str) -> bool:
    r"""Return whether the proof shows that no assignment satisfies the formula.

    >>> check_proof("p cnf 1 2\n1 0\n-1 0\n", "3 0 1 2 0\n")
    True
    >>> check_proof("p cnf 2 2\n1 0\n-2 0\n", "3 0 1 2 0\n")
    False
    """
    try:
        require_proof(cnf, proof)
    except (Illegal, Malformed):
        return False
    return True


def require_proof(cnf: str, proof: str) -> None:
    """Do nothing if the proof shows that no assignment satisfies the formula.

    :raises Malformed: if the formula or the proof cannot be read.
    :raises Illegal: at the first step that does not follow, or if the proof has no end.
    """
    clauses = dict(enumerate(_formula(cnf), start=1))
    if frozenset() in clauses.values():
        return
    for number, line in enumerate(proof.splitlines(), start=1):
        where = f"line {number} of the proof"
        words = line.split()
        if words[1:2] == ["d"]:
            for gone in _numbers(words[2:], where):
                clauses.pop(gone, None)
            continue
        numbers = _numbers(words, where)
        if numbers.count(0) != 2 or numbers[-1] != 0:  # noqa: PLR2004 - a clause and its hints
            raise Malformed("a step is: its number, the clause, 0, the hints, 0", where=where)
        end = numbers.index(0)
        step, clause, hints = numbers[0], frozenset(numbers[1:end]), numbers[end + 1 : -1]
        if not _follows(clause, hints, clauses):
            raise Illegal(f"step {step} does not follow from its hints", where=where)
        if not clause:
            return
        clauses[step] = clause
    raise Illegal("no step of the proof adds the empty clause")


def _follows(clause: _Clause, hints: Iterable[int], clauses: dict[int, _Clause]) -> bool:
    """Return whether the clause follows by unit propagation over the hints, in their order."""
    failing = set(clause)
    for hint in hints:
        if hint not in clauses:
            return False
        left = clauses[hint] - failing
        if not left:
            return True
        if len(left) > 1:
            return False
        failing.update(-literal for literal in left)
    return False


def _formula(cnf: str) -> list[_Clause]:
    """Return the clauses of a DIMACS text."""
    lines = [line for line in cnf.splitlines() if not line.startswith("c")]
    head = lines[0].split() if lines else []
    sizes = _numbers(head[2:], "line p of the formula")
    if head[:2] != ["p", "cnf"] or len(sizes) != 2:  # noqa: PLR2004 - variables and clauses
        raise Malformed("a formula starts with: p cnf, the numbers of its variables and clauses")
    clauses: list[_Clause] = []
    clause: list[int] = []
    for literal in _numbers(" ".join(lines[1:]).split(), "the formula"):
        clause.append(literal)
        if literal == 0:
            clauses.append(frozenset(clause[:-1]))
            clause.clear()
        elif abs(literal) > sizes[0]:
            raise Malformed(f"there are {sizes[0]} variables, not {abs(literal)}")
    if clause or len(clauses) != sizes[1]:
        raise Malformed(f"the formula has {len(clauses)} whole clauses and says {sizes[1]}")
    return clauses


def _numbers(words: list[str], where: str) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        given = " ".join(words)[:40]
        raise Malformed(f"{given!r}: expected only numbers", where=where) from None
