"""The command group, which lists its subcommands by name and imports only the one that runs."""

from __future__ import annotations

from collections.abc import Mapping

import click

from meepleproof.cli.lazy import LazyGroup
from verifier import __version__

__all__ = ["COMMANDS", "group"]

COMMANDS: Mapping[str, str] = {
    "rules": "Print the rule catalogue, one rule, or the switches.",
    "verify": "Check scenarios against both keys: the rulebook's, or your own.",
    "generate": "Make a pack of puzzles for a goal.",
    "solve": "Solve a puzzle or a pack and print the lines.",
    "show": "Draw a position in the terminal or as SVG.",
    "tiles": "Draw the tiles of a set, or one tile with its features.",
    "smallest": "Find the fewest turns in which a goal can be reached.",
    "pack": "Make, check, join and export packs, and withdraw puzzles.",
    "check": "Check a certificate that a goal cannot be reached.",
    "best": "Find the greatest lowest score after so many turns.",
    "compare": "Find the smallest game on which two readings of the rules differ.",
    "reach": "Find a game that leads to a position, or show that there is none.",
    "explain": "Explain which rules make a turn illegal or a goal impossible.",
    "odds": "Count goals met in many games; compute NEOM's exact odds.",
    "house": "Help a table that plays by the house rules.",
    "neom": "Help a player of NEOM for one.",
    "serve": "Serve an HTTP API and pages to play on.",
    "perft": "Count all turns of a fixed tile sequence.",
    "conform": "Test another engine against the conformance suite.",
    "conformance": "Show the conformance suite, or write it as an archive.",
    "engine": "Answer the conformance protocol, as an engine under test does.",
    "doctor": "Show what is installed, and whether the kernel is compiled.",
}
"""Each subcommand and its line in ``--help``; its module in ``commands`` has the same name."""


@click.group(
    cls=LazyGroup,
    summaries=COMMANDS,
    package="meepleproof.cli.commands",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="meepleproof")
def group() -> None:
    """Verify and make puzzles for the Carcassonne Solo Variant.

    Data goes to stdout, messages to stderr. Exit code: 0 holds, 1 violated, 2 usage, 3 invalid
    input, 4 undecided, 5 the two keys disagree.
    """
