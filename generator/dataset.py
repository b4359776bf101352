"""Puzzles as a table for people who study them: a row for each puzzle, a column for each value.

Most of a row comes from the puzzle's pack; some columns of single kinds are worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from generator.kinds import kind_named
from generator.levels import level_of
from generator.listed import game_of_kind, listed_kinds
from generator.results import Fitted, Result, fitted
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, Undecided
from verifier.files import beside

__all__ = [
    "COLUMNS",
    "ENDINGS",
    "Row",
    "Source",
    "require_writer",
    "row_of",
    "with_results",
    "without_repeats",
    "write_table",
]


@dataclass(frozen=True, slots=True)
class Played:
    """Of how many players a puzzle has a result, and the rating that fits their results."""

    plays: int
    played_rating: int | None = None
    played_deviation: int | None = None


NOT_PLAYED = Played(0)


@dataclass(frozen=True, slots=True)
class Source:
    """A puzzle of a kind and its solution as a pack or a journal has them, and the pack's id.

    ``played`` is what players made of it, as far as results are given.
    """

    pack: str
    kind: str
    puzzle: Document
    solution: Document
    played: Played = NOT_PLAYED


COLUMNS: Mapping[str, type[int | str]] = {
    "id": str,
    "pack": str,
    "game": str,
    "kind": str,
    "code": str,
    "claim": str,
    "level": str,
    "rating": int,
    "themes": str,
    **{name: kind for one in listed_kinds() for name, kind in one.columns.items()},
    "engine": str,
    "model": str,
    "seed": int,
    "candidate": int,
    "plays": int,
    "played_rating": int,
    "played_deviation": int,
}
"""What each column has; a text of several words separates them by blanks.

``engine`` and ``model`` are the versions that proved the puzzle. In the middle are the columns of
single kinds, empty for others.
"""

Row = Mapping[str, str | int | None]


def row_of(source: Source) -> Row:
    """Return the row of a puzzle, by columns.

    :raises Malformed: if the puzzle is not graded, or does not say where it comes from.
    """
    puzzle = source.puzzle
    for name in ("difficulty", "source"):
        if name not in puzzle:
            raise Malformed(f"the puzzle {puzzle['id']} states no {name}", where=source.pack)
    keys = {key["name"]: key for key in puzzle["verdict"]["keys"]}
    values = {
        "id": puzzle["id"],
        "pack": source.pack,
        "game": game_of_kind(source.kind),
        "kind": source.kind,
        "code": puzzle.get("code"),
        "claim": puzzle["verdict"]["claim"],
        "level": level_of(source.kind, puzzle["difficulty"]["rating"]),
        "rating": puzzle["difficulty"]["rating"],
        "themes": " ".join(puzzle["themes"]),
        **kind_named(source.kind).columns(puzzle, source.solution),
        "engine": keys["engine"]["version"],
        "model": keys["model"]["version"],
        "seed": puzzle["source"]["seed"],
        "candidate": puzzle["source"]["candidate"],
        **asdict(source.played),
    }
    return {name: values.get(name) for name in COLUMNS}


def without_repeats(sources: Iterable[Source]) -> Iterator[Source]:
    """Yield the puzzles, each once: its id is that of its canonical form."""
    seen: set[str] = set()
    for one in sources:
        identity = one.puzzle["id"]
        if identity not in seen:
            seen.add(identity)
            yield one


def with_results(sources: Sequence[Source], results: Iterable[Result]) -> list[Source]:
    """Return the puzzles with what players made of them, by results of theirs."""
    graded = [one.puzzle for one in sources if "difficulty" in one.puzzle]
    stated = {puzzle["id"]: puzzle["difficulty"]["rating"] for puzzle in graded}
    found = fitted(results, stated)
    return [replace(one, played=_played(found, one.puzzle["id"])) for one in sources]


def _played(found: Fitted, identity: str) -> Played:
    plays = found.plays.get(identity)
    if not plays:
        return NOT_PLAYED
    rating = found.puzzles[identity]
    return Played(plays, round(rating.rating), round(rating.deviation))


Value = str | int | None
ENDINGS = (".csv", ".csv.zst", ".parquet")
"""What the name of a file can end with, which says its form."""
_AT_ONCE = 1000
"""Rows written together: a group of rows of a Parquet file."""


def require_writer(path: str) -> None:
    """Refuse a name that says no form, and any file if PyArrow is not installed.

    :raises Malformed: if the name has another ending.
    :raises Undecided: if PyArrow is missing.
    """
    if not path.endswith(ENDINGS):
        raise Malformed(f"{path!r}: give a name that ends with {', '.join(ENDINGS)}", where="-o")
    if find_spec("pyarrow") is None:
        raise Undecided(
            "tables are written by PyArrow, which comes with the extra 'dataset': "
            "pip install 'meepleproof[dataset]'"
        )


def write_table(
    path: Path, columns: Mapping[str, type[int | str]], rows: Iterable[Mapping[str, Value]]
) -> int:
    """Write a table to a file whose name says its form, and return how many rows it has.

    :raises OSError: if it cannot be written.
    """
    arrow: Any = import_module("pyarrow")
    types = {int: arrow.int64(), str: arrow.string()}
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    number, left = 0, iter(rows)
    draft = beside(path)
    try:
        with _writer(path, draft, schema) as writer:
            while some := list(islice(left, _AT_ONCE)):
                writer.write_table(arrow.Table.from_pylist(some, schema=schema))
                number += len(some)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return number


@contextmanager
def _writer(path: Path, draft: Path, schema: Any) -> Iterator[Any]:
    """Yield what writes tables of the schema in the form that the path says to the draft."""
    if path.suffix == ".parquet":
        with import_module("pyarrow.parquet").ParquetWriter(draft, schema) as parquet:
            yield parquet
        return
    packed = "zstd" if path.suffix == ".zst" else None
    stream: AbstractContextManager[Any] = import_module("pyarrow").output_stream(
        draft, compression=packed
    )
    with stream as into, import_module("pyarrow.csv").CSVWriter(into, schema) as lines:
        yield lines
