"""A game on which two readings of the Solo Variant part, as ``compare`` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import (
    Puzzles,
    Situation,
    read_input,
    read_switch_choice,
    refuse_puzzle_option,
    single,
)
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.rendering.solo.words import turn_in_words
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.questions import Line
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import record_to_json, rules_to_json
from verifier.carcassonne.solo.compare import Comparison, compare, readings
from verifier.carcassonne.solo.compare_boxes import compare_boxes, of_boxes
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.key import FinalState, GameReplay, recorded_turn
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Record
from verifier.errors import Illegal, Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["OPTIONS", "compare_readings"]

OPTIONS = frozenset({"shared", "start", "wanted", "boxes", "large", "turns", "limit"})
"""The options that mean something for this game."""


def compare_readings(  # noqa: PLR0913 - one for each option
    choices: tuple[str, ...],
    *,
    shared: tuple[str, ...],
    start: str | None,
    wanted: str | None,
    boxes: tuple[str, ...],
    large: bool,
    turns: int,
    limit: int,
    as_json: bool,
    **_: Any,
) -> int:
    """Print the smallest game on which two readings of some switches part; the exit code.

    :raises Malformed: if there is no such switch or value, or the position cannot be read.
    """
    if not choices:
        raise click.UsageError("give a SWITCH=VALUE")
    given = [read_switch_choice(text, "SWITCH=VALUE") for text in choices]
    position = _start(start, wanted)
    rules = _in_play(boxes, large=large) if position is None else position.rules
    if position is not None and (boxes or large):
        raise click.UsageError("--box and --large go with the set-up; the position has its boxes")
    for text in shared:
        with at_option("--switch", "switches"):
            rules = rules.with_switches(dict([read_switch_choice(text, "--switch")]))
    one, other = readings(given, rules)
    ask = compare_boxes if of_boxes((one, other)) else compare
    with status_line() as show:
        comparison = ask((one, other), position, turns=turns, limit=limit, progress=show)
    keys = list(dict.fromkeys(key for key, _ in given))
    if as_json:
        emit_json(_data(keys, comparison, official=position is None))
    else:
        echo(*_page(keys, comparison))
    return EXIT_CODES[comparison.verdict.answer]


def _in_play(boxes: tuple[str, ...], *, large: bool) -> RuleSet:
    with at_option("--box", "boxes"):
        return RuleSet(boxes=boxes, large=large)


def _position(found: Puzzles | Situation) -> Position:
    if isinstance(found, Puzzles):
        position: Position = single(found.packed).puzzle.position
    else:
        position = found.read()
        require_valid(position)
    return position


def _start(given: str | None, wanted: str | None) -> Position | None:
    """Return the position to begin with, None for the set-up."""
    if given is None:
        refuse_puzzle_option(wanted)
        return None
    found = read_input(given, wanted)
    if found.game.name != "solo":
        raise Malformed(f"this is of {found.game.title}", where=repr(given))
    position = _position(found)
    if position.over:
        raise Illegal(
            "the game is over, no turn can be played", where=repr(given), rule="SOLO-END-7"
        )
    return position


def _page(keys: list[str], comparison: Comparison) -> Iterator[str]:
    for key in keys:
        yield f"{CATALOGUE.switch(key).amb}: {CATALOGUE.switch(key).question}"
    if comparison.line:
        yield line_text(comparison.line)
    for number in range(1, len(comparison.line)):
        yield f"{number}. {_turn(comparison.one, number)}"
    for replayed in (comparison.one, comparison.other):
        values = ", ".join(f"{key} {replayed.start.rules.value(key)}" for key in keys)
        yield f"With {values}:"
        if len(replayed.outcomes) == len(comparison.line) > 0:
            yield f"  {len(comparison.line)}. {_turn(replayed, len(comparison.line))}"
        yield from (f"  {_ending(ending)}" for ending in replayed.endings)
        for broken in replayed.broken:
            yield f"  Turn {broken.turn} breaks {broken.rule}: {broken.why} ({broken.where})."
    yield f"That is about {comparison.scope}."
    yield from verdict_in_words(comparison.verdict)


def _turn(replayed: GameReplay, number: int) -> str:
    tables = (replayed.start, *(outcome.after for outcome in replayed.outcomes))
    outcome = replayed.outcomes[number - 1]
    return turn_in_words(tables[number - 1], outcome.turn, outcome)


def _ending(ending: FinalState) -> str:
    scores = ", ".join(str(score) for score in ending.scores)
    end = f"the game is over with a result of {ending.result}" if ending.over else "no end yet"
    return f"Scores {scores}; {end}."


def _data(keys: list[str], comparison: Comparison, *, official: bool) -> dict[str, Any]:
    return answer_to_json(
        "compare",
        comparison.verdict,
        switch=" ".join(keys),
        scope=comparison.scope,
        turns=len(comparison.line),
        lower_bound=comparison.lower_bound,
        game=record_to_json(_record(comparison.one, comparison.line, official=official)),
        a=_reading(comparison.one),
        b=_reading(comparison.other),
    )


def _record(replayed: GameReplay, line: Line, *, official: bool) -> Record:
    """Return the game as it is by one reading; where it breaks a rule the record says how."""
    tables = (replayed.start, *(outcome.after for outcome in replayed.outcomes))
    turns = (
        recorded_turn(Engine(), table, turn) for table, turn in zip(tables, line, strict=False)
    )
    return Record(replayed.start, tuple(turns), official)


def _reading(replayed: GameReplay) -> dict[str, Any]:
    rules = rules_to_json(replayed.start.rules)
    if replayed.broken:
        broken = [
            {"rule": each.rule, "turn": each.turn, "where": each.where, "why": each.why}
            for each in replayed.broken
        ]
        return {"rules": rules, "broken": broken}
    return {"rules": rules, "endings": [_ending_to_json(ending) for ending in replayed.endings]}


def _ending_to_json(ending: FinalState) -> dict[str, Any]:
    document: dict[str, Any] = {"scores": list(ending.scores), "over": ending.over}
    return document if ending.result is None else {**document, "result": ending.result}
