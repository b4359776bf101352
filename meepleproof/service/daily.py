"""The puzzle of each day: easy on Monday, harder day by day, the hardest on Sunday.

The puzzles, from easy to hard, are cut into seven parts of about the same size, one for each day
of the week. The puzzles of a part stand on a ring, by a digest of their ids; a day stands on it by
a digest of its date, and takes the next puzzle. It skips those of the last weeks, up to half of the
part, so nothing comes back soon. A new puzzle changes only a few days, and everything follows from
the date and the ids.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

_DAYS = 7
_WEEKS = 53
_MOST_YEARS = 4


class Daily:
    """The puzzles of all days, chosen from ids in order, the easiest first; of any game."""

    def __init__(self, ids: Sequence[str]) -> None:
        count = len(ids)
        # With fewer than seven puzzles some days share one.
        self._parts = tuple(
            ids[day * count // _DAYS : max(day * count // _DAYS + 1, (day + 1) * count // _DAYS)]
            for day in range(_DAYS)
        )
        self._weeks = lru_cache(_MOST_YEARS * _DAYS)(self._chosen)

    def puzzle(self, day: date) -> str | None:
        """Return the id of the puzzle of a day; None where there are no puzzles.

        >>> days = Daily([f"puzzle {number:03}" for number in range(70)])
        >>> days.puzzle(date(2026, 11, 23)), days.puzzle(date(2026, 11, 29))
        ('puzzle 007', 'puzzle 063')
        """
        year, week, weekday = day.isocalendar()
        return self._weeks(year, weekday - 1)[week - 1] if self._parts[0] else None

    def _chosen(self, year: int, weekday: int) -> tuple[str, ...]:
        """Return the puzzles of one day of the week in all weeks of a year, by the ISO calendar."""
        ring = sorted((_point(one), one) for one in self._parts[weekday])
        rest, chosen = len(ring) // 2, list[str]()
        for week in range(1, _WEEKS + 1):
            passed = set(chosen[max(0, len(chosen) - rest) :])
            begin = bisect(ring, (_point(f"{year}-{week}"), ""))
            onwards = (ring[(begin + step) % len(ring)][1] for step in range(len(ring)))
            chosen.append(next(one for one in onwards if one not in passed))
        return tuple(chosen)


def _point(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
