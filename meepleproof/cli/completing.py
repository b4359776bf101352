"""What a shell that completes words is answered."""

from __future__ import annotations

import os

import click
from click.shell_completion import shell_complete

__all__ = ["VARIABLE", "complete"]

VARIABLE = "_MEEPLEPROOF_COMPLETE"
"""The environment variable by which a shell asks, as for every program made with click."""


def complete(command: click.Command) -> int | None:
    """Answer a shell that asks what the words typed may go on with; None if none asks."""
    asked = os.environ.get(VARIABLE)
    if not asked:
        return None
    return shell_complete(command, {}, "meepleproof", VARIABLE, asked)
