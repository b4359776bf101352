"""Games as commands print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meepleproof.rendering.solo.words import line_in_words, numbered
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, turns_of

__all__ = ["game_in_words"]


def game_in_words(start: Position, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the game in the notation, then each turn as a sentence."""
    if not outcomes:
        yield "No turn is played: this is the set-up."
        return
    yield line_text(turns_of(outcomes))
    yield from numbered(line_in_words(start, outcomes))
