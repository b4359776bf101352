"""Modules that are imported when they are first used, so that programs that do not start fast.

mypy and the linter of imports must see such an import as any other, so it is written twice::

    if TYPE_CHECKING:
        from verifier.carcassonne.model.solo import questions
    else:
        questions = later("verifier.carcassonne.model.solo.questions")
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["later"]


def later(module: str) -> Any:
    """Return what stands for a module, and imports it when one of its names is asked for.

    >>> statistics = later("statistics")
    >>> statistics.median([3, 1, 2])
    2
    """
    return _Later(module)


class _Later:
    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)
