"""The database behind the jobs: an SQLite file or PostgreSQL by its URL, its tables up to date.

Statements are SQL that both understand, with parameters named ``:name``. Where the two differ, they
say ``{now}`` for the time in milliseconds since 1970; it only records when something happened.
SQLite needs nothing to be installed, and serves one service on one machine.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeAlias

from meepleproof.service.jobs.job import Unreachable
from verifier.errors import Malformed

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


def open_database(url: str) -> Database:
    """Return the database of that URL, created or migrated if need be.

    ``sqlite:///jobs.sqlite`` is a file in the current folder, ``sqlite:////var/jobs.sqlite`` one at
    an absolute path, ``sqlite://`` a temporary one that is removed when it is closed, and
    ``postgresql://...`` a database as libpq's URLs name them.

    :raises Malformed: if it is not such a URL, or PostgreSQL is asked for and its library is
        missing.
    :raises Unreachable: if the database cannot be opened, or was made by a newer version.
    """
    scheme, colon, rest = url.partition("://")
    database: Database
    if scheme == "sqlite" and colon and _names_a_file(rest):
        database = Sqlite(Path(rest[1:])) if rest else Temporary()
    elif scheme in {"postgresql", "postgres"} and colon:
        from meepleproof.service.jobs.postgresql import Postgresql  # noqa: PLC0415 - an extra

        database = Postgresql(url)
    else:
        raise Malformed(
            f"the database {scheme + colon!r}...: give sqlite:///FILE for a file in this folder, "
            "sqlite:////A/FILE for one elsewhere, or postgresql://...",
            where="database",
        )
    try:
        _migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _names_a_file(rest: str) -> bool:
    """Return whether what follows ``sqlite://`` is the path of a file, or nothing.

    >>> [_names_a_file(rest) for rest in ("", "/jobs", "//var/jobs", "jobs", "/", "/:memory:")]
    [True, True, True, False, False, False]
    """
    return not rest or (rest.startswith("/") and rest not in {"/", "//", "/:memory:"})


def migrations() -> tuple[tuple[str, ...], ...]:
    """Return the statements of each migration, in the order in which they were added."""
    folder = resources.files(__package__).joinpath("migrations")
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return tuple(tuple(_statements(file.read_text(encoding="utf-8"))) for file in files)


def _statements(text: str) -> Iterator[str]:
    lines = (line for line in text.splitlines() if not line.startswith("--"))
    return (part for part in "\n".join(lines).split(";") if part.strip())


def _migrate(database: Database) -> None:
    """Bring the tables up to date: all missing migrations take effect, or none."""
    known = migrations()
    with database.writing(alone=True) as transaction:
        transaction.run("CREATE TABLE IF NOT EXISTS jobs_version (version INTEGER NOT NULL)")
        rows = transaction.run("SELECT version FROM jobs_version")
        version = rows[0]["version"] if rows else 0
        if version > len(known):
            raise Unreachable(
                f"the store of jobs was made by a newer version of this program (its form is "
                f"{version}, this version reads up to {len(known)}); use that version"
            )
        for statements in known[version:]:
            for statement in statements:
                transaction.run(statement)
        if not rows:
            transaction.run("INSERT INTO jobs_version VALUES (0)")
        transaction.run("UPDATE jobs_version SET version = :version", version=len(known))


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
