"""A terminal that a command prints on, stdout and stderr together as on a user's screen."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pyte

from meepleproof.cli.console import run
from meepleproof.cli.group import group

COLUMNS, LINES = 4000, 300
OURS = re.compile(r"\x1b\[[\d;]*m|\r\x1b\[K")
"""Colours, and going back to the beginning of the status line."""


class _Wire(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class Screen(pyte.Screen):
    """A screen that remembers its bell."""

    rung = 0

    def bell(self, *_: object) -> None:
        """Ring."""
        self.rung += 1

    def text(self) -> str:
        """Return the lines, without blanks at their ends."""
        lines = [self.buffer[number] for number in range(LINES)]
        return "\n".join(
            "".join(line[column].data for column in range(1 + max(line, default=-1))).rstrip()
            for line in lines
        ).rstrip()


def on_a_terminal(words: Sequence[str], given: str = "") -> tuple[int, str, Screen]:
    """Run a command; return its exit code, what it sent, and the screen below a first line."""
    sent = io.BytesIO()
    wire = _Wire(sent, encoding="utf-8", write_through=True)
    typed = io.TextIOWrapper(io.BytesIO(given.encode()))
    with (
        redirect_stdout(wire),
        redirect_stderr(wire),
        patch.object(sys, "stdin", typed),
        patch.dict(os.environ, COLUMNS=str(COLUMNS)),
    ):
        code = run(group, words)
    text = sent.getvalue().decode()
    screen = Screen(COLUMNS, LINES)
    pyte.Stream(screen).feed("$ meepleproof\r\n" + text.replace("\n", "\r\n"))
    return code, text, screen
