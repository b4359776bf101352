"""The database behind the jobs: SQLite or PostgreSQL, asked in one SQL that both understand.

Statements name their parameters ``:name``. Where the two differ, they say ``{now}`` for the time in
milliseconds since 1970; it says when something was, and decides nothing.
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
        """Carry out a statement and return its rows, none if it is of the kind without rows."""
        ...


class Database(Protocol):
    """A database that is there for several threads, one after another."""

    url: str
    """By which another process, too, opens it."""

    def writing(self, *, alone: bool = False) -> AbstractContextManager[Transaction]:
        """Begin a transaction; if ``alone``, no other one that is so begins before its end.

        :raises Unreachable: if it cannot be carried out.
        """
        ...

    def reading(self) -> AbstractContextManager[Transaction]:
        """Begin a transaction that changes nothing and waits for nobody.

        :raises Unreachable: if it cannot be carried out.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
