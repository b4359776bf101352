"""Turns as a player makes them: played one after another as far as the rules let them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from verifier.carcassonne.engine import Engine, referee
from verifier.carcassonne.notation import parse_turn
from verifier.carcassonne.position import Position
from verifier.carcassonne.record import as_recorded
from verifier.carcassonne.turn import Outcome, Turn
from verifier.errors import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a turn cannot be made: its number from 1, the rules it breaks, and a sentence.

    Without rules it is the puzzle that ends there, not the game: it shows no further tile.
    """

    turn: int
    rules: tuple[str, ...]
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        return {"turn": self.turn, "rules": list(self.rules), "sentence": self.sentence}


def played(
    position: Position, turns: Iterable[Turn], first: int = 1
) -> tuple[tuple[Outcome, ...], Refusal | None]:
    """Return what the turns bring, the first of which has that number, and why they stop if so.

    Nothing is made after the first refused one. Where no tile can be placed any more, the end of
    the game follows by itself (SOLO-END-6).

    >>> from verifier.carcassonne.notation import parse_line
    >>> from verifier.carcassonne.position import row, setup
    >>> outcomes, refusal = played(row(setup(), "UV"), parse_line("U0.1.0.E~V0.1.0.-"))
    >>> len(outcomes), refusal.turn, refusal.rules
    (1, 2, ('BASE-PLACE-2',))
    """
    outcomes: list[Outcome] = []
    refusal = None
    for number, turn in enumerate(turns, start=first):
        fared = _made(position, turn, number)
        if isinstance(fared, Refusal):
            refusal = fared
            break
        outcomes.append(fared)
        position = fared.after
    ended = _ended_by_itself(position)
    if ended is not None:
        outcomes.append(ended)
    return tuple(outcomes), refusal


def turn_as_written(text: str, number: int) -> Turn:
    """Return the turn of that number, from 0, of those a player made.

    :raises Malformed: if it cannot be read; the place is a JSON Pointer like ``/turns/0``.
    """
    try:
        return parse_turn(text)
    except Malformed as error:
        raise Malformed(error.message, where=f"/turns/{number}", rule=error.rule) from None


def _made(position: Position, turn: Turn, number: int) -> Outcome | Refusal:
    """Return what the turn brings, or why it cannot be made."""
    try:
        return _as_written(position, turn) or _judged(position, turn, number)
    except Malformed:
        return Refusal(number, (), "The puzzle shows no further tile to place.")


def _as_written(position: Position, turn: Turn) -> Outcome | None:
    """Return what the turn brings if the engine lists exactly it: most are made like this."""
    if len(set(turn.order)) < len(turn.order):
        return None
    found = Engine().outcomes_of(position, turn)
    return found[0] if len(found) == 1 else None


def _judged(position: Position, turn: Turn, number: int) -> Outcome | Refusal:
    """Return what the turn brings, or why it cannot be made, as the referee says."""
    engine = Engine()
    # Whose turn it is and what was laid aside follow from the rules.
    drawn = engine.draw(position)
    recorded = as_recorded(turn, drawn.colour, drawn.discards)
    try:
        return referee.play(position, recorded, engine)
    except Illegal as error:
        return Refusal(number, (error.rule,), sentence_of(error.message))


def _ended_by_itself(position: Position) -> Outcome | None:
    """Return the end of a game in which no known tile can be placed (SOLO-END-6), else None."""
    engine = Engine()
    if position.over or not engine.draw(position).no_place:
        return None
    (end,) = engine.outcomes(position)
    return end


def sentence_of(message: str) -> str:
    """Return what an error says as a sentence.

    >>> sentence_of("the cell is taken")
    'The cell is taken.'
    """
    return f"{message[0].upper()}{message[1:]}."
