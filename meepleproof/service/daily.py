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
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, lru_cache

from generator.collection.index import Facts, PuzzleFilter
from generator.grade import LEVELS
from meepleproof.service.play.play import played_game
from meepleproof.service.shelf import Shelf, ShelvedPuzzle

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


class Days:
    """The puzzles of the days of each game on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._listed = cache(self._list)
        self._daily = cache(lambda game: Daily([one.id for one in self._listed(game)]))

    def identity(self, game: str, day: date) -> str | None:
        """Return the id of the puzzle of a day; None if the game has none.

        It is one of the easiest seventh on Mondays, and of the hardest on Sundays.
        """
        return self._daily(game).puzzle(day)

    def puzzle(self, game: str, day: date) -> ShelvedPuzzle | None:
        """Return the same, read from its pack."""
        identity = self.identity(game, day)
        return None if identity is None else self.shelf.known(identity)

    def _list(self, game: str) -> list[Facts]:
        """Return what the index knows of the puzzles that days may have, the easiest first."""
        played = played_game(game)
        every = self.shelf.facts(PuzzleFilter(game=game))
        found = [one for one in every if one.stated("kind") in played.daily]
        return found if played.one_scale else list(kinds_in_turns(found))


def kinds_in_turns(facts: Iterable[Facts]) -> Iterable[Facts]:
    """Return puzzles, given by rating, level by level, and in a level the kinds in turns.

    Each kind has limits of its own, so ratings are compared within a kind.
    """
    places = Counter[tuple[int, str]]()
    ordered = list[tuple[int, int, str, Facts]]()
    for one in facts:
        level, kind = LEVELS.index(one.level), one.stated("kind")
        places[level, kind] += 1
        ordered.append((level, places[level, kind], kind, one))
    return [one for *_, one in sorted(ordered, key=lambda each: each[:3])]
