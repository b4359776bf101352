"""``meepleproof neom catalogue template``: a catalogue to fill in."""

from __future__ import annotations

import json

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo_data
from verifier.neom.tiles_document import catalogue_template

__all__ = ["command"]


@click.command(epilog=examples("neom catalogue template > catalogue.json"))
def command() -> None:
    """Print a catalogue to fill in: what is public is there, the rest is null.

    Under "hints" it says what each value means; the program does not read them. Copy the tile of
    each deck as often as you need it, and let 'meepleproof neom catalogue check' say what is
    missing.
    """
    echo_data(json.dumps(catalogue_template(), indent=1, ensure_ascii=False) + "\n")
