"""A pack as a table, with one puzzle per line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from rendering.exports.entry import Entry
from rendering.words import goal_in_words
from verifier.canonical_json import canonical_bytes

COLUMNS = (
    "id",
    "goal",
    "goal_text",
    "tiles",
    "level",
    "rating",
    "themes",
    "needs",
    "colours",
    "meeples",
    "placed",
    "code",
    "file",
)

# A spreadsheet takes a cell that begins so for a formula and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def ndjson(puzzles: Iterable[Any]) -> str:
    r"""Return the documents as canonical JSON, one a line.

    >>> ndjson([{"b": 1, "a": "x"}, {"a": "y"}])
    '{"a":"x","b":1}\n{"a":"y"}\n'
    """
    return "".join(f"{canonical_bytes(puzzle).decode()}\n" for puzzle in puzzles)


def index_csv(entries: Iterable[Entry]) -> str:
    """Return a table of the puzzles by RFC 4180: a header, commas, CR LF, quotes as needed.

    ``themes`` and ``needs`` are ids separated by spaces, ``placed`` is the number of tiles on the
    board, ``file`` the picture. A text that a spreadsheet would run as a formula gets an
    apostrophe before it.
    """
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(value) for value in _row(entry)] for entry in entries)
    return table.getvalue()


def _row(entry: Entry) -> tuple[str | int, ...]:
    puzzle = entry.puzzle
    rules = puzzle.position.rules
    return (
        puzzle.id,
        puzzle.goal.id,
        goal_in_words(puzzle.goal, puzzle.tiles),
        puzzle.tiles,
        entry.level,
        entry.rating,
        " ".join(entry.themes),
        " ".join(entry.needs),
        rules.colours,
        rules.meeples,
        len(puzzle.position.placements),
        puzzle.code,
        f"{puzzle.id}.svg",
    )


def _cell(value: str | int) -> str | int:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
