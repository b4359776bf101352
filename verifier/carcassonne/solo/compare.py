"""The smallest game on which two readings of the rules differ, by both keys.

The model finds the game, and both keys replay it. The model also shows, turn by turn, that no
shorter game will do; the engine shows the same by playing all shorter games on which the readings
may differ. Unless both keys show it, the game is not called smallest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import metadata
from typing import TypeAlias

from verifier import __version__
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.compare import compare_by_engine
from verifier.carcassonne.model.solo.compare import OF_DRAWING, ComparisonByModel, compare_by_model
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import Line, Terms
from verifier.carcassonne.model.solo.synthesis import cells_near
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.key import FinalState, GameReplay, replay
from verifier.carcassonne.solo.notation import line_text, position_text
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet, require_plain
from verifier.carcassonne.table.cells import numbers_text
from verifier.carcassonne.tiles import TileSheet
from verifier.carcassonne.verdict import Verdict
from verifier.catalogue.catalogue import Switch
from verifier.constraints.cpsat import Parameters
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.limits import require_limit
from verifier.processes import cpu_seconds
from verifier.verdict import KeyReport

MOST_TURNS = 13
"""The most turns searched by default: the shortest game ends after so many if every tile has a
place (FACT-11), and no switch needs more, except those about empty piles."""

_OUTCOMES = 2_000
"""Outcomes that the engine may examine for each second of the limit."""

_HUNTED = 6
"""From so many turns on, games of a few kinds of tiles are tried first."""

_READINGS = 2

Progress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game on which two readings differ, as both keys replay it.

    By the model they differ on no game of fewer than ``lower_bound`` turns. ``scope`` states which
    games are covered: those in which every tile has a place, or one has none and the readings
    differ in what follows. The verdict is on the claim that no smaller game exists.
    """

    line: Line
    one: GameReplay
    other: GameReplay
    lower_bound: int
    scope: str
    verdict: Verdict


def readings(choices: Iterable[tuple[str, str]], rules: RuleSet = SOLO) -> tuple[RuleSet, RuleSet]:
    """Return the two readings to compare, from choices of switches.

    A switch given once changes only the second reading, against ``rules``; a switch given twice
    has its first value in the first reading and its second value in the second.

    :raises Malformed: for unknown switches or values, or readings that are the same.
    :raises Illegal: for a switch about goals, on which games cannot differ.

    >>> one, other = readings([("city.two", "2"), ("score.soleMajority", "never")])
    >>> one.switches, other.switches
    ((), (('city.two', '2'), ('score.soleMajority', 'never')))
    """
    given: dict[str, list[str]] = {}
    for key, value in choices:
        given.setdefault(_in_play(key).key, []).append(value)
    for key, values in given.items():
        if len(values) > _READINGS:
            why = f"{key} is given {len(values)} values; two readings are compared"
            raise Malformed(why, where=key)
    one = rules.with_switches({k: v[0] for k, v in given.items() if len(v) == _READINGS})
    other = rules.with_switches({key: values[-1] for key, values in given.items()})
    for key in given:
        if one.value(key) == other.value(key):
            why = f"both readings have {key}={one.value(key)}; give another value, or two"
            raise Malformed(why, where=key)
    return one, other


def _in_play(key: str) -> Switch:
    known = CATALOGUE.switch(key)
    if all(rule.startswith("SOLO-GOAL-") for rule in known.rules):
        why = (
            f"{key} decides only which goals are met; games are compared by their scores, by "
            "whether they are over, and by their result"
        )
        raise Illegal(why, where=key, rule=known.amb)
    return known


def compare(
    rules: tuple[RuleSet, RuleSet],
    start: Position | None = None,
    *,
    turns: int = MOST_TURNS,
    limit: int = 60,
    progress: Progress = lambda _: None,
) -> Comparison:
    """Return the smallest game found, of at most so many turns, on which two readings differ.

    It begins with the set-up, or with ``start``. ``limit`` is CP-SAT's deterministic time for each
    question; ``progress`` is called with a line about each step.

    :raises Malformed: for a negative number of turns, or a limit that is not positive.
    :raises Illegal: if ``start`` has faults.
    :raises Undecided: if no such game was found, or with other boxes or large meeples.
    :raises KeysDisagree: if the keys replay it differently, or the engine finds a shorter one.
    """
    if turns < 0:
        raise Malformed(f"games of {turns} turns: give 0 or more", where="--turns")
    require_limit(limit)
    for each in rules:
        require_plain(each, "the smallest game on which two readings part")
    one, other = (begun(start, each) for each in rules)
    began = cpu_seconds()
    model = Model()
    try:
        search = _Search(model, one, other, limit, progress)
        found, lower_bound = search.smallest(turns)
        if found is None:
            raise Undecided(
                f"no game of up to {turns_text(turns)} was found on which the readings differ; the "
                f"model rules out those of fewer than {turns_text(lower_bound)} "
                f"{_scope(one, other)}; "
                "start from a later position with --from to find others"
            )
        line = found.answer.line
        ones, others = (replace(each, piles=found.piles) for each in (one, other))
        by_model = (replay(model, ones, line), replay(model, others, line))
    finally:
        model.close()
    report = search.report(lower_bound, cpu_seconds() - began)
    began = cpu_seconds()
    by_engine = (replay(Engine(), ones, line), replay(Engine(), others, line))
    require_agreement(line, by_engine, by_model)
    engine, shown = _none_shorter(one, other, lower_bound, limit * _OUTCOMES)
    engine = replace(
        engine, examined=engine.examined + 2 * len(line), seconds=round(cpu_seconds() - began, 2)
    )
    why = _why(len(line), lower_bound, shown)
    claim = (
        f"no game of fewer than {turns_text(len(line))} {_scope(one, other)} parts the two readings"
    )
    if not line:
        claim = "the two readings part before the first turn"
    verdict = Verdict("undecided" if why else "holds", (engine, report), why, claim)
    origin = "the set-up, with any tiles of the box" if start is None else "the position given"
    scope = f"games from {origin}, {_scope(one, other)}"
    return Comparison(line, *by_engine, lower_bound, scope, verdict)


def _none_shorter(one: Position, other: Position, wanted: int, most: int) -> tuple[KeyReport, int]:
    """Return the engine's report and lower bound: fewer turns than this are too few.

    :raises KeysDisagree: if it finds a game that the model excludes.
    """
    shown, examined = 0, 0
    for turns in range(wanted):
        played = compare_by_engine(one, other, turns, nodes=most - examined)
        examined += played.outcomes
        if played.position is not None:
            raise KeysDisagree(
                "by the model the readings agree on all shorter games, by the engine they differ "
                f"from {position_text(played.position)} on"
            )
        if not played.exhaustive or examined >= most:
            break
        shown = turns + 1
    method = "replays the game by both readings"
    shorter = "plays shorter ones, until bounds rule out that the readings part"
    report = KeyReport(
        key=Engine.name,
        examined=examined,
        work="turns",
        version=Engine.version,
        method=f"{method}; {shorter}" if wanted else method,
        parameters=(("readings", _READINGS), ("outcomes at most", most)),
    )
    return report, shown


def _why(turns: int, lower_bound: int, shown: int) -> str:
    """Return what is left open; empty if fewer turns are too few by both keys."""
    still_open = []
    if lower_bound < turns:
        still_open.append(f"the model rules out fewer than {turns_text(lower_bound)} only")
    if shown < lower_bound:
        still_open.append(
            f"the model alone shows that fewer than {turns_text(lower_bound)} are too few; the "
            f"engine shows it for fewer than {turns_text(shown)}"
        )
    return "; ".join(still_open)


def _scope(one: Position, other: Position) -> str:
    """Return in words which games are covered."""
    if _draw_alike(one, other):
        return "in which every tile has a place"
    return "in which at most one tile has no place"


def _draw_alike(one: Position, other: Position) -> bool:
    return all(one.rules.value(key) == other.rules.value(key) for key in OF_DRAWING)


def turns_text(number: int) -> str:
    """Return in words how many turns.

    >>> turns_text(1), turns_text(2)
    ('1 turn', '2 turns')
    """
    return "1 turn" if number == 1 else f"{number} turns"


def begun(start: Position | None, rules: RuleSet) -> Position:
    """Return the position that a reading begins with: the set-up, or the one given.

    :raises Illegal: if that has faults.
    """
    if start is None:
        return setup(rules)
    require_valid(start)
    return replace(start, rules=rules)


def require_agreement(
    line: Line, by_engine: tuple[GameReplay, GameReplay], by_model: tuple[GameReplay, GameReplay]
) -> None:
    """Check that the keys replay a game alike, and that it parts the readings.

    :raises KeysDisagree: if not.
    """
    for engine, model in zip(by_engine, by_model, strict=True):
        same_fault = bool(engine.broken) == bool(model.broken)
        if engine.endings != model.endings or not same_fault:
            raise KeysDisagree(
                f"after {line_text(line)} the scores are {_endings_text(engine)} by the engine, "
                f"{_endings_text(model)} by the model"
            )
    one, other = by_engine
    if (one.endings, bool(one.broken)) == (other.endings, bool(other.broken)):
        raise KeysDisagree(
            f"by the model the readings differ on {line_text(line)}, by the engine they agree"
        )


def _endings_text(replayed: GameReplay) -> str:
    if replayed.broken:
        return "unknown, as a rule is broken,"
    return " or ".join(_ending_text(ending) for ending in replayed.endings)


def _ending_text(ending: FinalState) -> str:
    if ending.result is not None:
        return f"{numbers_text(ending.scores)} (result {ending.result})"
    over = " (game over)" if ending.over else ""
    return f"{numbers_text(ending.scores)}{over}"


class _Search:
    """Asks the model about games of more and more turns, and counts the questions."""

    def __init__(
        self, model: Model, one: Position, other: Position, limit: int, progress: Progress
    ) -> None:
        self.model, self.one, self.other = model, one, other
        self.limit = limit
        self.progress = progress
        self.questions = 0

    def smallest(self, turns: int) -> tuple[ComparisonByModel | None, int]:
        """Return the first game found, and the fewest turns not ruled out."""
        lower_bound: int | None = None
        for number in range(turns + 1):
            self.progress(f"games of {number} turns")
            if number >= _HUNTED:
                for few in _few_kinds(self.one.sheet):
                    found = self._ask(number, few)
                    if found.answer.verdict == "found":
                        return found, number if lower_bound is None else lower_bound
            if lower_bound is None:
                found = self._ask(number, None)
                if found.answer.verdict == "found":
                    return found, number
                if found.answer.verdict == "undecided":
                    lower_bound = number
        return None, turns + 1 if lower_bound is None else lower_bound

    def _ask(self, turns: int, kinds: frozenset[str] | None) -> ComparisonByModel:
        """Ask about all games, or about those near the start and of a few kinds of tiles."""
        self.questions += 1
        terms = Terms(
            tiles=True if kinds is None else kinds,
            window=None if kinds is None else cells_near(self.one, 3),
            parameters=Parameters(limit=self.limit),
        )
        return compare_by_model(self.model.solver, self.one, self.other, turns, terms=terms)

    def report(self, lower_bound: int, seconds: float) -> KeyReport:
        """Return the model's report."""
        return KeyReport(
            key=self.model.name,
            examined=self.questions,
            work="questions",
            version=f"{__version__}, ortools {metadata.version('ortools')}",
            method=f"CP-SAT finds the game; none has fewer than {turns_text(lower_bound)}",
            parameters=(("seed", 1), ("limit", self.limit)),
            seconds=round(seconds, 2),
        )


def _few_kinds(sheet: TileSheet) -> Iterator[frozenset[str]]:
    """Yield sets of tile kinds that make long roads, or branching cities."""
    shown = {
        tile: Counter(segment.kind for segment in sheet.orientation(tile, 0).segments)
        for tile in sheet.counts()
    }
    through = {
        tile
        for tile in shown
        for segment in sheet.orientation(tile, 0).segments
        if segment.kind == "road" and len(segment.edges) > 1
    }
    yield frozenset(tile for tile, kinds in shown.items() if not kinds["city"])
    yield frozenset(tile for tile, kinds in shown.items() if kinds["city"] == 1) - through
