"""Mutants as data: one wrong change to one file each, and what the change breaks."""

from __future__ import annotations

import ast
import json
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
KERNEL = "verifier/carcassonne/engine/kernel"


class Stale(Exception):
    """A mutant whose old text is not there exactly once, or whose change changes nothing."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong change: in ``file``, ``old`` becomes ``new``, which breaks ``rule``.

    ``says`` is what the changed program does, in a sentence. ``equivalent`` is the proof that
    nobody can tell the difference, empty for all but these few.
    """

    id: str
    file: str
    old: str
    new: str
    says: str
    rule: str = ""
    equivalent: str = ""

    @property
    def in_kernel(self) -> bool:
        """Whether the change is to the kernel, of which only the source can be changed."""
        return self.file.startswith(f"{KERNEL}/")

    def applied(self, text: str) -> str:
        """Return the file's text with the change.

        :raises Stale: if the old text does not occur exactly once, or nothing changes.
        """
        times = text.count(self.old)
        if times != 1:
            raise Stale(f"{self.id}: {self.old!r} occurs {times} times in {self.file}")
        changed = text.replace(self.old, self.new)
        if _meaning(self.file, text) == _meaning(self.file, changed):
            raise Stale(f"{self.id}: the change to {self.file} means nothing")
        return changed


@dataclass(frozen=True, slots=True)
class Area:
    """Mutants of one part of the program.

    ``verify`` says that ``meepleproof verify`` alone must catch each of them; what it does not ask
    about is left to ``tests``. ``keys`` are put to the conformance cases and compared with the
    naive third opinion.
    """

    name: str
    title: str
    verify: bool
    keys: tuple[str, ...]
    tests: tuple[str, ...]
    mutants: tuple[Mutant, ...]


def read_areas() -> tuple[Area, ...]:
    """Return the areas, in the order of their files' numbers."""
    return tuple(_area(path) for path in sorted(FOLDER.glob("*.toml")))


def _area(path: Path) -> Area:
    document: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    mutants = tuple(Mutant(**entry) for entry in document["mutant"])
    return Area(
        name=path.stem,
        title=document["title"],
        verify=document["verify"],
        keys=tuple(document["keys"]),
        tests=tuple(document["tests"]),
        mutants=mutants,
    )


@lru_cache(4)  # many mutants change the same file, one after the other
def _meaning(file: str, text: str) -> str:
    """Return what is left of a text when comments and blanks do not count."""
    if file.endswith(".json"):
        return json.dumps(json.loads(text))
    return ast.dump(ast.parse(text))
