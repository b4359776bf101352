"""``meepleproof compare --game house``: a game on which two readings of the house rules part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import read_switch_choice
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.codec import (
    outcome_to_json,
    position_to_json,
)
from verifier.carcassonne.house.compare import Comparison, compare
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS
from verifier.verdict import EXIT_CODES

__all__ = ["OPTIONS", "compare_readings"]

OPTIONS = frozenset({"shared", "players", "turns"})
"""The options that mean something for this game."""

_ENDS = {"": "no end yet", "played": "the game is over", "tie": "the game is a tie"}


def compare_readings(
    choices: tuple[str, ...],
    *,
    shared: tuple[str, ...],
    players: int,
    turns: int,
    as_json: bool,
    **_: Any,
) -> int:
    """Print the smallest game on which two readings of a switch part; the exit code.

    The hand is one tile, but for the switch about the river and the hand.

    :raises Malformed: if there is no such switch or value.
    """
    if len(choices) != 1:
        raise click.UsageError("give one SWITCH=VALUE of the house rules")
    key, value = read_switch_choice(choices[0], "SWITCH=VALUE")
    sets = SETS if key == "house.riverHand" else tuple(name for name in SETS if name != "river")
    hand = 3 if key == "house.riverHand" else 1
    switches = dict(read_switch_choice(text, "--switch") for text in shared)
    rules = RuleSet(players, sets, hand)
    with at_option("--switch", "switches"):
        rules = rules.with_switches(switches)
    comparison = compare(rules, key, value, part_turns=turns)
    if as_json:
        emit_json(_data(key, comparison))
    else:
        echo(*_page(key, comparison))
    return EXIT_CODES[comparison.verdict.answer]


def _page(key: str, comparison: Comparison) -> Iterator[str]:
    """Yield the lines that show a game on which two readings of a switch part."""
    switch = CATALOGUE.switch(key)
    yield f"{switch.amb}: {switch.question}"
    if comparison.draw:
        yield f"Tiles: {' '.join(comparison.draw)}"
    for number, part_turn in enumerate(comparison.game, start=1):
        yield f"{number}. {part_turn}"
    results = (comparison.one, comparison.other)
    for start, outcome in zip(comparison.start, results, strict=True):
        yield f"With {key} {start.rules.value(key)}: {_result(comparison, start, outcome)}."
    yield from verdict_in_words(comparison.verdict)


def _result(comparison: Comparison, start: Position, outcome: Outcome | None) -> str:
    if not comparison.game:
        little, hand = start.supplies[0].little, " ".join(start.hand)
        return f"{little} little followers a colour, hand {hand or 'not drawn'}"
    if outcome is None:
        return "the last part-turn is not allowed"
    scores = ", ".join(map(str, outcome.after.scores))
    return f"scores {scores}; {_ENDS[outcome.after.end]}"


def _data(key: str, comparison: Comparison) -> dict[str, Any]:
    """Return the same as JSON."""
    results = (comparison.one, comparison.other)
    document = answer_to_json(
        "house-compare",
        comparison.verdict,
        game="house",
        switch=key,
        part_turns=[str(part_turn) for part_turn in comparison.game],
        lower_bound=comparison.lower_bound,
        a=_reading(comparison.start[0], results[0]),
        b=_reading(comparison.start[1], results[1]),
    )
    del document["$schema"]
    return document


def _reading(start: Position, outcome: Outcome | None) -> dict[str, Any]:
    last = None if outcome is None else outcome_to_json(outcome)
    return {"start": position_to_json(start), "last": last}
