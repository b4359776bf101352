"""The ledger of a table: its evenings line by line, and the handicaps that follow from them.

Every line stands by itself. An opening says what a player starts with from there on; an evening
adds to the handicap of all but its winners. So a line can be taken out, and no other one changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from verifier.carcassonne.house.evening import Handicap
from verifier.documents.validation import pointed, validate
from verifier.errors import Ambiguous, Malformed
from verifier.wording import listed

CHILD_SHIFT = Fraction(1, 2)
ADULT_SHIFT = Fraction(1, 4)
"""Which part of the difference from the winner is made good for the next game. HOUSE-SETUP-8 says
"about half" for children and "more slowly" for adults; a quarter is our number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player of the ledger starts with: a handicap, which grows faster for a child."""

    child: bool = False
    handicap: Handicap = field(default_factory=Handicap)


@dataclass(frozen=True, slots=True)
class Opening:
    """A player starts with this handicap from here on, whatever was before."""

    name: str
    standing: Standing = field(default_factory=Standing)
    date: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What a player scored on the board (of two players, with both colours; HOUSE-2P-3).

    ``start`` is the handicap in points at that game; None if it follows from the lines before.
    """

    name: str
    points: int
    start: int | None = None
    computer: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What a game on a device is known by: its set-up with the seed, and its part-turns."""

    setup: str
    line: str


@dataclass(frozen=True, slots=True)
class PastEvening:
    """A game that was played to its end, with so many tiles in the bag.

    If it is ``carried``, a later opening has it in it already, and it shifts no handicap.
    """

    tiles: int
    results: tuple[Result, ...]
    date: str = ""
    carried: bool = False
    game: PlayedGame | None = None


Line: TypeAlias = Opening | PastEvening


@dataclass(frozen=True, slots=True)
class Ledger:
    """The lines of a ledger, in their order."""

    lines: tuple[Line, ...] = ()

    def standings(self, lines: int | None = None) -> dict[str, Standing]:
        """Return what each player starts with after so many lines, or after all of them.

        >>> ada = Opening("Ada", Standing(child=True, handicap=Handicap(1, -30)))
        >>> evening = PastEvening(60, (Result("Ada", 40), Result("Ben", 91)))
        >>> Ledger((ada, evening)).standings()["Ada"].handicap
        Handicap(per_tile=1, points=-20)
        """
        standings: dict[str, Standing] = {}
        for line in self.lines[:lines]:
            if isinstance(line, Opening):
                standings[line.name] = line.standing
            else:
                standings |= after(line, standings)
        return standings

    def has(self, evening: PastEvening) -> bool:
        """Return whether an evening of that date has these players with these points already.

        >>> evening = PastEvening(60, (Result("Ada", 40), Result("Ben", 91)), "2026-11-20")
        >>> Ledger((evening,)).has(replace(evening, tiles=58, results=evening.results[::-1]))
        True
        """
        return any(
            isinstance(line, PastEvening)
            and line.date == evening.date
            and _points(line) == _points(evening)
            for line in self.lines
        )

    def entered(self, evening: PastEvening) -> Ledger:
        """Return the ledger with an evening after all lines that are not of a later day.

        What its players start with is written down with it.

        >>> lines = (Opening("Ada", date="2026-11-20"), Opening("Ben", date="2026-11-22"))
        >>> evening = PastEvening(60, (Result("Ada", 40), Result("Ben", 91)), "2026-11-21")
        >>> Ledger(lines).entered(evening).lines[1].results[0]
        Result(name='Ada', points=40, start=0, computer=False)
        """
        place = len(self.lines)
        while evening.date and place and self.lines[place - 1].date > evening.date:
            place -= 1
        starts = started(evening, self.standings(place))
        results = tuple(replace(one, start=starts[one.name]) for one in evening.results)
        entered = replace(evening, results=results)
        return Ledger((*self.lines[:place], entered, *self.lines[place:]))


def started(evening: PastEvening, standings: Mapping[str, Standing]) -> dict[str, int]:
    """Return what each player of an evening started with, after lines with these standings."""
    return {
        one.name: standings.get(one.name, Standing()).handicap.at(evening.tiles)
        if one.start is None and not one.computer
        else one.start or 0
        for one in evening.results
    }


def totals(evening: PastEvening, standings: Mapping[str, Standing]) -> dict[str, int]:
    """Return what each player of an evening came to, handicap included (HOUSE-WIN-1)."""
    starts = started(evening, standings)
    return {one.name: one.points + starts[one.name] for one in evening.results}


def after(evening: PastEvening, standings: Mapping[str, Standing]) -> dict[str, Standing]:
    """Return the standings of an evening's players after it (HOUSE-SETUP-8).

    The handicap of all but the winners grows. The computer counts for nothing.
    """
    reached = totals(evening, standings)
    people = [one.name for one in evening.results if not one.computer]
    most = max((reached[name] for name in people), default=0)
    found = {}
    for name in people:
        before = standings.get(name, Standing())
        part = CHILD_SHIFT if before.child else ADULT_SHIFT
        shift = 0 if evening.carried else int((most - reached[name]) * part)
        handicap = replace(before.handicap, points=before.handicap.points + shift)
        found[name] = replace(before, handicap=handicap)
    return found


def told(evening: PastEvening, standings: Mapping[str, Standing]) -> str:
    """Return who won an evening, by how much, with which handicap, and what changes, in words.

    >>> evening = PastEvening(60, (Result("Ada", 40), Result("Ben", 91)))
    >>> told(evening, {"Ada": Standing(child=True, handicap=Handicap(1, -30))})
    'Ben won by 21: Ben 91, Ada 70 with a handicap of 30. With 60 tiles again Ada starts with 40: \
10 more, half of the 21 points behind.'
    """
    if evening.carried:
        points = [f"{one.name} {one.points}" for one in evening.results]
        return f"On the board: {listed(points)}. Counted in a handicap that was carried over."
    return f"{_outcome(evening, standings)} {_changes(evening, standings)}"


def _outcome(evening: PastEvening, standings: Mapping[str, Standing]) -> str:
    starts, reached = started(evening, standings), totals(evening, standings)
    order = sorted(reached, key=lambda name: -reached[name])
    best = reached[order[0]]
    winners = [name for name in order if reached[name] == best]
    if len(winners) > 1:
        head = f"{listed(winners)} won together"
    elif len(order) > 1:
        head = f"{order[0]} won by {best - reached[order[1]]}"
    else:
        head = f"{order[0]} played alone"
    points = (
        f"{name} {reached[name]}" + (f" with a handicap of {starts[name]}" if starts[name] else "")
        for name in order
    )
    return f"{head}: {', '.join(points)}."


def _changes(evening: PastEvening, standings: Mapping[str, Standing]) -> str:
    people = [one.name for one in evening.results if not one.computer]
    if len(people) == 1:
        return "A game of one person against the computer changes no handicap."
    reached, now = totals(evening, standings), after(evening, standings)
    most = max((reached[name] for name in people), default=0)
    changes = []
    for name in people:
        shift = now[name].handicap.points - standings.get(name, Standing()).handicap.points
        if shift:
            part = "half" if now[name].child else "a quarter"
            starts = now[name].handicap.at(evening.tiles)
            changes.append(
                f"{name} starts with {starts}: {shift} more, {part} of the "
                f"{most - reached[name]} points behind"
            )
    if changes:
        return f"With {evening.tiles} tiles again {'; '.join(changes)}."
    if len({reached[name] for name in people}) > 1:
        return "No handicap changes: the part that is made good is less than a point."
    return "No handicap changes."


# --- A ledger as a JSON document of the schema ``ledger``, form 2; form 1 is read


_URN = "urn:meepleproof:ledger:"
SCHEMA = f"{_URN}2"
FORM_1 = f"{_URN}1"


def read_ledger(document: Any, where: str = "") -> Ledger:
    """Return the ledger that a document of either form states.

    :raises Malformed: if it does not follow the schema, or a game of form 1 names an unknown
        player.
    :raises Ambiguous: if two players have one name.

    >>> read_ledger(ledger_to_json(Ledger((Opening("Ben"),)))).lines
    (Opening(name='Ben', standing=Standing(child=False, handicap=Handicap(per_tile=0, points=0)), \
date=''),)
    """
    form = document.get("$schema") if isinstance(document, dict) else None
    if form == FORM_1:
        return _read_form_1(document, where)
    if isinstance(form, str) and form != SCHEMA and re.fullmatch(f"{_URN}[0-9]{{1,4}}", form):
        raise Malformed(
            f"this ledger is of form {form.removeprefix(_URN)}, and forms 1 and 2 are read here; "
            "a newer version of meepleproof reads it",
            where=f"{where} /$schema".strip(),
        )
    try:
        validate("ledger", document, where)
    except Malformed as fault:
        raise Malformed(
            f"{_whose(document, fault.where)}{fault.message}", where=fault.where
        ) from None
    lines = tuple(map(_read_line, document["lines"]))
    for number, line in enumerate(lines):
        names = [one.name for one in line.results] if isinstance(line, PastEvening) else []
        place = f"{where} /lines/{number}/results".strip()
        _refuse_twice(names, place, f"{_in_words(document['lines'][number], number)}: ")
    return Ledger(lines)


def _refuse_twice(names: list[str], place: str, whose: str = "") -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise Ambiguous(
                f"{whose}two players are called {name!r}", where=f"{place}/{number}/name"
            )


def _whose(document: Any, where: str) -> str:
    """Return in words in which line of a document a place is."""
    path = pointed(where)
    match path:
        case ("lines", int(number), *_):
            return f"{_in_words(document['lines'][number], number)}: "
    return ""


def _in_words(line: Any, number: int) -> str:
    known = line if isinstance(line, dict) else {}
    day = known.get("date")
    said = f"line {number + 1}"
    if known.get("kind") in {"evening", "opening"}:
        said += f", the {known['kind']}"
    return said + (f" of {day}" if isinstance(day, str) and len(day) <= len("2026-11-27") else "")


def _read_line(line: Mapping[str, Any]) -> Line:
    date = line.get("date", "")
    if line["kind"] == "opening":
        handicap = Handicap(line.get("per_tile", 0), line.get("points", 0))
        return Opening(line["name"], Standing(line.get("child", False), handicap), date)
    results = tuple(
        Result(one["name"], one["points"], one.get("start"), one.get("computer", False))
        for one in line["results"]
    )
    game = PlayedGame(**line["game"]) if "game" in line else None
    return PastEvening(line["tiles"], results, date, line.get("carried", False), game)


def _read_form_1(document: Any, where: str) -> Ledger:
    validate("ledger-1", document, where)
    players = document["players"]
    names = [each["name"] for each in players]
    _refuse_twice(names, f"{where} /players".strip())
    openings = (
        Opening(
            each["name"],
            Standing(each.get("child", False), Handicap(**each.get("handicap", {}))),
        )
        for each in players
    )
    evenings = []
    for number, game in enumerate(document.get("games", ())):
        for name in game["scores"]:
            if name not in names:
                raise Malformed(
                    f"{name!r} is not among the players {', '.join(names)}",
                    where=f"{where} /games/{number}/scores".strip(),
                )
        results = tuple(Result(name, points) for name, points in game["scores"].items())
        evenings.append(PastEvening(game["tiles"], results))
    return Ledger((*openings, *evenings))


def ledger_to_json(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as a document of the schema, form 2."""
    return {"$schema": SCHEMA, "game": "house", "lines": [*map(_line, ledger.lines)]}


def _line(line: Line) -> dict[str, Any]:
    date = {"date": line.date} if line.date else {}
    if isinstance(line, Opening):
        standing = line.standing
        return {
            "kind": "opening",
            **date,
            "name": line.name,
            **({"child": True} if standing.child else {}),
            "per_tile": standing.handicap.per_tile,
            "points": standing.handicap.points,
        }
    game = line.game
    return {
        "kind": "evening",
        **date,
        "tiles": line.tiles,
        "results": [*map(_result, line.results)],
        **({"carried": True} if line.carried else {}),
        **({"game": {"setup": game.setup, "line": game.line}} if game else {}),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "name": result.name,
        "points": result.points,
        **({} if result.start is None else {"start": result.start}),
        **({"computer": True} if result.computer else {}),
    }


def _points(evening: PastEvening) -> list[tuple[str, int]]:
    return sorted((one.name, one.points) for one in evening.results)
