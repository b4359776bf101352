"""A game of the house rules by its address: set-up, table, result and record.

The address says players, sets, minutes, seed, who moves, and handicaps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args
from urllib.parse import urlencode

from meepleproof.service.play.house import GAME
from meepleproof.service.play.house.document import (
    Seats,
    house_document,
    laid_in_words,
    refusal_document,
)
from meepleproof.service.play.house.game import (
    Evening,
    Guest,
    HouseGame,
    HouseGames,
    Seat,
    answered,
)
from meepleproof.service.play.house.turns import parse_player_part_turns
from meepleproof.service.play.url import read_text
from verifier.carcassonne.house.codec import record_to_json
from verifier.carcassonne.house.evening import Handicap
from verifier.carcassonne.house.ledger import PastEvening, Result, Standing, after
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.wording import listed

__all__ = ["PATH", "RECORD", "game_record", "game_table", "read_evening"]

PATH = "/house/game"
RECORD = f"{PATH}/record.json"


def _game_of(games: HouseGames, query: Mapping[str, str]) -> HouseGame:
    """Return the game that a query asks for, as far as the line goes.

    :raises Malformed: if a part of it cannot be read.
    :raises Illegal: if the rules allow no such game.
    """
    line = read_text(query, "line")
    turns = parse_player_part_turns(line.split("~") if line else ())
    return games(read_evening(query), turns)


def game_table(games: HouseGames, query: Mapping[str, str]) -> Document:
    """Return the table of a game; the service's players answer unless ``exactly`` is asked for.

    They make a few part-turns at most; the page asks on from where they are.
    """
    game = _game_of(games, query)
    return _table(game if query.get("exactly") == "1" else answered(game), query)


def game_record(games: HouseGames, query: Mapping[str, str]) -> Document:
    """Return the record of a game.

    :raises Malformed: if a part of the query cannot be read, or a part-turn cannot be made.
    :raises Illegal: if the rules allow no such game.
    """
    game = _game_of(games, query)
    if game.refusal is not None:
        raise Malformed(game.refusal.sentence, where=f"/turns/{game.refusal.turn - 1}")
    return record_to_json(game.record())


def _table(game: HouseGame, query: Mapping[str, str]) -> Document:
    evening = game.evening
    seats = Seats(tuple(guest.name for guest in evening.guests), evening.handicaps)
    document = house_document(game.seen(), game.outcomes, seats, playing=not game.goes_on)
    if game.goes_on:
        document["goes_on"] = True
    document["back"] = "~".join(map(str, game.back))
    if game.answers:
        document["answered"] = [
            {"at": list(one.part_turn.cell), "says": laid_in_words(one.part_turn, one.colour)}
            for one in game.outcomes[-game.answers :]
        ]
    if game.refusal is not None:
        document["refused"] = refusal_document(game.refusal)
    if game.position.end:
        document["end"] = _end(game, query)
    return document


def _end(game: HouseGame, query: Mapping[str, str]) -> Document:
    asked = {name: query[name] for name in GAME.free if name in query}
    line = "~".join(map(str, game.line))
    end: Document = {
        "kind": "over",
        "file": f"{RECORD}?{urlencode({**asked, 'line': line})}",
    }
    if game.position.end == "tie":
        return end | {
            "head": "The game is a tie",
            "says": "No tile in the hand fits, so the game is a tie.",
            "rule": "HOUSE-TURN-11",
        }
    evening, scores = game.evening, game.totals()
    totals = [score + own for score, own in zip(scores, evening.handicaps, strict=True)]
    names = [guest.name for guest in evening.guests]
    winners = [name for name, total in zip(names, totals, strict=True) if total == max(totals)]
    says = (
        f"{name}: {total}" + (f" with a handicap of {own}" if own else "")
        for name, total, own in zip(names, totals, evening.handicaps, strict=True)
    )
    return end | {
        "head": f"{listed(winners)} {'wins' if len(winners) == 1 else 'win together'}",
        "says": f"{'. '.join(says)}.",
        "rule": "HOUSE-END-1",
        "evening": _for_the_ledger(evening, scores),
    }


def _for_the_ledger(evening: Evening, scores: tuple[int, ...]) -> Document:
    """Return the game as a ledger keeps it, and the handicaps of the next one (HOUSE-SETUP-8)."""
    before = {one.name: Standing(one.child, one.handicap) for one in evening.guests}
    results = tuple(
        Result(guest.name, score) for guest, score in zip(evening.guests, scores, strict=True)
    )
    following = after(PastEvening(evening.plan.bag, results), before)
    return {
        "tiles": evening.plan.bag,
        "scores": {one.name: one.points for one in results},
        "players": [
            {
                "name": one.name,
                "child": one.child,
                "per_tile": following[one.name].handicap.per_tile,
                "points": following[one.name].handicap.points,
            }
            for one in evening.guests
        ],
    }


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
    names = read_text(query, "names").split("~") if query.get("names") else _usual_evening(players)
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


def _usual_evening(players: int) -> list[str]:
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
