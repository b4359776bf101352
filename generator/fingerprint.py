"""A fingerprint of the code that makes puzzles: of all that can change a candidate's result.

The version alone is not enough, as the code changes between two releases.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["fingerprint"]

_ROOT = Path(__file__).parents[1]
_PACKAGES = ("generator", "schemas", "verifier")
_KINDS = frozenset({".json", ".pxd", ".py"})
_EXCLUDED = frozenset({"conformance", "scenarios"})
"""Packages that have no part in making puzzles."""


@cache
def fingerprint() -> str:
    """Return 12 hexadecimal digits that change with the code and its tables.

    >>> len(fingerprint())
    12
    """
    digest = hashlib.sha256()
    for path in sorted(path for package in _PACKAGES for path in _sources(_ROOT / package)):
        content = path.read_bytes()
        name = path.relative_to(_ROOT).as_posix()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def _sources(folder: Path) -> list[Path]:
    """Return the files of a package, and of the packages in it, that are part of it."""
    return [
        path
        for path in folder.rglob("*")
        if path.suffix in _KINDS and not _EXCLUDED & set(path.relative_to(_ROOT).parts)
    ]
