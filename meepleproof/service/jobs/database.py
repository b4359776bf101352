"""The database behind the jobs: SQLite or PostgreSQL, by SQL that both understand.

Statements name their parameters ``:name``. Where the two differ, they say ``{now}`` for the time in
milliseconds since 1970; it only records when something happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Row: TypeAlias = Mapping[str, Any]
Value: TypeAlias = str | int | None


class Transaction(Protocol):
    """Statements that take effect together or not at all."""

    def run(self, statement: str, **given: Value) -> list[Row]:
        """Execute a statement and return its rows, if any."""
        ...


class Database(Protocol):
    """A database that several threads use, one at a time."""

    url: str
    """The URL by which another process opens it, too."""

    def writing(self, *, alone: bool = False) -> AbstractContextManager[Transaction]:
        """Begin a transaction; those begun with ``alone`` run one at a time.

        :raises Unreachable: if it cannot be carried out.
        """
        ...

    def reading(self) -> AbstractContextManager[Transaction]:
        """Begin a transaction that only reads, and does not wait for others.

        :raises Unreachable: if it cannot be carried out.
        """
        ...

    def close(self) -> None:
        """Close it."""
        ...
