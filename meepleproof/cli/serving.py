"""Running the service from a command."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import click

from meepleproof.cli.printing import echo
from meepleproof.service.settings import Settings, state_folder

__all__ = ["serve_until_interrupted", "usual_database"]


def usual_database() -> str:
    """Return the URL of the database in the state folder, which is made if there is none."""
    folder = state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'jobs.sqlite3'}"


def serve_until_interrupted(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; print the address and call ``tell`` with it once it listens.

    :raises click.UsageError: if a package that serving needs is not installed.
    :raises Malformed: if the settings do not allow to serve.
    :raises OSError: if it cannot listen there, or the database cannot be reached.
    """
    needed = ("prometheus_client", "starlette", "uvicorn")
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise click.UsageError(
            f"serving needs {', '.join(missing)}, which come with the extra 'serve': "
            "pip install 'meepleproof[serve]'"
        )
    serve = import_module("meepleproof.service.starting").serve

    def listening(address: str) -> None:
        echo(f"Play at {address} (Ctrl-C ends it)", err=True)
        tell(address)

    try:
        serve(settings, listening)
    except KeyboardInterrupt:
        echo("Ended.", err=True)
