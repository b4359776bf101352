"""A copy of the program in which one file at a time is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from tests.mutants.mutant import FOLDER, KERNEL, ROOT, Area, Mutant

PARTS = ("verifier", "generator", "meepleproof", "schemas", "puzzles", "tests")
"""What is copied, besides the documentation."""

SCENARIOS = ROOT / "verifier/carcassonne/solo/scenarios"
"""Where the scenarios lie as data."""

_LEFT_OUT = shutil.ignore_patterns("__pycache__", "golden", "bench")
_COMPILED = (".so", ".pyd")
_LONGEST = 3600.0
"""Seconds after which a catcher is given up, far more than any takes."""


class Copied:
    """The packages and tests in a folder of their own, the kernel compiled if it is here."""

    def __init__(self, folder: Path) -> None:
        """Copy everything into the folder."""
        self.folder = folder
        for part in PARTS:
            shutil.copytree(ROOT / part, folder / part, ignore=_LEFT_OUT)
        shutil.copytree(ROOT / "docs", folder / "docs")  # which tests compare with the program
        for file in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / file, folder)
        # By its hash a changed file is read anew, whatever its time and size say.
        self.run("-m", "compileall", "-q", "--invalidation-mode=checked-hash", *PARTS)

    @contextmanager
    def with_mutant(self, mutant: Mutant | None, *, compiled: bool) -> Iterator[None]:
        """Let the copy have the mutant's change meanwhile; None changes nothing.

        Unless ``compiled``, the kernel runs from its source meanwhile, as it must to be changed.
        """
        with ExitStack() as stack:
            if not compiled:
                stack.enter_context(self._from_source())
            if mutant is not None:
                stack.enter_context(self._changed(mutant))
            yield

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    @contextmanager
    def _from_source(self) -> Iterator[None]:
        paths = [path for path in (self.folder / KERNEL).iterdir() if path.suffix in _COMPILED]
        for path in paths:
            path.rename(f"{path}.aside")
        try:
            yield
        finally:
            for path in paths:
                Path(f"{path}.aside").rename(path)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy, which sees the copy's modules and no others of ours.

        :raises subprocess.TimeoutExpired: if it does not end.
        """
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_LONGEST,
            check=False,
        )


def fingerprint() -> str:
    """Return a text that tells this tree, the lists of mutants left out, from all others."""
    every = (path for part in (*PARTS, "pyproject.toml") for path in _files(ROOT / part))
    return _fingerprint(path for path in every if path.parent != FOLDER)


def catchers(area: Area) -> str:
    """Return a text that tells what is to catch the mutants of an area from all other catchers.

    That is the area's tests with the vectors, and the scenarios.
    """
    tests = [ROOT / named.partition("::")[0] for named in area.tests]
    vectors = _files(ROOT / "tests" / "vectors") if tests else ()
    scenarios = _files(SCENARIOS) if area.verify else ()
    return _fingerprint([*tests, *vectors, *scenarios])


def _files(top: Path) -> Iterator[Path]:
    yield from sorted([top] if top.is_file() else top.rglob("*"))


def _fingerprint(paths: Iterable[Path]) -> str:
    seen = sha256()
    for path in paths:
        if path.suffix in (".py", ".json", ".pxd", ".toml"):
            seen.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()
