"""The SAT solvers' own process, see :mod:`verifier.constraints.worker`.

Glucose searches for solutions, since it is the faster one on these formulas. CaDiCaL writes proofs:
it names for every step the clauses from which the step follows (LRAT).
"""

from __future__ import annotations

import tempfile
from importlib import metadata
from typing import Any

import pysolvers
from pysat.solvers import Cadical195, Glucose42

from verifier.constraints.worker import serve

_PACKAGE = f"python-sat {metadata.version('python-sat')}"
_STATUS = {True: "found", False: "exhausted", None: "unknown"}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return status, solutions and cost of one question of :mod:`verifier.constraints.sat`."""
    return _prove(question) if question["prove"] else _find(question)


def _find(question: dict[str, Any]) -> dict[str, Any]:
    """Search for solutions that differ in the asked literals, until there are enough or no more."""
    asked = question["asked"]
    found: list[str] = []
    spent = {"conflicts": 0, "propagations": 0}
    with Glucose42(bootstrap_with=question["clauses"]) as solver:
        solver.configure({"rnd-seed": float(question["seed"])})
        solver.configure({"rnd-pol": True})  # without, all seeds search alike
        status: bool | None = True
        while status and len(found) < question["most"]:
            status = None
            left = {unit: question[unit] - spent[unit] for unit in spent}
            if min(left.values()) > 0:
                solver.conf_budget(left["conflicts"])
                solver.prop_budget(left["propagations"])
                status = solver.solve_limited()
            statistics = solver.accum_stats()
            spent = {unit: statistics[unit] for unit in spent}
            if status:
                found.append(_bits(solver.get_model(), asked))
                solver.add_clause(
                    [-lit if bit == "1" else lit for lit, bit in zip(asked, found[-1], strict=True)]
                )
    return {
        "status": _STATUS[status],
        "found": found,
        **spent,
        "solver": "Glucose",
        "version": f"4.2.1 ({_PACKAGE})",
    }


def _prove(question: dict[str, Any]) -> dict[str, Any]:
    """Search for one solution, and record the proof if there is none."""
    with Cadical195() as solver, tempfile.TemporaryFile() as file:
        # The package returns proofs as DRAT only; options must be set before the file is opened.
        solver.configure({"lrat": 1, "binary": 0, "seed": question["seed"]})
        handle = pysolvers.cadical195_tracepr(solver.cadical, file)
        for clause in question["clauses"]:
            solver.add_clause(clause)
        solver.conf_budget(question["conflicts"])
        status = solver.solve_limited()
        model = solver.get_model() if status else None
        conflicts = solver.accum_stats()["conflicts"]
        pysolvers.flushpr(handle)
        file.seek(0)
        proof = file.read().decode("ascii")
    return {
        "status": _STATUS[status],
        "found": [] if model is None else [_bits(model, question["asked"])],
        "conflicts": conflicts,
        "propagations": 0,
        "solver": "CaDiCaL",
        "version": f"1.9.5 ({_PACKAGE})",
        "proof": _renumbered(proof, len(question["clauses"])) if status is False else "",
    }


def _bits(model: list[int], asked: list[int]) -> str:
    """Return the asked literals as a text of 1 for those that hold and 0 for the others."""
    holds = set(model)
    return "".join(
        "1" if (lit in holds) or (lit < 0 and -lit not in holds) else "0" for lit in asked
    )


def _renumbered(proof: str, clauses: int) -> str:
    """Return the proof with the formula's clauses numbered from 1, and its own steps after them.

    CaDiCaL numbers clauses as they come, those it derives while reading included.
    """
    steps = [line.split() for line in proof.splitlines()]
    concluded = [int(step[0]) for step in steps if step[1] != "d"]
    between = set(concluded)
    last = clauses + len(concluded)
    given = [number for number in range(1, last + 1) if number not in between]
    new = {str(number): str(place) for place, number in enumerate([*given, *concluded], 1)}
    lines = []
    for number, *rest in steps:
        kept = 1 if rest[0] == "d" else rest.index("0") + 1
        hints = [new.get(hint, hint) for hint in rest[kept:]]
        lines.append(" ".join([new.get(number, number), *rest[:kept], *hints]))
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    serve(answer)
