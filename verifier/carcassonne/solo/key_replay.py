"""Replays a game by one key: its possible final states, or the rules that it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.record import Record, RecordedTurn, as_recorded
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.table.faults import Violation
from verifier.errors import Malformed


class OrderedKey(Key, Protocol):
    """A key that can list the outcomes of one scoring order."""

    def outcomes(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> frozenset[Outcome]:
        """Return every outcome of the next turn, or only those with exactly this order."""


@dataclass(frozen=True, slots=True)
class FinalState:
    """What can be seen after a game: the scores, whether it is over, and its result if it is."""

    scores: tuple[int, ...]
    over: bool
    result: int | None = None


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A game by the rules of its start: its possible final states, or the rules that it breaks.

    There are several if turns do not determine everything, as when points may be declined;
    ``outcomes`` leads to the first of them. A game that breaks a rule has no final states, and
    outcomes up to the broken turn.
    """

    start: Position
    outcomes: tuple[Outcome, ...]
    endings: tuple[FinalState, ...] = ()
    broken: tuple[Violation, ...] = ()


def replay(key: OrderedKey, start: Position, line: Sequence[Turn]) -> GameReplay:
    """Return the replay of these turns from the start by that key.

    If the next tile is known and cannot be placed, which ends the game, the game is over.

    >>> from verifier.carcassonne.engine.solo import Engine
    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import row, setup
    >>> replay(Engine(), row(setup(), ("base/E", "base/U")), parse_line("E2.0.1.S.S")).endings
    (FinalState(scores=(5, 2, 3), over=False, result=None),)
    """
    games: list[tuple[Outcome, ...]] = [()]
    turns: list[RecordedTurn] = []
    for turn in line:
        before, positions = games[0], [_after(start, game) for game in games]
        turns.append(recorded_turn(key, positions[0], turn))
        games = [
            (*game, outcome)
            for game, position in zip(games, positions, strict=True)
            for outcome in key.outcomes(position, turn.order)
            if outcome.turn == turn
        ]
        if not games:
            broken = key.violations(Record(start, tuple(turns), official=False))
            return GameReplay(start, before, broken=broken)
    ended = {_ending(key, start, game): game for game in games}
    endings = sorted(ended, key=lambda ending: ending.scores)
    return GameReplay(start, ended[endings[0]], tuple(endings))


def recorded_turn(key: OrderedKey, position: Position, turn: Turn) -> RecordedTurn:
    """Return the turn for a record: with its colour, and the tiles laid aside before it."""
    colour, discards = position.to_move, tuple[str, ...]()
    for outcome in outcomes_if_known(key, position):
        colour, discards = outcome.colour, outcome.discards
        break
    return as_recorded(turn, colour, discards)


def outcomes_if_known(key: OrderedKey, position: Position) -> frozenset[Outcome]:
    """Return the outcomes of the next turn; nothing if its tile is not known."""
    try:
        return key.outcomes(position)
    except Malformed:
        return frozenset()


def _after(start: Position, game: Sequence[Outcome]) -> Position:
    return game[-1].after if game else start


def _ending(key: OrderedKey, start: Position, game: Sequence[Outcome]) -> FinalState:
    after = _after(start, game)
    result = game[-1].result if game else None
    for following in () if after.over else outcomes_if_known(key, after):
        if following.turn is None:
            return FinalState(after.scores, over=True, result=following.result)
    return FinalState(after.scores, after.over, result)
