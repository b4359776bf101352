"""What the program says to words, run in this process."""

from __future__ import annotations

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit code, what was written to stdout, and what to stderr."""
    code = run(group, words)
    out = capsys.readouterr()
    return code, out.out, out.err
