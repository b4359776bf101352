"""Why a player's turn cannot be made, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a turn cannot be made: its number from 1, the rules it breaks, and a sentence.

    Without rules it is not the game that forbids the turn: the puzzle shows no further tile.
    """

    turn: int
    rules: tuple[str, ...]
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        return {"turn": self.turn, "rules": list(self.rules), "sentence": self.sentence}


def as_sentence(message: str) -> str:
    """Return the message of an error as a sentence.

    >>> as_sentence("the cell is taken")
    'The cell is taken.'
    """
    return f"{message[0].upper()}{message[1:]}."
