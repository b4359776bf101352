"""What a solver answers to a question about several turns, in any game of Carcassonne."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from verifier.constraints.builder import FALSE, TRUE, Lit
from verifier.constraints.cpsat import CpSatReply, Parameters

_NONE_WITHIN = "there is no such line within the window, which proves nothing beyond it"

Finding: TypeAlias = Literal["found", "impossible", "undecided"]


class _WithTile(Protocol):
    @property
    def tile(self) -> str: ...


_Option = TypeVar("_Option")
TurnT = TypeVar("TurnT", bound=_WithTile)


@dataclass(frozen=True)  # without slots, or the alias ``LineAnswer[Turn]`` could not be called
class LineAnswer(Generic[TurnT]):
    """Whether there is a line, and how this was found.

    ``impossible`` is the verdict of a complete search; for ``undecided``, ``reason`` states why it
    was not completed. ``value`` and ``bound`` are the best total found and the best not ruled out,
    if one was asked for. ``time`` is the solver's work, the same on every machine; like ``limit``
    it is in the solver's own ``unit``.
    """

    verdict: Finding
    line: tuple[TurnT, ...] = ()
    reason: str = ""
    value: int | None = None
    bound: int | None = None
    solver: str = "CP-SAT"
    version: str = ""
    status: str = ""
    seed: int = 0
    limit: float = 0.0
    time: float = 0.0
    unit: str = "units of deterministic time"

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles of the line, in turn order."""
        return tuple(turn.tile for turn in self.line)


def cpsat_answer(
    reply: CpSatReply,
    line: tuple[TurnT, ...] | None,
    parameters: Parameters,
    *,
    everywhere: bool,
) -> LineAnswer[TurnT]:
    """Return the answer that CP-SAT's reply gives; see :func:`settled` for the other arguments."""
    answer: LineAnswer[TurnT] = LineAnswer(
        verdict="undecided",
        version=reply.version,
        status=reply.status,
        seed=parameters.seed,
        limit=parameters.limit,
        time=reply.time,
        value=reply.value,
        bound=reply.bound,
    )
    return settled(answer, line, reply.why, everywhere=everywhere)


def counted_answer(reply: CpSatReply, parameters: Parameters) -> LineAnswer[TurnT]:
    """Return the answer to a question that only counts: what is ``found`` has no line."""
    possible = reply.status in ("optimal", "feasible")
    return cpsat_answer(reply, () if possible else None, parameters, everywhere=True)


def settled(
    answer: LineAnswer[TurnT], line: tuple[TurnT, ...] | None, why: str, *, everywhere: bool
) -> LineAnswer[TurnT]:
    """Return the answer with its verdict, which follows from the solver's status.

    ``line`` is the line found, if there is one; ``why`` the question is open otherwise. Unless the
    cells of the question were ``everywhere``, nothing is called impossible.
    """
    if line is not None:
        return replace(answer, verdict="found", line=line)
    if answer.status in ("infeasible", "exhausted") and everywhere:
        return replace(answer, verdict="impossible")
    none_within = answer.status in ("infeasible", "exhausted")
    return replace(answer, reason=_NONE_WITHIN if none_within else why)


def combined_answer(answers: Sequence[LineAnswer[TurnT]]) -> LineAnswer[TurnT]:
    """Return one answer from those about each length; only the last may be ``found``."""
    undecided = [each for each in answers if each.verdict == "undecided"]
    decisive = undecided[0] if undecided and answers[-1].verdict != "found" else answers[-1]
    return replace(decisive, time=total_time(answers))


def total_time(answers: Sequence[LineAnswer[TurnT]]) -> float:
    """Return the solver's work on several questions together."""
    return round(sum(each.time for each in answers), 6)


def chosen(options: Mapping[_Option, Lit], holds: Mapping[Lit, bool]) -> _Option:
    """Return the option that holds."""
    return next(option for option, literal in options.items() if holds_in(literal, holds))


def holds_in(literal: Lit, holds: Mapping[Lit, bool]) -> bool:
    """Return whether a literal holds, be it constant or one that a solver decided."""
    return literal == TRUE if literal in (TRUE, FALSE) else holds[literal]
