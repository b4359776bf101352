"""A PostgreSQL server of the tests' own, in a temporary folder, where one is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps its versions, which are not on the path."""


def binaries() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest there are; None without any."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """Start a server that nobody else reaches, and give the URL of its database."""
    with TemporaryDirectory(prefix="meepleproof-postgres-", dir="/tmp") as made:
        folder = Path(made)
        _hand_over(folder)
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        start = ("-D", data, "-l", folder / "log", "-o", options, "-w")
        _run(programs / "pg_ctl", *start, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def _hand_over(folder: Path) -> None:
    """Give a folder to the user postgres: as root, the server refuses to run."""
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)


def _run(*command: Path | str) -> None:
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
