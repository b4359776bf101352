"""The interface of a key, by which claims are put to engine and model, and replays by one key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedTurn, Turn, as_recorded
from verifier.carcassonne.table.faults import Violation
from verifier.errors import Malformed

Scores = tuple[int, ...]
FinalScoring: TypeAlias = Callable[[Scores, Scores], tuple[Scores, int]]
"""Maps scores and meeples on tiles, both by colour, to the final scores and the result."""


class StateAfterTurn(NamedTuple):
    """The state after a turn of a game: scores and supplies by colour, and the goals reached.

    Goals are ids of the checklist, in its order.
    """

    scores: Scores
    supplies: Scores
    monasteries: int
    over: bool
    goals: tuple[str, ...]


class Key(Protocol):
    """One implementation of the rules."""

    @property
    def name(self) -> str:
        """Its name in verdicts."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return every outcome of the next turn: all placements, claims and scoring orders.

        :raises Malformed: if the tile to be drawn is not known.
        """

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks; empty if it is legal."""

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return the function for final scoring (SOLO-FINAL-1 to -7, SOLO-RESULT-1, -2)."""

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal, under the readings of its rule set."""


@runtime_checkable
class RecordFollower(Protocol):
    """A key that can follow a whole game."""

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        """Return the state after each turn of a legal record.

        :raises Illegal: if the record breaks a rule.
        """


@runtime_checkable
class Closing(Protocol):
    """A key that has processes of its own."""

    def close(self) -> None:
        """End them."""


# --- A game replayed by one key: its possible final states, or the rules that it breaks


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
    for outcome in _outcomes_if_known(key, position):
        colour, discards = outcome.colour, outcome.discards
        break
    return as_recorded(turn, colour, discards)


def _outcomes_if_known(key: OrderedKey, position: Position) -> frozenset[Outcome]:
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
    for following in () if after.over else _outcomes_if_known(key, after):
        if following.turn is None:
            return FinalState(after.scores, over=True, result=following.result)
    return FinalState(after.scores, after.over, result)
