"""Asks CP-SAT, which runs in a process of its own and may abort, hang or be killed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.constraints.builder import Builder, Lit, Sum
from verifier.constraints.process import PATIENCE, SolverProcess
from verifier.constraints.wire import program

EVERY = 10**9


@dataclass(frozen=True, slots=True)
class Parameters:
    """How the solver was asked; equal parameters give equal answers on every machine.

    ``limit`` is in the solver's own unit of work, see :attr:`Answer.unit`, each about a second of
    one core. ``hasty`` tells CP-SAT to search at once instead of simplifying a large program first:
    mostly quicker where a line is to be found, and slower where there is none.
    """

    seed: int = 1
    limit: float = 600.0
    hasty: bool = False


@dataclass(frozen=True, slots=True)
class CpSatReply:
    """What the solver's process said.

    ``status`` is ``optimal``, ``feasible``, ``infeasible``, ``invalid`` or ``unknown``, or ``lost``
    if the process ended or was ended without an answer. ``found`` tells for every solution which
    of the asked literals hold; ``value`` and ``bound`` are set where something was maximised.
    """

    status: str
    found: tuple[dict[Lit, bool], ...] = ()
    time: float = 0.0
    version: str = ""
    value: int | None = None
    bound: int | None = None


class CpSatSolver(SolverProcess):
    """A process that solves, see :class:`SolverProcess`."""

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

        With ``most`` of ``EVERY`` the status ``optimal`` says that all solutions are there.
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
            return CpSatReply("lost")
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
        """Tell whether the solver answers a model known to abort it; we survive either way."""
        return self._exchange("canary") is not None
