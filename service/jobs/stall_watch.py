"""Watching over those who work: whose count has stood still for too long.

Whoever works on a job counts up. Whoever watches measures by a clock of its own that never jumps,
and counts only the time in which it looked: if it was itself asleep, with the whole machine or
alone, the others may have been asleep as well.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = ["Beat", "Watch"]

_LOOKS = 4
"""So many looks at least, one after another, must find the same."""


@dataclass(frozen=True, slots=True)
class Beat:
    """How far the count of a running job has come, and by which lease."""

    id: str
    lease: str
    beats: int


class Watch:
    """Says which counts have stood still for more than so many ``seconds``; for several threads."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn = threading.Lock()
        self._looked = clock()
        self._silent = dict[Beat, float]()

    def silent(self, beats: Iterable[Beat]) -> list[Beat]:
        """Return those of the counts there are now that have stood still for too long.

        >>> now = 0.0
        >>> watch, beat = Watch(8.0, lambda: now), Beat("j1", "x", 3)
        >>> told = []
        >>> for now in (0.0, 2.0, 4.0, 3600.0, 3602.0, 3604.0):
        ...     told.append(watch.silent([beat]) == [beat])
        >>> told
        [False, False, False, False, False, True]
        """
        with self._turn:
            now = self._clock()
            passed = min(now - self._looked, self._seconds / _LOOKS)
            self._looked = now
            self._silent = {
                beat: self._silent[beat] + passed if beat in self._silent else 0.0 for beat in beats
            }
            return [beat for beat, time in self._silent.items() if time > self._seconds]
