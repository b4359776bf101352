"""Puts formulas to SAT solvers, which run in a process of their own with limits."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.constraints.clauses import Formula
from verifier.constraints.cpsat import Parameters
from verifier.constraints.process import PATIENCE, SolverProcess, why_open

CONFLICTS = 10_000
"""Conflicts to a unit of :attr:`Parameters.limit`."""

PROPAGATIONS = 4_000_000
"""Propagations to a unit of the limit.

A unit is used up by so many conflicts or propagations, whichever comes first: a second, about. Of
small formulas a second sees all these conflicts, of large ones a tenth; their propagations differ
less. Proofs are limited by conflicts alone, since CaDiCaL counts nothing else.
"""

UNIT = f"times {CONFLICTS:,} conflicts or {PROPAGATIONS // 10**6} million propagations"
"""The unit of limits in words."""

_MOST = 2**31 - 1
_MEMORY = 4 << 30


@dataclass(frozen=True, slots=True)
class SatReply:
    """The reply of the solvers' process.

    ``status`` is ``found`` if there are as many solutions as were asked for, ``exhausted`` if there
    are no others than those found, ``unknown`` if the limit was reached, and ``lost`` if the
    process ended or was ended without an answer. ``found`` contains for every solution the values
    of the asked literals, in the order of asking. ``proof`` is LRAT text if one was asked for and
    there is no solution. ``time`` is in the unit of limits.
    ``lost`` is why the process gave no answer.
    """

    status: str
    found: tuple[tuple[bool, ...], ...] = ()
    time: float = 0.0
    solver: str = "SAT"
    version: str = ""
    proof: str = ""
    lost: str = ""

    @property
    def why(self) -> str:
        """Why the question is open, if no answer was found."""
        return why_open(self.status, self.lost)


class SatSolver(SolverProcess):
    """SAT solvers in a process of their own, see :class:`SolverProcess`."""

    def __init__(self, patience: float = PATIENCE, *, memory: int | None = _MEMORY) -> None:
        """Wait at most ``patience`` seconds for any answer; ``memory`` limits the process."""
        super().__init__("verifier.constraints.sat_worker", patience=patience, memory=memory)

    def find(self, formula: Formula, parameters: Parameters, *, most: int = 1) -> SatReply:
        """Return up to ``most`` solutions that differ in the asked literals."""
        return self._ask(formula, parameters, most=most, prove=False)

    def prove(self, formula: Formula, parameters: Parameters) -> SatReply:
        """Return the proof that there is no solution, or a solution if there is one."""
        return self._ask(formula, parameters, most=1, prove=True)

    def _ask(self, formula: Formula, parameters: Parameters, *, most: int, prove: bool) -> SatReply:
        answer = self._exchange(
            {
                "clauses": formula.clauses,
                "asked": formula.asked,
                "seed": parameters.seed,
                "conflicts": min(round(parameters.limit * CONFLICTS), _MOST),
                "propagations": min(round(parameters.limit * PROPAGATIONS), _MOST),
                "most": most,
                "prove": prove,
            }
        )
        if answer is None:
            return SatReply("lost", lost=self.lost)
        return SatReply(
            status=answer["status"],
            found=tuple(tuple(bit == "1" for bit in bits) for bits in answer["found"]),
            time=round(
                max(answer["conflicts"] / CONFLICTS, answer["propagations"] / PROPAGATIONS), 2
            ),
            solver=answer["solver"],
            version=answer["version"],
            proof=answer.get("proof", ""),
        )
