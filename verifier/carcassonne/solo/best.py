"""The greatest lowest score after so many turns, by both keys.

The model finds a game, and CP-SAT a bound for all games; where that is above the best game known, a
SAT solver shows that no features are worth more, if it can. The engine, which shares no code with
them, replays the game and plays games that could do better, until its bounds rule out all others.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.best import BY_TABLES, best_by_engine
from verifier.carcassonne.engine.solo.engine import game_text, outcomes_by_engine, record_of
from verifier.carcassonne.model.solo.best import best_in_one_city, features_worth_more
from verifier.carcassonne.model.solo.questions import (
    FREE_TILES,
    Answer,
    Line,
    Terms,
    best_by_model,
    outcomes_of,
)
from verifier.carcassonne.model.solo.synthesis import game_in_stages
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet, require_plain
from verifier.carcassonne.solo.smallest import SCOPE
from verifier.carcassonne.solo.turn import Outcome, Record, turns_of
from verifier.carcassonne.table.cells import numbers_text
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.constraints.sat import SatSolver
from verifier.errors import KeysDisagree, Malformed, Undecided
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

__all__ = ["SCOPE", "Best", "best"]

_OUTCOMES = 10_000
"""Outcomes that the engine may examine for each second of the limit."""

_TABLES = 5_000
"""The same where it finds tables first, which takes longer."""

_CP_SAT, _A_QUESTION = 0.5, 0.25
"""The parts of the model's limit: for CP-SAT, and for each of two questions to a SAT solver."""

_WHOLE = 8
"""Up to so many turns the model searches whole games; longer ones are made in stages."""


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest lowest score after ``turns`` turns from the set-up.

    ``lowest`` is the best known, reached by ``game``, or None. ``bound`` is the model's upper bound
    for the games of :data:`SCOPE`, or None. ``shown_by`` names the keys by which no game does
    better; the verdict holds if both are among them.
    """

    turns: int
    lowest: int | None
    bound: int | None
    game: Record | None
    shown_by: tuple[str, ...]
    verdict: Verdict


def best(
    turns: int,
    rules: RuleSet = SOLO,
    *,
    limit: int = 120,
    solver: CpSatSolver | None = None,
    show: Callable[[str], None] = lambda _: None,
) -> Best:
    """Return the greatest lowest score on the scoreboard after ``turns`` turns.

    This is before final scoring. Tiles may be drawn in any order. ``limit`` is for each key, in
    seconds of one core, roughly; what is counted is outcomes, tables and the solvers' own units, so
    that the answer does not depend on the machine. ``show`` is given each step that begins, in
    words.

    :raises Malformed: for no turns, more than there are tiles, or a limit that is not positive.
    :raises Undecided: with other boxes or large meeples (SOLO-BOX-11).
    :raises KeysDisagree: if one key refutes the other.
    """
    require_limit(limit)
    require_plain(rules, f"the greatest lowest score after {turns} turns")
    most = sum(rules.pile_sizes)
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: give 1 to {most}", where="--turns")
    with contextlib.ExitStack() as stack:
        began = cpu_seconds()
        cpsat = stack.enter_context(CpSatSolver()) if solver is None else solver
        show(f"the model looks for a game of {turns} turns")
        answer = _ask(cpsat, turns, rules, limit)
    seconds = cpu_seconds() - began
    model = replace(_model_report(answer, turns, limit), seconds=round(seconds, 2))
    if not answer.line or answer.value is None:
        claim = f"some game goes on for {turns} turns"
        verdict = Verdict("undecided", (model,), f"no game was found: {answer.reason}", claim)
        return Best(turns, None, None, None, (), verdict)
    began = cpu_seconds()
    search = _Engine(turns, rules, _most_examined(turns, limit))
    search.replays(answer.line, answer.value)
    show(f"{search.lowest} is reached; the engine looks for a better game")
    search.plays_on(most=answer.bound)
    engine = replace(search.report(), seconds=round(cpu_seconds() - began, 2))
    if answer.bound is None or answer.bound > search.lowest:
        began = cpu_seconds()
        show(f"{search.lowest} is reached; the model asks whether features can be worth more")
        answer, model = _by_features(answer, model, turns, rules, search.lowest, limit)
        seconds += cpu_seconds() - began
        model = replace(model, seconds=round(seconds, 2))
    proofs = {"engine": search.exhausted, "model": answer.bound == search.lowest}
    shown_by = tuple(key for key, shown in proofs.items() if shown)
    why = _why(answer, turns, shown_by)
    claim = f"the greatest lowest score after turn {turns} is {search.lowest}"
    verdict = Verdict("undecided" if why else "holds", (engine, model), why, claim)
    game = record_of(search.line, setup(rules))
    return Best(turns, search.lowest, answer.bound, game, shown_by, verdict)


def _most_examined(turns: int, limit: int) -> int:
    if turns > _WHOLE:
        return 0
    return limit * (_TABLES if turns in BY_TABLES else _OUTCOMES)


def _ask(solver: CpSatSolver, turns: int, rules: RuleSet, limit: int) -> Answer:
    start = setup(rules)
    if turns > _WHOLE:
        return game_in_stages(solver, start, turns, Parameters(limit=limit))
    answer = best_by_model(solver, start, turns, terms=_terms(limit * _CP_SAT))
    if answer.line:
        return answer
    return _in_one_city(start, turns, _terms(limit * _A_QUESTION)) or answer


def _terms(limit: float) -> Terms:
    return replace(FREE_TILES, parameters=Parameters(limit=limit))


def _in_one_city(start: Position, turns: int, terms: Terms) -> Answer | None:
    """Return a good game for the engine to start from, not always the best; None without one."""
    try:
        with SatSolver() as solver:
            return best_in_one_city(solver, start, turns, terms)
    except Undecided:
        return None


def _by_features(
    answer: Answer, model: KeyReport, turns: int, rules: RuleSet, lowest: int, limit: int
) -> tuple[Answer, KeyReport]:
    """Return the model's answer and report with ``lowest`` as bound, if features show it."""
    terms = _terms(limit * _A_QUESTION)
    try:
        with SatSolver() as solver:
            found = features_worth_more(solver, setup(rules), turns, lowest, terms)
    except Undecided:
        return answer, model
    if found is None:
        return answer, model
    shown = found.verdict == "impossible"
    result = {
        "impossible": "no features are worth more",
        "found": "features may be worth more",
        "undecided": "not finished with what features are worth",
    }[found.verdict]
    method = f"{model.method}; {found.solver}, {found.time:g} {found.unit}: {result}"
    return replace(answer, bound=lowest) if shown else answer, replace(model, method=method)


class _Engine:
    """The engine's part: replaying the model's game and searching for better ones."""

    def __init__(self, turns: int, rules: RuleSet, most: int) -> None:
        self.turns, self.rules, self.most = turns, rules, most
        self.line: Line = ()
        self.lowest = 0
        self.examined = 0
        self.exhausted = False

    def replays(self, line: Line, lowest: int) -> None:
        """Adopt a game of the model after replaying it.

        :raises KeysDisagree: if the engine finds it illegal or gets another lowest score.
        """
        played = outcomes_by_engine(record_of(line, setup(self.rules)))
        if min(played[-1].after.scores) != lowest:
            raise KeysDisagree(
                f"by the model the lowest score after {game_text(played)} is {lowest}; by the "
                f"engine the scores are {numbers_text(played[-1].after.scores)}"
            )
        self.line, self.lowest = line, lowest

    def plays_on(self, most: int | None) -> None:
        """Search for better games and adopt them, until there are none.

        :raises KeysDisagree: if a game exceeds ``most``, or the model gets other scores.
        """
        while not self.exhausted and self.examined < self.most:
            left = self.most - self.examined
            played = best_by_engine(self.rules, self.turns, self.lowest, nodes=left)
            self.examined += played.outcomes
            if not played.line:
                self.exhausted = played.exhaustive
                return
            self._takes_over(played.line, most)

    def _takes_over(self, played: tuple[Outcome, ...], most: int | None) -> None:
        lowest = min(played[-1].after.scores)
        if most is not None and lowest > most:
            raise KeysDisagree(
                f"by the model no lowest score after turn {self.turns} exceeds {most}; by the "
                f"engine the game {game_text(played)} does better"
            )
        line = turns_of(played)
        scores = outcomes_of(setup(self.rules), line)[-1].after.scores
        if min(scores) != lowest:
            raise KeysDisagree(
                f"by the engine the lowest score after {game_text(played)} is {lowest}; by the "
                f"model the scores are {numbers_text(scores)}"
            )
        self.line, self.lowest = line, lowest

    def report(self) -> KeyReport:
        """Return the engine's report."""
        method = "replayed the game"
        if self.most:
            method += "; played games that could do better"
            method += ", to tables found first" if self.turns in BY_TABLES else ""
        if self.exhausted:
            method += ", the rest ruled out by bounds"
        return KeyReport(
            Engine.name,
            self.examined,
            version=__version__,
            method=method,
            parameters=(("outcomes at most", self.most),),
            work="tables and outcomes" if self.turns in BY_TABLES else "outcomes",
        )


def _model_report(answer: Answer, turns: int, limit: int) -> KeyReport:
    stages = "CP-SAT, a few turns at a time" if turns > _WHOLE else "CP-SAT for all games"
    if turns <= _WHOLE and answer.solver != "CP-SAT":
        stages += f" found none; {answer.solver} one with a city of all colours"
    return KeyReport(
        "model",
        round(answer.time),
        version=__version__,
        method=stages,
        parameters=(("limit", limit), ("seed", Parameters().seed)),
        work=answer.unit,
    )


def _why(answer: Answer, turns: int, shown_by: tuple[str, ...]) -> str:
    """Return what is left open; empty if no game does better by both keys."""
    if turns > _WHOLE:
        return "longer games are made in stages, which does not show how high the best one climbs"
    if answer.bound is None:
        engine = "by the engine alone no game does better" if shown_by else "the engine did neither"
        return f"the model found no bound for all games within its limit; {engine}"
    limited = f"by the model no game exceeds {answer.bound}, then its limit was reached"
    return {
        ("engine", "model"): "",
        ("model",): "by the model alone no game does better; the engine reached its limit",
        ("engine",): f"by the engine alone no game does better; {limited}",
    }.get(shown_by, f"{limited}; the engine reached its own")
