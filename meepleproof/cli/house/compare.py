"""``meepleproof compare --game house``: a game on which two readings of the house rules part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.codec import (
    outcome_to_json,
    position_to_json,
)
from verifier.carcassonne.house.compare import Comparison
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position

__all__ = ["house_data", "house_page"]

_ENDS = {"": "no end yet", "played": "the game is over", "tie": "the game is a tie"}


def house_page(key: str, comparison: Comparison) -> Iterator[str]:
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


def house_data(key: str, comparison: Comparison) -> dict[str, Any]:
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
