"""Answers the imports from ``cython.cimports`` where the kernel's source runs."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pkgutil import get_data
from types import ModuleType

_CIMPORTS = "cython.cimports"
_AS_PYTHON = (
    (r"^from ([\w.]+) cimport ", rf"from {_CIMPORTS}.\1 import "),
    (r"^cdef enum:", "if True:"),
    (r"^cdef inline [\w ]+ (\w+)\((.*)\) noexcept:", r"def \1(\2):"),
    (r"(?:unsigned )?(?:int|long long) (?=\w+[,)].*:$)", ""),
    (r"^    cdef [\w ]+ (\w+ = )", r"    \1"),
)
"""What of a layout without classes is not Python, and how Python says it."""


class _Cimports(MetaPathFinder, Loader):
    """Finds what is imported from ``cython.cimports.verifier``.

    That is the module itself, or for a layout without one what the layout says.
    """

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.startswith(f"{_CIMPORTS}.verifier") else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module that is meant in the place of the one that was made."""
        name = module.__name__.removeprefix(f"{_CIMPORTS}.")
        if find_spec(name) is not None:
            sys.modules[module.__name__] = import_module(name)
            return
        package, _, layout = name.rpartition(".")
        text = get_data(package, f"{layout}.pxd") or b""
        source = compile(as_python(text.decode()), f"{name}.pxd", "exec")
        exec(source, vars(module))  # noqa: S102 - it is our own


def as_python(layout: str) -> str:
    r"""Return the Python for a layout without classes: numbers and functions, line by line.

    >>> print(as_python("cdef inline int upper(int row) noexcept:\n    return row + 1"))
    def upper(row):
        return row + 1
    """
    for said, python in _AS_PYTHON:
        layout = re.sub(said, python, layout, flags=re.MULTILINE)
    return layout


def answer_cimports() -> None:
    """Let the source of the kernel's modules import from ``cython.cimports``."""
    import_module("cython")  # makes a module of that name, which lacks what parents must have
    sys.modules[_CIMPORTS].__spec__ = ModuleSpec(_CIMPORTS, None)
    sys.meta_path.insert(0, _Cimports())


_board = find_spec("verifier.carcassonne.engine.kernel.board")
if _board is not None and str(_board.origin).endswith(".py"):
    answer_cimports()
