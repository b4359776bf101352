"""A pack as a table, with one puzzle per line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from verifier.documents.canonical_json import canonical_bytes

# A spreadsheet takes a cell that begins so for a formula and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def ndjson(puzzles: Iterable[Any]) -> str:
    r"""Return the documents as canonical JSON, one a line.

    >>> ndjson([{"b": 1, "a": "x"}, {"a": "y"}])
    '{"a":"x","b":1}\n{"a":"y"}\n'
    """
    return "".join(f"{canonical_bytes(puzzle).decode()}\n" for puzzle in puzzles)


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    r"""Return a table by RFC 4180: a header, commas, CR LF, quotes as needed.

    A text that a spreadsheet would run as a formula gets an apostrophe before it.

    >>> csv_table(("id", "level"), [("a", 3), ("b", "=1+1")])
    "id,level\r\na,3\r\nb,'=1+1\r\n"
    """
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return table.getvalue()


def _cell(value: str | int) -> str | int:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
