"""Files that somebody hands a family as its ledger: huge, nested, with markup, of a newer form.

``/house/ledger`` reads them in the browser alone; no request has them. For each stands what the
page answers: where it is refused, nothing is changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["HostileLedger", "hostile_ledgers"]

_READ = "The ledger was read."
_DEEP = 100_000
_MARKUP = "<img src=x onerror=alert(1)>"
_LONG = "x" * 41


@dataclass(frozen=True, slots=True)
class HostileLedger:
    """A file by what is wrong with it, and a part of what the page answers."""

    what: str
    text: str
    answer: str = _READ

    @property
    def is_read(self) -> bool:
        """Whether the page takes it."""
        return self.answer == _READ


def hostile_ledgers() -> list[HostileLedger]:
    """Return all files that are tried."""
    return [*_large(), *_deep(), *_names(), *_forms(), *_twice(), *_numbers(), *_strangers()]


def _ledger(*lines: Any, **more: Any) -> str:
    """Return a ledger of form 2 with these lines."""
    document = {"$schema": "urn:meepleproof:ledger:2", "game": "house", "lines": lines}
    return json.dumps({**document, **more})


def _evening(*names: str, **more: Any) -> dict[str, Any]:
    results = [{"name": name, "points": 40 + place} for place, name in enumerate(names)]
    return {"kind": "evening", "date": "2026-11-20", "tiles": 60, "results": results, **more}


def _opening(name: Any = "Anna", **more: Any) -> dict[str, Any]:
    return {"kind": "opening", "name": name, **more}


def _large() -> Iterator[HostileLedger]:
    yield HostileLedger("5 MB of blanks before a ledger", " " * 5_000_000 + _ledger(), "4 MB")
    many = [_evening("Anna", "Ben")] * 10_001
    yield HostileLedger("10,001 lines", _ledger(*many), "10,001 lines")
    six = [f"Player {number}" for number in range(6)]
    crowd = [_evening(*six, tiles=1 + number % 131) for number in range(10_000)]
    yield HostileLedger("10,000 evenings of six, the most there can be", _ledger(*crowd))


def _deep() -> Iterator[HostileLedger]:
    nested = "[" * _DEEP + "]" * _DEEP
    yield HostileLedger(f"{_DEEP:,} brackets", nested, "no document of the ledger")
    yield HostileLedger(
        f"{_DEEP:,} brackets in a line",
        _ledger(_opening(more="HERE")).replace('"HERE"', nested),
        "line 1, where somebody starts: it has 'more', which is no part of it",
    )


def _names() -> Iterator[HostileLedger]:
    yield HostileLedger("names with markup", _ledger(_evening(_MARKUP, "<b>Ben</b>&lt;")))
    yield HostileLedger(
        "names that objects of scripts have",
        _ledger(_evening("__proto__", "constructor", "toString")),
    )
    yield HostileLedger("a name that turns its line round", _ledger(_evening("Anna\u202e", "Ben")))
    yield HostileLedger("a long name", _ledger(_evening("Anna", _LONG)), "player 2 has no name")
    yield HostileLedger("a name that is a list", _ledger(_opening(["Anna"])), "names no player")


def _forms() -> Iterator[HostileLedger]:
    newer = _ledger().replace("ledger:2", "ledger:3")
    yield HostileLedger("of a newer form", newer, "of version 3, but these pages read versions")
    no_form = _ledger().replace("ledger:2", "ledger:two")
    yield HostileLedger("of a form that is no number", no_form, "no document of the ledger")
    yield HostileLedger("of another game", _ledger(game="neom"), "is not of the house game")
    yield HostileLedger("empty", "", "cannot be read as JSON")
    yield HostileLedger("a picture", "\x89PNG\r\n\x1a\n\x00\x00", "cannot be read as JSON")
    yield HostileLedger("nothing", "null", "no document of the ledger")


def _twice() -> Iterator[HostileLedger]:
    yield HostileLedger("a player twice in an evening", _ledger(_evening("Anna", "Anna")), "twice")
    form_1 = {"$schema": "urn:meepleproof:ledger:1", "game": "house"}
    players = [{"name": "Anna"}, {"name": "Anna"}]
    both = json.dumps({**form_1, "players": players})
    yield HostileLedger("a player twice in form 1", both, "two players are called Anna")
    yield HostileLedger(
        "an evening twice", _ledger(_evening("Anna", "Ben"), _evening("Anna", "Ben"))
    )


def _numbers() -> Iterator[HostileLedger]:
    for points in ("40", 40.5, -1, None, 10**308, [40]):
        results = [{"name": "Anna", "points": points}, {"name": "Ben", "points": 40}]
        yield HostileLedger(
            f"points that are {json.dumps(points)[:12]}",
            _ledger(_evening(results=results)),
            "the points of Anna are missing",
        )
    yield HostileLedger("no tiles", _ledger(_evening("Anna", "Ben", tiles=0)), "tiles is missing")
    yield HostileLedger(
        "a day that is a list", _ledger(_evening("Anna", date=["2026-11-20"])), "its date is none"
    )
    yield HostileLedger("a day that no calendar has", _ledger(_opening(date="2026-13-45")))
    starts = [{"name": "Anna", "points": 0, "start": -100_000}, {"name": "Ben", "points": 9999}]
    yield HostileLedger("handicaps that grow", _ledger(*[_evening(results=starts)] * 500))


def _strangers() -> Iterator[HostileLedger]:
    yield HostileLedger(
        "a member that is not known",
        _ledger(_evening("Anna", note="x")),
        "20 November 2026: it has 'note', which is no part of it",
    )
    yield HostileLedger(
        "an address of somewhere else for a game",
        _ledger(_evening("Anna", "Ben", game={"setup": "//example.org/#<b>", "line": "?x"})),
    )
    yield HostileLedger(
        "a line of a game of 2 MB",
        _ledger(_evening("Anna", "Ben", game={"setup": "seed=7", "line": "x" * 2_000_000})),
        "its game on the device is damaged",
    )
