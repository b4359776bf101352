"""Command groups that import only the command that runs, and guess what a mistyped one means."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from meepleproof.cli.examples import examples
from meepleproof.cli.helping import HelpContext
from verifier import __version__

__all__ = ["COMMANDS", "FOLDERS", "GuessingGroup", "LazyGroup", "group"]


class GuessingGroup(click.Group):
    """A group that says which of its subcommands a mistyped one is like.

    Its help page, and those of its subcommands, fit into the terminal.
    """

    context_class = HelpContext
    group_class: type[click.Group | type] | None = type
    """Groups in it are of this class, too."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand that the arguments begin with, and the rest of them.

        :raises click.UsageError: if there is none of this name.
        """
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            guesses = get_close_matches(name, known, n=2)
            close = " or ".join(repr(f"{ctx.command_path} {guess}") for guess in guesses)
            ctx.fail(
                f"There is no command {name!r}." + (f" Did you mean {close}?" if close else "")
            )
        found = super().resolve_command(ctx, args)
        if found[1] is not None:
            found[1].context_class = HelpContext
        return found


class LazyGroup(GuessingGroup):
    """A group whose ``--help`` imports no subcommand, and so no solver.

    ``sections`` are its subcommands with their lines in ``--help``, by heading; each is in the
    module of ``package`` that has its name. Those for one game alone are in its folder there:
    ``folders`` has them by name.
    """

    def __init__(
        self,
        *given: Any,
        sections: Mapping[str, Mapping[str, str]],
        package: str,
        folders: Mapping[str, str] | None = None,
        **named: Any,
    ) -> None:
        super().__init__(*given, **named)
        self.sections = sections
        self.package = package
        self.folders = folders or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help page."""
        return [name for section in self.sections.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one subcommand, or None for an unknown name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        place = [self.package, self.folders.get(cmd_name), cmd_name]
        module = import_module(".".join(filter(None, place)))
        return cast("click.Command", module.command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what the word may become, from the summaries alone, so that it comes at once."""
        return [
            *(
                CompletionItem(name, help=line)
                for section in self.sections.values()
                for name, line in section.items()
                if name.startswith(incomplete)
            ),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of subcommands from their summaries alone, in one column."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, summaries in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in summaries.items()])


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
        "example": "Write an example file for another command, or list them.",
    },
    "Make puzzles": {
        "generate": "Make a pack of puzzles of any kind.",
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
        "site": "Write the page as files, for any web host.",
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

FOLDERS: Mapping[str, str] = {
    "tiles": "carcassonne",
    **dict.fromkeys(("smallest", "best", "conform", "conformance", "engine"), "solo"),
}
"""The folders of those subcommands that are for one game, or for tiles that games share."""


@click.group(
    cls=LazyGroup,
    sections=_SECTIONS,
    package="meepleproof.cli.commands",
    folders=FOLDERS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("play", "show checklist --puzzle 4", "solve checklist --puzzle 4 --prove"),
)
@click.version_option(__version__, prog_name="meepleproof")
def group() -> None:
    """Rules and puzzles of tile-laying games, proved by two independent keys.

    Data goes to stdout, messages to stderr. Exit code: 0 holds, 1 violated, 2 wrong usage, of an
    option for example, 3 invalid input, 4 undecided, 5 the two keys disagree.
    """
