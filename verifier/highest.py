"""The greatest lowest score after so many turns, by both keys.

The model finds the game and CP-SAT a bound for all games; the engine, which shares no code with
it, replays the game and plays all games that could do better.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.engine import Engine
from verifier.engine.highest import play_above
from verifier.errors import KeysDisagree, Malformed
from verifier.model.climbing import climb
from verifier.model.cpsat import Parameters, Solver
from verifier.model.questions import FREE_TILES, Answer, highest_low
from verifier.position import setup
from verifier.record import Record
from verifier.replaying import cpu_seconds, line_of, record_of, replayed
from verifier.rules.ruleset import SOLO, RuleSet
from verifier.smallest import require_limit
from verifier.verdict import KeyReport, Verdict

_OUTCOMES = 10_000
"""Outcomes the engine may look at for each second of the limit; it takes less than that."""

_WHOLE = 8
"""Turns up to which the model looks at whole games; longer ones it makes in stages."""


@dataclass(frozen=True, slots=True)
class Highest:
    """How high the lowest score can be after ``turns`` turns from the set-up.

    ``lowest`` is the best known, with its ``game``, None if none is known; ``bound`` is what no
    game exceeds, by the model, None if it found none. The verdict holds if both keys say that no
    game does better.
    """

    turns: int
    lowest: int | None
    bound: int | None
    game: Record | None
    verdict: Verdict


def highest(
    turns: int, rules: RuleSet = SOLO, *, limit: int = 120, solver: Solver | None = None
) -> Highest:
    """Return the greatest lowest score on the scoreboard after ``turns`` turns.

    That is before final scoring. Tiles may be drawn in any order. ``limit`` is in seconds of one
    core, more or less, see :func:`verifier.smallest.smallest`.

    :raises Malformed: for no turns, more than there are tiles, or a limit of nothing.
    :raises KeysDisagree: if one key denies what the other found.
    """
    require_limit(limit)
    most = sum(rules.pile_sizes)
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: give 1 to {most}", where="--turns")
    with contextlib.ExitStack() as stack:
        began = cpu_seconds()
        asked = stack.enter_context(Solver()) if solver is None else solver
        answer = _ask(asked, turns, rules, limit)
    model = replace(_model_report(answer, turns, limit), seconds=round(cpu_seconds() - began, 2))
    claim = f"the greatest lowest score after turn {turns} is {answer.value}"
    if not answer.line or answer.value is None:
        claim = f"some game goes on for {turns} turns"
        verdict = Verdict("undecided", (model,), f"no game was found: {answer.reason}", claim)
        return Highest(turns, None, None, None, verdict)
    began = cpu_seconds()
    game = record_of(answer.line, setup(rules))
    _require_lowest(game, answer.value)
    limit_of_engine = limit if answer.bound == answer.value else 0
    engine, done = _by_engine(turns, rules, answer.value, limit_of_engine)
    engine = replace(engine, seconds=round(cpu_seconds() - began, 2))
    why = _why(answer, done=done)
    verdict = Verdict("undecided" if why else "holds", (engine, model), why, claim)
    return Highest(turns, answer.value, answer.bound, game, verdict)


def _ask(solver: Solver, turns: int, rules: RuleSet, limit: int) -> Answer:
    if turns > _WHOLE:
        return climb(solver, setup(rules), turns, Parameters(limit=limit))
    terms = replace(FREE_TILES, parameters=Parameters(limit=limit))
    return highest_low(solver, setup(rules), turns, terms=terms)


def _require_lowest(game: Record, lowest: int) -> None:
    told = replayed(game)
    if min(told[-1].after.scores) != lowest:
        raise KeysDisagree(
            f"by the model the lowest score after {line_of(told)} is {lowest}; by the engine the "
            f"scores are {told[-1].after.scores}"
        )


def _by_engine(turns: int, rules: RuleSet, lowest: int, limit: int) -> tuple[KeyReport, bool]:
    """Return what the engine did, and whether it has shown that no game does better.

    :raises KeysDisagree: if one does.
    """
    most, examined, done = limit * _OUTCOMES, 0, False
    method = "replayed the game"
    if most:
        played = play_above(rules, turns, lowest, nodes=most)
        if played.line:
            raise KeysDisagree(
                f"by the model no lowest score after turn {turns} exceeds {lowest}; by the engine "
                f"the game {line_of(played.line)} does better"
            )
        examined, done = played.outcomes, played.exhaustive
        method += "; played all games that could do better"
    report = KeyReport(
        Engine.name,
        examined,
        version=__version__,
        method=method,
        parameters=(("outcomes at most", most),),
        work="outcomes",
    )
    return report, done


def _model_report(answer: Answer, turns: int, limit: int) -> KeyReport:
    stages = "CP-SAT, a few turns at a time" if turns > _WHOLE else "CP-SAT for all games"
    return KeyReport(
        "model",
        round(answer.time),
        version=__version__,
        method=stages,
        parameters=(("limit", limit), ("seed", Parameters().seed)),
        work=answer.unit,
    )


def _why(answer: Answer, *, done: bool) -> str:
    """Return what is open; nothing if both keys say that no game does better."""
    if answer.bound is None:
        return "longer games are made in stages, which does not show how high the best one climbs"
    if answer.bound != answer.value:
        return f"by the model no game exceeds {answer.bound}; the limit was reached"
    return "" if done else "by the model alone no game does better; the engine played too few games"
