"""Games as commands print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rendering.words import turn_in_words
from verifier.carcassonne.notation import line_text
from verifier.carcassonne.position import Position
from verifier.carcassonne.turn import Outcome

__all__ = ["game_in_words"]


def game_in_words(start: Position, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the game in the notation, then each turn as a sentence."""
    if not outcomes:
        yield "No turn is played: this is the set-up."
        return
    yield line_text(tuple(outcome.turn for outcome in outcomes if outcome.turn is not None))
    before = [start, *(outcome.after for outcome in outcomes)]
    for number, (position, outcome) in enumerate(zip(before, outcomes, strict=False), start=1):
        yield f"{number}. {turn_in_words(position, outcome.turn, outcome)}"
