"""Jobs in an SQLite file: nothing to install, for one service on one machine."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from meepleproof.service.jobs.database import Row, Transaction, Value
from meepleproof.service.jobs.job import Unreachable

_TIMEOUT = 10.0
"""Seconds to wait for another process that is writing, which takes milliseconds."""
_FAULTS = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Errors of this program, not of the file."""
_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


class Sqlite:
    """One connection that threads share in turn; other processes have their own."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self.url = f"sqlite:///{self._path}"
        self._turn = threading.Lock()
        if not self._path.parent.is_dir():
            raise Unreachable(
                f"{str(self._path)!r} is in a folder that does not exist; after sqlite:/// comes a "
                "path from the current folder, after sqlite://// one from the root"
            )
        try:
            self._path.touch(
                mode=0o600
            )  # requests are their owners' affair; a file that is there stays
            self._connection = sqlite3.connect(
                self._path, timeout=_TIMEOUT, isolation_level=None, check_same_thread=False
            )
            self._connection.row_factory = sqlite3.Row
            # Readers do not wait for writers; what was committed survives a power cut.
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._file = _identity(self._path)
        except (sqlite3.Error, OSError) as error:
            raise Unreachable(f"{str(self._path)!r}: {error}") from error

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Transaction]:  # noqa: ARG002 - always
        """Begin a transaction; SQLite lets no two of them write at once."""
        with self._transaction("BEGIN IMMEDIATE") as transaction:
            yield transaction

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Begin a transaction that sees one state of the database."""
        with self._transaction("BEGIN") as transaction:
            yield transaction

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Transaction]:
        with self._turn:
            try:
                try:
                    self._connection.execute(begin)
                    yield self
                    self._connection.execute("COMMIT")
                    self._require_file()
                except BaseException:
                    self._connection.rollback()
                    raise
            except _FAULTS:
                raise
            except sqlite3.Error as error:
                raise Unreachable(f"{self.url}: {error}") from error

    def _require_file(self) -> None:
        """Check that the file is still there: SQLite itself would go on writing to a deleted one.

        :raises Unreachable: if it was deleted or replaced.
        """
        try:
            is_there = _identity(self._path) == self._file
        except OSError:
            is_there = False
        if not is_there:
            raise Unreachable(
                f"{str(self._path)!r} was deleted or replaced while it was open; restart the "
                "service to go on with what is there"
            )

    def run(self, statement: str, **given: Value) -> list[Row]:
        """Execute a statement of the transaction begun."""
        rows = self._connection.execute(statement.replace("{now}", _NOW), given)
        return [dict(row) for row in rows]


class Temporary(Sqlite):
    """A temporary file that is removed when it is closed."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="meepleproof-jobs-")
        super().__init__(Path(self._folder.name, "jobs.sqlite"))

    def close(self) -> None:
        """Close the file and remove it."""
        super().close()
        self._folder.cleanup()


def _identity(path: Path) -> tuple[int, int]:
    """Return what identifies a file, whatever its name."""
    found = path.stat()
    return found.st_dev, found.st_ino
