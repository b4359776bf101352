"""``meepleproof pack``: make, check, join, export packs, and withdraw puzzles."""

from __future__ import annotations

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "build": "Make packs as a plan says.",
    "check": "Prove every puzzle of packs again, by both keys.",
    "grade": "Work out anew how hard the puzzles of packs are.",
    "merge": "Make one pack of several.",
    "export": "Write a pack as tables, pictures or a booklet.",
    "index": "Write an index of very many puzzles.",
    "retract": "Withdraw a puzzle from all packs to come.",
}


@click.group(
    cls=LazyGroup,
    sections={"Commands": _COMMANDS},
    package="meepleproof.cli.commands.pack",
    epilog=examples(
        "pack check house-whose-farm", "pack export checklist --format pdf -o booklet.pdf"
    ),
)
def command() -> None:
    """Make, check, join and export packs, and withdraw puzzles.

    A pack's solutions are in a file beside it: those of pack.json in pack.solutions.json. Puzzles
    that a retractions.json in the same folder names are in no pack that is made.
    """
