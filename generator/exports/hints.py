"""Hints in steps, from the idea to the last tile, each telling a little more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.exports.entry import Entry
from verifier.errors import Malformed
from verifier.tiles import EDGES, base_sheet
from verifier.turn import NO_CLAIM, Turn


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of hint, and the hint of each puzzle by its number in the booklet."""

    title: str
    hints: tuple[tuple[int, str], ...]


def steps(entries: tuple[Entry, ...], ideas: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps; ``ideas`` says each theme, by its id, as a sentence.

    :raises Malformed: for a theme without a sentence.
    """
    numbered = tuple(enumerate(entries, start=1))
    idea = tuple((number, _idea(entry, ideas)) for number, entry in numbered if entry.themes)
    made = [
        Step("The idea", idea),
        Step("The first tile", tuple((n, _first_tile(entry)) for n, entry in numbered)),
        Step("The first meeple", tuple((n, _first_meeple(entry)) for n, entry in numbered)),
        Step(
            "The last tile",
            tuple((n, _last_tile(entry)) for n, entry in numbered if len(entry.line) > 1),
        ),
    ]
    return tuple(step for step in made if step.hints)


def _idea(entry: Entry, ideas: Mapping[str, str]) -> str:
    unknown = [theme for theme in entry.themes if theme not in ideas]
    if unknown:
        raise Malformed(
            f"no sentence for the theme {unknown[0]!r}; there are {' '.join(sorted(ideas))}",
            where=f"puzzle {entry.puzzle.id}",
        )
    return " ".join(ideas[theme] for theme in entry.themes)


def _first_tile(entry: Entry) -> str:
    return _lies(entry.line[0])


def _first_meeple(entry: Entry) -> str:
    turn = entry.line[0]
    if turn.claim == NO_CLAIM:
        return "The first tile takes no meeple."
    segment = base_sheet().orientation(turn.tile, turn.rotation).segment_named(turn.claim)
    kind = "monastery" if segment is None else segment.kind
    return f"It stands on the {kind}{_side(turn)}."


def _side(turn: Turn) -> str:
    sides = dict(zip(EDGES, ("north", "east", "south", "west"), strict=True))
    return f" at the {sides[turn.claim]} edge" if turn.claim in sides else ""


def _last_tile(entry: Entry) -> str:
    return _lies(entry.line[-1])


def _lies(turn: Turn) -> str:
    return f"{turn.tile} goes on ({turn.x}, {turn.y})."
