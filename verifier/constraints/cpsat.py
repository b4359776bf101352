"""Puts questions to CP-SAT, which runs in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.constraints.builder import Builder, Lit, Sum, program
from verifier.constraints.process import PATIENCE, SolverProcess, why_open

EVERY = 10**9


@dataclass(frozen=True, slots=True)
class Parameters:
    """Seed and limits of a search; equal parameters give equal answers on every machine.

    ``limit`` is in the solver's own unit of work, see :attr:`Answer.unit`, each about a second of
    one core. With ``hasty`` CP-SAT searches at once instead of simplifying a large program first,
    which is mostly quicker if a line exists and slower if none does.
    """

    seed: int = 1
    limit: float = 600.0
    hasty: bool = False


@dataclass(frozen=True, slots=True)
class CpSatReply:
    """The reply of the solver's process.

    ``status`` is ``optimal``, ``feasible``, ``infeasible``, ``invalid`` or ``unknown``, or ``lost``
    if the process ended or was ended without an answer. ``found`` contains for every solution the
    values of the asked literals; ``value`` and ``bound`` are set if something was maximised.
    ``lost`` is why the process gave no answer.
    """

    status: str
    found: tuple[dict[Lit, bool], ...] = ()
    time: float = 0.0
    version: str = ""
    value: int | None = None
    bound: int | None = None
    lost: str = ""

    @property
    def why(self) -> str:
        """Why the question is open, if no answer was found."""
        return why_open(self.status, self.lost)


class CpSatSolver(SolverProcess):
    """CP-SAT in a process of its own, see :class:`SolverProcess`."""

    def __init__(self, patience: float = PATIENCE, *, memory: int | None = None) -> None:
        """Wait at most ``patience`` seconds for any answer; ``memory`` limits the process."""
        super().__init__("verifier.constraints.cpsat_worker", patience=patience, memory=memory)

    def ask(
        self,
        builder: Builder,
        asked: Sequence[Lit],
        parameters: Parameters,
        *,
        most: int = 1,
        aim: Sum | None = None,
    ) -> CpSatReply:
        """Return up to ``most`` solutions of what the builder requires, or the best one.

        If ``most`` is ``EVERY``, the status ``optimal`` means that all solutions were returned.
        """
        question = {
            "program": program(builder, asked, aim),
            "seed": parameters.seed,
            "limit": parameters.limit,
            "hasty": parameters.hasty,
            "all": most > 1,
            "most": EVERY if aim is not None else most,
        }
        answer = self._exchange(question)
        if answer is None:
            return CpSatReply("lost", lost=self.lost)
        found = tuple(
            {literal: bit == "1" for literal, bit in zip(asked, bits, strict=True)}
            for bits in answer["found"]
        )
        constant = 0 if aim is None else aim.constant
        return CpSatReply(
            status=answer["status"],
            found=found,
            time=answer["time"],
            version=answer["version"],
            value=answer["value"] + constant if "value" in answer else None,
            bound=answer["bound"] + constant if "bound" in answer else None,
        )

    def survives_the_canary(self) -> bool:
        """Return whether the solver answers a model that is known to abort some versions."""
        return self._exchange("canary") is not None
