"""Blocks of a page of the documentation that show lines of a file: ``--- FILE`` is their first."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```\w+\n--- (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    """Return the text of a page of the documentation."""
    return (ROOT / "docs" / name).read_text("utf-8")


def shown_lines(text: str) -> list[tuple[str, str]]:
    """Return the blocks of a page, each with the file that it names."""
    return _BLOCK.findall(text)


def not_in_their_files(text: str) -> dict[str, list[str]]:
    """Return the lines shown that do not stand in the file named, by the file."""
    found = {}
    for name, block in shown_lines(text):
        lines = set((ROOT / name).read_text("utf-8").splitlines())
        missing = [line for line in block.splitlines() if line not in lines]
        if missing:
            found[name] = missing
    return found
