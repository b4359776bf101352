"""Game records in words and as pictures, as they were noted, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from meepleproof.rendering.solo.svg import Move, board_svg
from meepleproof.rendering.solo.words import turn_in_words
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.turn import NO_CLAIM, Record, RecordedTurn, Turn


def record_in_words(record: Record) -> Iterator[str]:
    """Yield the turns of a record in words, numbered from 1.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.engine.solo.engine import record_of
    >>> from verifier.carcassonne.solo.position import setup
    >>> print(*record_in_words(record_of(parse_line("U0.1.0.E"), setup())))
    1. Colour 1 (blue) places U (no turn) on (1, 0), east of D on (0, 0), and claims the road at \
its east edge.
    """
    position = record.start
    for number, recorded in enumerate(record.turns, start=1):
        yield f"{number}. {recorded_turn_in_words(position, recorded)}"
        position = _with_tile(position, recorded)


def recorded_turn_in_words(position: Position, recorded: RecordedTurn) -> str:
    """Return a turn in words as it was noted, as seen from the table before it."""
    laid_aside = f"{letters_of(recorded.discards)} is laid aside. " if recorded.discards else ""
    seen = replace(position, to_move=recorded.colour)
    return laid_aside + turn_in_words(seen, noted_turn(recorded))


def record_svg(record: Record, *, title: str) -> str:
    """Return the table after the record as SVG: every tile numbered by the turn that laid it."""
    moves = tuple(Move(recorded.colour, noted_turn(recorded)) for recorded in record.turns)
    return board_svg(record.start, title=title, highlight=moves, scoreboard=False)


def noted_turn(recorded: RecordedTurn) -> Turn:
    """Return a recorded turn with one meeple at most as a turn."""
    claim = recorded.meeples[0].segment if recorded.meeples else NO_CLAIM
    x, y = recorded.cell
    return Turn(recorded.tile, recorded.rotation, x, y, claim, recorded.order)


def table_of(record: Record) -> Position:
    """Return the table with all tiles of the record as they were noted, without meeples."""
    position = record.start
    for recorded in record.turns:
        position = _with_tile(position, recorded)
    return position


def _with_tile(position: Position, recorded: RecordedTurn) -> Position:
    laid = Placement(recorded.tile, recorded.rotation, recorded.x, recorded.y)
    return replace(position, placements=(*position.placements, laid))
