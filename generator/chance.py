"""Our own random number generator: the same numbers from the same seed, on any machine, forever.

The standard library promises this for ``random()`` only, not for choices and shuffles.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_WORD = (1 << 64) - 1


class Chance:
    """A stream of random numbers (SplitMix64), seeded by any words.

    >>> Chance(7, "road-5-3c").below(1000) == Chance(7, "road-5-3c").below(1000)
    True
    """

    def __init__(self, *seed: int | str) -> None:
        text = "/".join(str(part) for part in seed)
        self._state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
        return word ^ word >> 31

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to ``bound`` - 1."""
        # The bias of the remainder is below 2**-50 for all bounds used here.
        return self._next() % bound

    def choice(self, items: Sequence[_T]) -> _T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """Return the items in another order."""
        left = list(items)
        for place in range(len(left) - 1, 0, -1):
            other = self.below(place + 1)
            left[place], left[other] = left[other], left[place]
        return left
