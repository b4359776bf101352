"""Tables as files: CSV, packed with zstd or not, and Parquet. PyArrow writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from verifier.errors import Malformed, Undecided
from verifier.files import beside

__all__ = ["ENDINGS", "require_writer", "write_table"]

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
