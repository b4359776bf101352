"""Explains why a game, turn or position is illegal or a goal out of reach: the rules and places.

Both keys answer. For an illegal game they name the rules broken in the first illegal step of the
first illegal turn, each of which alone makes it illegal; later turns cannot be judged. For a goal
out of reach the model names the rules that prevent it, none of which can be left out; the engine
confirms by exhaustive search that no line reaches it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import metadata

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.draws import UNKNOWN, schedule
from verifier.carcassonne.model.solo.explain import DROPPED, THE_TILES, Obstacle, explain_by_model
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import Line, Terms, reaches, unplaceable_possible
from verifier.carcassonne.model.solo.rules.goals import COLOURS, POINTS, WORTH
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.faults import faults, require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import Key, recorded_turn, replay
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Record, Turn, as_recorded, turns_of
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.verdict import Verdict
from verifier.constraints.cpsat import Parameters
from verifier.constraints.process import undecided_by_model
from verifier.errors import KeysDisagree
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

_MOST_OUTCOMES = 20_000_000
"""After so many outcomes, a minute or two, the engine leaves the question open."""


_WITHOUT = dict.fromkeys(DROPPED, "a line would reach the goal") | {
    THE_TILES: "with other tiles a line would reach the goal",
    POINTS: "a line would reach the goal if it did not have to bring points",
    WORTH: "a line would reach the goal if the feature could be worth anything",
    COLOURS: "a line would reach the goal if it did not have to bring points to so many colours",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that is broken or in the way: the turn (0: none, or the start), the place, a sentence.

    ``keys`` names the keys that report it; ``line`` would reach the goal without the rule.
    """

    rule: str
    turn: int
    where: str
    why: str
    keys: tuple[str, ...]
    line: Line = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict, and the reasons if it does not hold; a line that reaches the goal, if any."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    line: Line = ()


def explain_position(position: Position) -> Explanation:
    """Return whether the position is free of faults, which can be checked on the table alone.

    Both keys rely on this check, so the verdict names it instead of the keys.
    """
    began = cpu_seconds()
    found = faults(position)
    reasons = tuple(Reason(each.rule, 0, each.where, each.why, ("faults",)) for each in found)
    report = KeyReport(
        key="faults",
        examined=1,
        work="positions",
        version=__version__,
        method="looks at the table alone",
        seconds=round(cpu_seconds() - began, 2),
    )
    claim = "the position breaks no rule that can be judged from the table alone"
    why = f"{len(found)} broken" if found else ""
    return Explanation(Verdict("violated" if found else "holds", (report,), why, claim), reasons)


def explain_turn(position: Position, turn: Turn) -> Explanation:
    """Return whether the turn is legal in the position, and if not which rules it breaks.

    :raises Illegal: if the position has faults.
    """
    require_valid(position)
    record = Record(position, (recorded_turn(Engine(), position, turn),), official=False)
    return explain_record(record, claim="the turn is legal")


def explain_record(record: Record, *, claim: str = "the game is legal") -> Explanation:
    """Return whether the game is legal so far, and if not which rules its first broken turn breaks.

    :raises KeysDisagree: if only one key finds it legal.
    """
    model = Model()
    try:
        judged = [_judged(key, record) for key in (Engine(), model)]
    finally:
        model.close()
    by_engine, by_model = (violations for violations, _ in judged)
    reports = tuple(report for _, report in judged)
    if _first(by_engine) != _first(by_model):
        raise KeysDisagree(
            f"the engine finds {_breaks_text(by_engine)}, the model {_breaks_text(by_model)}",
            where=f"turn {min(v.turn for v in (*by_engine, *by_model))}",
        )
    if not by_engine:
        return Explanation(Verdict("holds", reports, claim=claim))
    reasons = tuple(_reasons(by_engine, by_model))
    rules = " ".join(dict.fromkeys(reason.rule for reason in reasons))
    place = f"turn {_first(by_engine)}" if _first(by_engine) else "the start"
    return Explanation(Verdict("violated", reports, f"{place} breaks {rules}", claim), reasons)


def _judged(key: Key, record: Record) -> tuple[tuple[Violation, ...], KeyReport]:
    began = cpu_seconds()
    found = key.violations(record)
    version, method = Engine.version, "plays the record"
    if key.name == Model.name:
        version, method = __version__, "reads the record as constants"
    report = KeyReport(
        key=key.name,
        examined=len(record.turns),
        work="turns",
        version=version,
        method=method,
        seconds=round(cpu_seconds() - began, 2),
    )
    return found, report


def _first(violations: tuple[Violation, ...]) -> int | None:
    return min((violation.turn for violation in violations), default=None)


def _breaks_text(violations: tuple[Violation, ...]) -> str:
    broken = " ".join(dict.fromkeys(violation.rule for violation in violations))
    return f"turn {_first(violations)} breaking {broken}" if violations else "nothing broken"


def _reasons(by_engine: tuple[Violation, ...], by_model: tuple[Violation, ...]) -> Iterator[Reason]:
    """Yield the rules broken by the first illegal step, in the model's words if it reports them."""
    first = min((each.turn, _step(each.rule)) for each in by_model)
    model = [each for each in by_model if (each.turn, _step(each.rule)) == first]
    by_both = {each.rule for each in by_engine} & {each.rule for each in model}
    for each in model:
        keys = ("engine", "model") if each.rule in by_both else ("model",)
        yield Reason(each.rule, each.turn, each.where, each.why, keys)
    for each in by_engine:
        if each.rule not in by_both:
            yield Reason(each.rule, each.turn, each.where, each.why, ("engine",))


def _step(rule: str) -> int:
    """Return the step of a turn to which a rule belongs (SOLO-TURN-2)."""
    if "-SCORE-" in rule:
        return 3
    return 2 if "-MEEPLE-" in rule or rule in ("SOLO-SETUP-8", "SOLO-SETUP-10") else 1


def explain_goal(position: Position, goal: Goal, *, limit: int = 60) -> Explanation:
    """Return whether the known tiles can reach the goal, and if not what stands in the way.

    ``limit`` is the solver's deterministic time.

    :raises Illegal: if the position has faults, the game is over or the goal reached already.
    :raises Malformed: if the next tile is not known, or for a limit that is not positive.
    :raises KeysDisagree: if one key reaches the goal and the other cannot.
    """
    require_limit(limit)
    turns = _known_turns(position)
    began = cpu_seconds()
    solutions = solve(position, goal, turns, lines=1, nodes=_MOST_OUTCOMES)
    engine = KeyReport(
        key=Engine.name,
        examined=solutions.nodes,
        work="outcomes",
        version=Engine.version,
        method="tries all lines",
        parameters=(("turns", turns),),
        seconds=round(cpu_seconds() - began, 2),
    )
    claim = f"{turns} known {'tile' if turns == 1 else 'tiles'} can reach the goal"
    if solutions.count:
        return _reached(position, turns_of(solutions.lines[0]), goal, claim, engine)
    model = _ModelReasons(position, goal, turns, limit)
    line = model.found.line
    if line and (solutions.exhaustive or not _confirmed(position, line, goal)):
        raise KeysDisagree(f"the model reaches the goal by {line_text(line)}, the engine does not")
    if line:
        verdict = Verdict(
            "holds", (replace(engine, method="plays the line"), model.report), "", claim
        )
        return Explanation(verdict, line=line)
    reasons, why = model.reasons(), model.trouble
    if not solutions.exhaustive:
        why = f"the engine stopped after {solutions.nodes:,} outcomes"
    verdict = Verdict(
        "undecided" if why else "violated", (engine, model.report), why or "no line does", claim
    )
    return Explanation(verdict, reasons)


def _confirmed(position: Position, line: Line, goal: Goal) -> bool:
    """Return whether the goal is reached by this line, for an engine that did not try all lines."""
    outcomes = replay(Engine(), position, line).outcomes
    return len(outcomes) == len(line) and reached(goal, outcomes[-1])


def _known_turns(position: Position) -> int:
    """Return the number of turns whose tile is known, at least 1."""
    require_valid(position)
    known = 0
    for drawn in schedule(position, sum(len(pile.known) for pile in position.piles)):
        if drawn.tile == UNKNOWN:
            break
        known += 1
    return max(known, 1)


def _reached(
    position: Position, line: Line, goal: Goal, claim: str, engine: KeyReport
) -> Explanation:
    began = cpu_seconds()
    if not reaches(position, line, goal):
        raise KeysDisagree(f"the engine reaches the goal by {line_text(line)}, the model does not")
    model = KeyReport(
        key=Model.name,
        examined=len(line),
        work="turns",
        version=__version__,
        method="reads the engine's line as constants",
        seconds=round(cpu_seconds() - began, 2),
    )
    return Explanation(Verdict("holds", (engine, model), "", claim), line=line)


class _ModelReasons:
    """The model's reasons for a goal that the engine does not reach."""

    def __init__(self, position: Position, goal: Goal, turns: int, limit: int) -> None:
        began = cpu_seconds()
        parameters = Parameters(limit=limit)
        with Solvers() as solvers:
            self.found = explain_by_model(solvers, position, goal, turns, parameters)
            terms = Terms(parameters=parameters)
            placed = unplaceable_possible(solvers.cpsat, position, turns, terms=terms)
        self.position = position
        self.trouble = ""
        if self.found.undecided or placed.verdict == "undecided":
            self.trouble = undecided_by_model(self.found.undecided or placed.reason)
        elif placed.verdict == "found":
            self.trouble = "a tile may have no place then, and the model does not follow that"
        by_whom = [f"{solver} {number}" for solver, number in self.found.answers]
        versions = [f"{name} {metadata.version(name)}" for name in ("ortools", "python-sat")]
        self.report = KeyReport(
            key=Model.name,
            examined=sum(number for _, number in self.found.answers),
            work="questions",
            version=", ".join([__version__, *versions]),
            method="finds no line, and drops one rule after the other; "
            + (", ".join(by_whom) or "no solver was needed"),
            parameters=(("seed", parameters.seed), ("limit", limit)),
            seconds=round(cpu_seconds() - began, 2),
            trouble=self.trouble,
        )

    def reasons(self) -> tuple[Reason, ...]:
        """Return the rules that prevent it, with the places where a line would break them."""
        return tuple(self._reason(each) for each in self.found.needed)

    def _reason(self, each: Obstacle) -> Reason:
        where, why = "", "not found out whether it stands in the way"
        if each.rule == THE_TILES:
            why = "these tiles do not reach the goal, whatever other rule is dropped"
        if each.line:
            why = _WITHOUT.get(each.rule, "without this bound a line would reach the goal")
            if each.besides:
                why += f", if {' and '.join(each.besides)} did not hold either"
        for broken in self._broken(each.line):
            if (broken.rule, broken.turn) == (each.rule, each.turn):
                where, why = broken.where, f"{why}; there {broken.why}"
                break
        return Reason(each.rule, each.turn, where, why, (Model.name,), each.line)

    def _broken(self, line: Line) -> tuple[Violation, ...]:
        draws = schedule(self.position, len(line))
        turns = tuple(
            as_recorded(turn, drawn.colour) for turn, drawn in zip(line, draws, strict=True)
        )
        return violations(Record(self.position, turns, official=False))
