"""Command groups that import only the command that runs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group whose ``--help`` imports no subcommand, and so no solver.

    ``summaries`` are its subcommands with their lines in ``--help``; each is in the module of
    ``package`` that has its name.
    """

    def __init__(
        self, *given: Any, summaries: Mapping[str, str], package: str, **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self.summaries = summaries
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help page."""
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import and return one subcommand, or None for an unknown name."""
        if cmd_name not in self.summaries:
            return None
        module = import_module(f"{self.package}.{cmd_name}")
        return cast("click.Command", module.command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """Write the list of subcommands from their summaries alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))
