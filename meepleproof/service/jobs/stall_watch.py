"""Finding stalled workers: those whose count of heartbeats has stood still for too long.

Time is measured by a clock that never jumps, and only while the watch itself is running: if it was
suspended, with the whole machine or alone, the workers may have been suspended as well.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = ["Heartbeat", "StallWatch"]

_LOOKS = 4
"""At least so many looks in a row must find the same count."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The count of heartbeats of a running job, and its lease."""

    id: str
    lease: str
    beats: int


class StallWatch:
    """Finds counts that have stood still for more than so many ``seconds``; safe for threads."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn = threading.Lock()
        self._looked = clock()
        self._unchanged = dict[Heartbeat, float]()

    def stalled(self, beats: Iterable[Heartbeat]) -> list[Heartbeat]:
        """Return those of the current counts that have stood still for too long.

        >>> now = 0.0
        >>> watch, beat = StallWatch(8.0, lambda: now), Heartbeat("j1", "x", 3)
        >>> results = []
        >>> for now in (0.0, 2.0, 4.0, 3600.0, 3602.0, 3604.0):
        ...     results.append(watch.stalled([beat]) == [beat])
        >>> results
        [False, False, False, False, False, True]
        """
        with self._turn:
            now = self._clock()
            passed = min(now - self._looked, self._seconds / _LOOKS)
            self._looked = now
            self._unchanged = {
                beat: self._unchanged[beat] + passed if beat in self._unchanged else 0.0
                for beat in beats
            }
            return [beat for beat, time in self._unchanged.items() if time > self._seconds]
