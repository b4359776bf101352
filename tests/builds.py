"""Both builds of the kernel in one process: the compiled one, where there is one, and the source.

The module that is imported is the compiled one if the installation has it; its source file is
loaded besides under a name of its own. Positions are laid out on a build's kernel while the build
is in use.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import verifier.engine
from verifier.engine import kernel as installed

FOLDER = Path(verifier.engine.__file__).parent
SOURCE = FOLDER / "kernel.py"


@dataclass(frozen=True)
class Build:
    """A build of the kernel: its name, and its class."""

    name: str
    kernel: Any

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Let the engine lay positions out on this build."""
        with mock.patch("verifier.engine.table.Kernel", self.kernel):
            yield


def from_source() -> ModuleType:
    """Return the kernel's source file, run as ordinary Python."""
    name = "verifier.engine.kernel_from_source"
    spec = spec_from_file_location(name, SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


PYTHON = Build("python", from_source().Kernel)
COMPILED = Build("compiled", installed.Kernel) if installed.COMPILED else None
BUILDS = [PYTHON] if COMPILED is None else [COMPILED, PYTHON]


def header() -> str:
    """Say which builds the tests run on."""
    if COMPILED is None:
        return "kernel: python only; there is no compiled build here, so none is tested"
    return "kernel: compiled and python, both tested"
