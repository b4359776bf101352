"""Both builds of the kernel in one process: the compiled one, where there is one, and the source.

The modules that are imported are the compiled ones if the installation has them; their source files
are loaded besides under names of their own. Positions are laid out on a build's kernel while the
build is in use.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

from verifier.carcassonne.engine import kernel as installed
from verifier.carcassonne.engine.kernel._cimports import answer_cimports
from verifier.carcassonne.engine.tables import Tables, house_tables, tables_in_play
from verifier.carcassonne.solo.rule_set import SOLO

FOLDER = Path(installed.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
KINDS = tuple(name for name in installed.__all__ if name != "COMPILED")


@dataclass(frozen=True)
class Build:
    """A build of the kernel: its name, and its classes by name."""

    name: str
    kinds: dict[str, Any]

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Let the engine lay positions out on this build."""
        with ExitStack() as stack:
            for name, kind in self.kinds.items():
                stack.enter_context(mock.patch.object(installed, name, kind))
            yield


if installed.COMPILED:
    answer_cimports()


def from_source() -> dict[str, ModuleType]:
    """Return the kernel's modules by name, from their source files, run as ordinary Python."""
    loaded: dict[str, ModuleType] = {}
    for name in MODULES:
        _load(name, loaded)
    return loaded


def _load(name: str, loaded: dict[str, ModuleType]) -> None:
    """Load a source module, and before it those it builds on."""
    if name in loaded:
        return
    path = FOLDER / f"{name}.py"
    for base in re.findall(
        r"from cython\.cimports\.verifier\.carcassonne\.engine\.kernel\.(\w+) import",
        path.read_text("utf-8"),
    ):
        if base in MODULES:
            _load(base, loaded)
    own = f"verifier.carcassonne.engine.kernel_from_source.{name}"
    spec = spec_from_file_location(own, path)
    assert spec is not None
    assert spec.loader is not None
    loaded[name] = module_from_spec(spec)
    sys.modules[own] = loaded[name]
    # It builds on source modules, not on the installed ones.
    stand_ins = {
        f"cython.cimports.verifier.carcassonne.engine.kernel.{known}": part
        for known, part in loaded.items()
    }
    with mock.patch.dict(sys.modules, stand_ins):
        spec.loader.exec_module(loaded[name])


def _kinds(modules: dict[str, ModuleType]) -> dict[str, Any]:
    parts = list(modules.values())
    return {name: next(vars(part)[name] for part in parts if name in vars(part)) for name in KINDS}


PYTHON = Build("python", _kinds(from_source()))
COMPILED = (
    Build("compiled", {name: getattr(installed, name) for name in KINDS})
    if installed.COMPILED
    else None
)
BUILDS = [PYTHON] if COMPILED is None else [COMPILED, PYTHON]


def tables_for(kind: str) -> Tables:
    """Return tables that a class of the kernel can be made with: those of its game."""
    return house_tables() if kind.startswith("House") else tables_in_play(SOLO.sheets)


def header() -> str:
    """Say which builds the tests run on."""
    if COMPILED is None:
        return "kernel: python only; there is no compiled build here, so none is tested"
    return "kernel: compiled and python, both tested"
