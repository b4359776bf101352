"""Results of players, and the ratings of puzzles and players that fit them: Glicko (Glickman 1999).

A puzzle and a player who tries it are opponents in a game, as on the device (static/rating.js),
where the ratings of puzzles are known. Here they begin at what their packs state, and move. The
results of a day are one rating period: all are reckoned with the ratings before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import hypot, log, pi, sqrt
from pathlib import Path
from typing import Any

from verifier.documents.strict_json import json_value
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["Fitted", "Rating", "Result", "fitted", "read_results", "result_files", "updated"]

_Q = log(10) / 400
_LEAST = 50.0
"""The deviation never falls below it."""
_DRIFT = 20.0
"""A player's deviation grows by this a day, in squares, while nothing is played."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, and its standard deviation."""

    rating: float
    deviation: float


_PLAYER = Rating(800, 250)
"""Where players begin, as on the device."""
_OFF = 200.0
"""How far off the stated rating of a puzzle may be."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a player made of a puzzle on a day: a line of a file of results."""

    day: date
    player: str
    puzzle: str
    failed: int
    hints: bool
    revealed: bool

    @property
    def points(self) -> float:
        """What it counts, from 0 to 1: less for failed attempts and hints, 0 if shown.

        >>> Result(date(2026, 11, 23), "a", "b", failed=1, hints=False, revealed=False).points
        0.5
        """
        return 0.0 if self.revealed else (0.5 if self.hints else 1.0) / (1 + self.failed)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The ratings that fit the results, and of how many players each puzzle has a result."""

    puzzles: Mapping[str, Rating]
    players: Mapping[str, Rating]
    plays: Mapping[str, int]


def fitted(results: Iterable[Result], stated: Mapping[str, int]) -> Fitted:
    """Return the ratings that fit results, of the puzzles that have a ``stated`` one.

    Of a player the first result of a puzzle counts.
    """
    puzzles = {identity: Rating(rating, _OFF) for identity, rating in stated.items()}
    players = dict[str, Rating]()
    plays = dict.fromkeys(stated, 0)
    last = dict[str, date]()
    for day, of_day in groupby(_that_count(results, stated), key=lambda one: one.day):
        met = list(of_day)
        for who in {one.player for one in met}:
            idle = (day - last.get(who, day)).days
            players[who] = _rested(players.get(who, _PLAYER), idle)
        for one in met:
            plays[one.puzzle] += 1
        before = players | puzzles
        players |= _after(met, before, lambda one: (one.player, one.puzzle, one.points))
        puzzles |= _after(met, before, lambda one: (one.puzzle, one.player, 1 - one.points))
        last.update((one.player, day) for one in met)
    return Fitted(puzzles, players, plays)


def _that_count(results: Iterable[Result], stated: Mapping[str, int]) -> Iterator[Result]:
    seen = set[tuple[str, str]]()
    for one in sorted(results, key=lambda each: each.day):
        if one.puzzle in stated and (one.player, one.puzzle) not in seen:
            seen.add((one.player, one.puzzle))
            yield one


def _rested(player: Rating, idle: int) -> Rating:
    """Return a player's rating after so many days without a result, less sure."""
    deviation = min(_PLAYER.deviation, hypot(player.deviation, _DRIFT * sqrt(idle)))
    return Rating(player.rating, deviation)


def _after(
    met: Sequence[Result],
    before: Mapping[str, Rating],
    side: Callable[[Result], tuple[str, str, float]],
) -> dict[str, Rating]:
    """Return the ratings after a day of those on one side: who, against whom, with what points."""
    games = defaultdict[str, list[tuple[Rating, float]]](list)
    for who, other, points in map(side, met):
        games[who].append((before[other], points))
    return {who: updated(before[who], played) for who, played in games.items()}


def updated(one: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after games of one period, each with an opponent and points from 0 to 1.

    Glickman's own example, a player of 1500 who wins one game of three:

    >>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> after = updated(Rating(1500, 200), games)
    >>> round(after.rating), round(after.deviation, 1)
    (1464, 151.4)
    """
    gained = known = 0.0
    for other, points in games:
        weight = 1 / sqrt(1 + 3 * (_Q * other.deviation / pi) ** 2)
        expected = 1 / (1 + 10 ** (-weight * (one.rating - other.rating) / 400))
        gained += weight * (points - expected)
        known += (_Q * weight) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / one.deviation**2 + known)
    return Rating(one.rating + _Q * variance * gained, max(_LEAST, sqrt(variance)))


def result_files(path: Path) -> list[Path]:
    """Return the files of results that belong to one: those put aside, the oldest first, and it.

    >>> [file.name for file in result_files(Path("r.ndjson"))]
    ['r.ndjson.3', 'r.ndjson.2', 'r.ndjson.1', 'r.ndjson']
    """
    return [path.with_name(f"{path.name}.{age}") for age in (3, 2, 1)] + [path]


def read_results(path: Path) -> tuple[list[Result], int]:
    """Return the results in a file and in those put aside before it, and how many lines are torn.

    A line is torn if the disk was full, or the service killed, while it was written.

    :raises Malformed: if a line is whole, but no result with its day.
    :raises OSError: if the file cannot be read.
    """
    found, torn = list[Result](), 0
    for file in result_files(path):
        if file != path and not file.exists():
            continue
        for number, line in enumerate(file.read_text("utf-8", "replace").split("\n"), start=1):
            where = f"{file}, line {number}"
            try:
                document = json_value(line, where) if line else None
            except Malformed:
                torn += 1
                continue
            if document is not None:
                found.append(_result(document, where))
    return found, torn


def _result(document: dict[str, Any], where: str) -> Result:
    validate("result", document, where)
    try:
        day = date.fromisoformat(document.pop("day", ""))
    except ValueError:
        raise Malformed("it lacks the day, or there is no such day", where=where) from None
    return Result(day, **document)
