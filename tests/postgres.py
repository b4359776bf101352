"""Databases for tests: files of SQLite, and a PostgreSQL server where it is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psycopg
import pytest

_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps its versions, which are not on the path."""


class Server:
    """A server that nobody else reaches; ``url`` is that of its database."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._control = (programs / "pg_ctl", "-D", folder / "data", "-w")
        self._start = ("-l", folder / "log", "-o", f"-k {folder} -c listen_addresses= -c fsync=off")
        if os.geteuid() == 0:  # as root, it refuses to run
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        _run(programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "-N")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        _run(*self._control, *self._start, "start")

    def stop(self) -> None:
        """Stop it at once, as a power cut would."""
        _run(*self._control, "-m", "immediate", "stop")

    def empty(self) -> str:
        """Return the URL of an empty corner of the database."""
        name = f"corner_{uuid.uuid4().hex}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"


def binaries() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest there are; None without any."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Lend a server; tests that need it are skipped where PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: there is no initdb")
    # The path of a socket has to be short.
    with TemporaryDirectory(prefix="meepleproof-postgres-", dir="/tmp") as folder:
        server = Server(programs, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/jobs.sqlite"
    server: Server = request.getfixturevalue("postgres")
    return server.empty()


def _run(*command: Path | str) -> None:
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
