"""Imports CP-SAT's Python interface without pandas, which it offers for tables of variables.

Of half a second of processor time until the solver's process can answer, pandas takes the greater
part, and nothing here keeps variables in tables.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

__all__ = ["cp_model"]

_NAMES = ("Index", "Series")
"""What the interface takes from pandas: annotations, and classes by which it knows tables."""


def import_without_pandas(module: str) -> ModuleType:
    """Return the imported module; pandas is imported after all if an empty stand-in will not do.

    >>> import_without_pandas("ortools.sat.python.cp_model").CpModel().name
    ''
    """
    try:
        with _stand_in_for_pandas():
            return importlib.import_module(module)
    except (AttributeError, ImportError):  # another release of OR-tools may use more of pandas
        return importlib.import_module(module)


@contextmanager
def _stand_in_for_pandas() -> Iterator[None]:
    """Let imports find empty classes under pandas' name, unless pandas is there already."""
    if "pandas" in sys.modules:
        yield
        return
    stand_in = ModuleType("pandas")
    for name in _NAMES:
        setattr(stand_in, name, type(name, (), {}))
    sys.modules["pandas"] = stand_in
    try:
        yield
    finally:
        del sys.modules["pandas"]


import_without_pandas("ortools.sat.python.cp_model")

from ortools.sat.python import cp_model  # noqa: E402 - imported above; this line gives its types
