"""How a player's turns for a puzzle fare: played as far as the rules let them, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.puzzle import Puzzle
from service.table.near import Near, near
from verifier.codec import outcome_to_json
from verifier.engine import Engine, referee
from verifier.errors import Illegal, Malformed
from verifier.goals import reached
from verifier.notation import parse_turn
from verifier.position import Position
from verifier.record import as_recorded
from verifier.turn import Outcome, Turn


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


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a player's turns.

    ``outcomes`` are those of the turns that were made, and of the end of the game where no tile can
    be placed any more. ``reached`` is the number of the turn, from 1, that met the goal first;
    None if none did. ``near`` tells how close they came.
    """

    puzzle: Puzzle
    outcomes: tuple[Outcome, ...]
    refusal: Refusal | None
    reached: int | None
    near: Near

    @property
    def position(self) -> Position:
        """The position after the turns that were made."""
        return self.outcomes[-1].after if self.outcomes else self.puzzle.position

    @property
    def solved(self) -> bool:
        """Whether the goal was met and no turn refused."""
        return self.reached is not None and self.refusal is None

    def to_json(self) -> dict[str, Any]:
        """Return it as a document; ``refusal`` and ``reached`` are left out where there is none."""
        document: dict[str, Any] = {
            "solved": self.solved,
            "outcomes": [outcome_to_json(outcome) for outcome in self.outcomes],
            "near": self.near.to_json(),
        }
        if self.refusal is not None:
            document["refusal"] = self.refusal.to_json()
        if self.reached is not None:
            document["reached"] = self.reached
        return document


def attempt(puzzle: Puzzle, turns: Sequence[str]) -> Attempt:
    """Return how the turns, in the notation, fare: nothing is made after the first refused one.

    The tiles that nobody can place leave the game without being told (SOLO-PLACE-4).

    :raises Malformed: if a turn cannot be read; the place is a JSON Pointer like ``/turns/0``.
    :raises Illegal: if the puzzle's table cannot lie like this.

    >>> from generator.puzzle import parse_code
    >>> puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c")
    >>> attempt(puzzle, ["U0.0.1.-"]).refusal.rules
    ('BASE-PLACE-3',)
    >>> [outcome.after.supplies for outcome in attempt(puzzle, ["U0.1.0.E"]).outcomes]
    [(3, 4, 4)]
    """
    parsed = [_parsed(text, number) for number, text in enumerate(turns)]
    outcomes: list[Outcome] = []
    refusal = None
    position = puzzle.position
    for number, turn in enumerate(parsed, start=1):
        fared = made(position, turn, number)
        if isinstance(fared, Refusal):
            refusal = fared
            break
        outcomes.append(fared)
        position = fared.after
    ended = ended_by_itself(position)
    if ended is not None:
        outcomes.append(ended)
    met = (n for n, outcome in enumerate(outcomes, start=1) if reached(puzzle.goal, outcome))
    return Attempt(puzzle, tuple(outcomes), refusal, next(met, None), near(puzzle, tuple(outcomes)))


def _parsed(text: str, number: int) -> Turn:
    try:
        return parse_turn(text)
    except Malformed as error:
        raise Malformed(error.message, where=f"/turns/{number}", rule=error.rule) from None


def made(position: Position, turn: Turn, number: int) -> Outcome | Refusal:
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


def ended_by_itself(position: Position) -> Outcome | None:
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
