"""What the address of a house game says: players, sets, minutes, seed, who moves, handicaps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

from meepleproof.service.pages.url import read_text
from meepleproof.service.play.house.game import Evening, Guest, Seat
from verifier.carcassonne.house.evening import Handicap
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS
from verifier.errors import Malformed

PARAMETERS = ("players", "sets", "hand", "minutes", "seed", "names", "seats", "handicaps")

_NAME = re.compile(r"[^~\x00-\x1f]{1,30}")
_HANDICAP = re.compile(r"(c?)(-?[0-9]{1,3})[:](-?[0-9]{1,4})")
_MOST_MINUTES = 600


def read_evening(query: Mapping[str, str]) -> Evening:
    """Return the set-up of a query; what it leaves out has its usual value.

    ``seats`` are ``person``, ``greedy`` or ``ahead`` joined by ``.``; a handicap is written as
    points for each tile and other points, ``1:-30``, after a ``c`` for a child.

    :raises Malformed: if a part of it cannot be read.
    :raises Illegal: if the rules allow no such game.
    """
    players = _number(query, "players", 2, 9)
    rules = RuleSet(players, _sets(query), _number(query, "hand", 3, 9))
    names = read_text(query, "names").split("~") if query.get("names") else _usual(players)
    for name in names:
        if not _NAME.fullmatch(name):
            raise Malformed(f"{name[:40]!r} is no name: write 1 to 30 letters", where="names")
    seats = _listed(query, "seats", len(names), "person")
    handicaps = _listed(query, "handicaps", len(names), "0:0")
    guests = tuple(
        _guest(name, seat, handicap)
        for name, seat, handicap in zip(names, seats, handicaps, strict=True)
    )
    seed = _number(query, "seed", 0, 2**53 - 1)
    return Evening(rules, _number(query, "minutes", 30, _MOST_MINUTES), seed, guests)


def _usual(players: int) -> list[str]:
    return [f"Player {number}" for number in range(1, players + 1)]


def _sets(query: Mapping[str, str]) -> tuple[str, ...]:
    if "sets" not in query:
        return RuleSet().sets
    named = read_text(query, "sets").split(".")
    for name in named:
        if name not in SETS:
            known = ", ".join(SETS)
            raise Malformed(f"there is no box {name[:20]!r}; there are {known}", where="sets")
    return tuple(name for name in SETS if name in {"base", *named})


def _listed(query: Mapping[str, str], name: str, number: int, usual: str) -> list[str]:
    found = read_text(query, name).split(".") if query.get(name) else [usual] * number
    if len(found) != number:
        raise Malformed(f"there are {len(found)} for {number} players", where=name)
    return found


def _guest(name: str, seat: str, handicap: str) -> Guest:
    known = next((each for each in get_args(Seat) if each == seat), None)
    if known is None:
        raise Malformed(
            f"{seat[:20]!r} is no kind of player; write person, greedy or ahead", where="seats"
        )
    stated = _HANDICAP.fullmatch(handicap)
    if stated is None:
        raise Malformed(
            f"{handicap[:20]!r} is no handicap; write it like '1:-30'", where="handicaps"
        )
    return Guest(name, known, bool(stated[1]), Handicap(int(stated[2]), int(stated[3])))


def _number(query: Mapping[str, str], name: str, usual: int, most: int) -> int:
    text = read_text(query, name) or str(usual)
    if not (text.isascii() and text.isdigit()) or int(text) > most:
        raise Malformed(f"{text[:20]!r} is no number up to {most}", where=name)
    return int(text)
