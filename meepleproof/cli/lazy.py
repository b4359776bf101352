"""Command groups that import only the command that runs, and guess what a mistyped one means."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, cast

import click

__all__ = ["GuessingGroup", "LazyGroup"]


class GuessingGroup(click.Group):
    """A group that says which of its subcommands a mistyped one is like."""

    group_class = type
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
        return super().resolve_command(ctx, args)


class LazyGroup(GuessingGroup):
    """A group whose ``--help`` imports no subcommand, and so no solver.

    ``sections`` are its subcommands with their lines in ``--help``, by heading; each is in the
    module of ``package`` that has its name.
    """

    def __init__(
        self, *given: Any, sections: Mapping[str, Mapping[str, str]], package: str, **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self.sections = sections
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help page."""
        return [name for section in self.sections.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one subcommand, or None for an unknown name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"{self.package}.{cmd_name}")
        return cast("click.Command", module.command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of subcommands from their summaries alone, in one column."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, summaries in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in summaries.items()])
