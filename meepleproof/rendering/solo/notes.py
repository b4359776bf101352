"""What a reader of a board needs beside it, in words."""

from __future__ import annotations

from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.position import Position


def notes(position: Position) -> list[str]:
    """Return a sentence for the end of the game, monasteries, discards and unknown tiles."""
    found = ["The game is over."] if position.over else []
    if position.monasteries:
        found.append(f"Monasteries scored so far: {position.monasteries}")
    if position.discards:
        found.append(f"Out of the game: {' '.join(letters_of(position.discards))}")
    if any(pile.hidden for pile in position.piles):
        hidden = " + ".join(str(pile.hidden) for pile in position.piles)
        found.append(f"Unknown tiles in the piles: {hidden}")
    return found


def options(position: Position) -> str:
    """Return a sentence with the switches that are not at their default, empty if all are."""
    chosen = ", ".join(f"{key} = {value}" for key, value in position.rules.switches)
    return f"Options: {chosen}" if chosen else ""
