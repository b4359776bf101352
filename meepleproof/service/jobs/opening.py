"""Opening the database behind the jobs: SQLite or PostgreSQL by its URL, its tables up to date."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from meepleproof.service.jobs.database import Database
from meepleproof.service.jobs.job import Unreachable
from verifier.errors import Malformed


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
        from meepleproof.service.jobs.sqlite import Sqlite, Temporary  # noqa: PLC0415 - one or the other

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
