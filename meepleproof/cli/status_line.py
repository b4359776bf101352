"""News of long work, on the terminal's one line; elsewhere they would only be noise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import click

__all__ = ["ShowStatus", "status_line"]

ShowStatus: TypeAlias = Callable[[str], None]


@contextmanager
def status_line() -> Iterator[ShowStatus]:
    """Lend a way to say what is being done now. At the end, whatever ends it, the line is clear."""
    try:
        yield _show
    finally:
        _show("")


def _show(text: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
