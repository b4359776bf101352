"""A booklet of puzzles on records and rules: the rules in short, a puzzle a page, the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from meepleproof.rendering.solo.booklet import Cover, Paper, require_puzzles, typeset
from meepleproof.rendering.solo.guide import rules_in_short
from verifier.carcassonne.solo.rule_set import SOLO

__all__ = ["RecordEntry", "record_booklet_pdf"]


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A puzzle of a pack in words and as a picture, with its solution and grade."""

    id: str
    question: str
    turns: Sequence[str]
    picture: str
    solution: Sequence[str]
    level: str
    rating: int


def record_booklet_pdf(cover: Cover, entries: Sequence[RecordEntry], paper: Paper = "a4") -> bytes:
    """Return the booklet as PDF, puzzles by rating, the same bytes for the same input.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_puzzles(cover, entries)
    ordered = sorted(entries, key=lambda entry: entry.rating)
    pictures = {f"puzzle-{number}.svg": one.picture for number, one in enumerate(ordered, start=1)}
    data = {
        "rules": [asdict(rule) for rule in rules_in_short(SOLO)],
        "puzzles": [
            {
                "number": number,
                "id": one.id,
                "question": one.question,
                "turns": list(one.turns),
                "solution": [line for line in one.solution if line],
                "level": one.level,
                "rating": one.rating,
            }
            for number, one in enumerate(ordered, start=1)
        ],
    }
    return typeset("record-booklet.typ", cover, paper, pictures, data)
