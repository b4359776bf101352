"""Hints in steps, from the idea to the last tile; each gives away a little more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meepleproof.rendering.exports.entry import Entry
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn
from verifier.carcassonne.tiles import EDGES, drawing_of
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of hint, and the hint of each puzzle by its number in the booklet."""

    title: str
    hints: tuple[tuple[int, str], ...]


def steps(entries: tuple[Entry, ...], sentences: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps; ``sentences`` has a sentence for each theme, by its id.

    :raises Malformed: for a theme without a sentence.
    """
    numbered = tuple(enumerate(entries, start=1))
    hints_by_title = {
        "The idea": [(n, _themes(entry, sentences)) for n, entry in numbered if entry.themes],
        "The first tile": [(n, _place(entry.line[0])) for n, entry in numbered],
        "The first meeple": [(n, _meeple(entry.line[0])) for n, entry in numbered],
        "The last tile": [(n, _place(e.line[-1])) for n, e in numbered if len(e.line) > 1],
    }
    return tuple(Step(title, tuple(hints)) for title, hints in hints_by_title.items() if hints)


def _themes(entry: Entry, sentences: Mapping[str, str]) -> str:
    unknown = [theme for theme in entry.themes if theme not in sentences]
    if unknown:
        raise Malformed(
            f"no sentence for the theme {unknown[0]!r}; there are {' '.join(sorted(sentences))}",
            where=f"puzzle {entry.puzzle.id}",
        )
    return " ".join(sentences[theme] for theme in entry.themes)


def _place(turn: Turn) -> str:
    return f"{letter_of(turn.tile)} goes on ({turn.x}, {turn.y})."


def _meeple(turn: Turn) -> str:
    if turn.claim == NO_CLAIM:
        return "The first tile takes no meeple."
    segment = drawing_of(turn.tile, turn.rotation).segment_named(turn.claim)
    kind = "monastery" if segment is None else segment.kind
    return f"It stands on the {kind}{_side(turn)}."


def _side(turn: Turn) -> str:
    sides = dict(zip(EDGES, ("north", "east", "south", "west"), strict=True))
    return f" at the {sides[turn.claim]} edge" if turn.claim in sides else ""
