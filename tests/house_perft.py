"""Counts of all part-turns of a fixed row of tiles by any key of the house game.

The conventions: a ply is one part-turn; equal ids in the hand are one tile, and equal drawings one
rotation; a feature is claimed once, little and big being two plays, and a second part that follows
is a play of its own. A tie and the end are leaves at their depth. Counters are of the last ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import Pieces, RuleSet


@dataclass
class Counts:
    """What is counted of the plays of one depth; ``chk`` is a sum over the leaves."""

    leaves: int = 0
    chk: int = 0
    little: int = 0
    big: int = 0
    builder: int = 0
    farm: int = 0
    scored: int = 0
    second: int = 0
    tie: int = 0


def start_of(case: Mapping[str, Any], key: Key) -> Position:
    """Return the position that a case counts from, after the part-turns played first."""
    supply = Pieces(*case["supply"]) if "supply" in case else None
    rules = RuleSet(players=case["players"], hand=case["hand"], supply=supply)
    position = set_up(rules, tuple(case["draw"].split()))
    for text in case.get("prefix", ()):
        (found,) = (o for o in key.outcomes(position) if str(o.part_turn) == text)
        position = found.after
    return position


def perft(key: Key, position: Position, depth: int) -> Counts:
    """Count the sequences of exactly so many part-turns."""
    counts = Counts()
    for outcome in _last_plies(key, position, depth):
        turn, after = outcome.part_turn, outcome.after
        counts.leaves += 1
        counts.chk += _leaf(key, outcome)
        counts.little += turn.piece == "little"
        counts.big += turn.piece == "big"
        counts.builder += turn.piece == "builder"
        counts.farm += len(turn.feature) == 2
        counts.scored += len(outcome.scorings)
        counts.second += turn.second
        counts.tie += after.end == "tie"
    return counts


def _last_plies(key: Key, position: Position, depth: int) -> Iterator[Outcome]:
    for outcome in key.outcomes(position):
        if depth == 1:
            yield outcome
        else:
            yield from _last_plies(key, outcome.after, depth - 1)


def _leaf(key: Key, outcome: Outcome) -> int:
    after = outcome.after
    final = list(after.scores)
    for scoring in key.final_scorings(after):
        for owner in scoring.owners:
            final[owner] += scoring.value
    total = 1000 * (after.to_move + 1)
    total += 5000 * outcome.part_turn.second + 100_000 * (after.end == "tie")
    for colour, (score, supply) in enumerate(zip(after.scores, after.supplies, strict=True)):
        pieces = 11 * supply.little + 13 * supply.big + 17 * supply.builder
        total += (colour + 1) * (7 * final[colour] + 3 * score + pieces)
    return total * total % 1_000_003
