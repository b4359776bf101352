"""Puzzles on what was written down: games, proposed turns, tables and hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, Protocol

from verifier.carcassonne.solo.codec import goal_to_json, position_to_json, record_to_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.record import Record, RecordedTurn
from verifier.carcassonne.table.faults import Violation
from verifier.documents.canonical_json import canonical_bytes, puzzle_id
from verifier.errors import KeysDisagree

RecordKind = Literal["find-the-error"]


class RecordKey(Protocol):
    """The part of a key that judges records."""

    @property
    def name(self) -> str:
        """Its name in verdicts."""

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks; empty if it is legal."""


@dataclass(frozen=True, slots=True)
class RecordPuzzle:
    """A record in which one turn was noted that the rules forbid."""

    record: Record
    kind: RecordKind = "find-the-error"

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind and its record."""
        return puzzle_id(canonical_bytes([self.kind, record_to_json(self.record)]).decode())


@dataclass(frozen=True, slots=True)
class RecordError:
    """The first turn of a record, from 1, that breaks a rule; 0 is the set-up.

    ``rules`` are those that every key names, ``others`` those that only some do: the engine stops
    at the first broken rule of a turn, the model names all of them.
    """

    turn: int
    rules: tuple[str, ...]
    others: tuple[str, ...] = ()


def first_error(record: Record, keys: Iterable[RecordKey]) -> RecordError | None:
    """Return the first illegal turn and its broken rules as all keys find them; None if legal.

    >>> from verifier.carcassonne.engine.solo import Engine
    >>> from verifier.carcassonne.solo.engine_replay import record_of
    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import setup
    >>> first_error(record_of(parse_line("U0.1.0.E~U0.1.0.-"), setup()), [Engine()])
    RecordError(turn=2, rules=('BASE-PLACE-2',), others=())

    :raises KeysDisagree: if they differ on the turn, or name no rule in common.
    """
    broken = {key.name: key.violations(record) for key in keys}
    turns = {min((each.turn for each in found), default=None) for found in broken.values()}
    named = [{each.rule for each in found} for found in broken.values()]
    common = set.intersection(*named)
    if turns == {None}:
        return None
    if len(turns) > 1 or not common:
        stated = "; ".join(
            f"{name}: {' '.join(f'{each.rule} at turn {each.turn}' for each in found) or 'legal'}"
            for name, found in broken.items()
        )
        raise KeysDisagree(f"{' and '.join(broken)} differ on the first illegal turn: {stated}")
    turn = min(each.turn for found in broken.values() for each in found)
    return RecordError(turn, tuple(sorted(common)), tuple(sorted(set.union(*named) - common)))


# --- Puzzles on turns proposed with one tile: which is legal, and what forbids each of the others


TurnsKind = Literal["which-rule"]


@dataclass(frozen=True, slots=True)
class TurnsPuzzle:
    """Turns that are proposed for the colour to move, of which one is legal."""

    position: Position
    proposals: tuple[RecordedTurn, ...]
    kind: TurnsKind = "which-rule"

    @property
    def records(self) -> tuple[Record, ...]:
        """Each of the proposals as a record of one turn."""
        return tuple(Record(self.position, (turn,), official=False) for turn in self.proposals)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position and proposals."""
        records = [record_to_json(record) for record in self.records]
        return puzzle_id(canonical_bytes([self.kind, records]).decode())


# --- Puzzles on how a table came about: what was the last turn, and what was the whole game


TableKind = Literal["retro", "proof-game"]


@dataclass(frozen=True, slots=True)
class TablePuzzle:
    """A table to which some game leads from the set-up."""

    position: Position
    kind: TableKind

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind and position."""
        return puzzle_id(canonical_bytes([self.kind, position_to_json(self.position)]).decode())


# --- Help puzzles: the tiles are in hand, and the solver chooses the order in which they are laid


@dataclass(frozen=True, slots=True)
class HelpPuzzle:
    """The task to reach the goal with all tiles of the hand, in an order of one's choice.

    The piles of the position are unknown; the colours take turns as always.
    """

    position: Position
    hand: tuple[str, ...]
    goal: Goal
    kind: Literal["help"] = "help"

    @property
    def dealt(self) -> Iterator[Position]:
        """The positions with the hand dealt to the piles in each of its orders."""
        for tiles in sorted(set(permutations(self.hand))):
            yield with_row(self.position, tiles)

    @property
    def id(self) -> str:
        """Its id of twelve characters: a hash of its kind, position, hand and goal."""
        content = [position_to_json(self.position), letters_of(self.hand), goal_to_json(self.goal)]
        return puzzle_id(canonical_bytes([self.kind, *content]).decode())
