"""The examples in docstrings: which modules have some, and whether they are true.

They are run from here and not collected one by one: pytest would import and rewrite every module of
every package in each of its workers before the first test begins.
"""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "verifier" / "carcassonne" / "engine" / "kernel"
"""Left out: compiled, its modules keep no docstrings that could be run."""


def modules(*folders: str) -> list[str]:
    """Return the names of the modules in these folders that have examples in docstrings."""
    return sorted(name for folder in folders for name in _modules(ROOT / folder))


def _modules(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        compiled = path.parent == KERNEL and not path.name.startswith("_")
        if not compiled and ">>> " in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def failures(name: str) -> str:
    """Run a module's examples; return what failed, as ``doctest`` prints it, or nothing.

    >>> failures("verifier.verdict")
    ''
    """
    printed: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder(exclude_empty=True).find(import_module(name)):
        runner.run(test, out=printed.append)
    assert runner.tries, f"{name} has examples in its text, but none was run"
    return "".join(printed)
