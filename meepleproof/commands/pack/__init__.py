"""``meepleproof pack``: make, check, join, export packs, and withdraw puzzles."""

from __future__ import annotations

from importlib import import_module
from typing import cast

import click

__all__ = ["command"]

_COMMANDS = {
    "build": "Make packs as a plan says.",
    "check": "Prove every puzzle of packs again, by both keys.",
    "merge": "Make one pack of several.",
    "export": "Write a pack as tables, pictures or a booklet.",
    "retract": "Withdraw a puzzle from all packs to come.",
}


class _LazyGroup(click.Group):
    """A group whose ``--help`` imports none of its commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"meepleproof.commands.pack.{cmd_name}")
        return cast("click.Command", module.command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup)
def command() -> None:
    """Make, check, join and export packs, and withdraw puzzles.

    A pack's solutions are in a file beside it: those of pack.json in pack.solutions.json. Puzzles
    that a retractions.json in the same folder names are in no pack that is made.
    """
