# cython: language_level=3, cdivision=True
"""Arrays of whole numbers that an object owns: C's where compiled, lists otherwise.

Compiled, most arrays lie in the object itself (see the ``.pxd`` files) and begin as zeros; each
class makes the lists that stand for them where the kernel runs uncompiled.
"""

from __future__ import annotations

from typing import Any

import cython

COMPILED: bool = cython.compiled


@cython.cclass
class Arrays:
    """The owner of arrays; ``stores`` keeps those alive that do not lie in the object."""

    def __init__(self) -> None:
        self.stores: list = []

    @cython.final
    def _copy(self, table: Any, place: cython.p_int) -> None:
        """Copy a table of numbers into an array of the object."""
        if not cython.compiled:
            place[: len(table)] = table
            return
        number: cython.int
        size: cython.int = len(table)
        source: cython.p_int = cython.cast(
            cython.p_int, cython.cast(cython.size_t, table.buffer_info()[0])
        )
        for number in range(size):
            place[number] = source[number]

    @cython.final
    def _shared_ints(self, store: Any) -> cython.p_int:
        self.stores.append(store)
        if cython.compiled:
            return cython.cast(cython.p_int, cython.cast(cython.size_t, store.buffer_info()[0]))
        return list(store)  # quicker to read than an array

    @cython.final
    def _ints(self, size: cython.int) -> cython.p_int:
        if cython.compiled:
            return cython.cast(cython.p_int, self._room(4 * size))
        return [0] * size

    @cython.final
    def _words(self, size: cython.int) -> cython.p_ulonglong:
        if cython.compiled:
            return cython.cast(cython.p_ulonglong, self._room(8 * size))
        return [0] * size

    @cython.final
    def _counts(self, size: cython.int) -> cython.p_longlong:
        if cython.compiled:
            return cython.cast(cython.p_longlong, self._room(8 * size))
        return [0] * size

    @cython.final
    def _room(self, size: cython.int) -> cython.p_char:
        """Return so many zero bytes; a bytearray gets them from the system without a copy."""
        store: bytearray = bytearray(size)
        self.stores.append(store)
        return cython.cast(cython.p_char, store)
