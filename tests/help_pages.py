"""The help pages of all commands, and the examples at their ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from meepleproof.cli.group import group

__all__ = ["all_commands", "examples_on"]


def all_commands(
    command: click.Command = group, words: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield the words that call each command."""
    yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from all_commands(found, (*words, name))


def examples_on(help_text: str) -> list[str]:
    """Return the examples of a help page, each as it would be typed in one line."""
    text = re.sub(r" \\\n +", " ", help_text.partition("Examples:\n")[2])
    lines = text.splitlines()
    return [line.strip() for line in lines if line.strip()]
