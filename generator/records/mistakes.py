"""Games of players in which one turn is noted otherwise, so that a rule forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from generator.chance import Chance
from generator.records.proved import MISTAKES, Reason
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.engine.players import Player, game
from verifier.carcassonne.record import Record, RecordedMeeple, RecordedTurn
from verifier.carcassonne.solo.record_puzzle import RecordPuzzle
from verifier.carcassonne.solo.rule_set import RuleSet

_FEWEST_TURNS, _MOST_TURNS = 9, 20
_FIRST = 4
"""The first turns are too easy to follow for a mistake in them."""
_MEEPLES = 3
"""Few meeples, so that supplies run out."""
_PLAYERS = (Player("random"), Player("greedy"), Player("lookahead", 1))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record with a mistake, and the same record as it was played."""

    puzzle: RecordPuzzle
    played: Record


def candidates(chance: Chance, mistake: str) -> Iterator[Candidate | Reason]:
    """Yield records of one game, each with one turn that the engine finds to be such a mistake."""
    whole = game(
        0, chance.choice(_PLAYERS), seed=chance.below(1 << 30), rules=RuleSet(meeples=_MEEPLES)
    )
    # Who must place a meeple and has none left ends the game: that is a mistake of its last turn.
    turns = _FEWEST_TURNS + chance.below(_MOST_TURNS - _FEWEST_TURNS + 1)
    if mistake == "run-out" and len(whole.turns) <= _MOST_TURNS:
        turns = len(whole.turns)
    if len(whole.turns) < turns:
        yield "the game is too short"
        return
    played = replace(whole, turns=whole.turns[:turns])
    noted = [
        (number, turn)
        for number in range(_FIRST, turns + 1)
        for turn in _noted_otherwise(played.turns[number - 1])
    ]
    engine, rules = Engine(), MISTAKES[mistake]
    for number, turn in chance.shuffled(noted):
        record = replace(played, turns=(*played.turns[: number - 1], turn, *played.turns[number:]))
        broken = engine.violations(record)
        if broken and broken[0].turn == number and broken[0].rule in rules:
            yield Candidate(RecordPuzzle(record), played)
    yield f"no turn noted otherwise is the mistake {mistake}"


def _noted_otherwise(turn: RecordedTurn) -> Iterator[RecordedTurn]:
    """Yield the turn with another rotation, another claim or none, and other scoring orders."""
    for rotation in range(4):
        if rotation != turn.rotation:
            yield replace(turn, rotation=rotation)
    for segment in ("", *"NESWM"):
        meeples = (RecordedMeeple(segment),) if segment else ()
        if meeples != turn.meeples:
            yield replace(turn, meeples=meeples)
    for length in range(1, len(turn.order) + 1):
        for order in permutations(turn.order, length):
            if order != turn.order:
                yield replace(turn, order=order)
