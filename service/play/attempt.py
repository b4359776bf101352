"""How a player's turns for a puzzle fare: played as far as the rules let them, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.play.closeness import Near, near
from service.play.turns import Refusal, played, turn_as_written
from verifier.carcassonne.codec import outcome_to_json
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import Outcome


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

    >>> from verifier.carcassonne.puzzle import parse_code
    >>> puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c")
    >>> attempt(puzzle, ["U0.0.1.-"]).refusal.rules
    ('BASE-PLACE-3',)
    >>> [outcome.after.supplies for outcome in attempt(puzzle, ["U0.1.0.E"]).outcomes]
    [(3, 4, 4)]
    """
    parsed = [turn_as_written(text, number) for number, text in enumerate(turns)]
    outcomes, refusal = played(puzzle.position, parsed)
    met = (n for n, outcome in enumerate(outcomes, start=1) if reached(puzzle.goal, outcome))
    return Attempt(puzzle, outcomes, refusal, next(met, None), near(puzzle, outcomes))
