"""``meepleproof neom``: NEOM for one player."""

from __future__ import annotations

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "deal": "Deal a game by a seed, one stack or pack at a time.",
    "add": "Write the next event of a game into its log.",
    "next": "Say what is due in a game at the table, and what may be done.",
    "check": "Check a game that was written down, and score it.",
    "score": "Print the result sheet of a game.",
    "catalogue": "Check, begin or look through a catalogue of tiles.",
}


@click.group(
    cls=LazyGroup,
    sections={"Commands": _COMMANDS},
    package="meepleproof.cli.commands.neom",
    epilog=examples(
        "neom deal --seed 23 --board", "example neom-game-next -o game.json", "neom next game.json"
    ),
)
def command() -> None:
    """Help a player of NEOM for one.

    The tiles of the box are not public: type them as a catalogue, or use the invented demo.
    """
