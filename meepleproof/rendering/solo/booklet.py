"""Booklets to print: how to play, the puzzles, hints in steps, and the solutions, each apart.

One is for goals, another for puzzles about records and rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from meepleproof.rendering.exports.booklet import (
    Cover,
    Paper,
    Step,
    code_lines,
    require_puzzles,
    typeset,
)
from meepleproof.rendering.exports.printing import square_code
from meepleproof.rendering.solo.exports import Entry, moves, played
from meepleproof.rendering.solo.guide import legend, rules_in_short
from meepleproof.rendering.solo.notes import closed_near_the_end
from meepleproof.rendering.solo.svg import (
    ACROSS,
    board_svg,
    description,
    next_tiles_svg,
    scoreboard_svg,
)
from meepleproof.rendering.solo.words import goal_in_words, line_in_words
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Turn
from verifier.carcassonne.tiles import EDGES, drawing_of
from verifier.errors import Malformed

__all__ = ["RecordEntry", "booklet_pdf", "record_booklet_pdf", "steps"]


_SHEET = 6
"""Parts of a page of solutions."""

_MANY_TURNS = 12

_LARGE = 9
"""Boards of more columns or rows get a page of their own, or their tiles would be too small."""


def booklet_pdf(
    cover: Cover, entries: tuple[Entry, ...], sentences: Mapping[str, str], paper: Paper = "a4"
) -> bytes:
    """Return the booklet as PDF, the same bytes for the same input.

    The puzzles are ordered by rating. Where the cover has an address each has a square code that
    opens it there. ``sentences`` has a sentence for each theme, by its id: the first hint. The
    rules printed are those of the first puzzle, as a pack has one rule set.

    :raises NotInstalled: without the extra ``print``.
    :raises Illegal: if a solution cannot be played.
    :raises Malformed: for a theme without a sentence, or without any puzzle.
    """
    require_puzzles(cover, entries)
    entries = tuple(sorted(entries, key=lambda entry: entry.rating))
    pictures, data = _content(entries, cover.address)
    data["hints"] = [asdict(step) for step in steps(entries, sentences)]
    return typeset("booklet.typ", cover, paper, pictures, data)


def _content(entries: tuple[Entry, ...], address: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the pictures by file name, and the data for the template."""
    rules = entries[0].puzzle.position.rules
    samples = {f"legend-{n}.svg": sample for n, sample in enumerate(legend(rules.colours))}
    pictures = {name: sample.svg for name, sample in samples.items()}
    puzzles, solutions = [], []
    for number, entry in enumerate(entries, start=1):
        outcomes = played(entry)
        pictures |= _pictures(number, entry, outcomes)
        puzzles.append(_puzzle(number, entry, address))
        if address:
            pictures[f"code-{number}.svg"] = square_code(puzzles[-1]["address"])
        solutions.append(_solution(number, entry, outcomes))
    return pictures, {
        "legend": [{"picture": name, "meaning": one.meaning} for name, one in samples.items()],
        "puzzles": puzzles,
        "sheets": _sheets(entries),
        "rules": [asdict(rule) for rule in rules_in_short(rules)],
        "solutions": solutions,
        "solution_sheets": _solution_sheets(solutions),
    }


def _pictures(number: int, entry: Entry, outcomes: tuple[Outcome, ...]) -> dict[str, str]:
    position, after = entry.puzzle.position, outcomes[-1].after
    closed = closed_near_the_end(position)
    return {
        f"board-{number}.svg": board_svg(position, scoreboard=False, blank=closed),
        f"scoreboard-{number}.svg": scoreboard_svg(position),
        f"tiles-{number}.svg": next_tiles_svg(position, 2 * ACROSS if _large(position) else ACROSS),
        f"solution-{number}.svg": board_svg(
            after, highlight=moves(outcomes), scoreboard=False, letters=True, blank=closed
        ),
    }


def _sheets(entries: tuple[Entry, ...]) -> list[list[int]]:
    """Return the numbers of the puzzles by page: two on a page, but a large board alone."""
    sheets: list[list[int]] = []
    half_free = False
    for number, entry in enumerate(entries, start=1):
        large = _large(entry.puzzle.position)
        if half_free and not large:
            sheets[-1].append(number)
        else:
            sheets.append([number])
        half_free = not large and len(sheets[-1]) == 1
    return sheets


def _solution_sheets(solutions: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Return the numbers of the solutions by page: three on a page, or two where one is large."""
    sheets: list[list[int]] = []
    free = 0
    for one in solutions:
        if one["parts"] > free:
            sheets.append([])
            free = _SHEET
        sheets[-1].append(one["number"])
        free -= one["parts"]
    return sheets


def _parts(turns: int, *, large: bool) -> int:
    """Return how many parts of a page a solution takes, all for one of many turns."""
    if turns > _MANY_TURNS:
        return _SHEET
    return 3 if large else 2


def _large(position: Position) -> bool:
    cells = [placement.cell for placement in position.placements]
    return any(max(axis) - min(axis) >= _LARGE for axis in zip(*cells, strict=True))


def _puzzle(number: int, entry: Entry, address: str) -> dict[str, Any]:
    puzzle = entry.puzzle
    return {
        "number": number,
        "id": puzzle.id,
        "goal": goal_in_words(puzzle.goal, puzzle.tiles),
        "level": entry.level,
        "rating": entry.rating,
        "large": _large(puzzle.position),
        "unique": entry.unique,
        "code": code_lines(puzzle.code),
        "address": f"{address}/puzzle/{puzzle.id}" if address else "",
        "description": description(puzzle.position),
    }


def _solution(number: int, entry: Entry, outcomes: tuple[Outcome, ...]) -> dict[str, Any]:
    large = _large(outcomes[-1].after)
    parts = _parts(len(outcomes), large=large or bool(entry.tries))
    return {
        "number": number,
        "id": entry.puzzle.id,
        "goal": goal_in_words(entry.puzzle.goal, entry.puzzle.tiles),
        "large": large,
        "parts": parts,
        "unique": entry.unique,
        "description": description(outcomes[-1].after),
        "turns": line_in_words(entry.puzzle.position, outcomes),
        "tries": entry.tries,
    }


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

    Where the cover has an address each puzzle has a square code that opens it there.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_puzzles(cover, entries)
    ordered = sorted(entries, key=lambda entry: entry.rating)
    numbered = list(enumerate(ordered, start=1))
    pictures = {f"puzzle-{number}.svg": one.picture for number, one in numbered}
    addresses = {one.id: f"{cover.address}/puzzle/{one.id}" for one in ordered if cover.address}
    pictures |= {
        f"code-{number}.svg": square_code(addresses[one.id])
        for number, one in numbered
        if one.id in addresses
    }
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
                "address": addresses.get(one.id, ""),
            }
            for number, one in numbered
        ],
    }
    return typeset("record-booklet.typ", cover, paper, pictures, data)


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
