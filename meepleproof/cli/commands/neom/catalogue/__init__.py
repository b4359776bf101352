"""``meepleproof neom catalogue``: the tiles and numbers that a user typed."""

from __future__ import annotations

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.group import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "check": "Name everything in a catalogue that contradicts the public rules.",
    "show": "Show a catalogue, or one tile in words and drawn.",
    "template": "Print a catalogue to fill in.",
}


@click.group(
    cls=LazyGroup,
    sections={"Commands": _COMMANDS},
    package="meepleproof.cli.commands.neom.catalogue",
    epilog=examples("neom catalogue show demo-I-14", "neom catalogue template > catalogue.json"),
)
def command() -> None:
    """Check, begin or look through a catalogue of NEOM's tiles and numbers."""
