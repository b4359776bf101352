"""``meepleproof house``: for a table that plays by McGuire's house rules."""

from __future__ import annotations

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "score": "Score a final table: every feature, and each farm with its cities.",
    "check": "Name the first broken rule of a game that was written down.",
    "setup": "Say what to take out of the boxes, and who starts with what handicap.",
    "result": "Enter a game into the ledger and print the handicaps after it.",
}


@click.group(
    cls=LazyGroup,
    sections={"Commands": _COMMANDS},
    package="meepleproof.cli.commands.house",
    epilog=examples(
        "house setup --players 4 --minutes 30",
        "example house-game -o game.json",
        "house check game.json",
    ),
)
def command() -> None:
    """Help a table that plays Carcassonne by McGuire's house rules."""
