"""What a game ends in, or which rules it breaks, by one key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier.carcassonne.key import Key
from verifier.carcassonne.position import Position
from verifier.carcassonne.record import Record, RecordedTurn, Violation, as_recorded
from verifier.carcassonne.turn import Outcome, Turn
from verifier.errors import Malformed


class OrderedKey(Key, Protocol):
    """A key that can be asked for the outcomes of one scoring order."""

    def outcomes(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> frozenset[Outcome]:
        """Return everything that one turn can bring, or what it can with exactly this order."""


@dataclass(frozen=True, slots=True)
class FinalState:
    """What the table shows after a game: the scores, whether it is over, and then its result."""

    scores: tuple[int, ...]
    over: bool
    result: int | None = None


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A game by the rules of its start: what it can end in, or the rules it breaks.

    There are several endings where the turns do not tell all, as when points may be declined; the
    outcomes are those of the turns on the way to the first of them. A game that breaks a rule has
    no endings, and outcomes up to the broken turn.
    """

    start: Position
    outcomes: tuple[Outcome, ...]
    endings: tuple[FinalState, ...] = ()
    broken: tuple[Violation, ...] = ()


def replay(key: OrderedKey, start: Position, line: Sequence[Turn]) -> GameReplay:
    """Return what the turns lead to from the start, or the rules they break, by that key.

    A game whose next tile is known is over if that tile cannot be placed and ends it.

    >>> from verifier.carcassonne.engine import Engine
    >>> from verifier.carcassonne.notation import parse_line
    >>> from verifier.carcassonne.position import row, setup
    >>> replay(Engine(), row(setup(), "EU"), parse_line("E2.0.1.S.S")).endings
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
    """Return the turn as a record states it: with its colour, and the tiles laid aside before."""
    colour, discards = position.to_move, ""
    for outcome in outcomes_if_known(key, position):
        colour, discards = outcome.colour, outcome.discards
        break
    return as_recorded(turn, colour, discards)


def outcomes_if_known(key: OrderedKey, position: Position) -> frozenset[Outcome]:
    """Return what the next turn can bring; nothing where its tile is not known."""
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
