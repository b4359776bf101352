"""The command group, which lists its subcommands by name and imports only the one that runs."""

from __future__ import annotations

from collections.abc import Mapping

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.lazy import LazyGroup
from verifier import __version__

__all__ = ["COMMANDS", "group"]

_SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "play": "Open the page with puzzles and free games in the browser.",
        "find": "List the puzzles of a level, a goal or an idea.",
        "show": "Draw a puzzle or a position in the terminal or as SVG.",
        "solve": "Solve a puzzle or a pack and print the lines.",
        "explain": "Say why a turn is illegal, an answer wrong, a goal out of reach.",
        "tiles": "Draw the tiles of a set, or one tile with its features.",
        "odds": "Count goals met in many games; compute NEOM's exact odds.",
        "house": "Help a table that plays by the house rules.",
        "neom": "Help a player of NEOM for one.",
    },
    "Make puzzles": {
        "generate": "Make a pack of puzzles for a goal.",
        "pack": "Make, check, join and export packs, and withdraw puzzles.",
        "dataset": "Write puzzles as a table: CSV or Parquet.",
    },
    "Ask about the rules": {
        "rules": "Print the rule catalogue, one rule, or the switches.",
        "verify": "Check scenarios against both keys: the rulebook's, or your own.",
        "compare": "Find the smallest game on which two readings of the rules differ.",
        "reach": "Find a game that leads to a position, or show that there is none.",
        "smallest": "Find the fewest turns in which a goal can be reached.",
        "best": "Best possible lowest score after N turns.",
        "check": "Check a certificate that a goal cannot be reached.",
    },
    "For other programs": {
        "serve": "Serve an HTTP API and the page, for other machines too.",
        "conform": "Test another engine against the conformance suite.",
        "conformance": "Show the conformance suite, or write it as an archive.",
        "engine": "Answer the conformance protocol, as an engine under test does.",
        "perft": "Count all turns of a fixed tile sequence.",
        "doctor": "Show what is installed, and whether the kernel is compiled.",
    },
}

COMMANDS: Mapping[str, str] = {
    name: line for section in _SECTIONS.values() for name, line in section.items()
}
"""Each subcommand and its line in ``--help``; its module in ``commands`` has the same name."""


@click.group(
    cls=LazyGroup,
    sections=_SECTIONS,
    package="meepleproof.cli.commands",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("play", "show checklist --puzzle 4", "solve checklist --puzzle 4 --prove"),
)
@click.version_option(__version__, prog_name="meepleproof")
def group() -> None:
    """Carcassonne puzzles for one, each proved to have one solution.

    Data goes to stdout, messages to stderr. Exit code: 0 holds, 1 violated, 2 usage, 3 invalid
    input, 4 undecided, 5 the two keys disagree.
    """
