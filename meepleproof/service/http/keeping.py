"""Keeping what is asked for often, in no more memory than stated."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["Kept"]

V = TypeVar("V")


class Kept(Generic[V]):
    """Values by their names, of so many bytes together; what was asked for last stays.

    >>> kept = Kept[str](10)
    >>> for name in "abc":
    ...     kept.add(name, name * 4, 4)
    >>> kept.get("a"), kept.get("b"), kept.get("c")
    (None, 'bbbb', 'cccc')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values = OrderedDict[str, tuple[V, int]]()
        self._size = 0

    def get(self, name: str) -> V | None:
        """Return the value of that name, if it is kept."""
        found = self._values.get(name)
        if found is None:
            return None
        self._values.move_to_end(name)
        return found[0]

    def add(self, name: str, value: V, size: int) -> None:
        """Keep a value of so many bytes; others make room for it."""
        if name in self._values or size > self._most:
            return
        self._values[name] = (value, size)
        self._size += size
        while self._size > self._most:
            self._size -= self._values.popitem(last=False)[1][1]
