"""Which code makes the puzzles: a fingerprint of all that decides what comes of a candidate.

The version alone does not say it: between two releases the code changes from day to day.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["fingerprint"]

_ROOT = Path(__file__).parents[1]
_PACKAGES = ("generator", "schemas", "verifier")
_KINDS = frozenset({".json", ".pxd", ".py"})
_NO_PART = frozenset({"conformance", "scenarios"})
"""Packages that show puzzles or try the rules, and make nothing."""


@cache
def fingerprint() -> str:
    """Return 12 hexadecimal digits that differ where the code or its tables do.

    >>> len(fingerprint())
    12
    """
    found = hashlib.sha256()
    for path in sorted(path for package in _PACKAGES for path in _sources(_ROOT / package)):
        content = path.read_bytes()
        name = path.relative_to(_ROOT).as_posix()
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]


def _sources(folder: Path) -> list[Path]:
    """Return the files that count, in a package and those in it."""
    return [
        path
        for path in folder.rglob("*")
        if path.suffix in _KINDS and not _NO_PART & set(path.relative_to(_ROOT).parts)
    ]
