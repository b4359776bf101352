"""``meepleproof play``: the page with puzzles and free games, in the browser."""

from __future__ import annotations

import json
import webbrowser
from http.client import HTTPException
from threading import Thread
from urllib.request import urlopen

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.serving import serve_until_interrupted, usual_database
from meepleproof.service.settings import Settings, state_folder

__all__ = ["command"]

_SECONDS = 2


@click.command(epilog=examples("play", "play --port 9000 --no-browser"))
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8128,
    show_default=True,
    help="Keep to one: your browser remembers what you solved by it.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page at once, or not.")
def command(*, port: int, browser: bool) -> None:
    """Open the page with puzzles and free games in your browser, until Ctrl-C.

    It is served by this machine for this machine. For other machines, and to choose packs, there is
    'meepleproof serve'.
    """
    address = f"http://127.0.0.1:{port}/"
    if _is_served(address):
        echo(f"Play at {address} (it is served already)", err=True)
        if browser:
            webbrowser.open(address)
        return
    settings = Settings(usual_database(), state_folder() / "tokens.json", port=port)
    serve_until_interrupted(settings, _open if browser else lambda _: None)


def _is_served(address: str) -> bool:
    """Return whether a service of ours answers there."""
    try:
        with urlopen(f"{address}version", timeout=_SECONDS) as answer:  # noqa: S310 - http
            said = json.load(answer)
    except (OSError, ValueError, HTTPException):
        return False
    return isinstance(said, dict) and {"version", "engine", "api"} <= said.keys()


def _open(address: str) -> None:
    # A browser in the terminal returns only when it ends, and the service must answer it.
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
