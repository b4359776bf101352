"""An attempt at a puzzle: a player's turns, played as far as the rules allow, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meepleproof.service.play.solo.closeness import Closeness, closeness
from meepleproof.service.play.turns import Refusal, parse_player_turn, play_turns
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.codec import outcome_to_json
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a player's turns.

    ``outcomes`` are those of the turns made, and of the end of the game if no tile can be placed
    any more. ``reached`` is the number, from 1, of the first turn that met the goal; None if none
    did. ``closeness`` is how close they came.
    """

    puzzle: Puzzle
    outcomes: tuple[Outcome, ...]
    refusal: Refusal | None
    reached: int | None
    closeness: Closeness

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
            "near": self.closeness.to_json(),
        }
        if self.refusal is not None:
            document["refusal"] = self.refusal.to_json()
        if self.reached is not None:
            document["reached"] = self.reached
        return document


def try_turns(puzzle: Puzzle, turns: Sequence[str]) -> Attempt:
    """Play turns, given in the notation, up to the first refused one, and return the attempt.

    Tiles that cannot be placed leave the game by themselves (SOLO-PLACE-4).

    :raises Malformed: if a turn cannot be read; the place is a JSON Pointer like ``/turns/0``.
    :raises Illegal: if the puzzle's position breaks a rule.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c")
    >>> try_turns(puzzle, ["U0.0.1.-"]).refusal.rules
    ('BASE-PLACE-3',)
    >>> [outcome.after.supplies for outcome in try_turns(puzzle, ["U0.1.0.E"]).outcomes]
    [(3, 4, 4)]
    """
    parsed = [parse_player_turn(text, number) for number, text in enumerate(turns)]
    outcomes, refusal = play_turns(puzzle.position, parsed)
    met = (n for n, outcome in enumerate(outcomes, start=1) if reached(puzzle.goal, outcome))
    return Attempt(puzzle, outcomes, refusal, next(met, None), closeness(puzzle, outcomes))
