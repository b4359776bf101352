"""States and logs of NEOM as JSON documents of the schemas ``neom-state`` and ``neom-log``."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Claims,
    End,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.state import (
    GENERATIONS,
    HEADINGS,
    SQUARES,
    TURNS,
    City,
    Square,
    State,
    square_name,
)
from verifier.neom.tiles import TileCatalogue

__all__ = [
    "checked_log",
    "city_to_json",
    "event_to_json",
    "log_from_json",
    "log_to_json",
    "read_square",
    "require_tile",
    "state_at",
    "state_from_json",
    "state_to_json",
]

_SQUARE = re.compile(r"(-?)([A-Z])(-?[0-9]{1,2})")


def state_from_json(document: Any, catalogue: TileCatalogue, where: str = "") -> State:
    """Return the state that a document of a game with these tiles states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("neom-state", document, where)
    return state_at(document, catalogue, where)


def state_to_json(state: State) -> Document:
    """Return the state as a document; equal states give equal documents."""
    west, east = state.routes_used
    document: Document = {
        "game": "neom",
        "tile_set": list(state.tile_set),
        "board": state.city.board,
        "city": city_to_json(state.city),
        "tokens": sorted(state.tokens),
        "money": state.money,
        "reserve": sorted(state.reserve),
        "generation": state.generation,
        "turn": state.turn,
        "cornerstones_placed": state.cornerstones_placed,
    }
    if west or east:
        document["routes_used"] = {"west": west, "east": east}
    if state.disaster_over:
        document["disaster_over"] = True
    return document


def city_to_json(city: City) -> list[Document]:
    """Return the tiles of a city as documents write them.

    >>> city_to_json(City("harbour").with_tile((2, 3), "demo-I-07"))
    [{'square': 'D3', 'tile': 'demo-I-07'}]
    """
    return [{"square": square_name(square), "tile": tile} for square, tile in city.tiles]


def read_square(name: str) -> Square:
    """Return the square, on the board or off it, of a name that has the right form.

    >>> read_square("D3"), read_square("-A6")
    ((2, 3), (5, -1))
    """
    found = _SQUARE.fullmatch(name)
    if found is None:
        raise Malformed(f"{name!r} is not a square; the City Center is C3", rule="NEOM-PLACE-2")
    sign, letter, row = found.groups()
    column = ord(letter) - ord("A")
    return int(row) - 1, -1 - column if sign else column


def state_at(document: Document, catalogue: TileCatalogue, where: str) -> State:
    """Return the state of a document that follows the schema; ``where`` is its JSON Pointer.

    :raises Malformed: if it has a tile or good that the catalogue lacks, or contradicts itself.
    """
    _require_board(catalogue, document["board"], f"{where}/board")
    city = _city(document, catalogue, where)
    _require_reserve(document["reserve"], city, catalogue, f"{where}/reserve")
    in_city = sum(catalogue.tile(tile).deck == "C" for _, tile in city.tiles)
    used = document.get("routes_used", {})
    return State(
        tile_set=tuple(document["tile_set"]),
        city=city,
        tokens=frozenset(_require_goods(catalogue, document["tokens"], f"{where}/tokens")),
        money=document["money"],
        reserve=frozenset(document["reserve"]),
        generation=document.get("generation", 1),
        turn=document.get("turn", 1),
        cornerstones_placed=document.get("cornerstones_placed", in_city),
        routes_used=(used.get("west", 0), used.get("east", 0)),
        disaster_over=document.get("disaster_over", False),
    )


def _require_board(catalogue: TileCatalogue, board: str, where: str) -> str:
    """Return the id of a City board.

    :raises Malformed: if the catalogue lacks it.
    """
    return _require(board, [each.id for each in catalogue.boards], "City board", where)


def require_tile(catalogue: TileCatalogue, tile: str, where: str) -> str:
    """Return the id of a tile.

    :raises Malformed: if the catalogue lacks it.
    """
    return _require(tile, list(catalogue.tile_by_id), "tile", where)


def _require_goods(catalogue: TileCatalogue, goods: list[str], where: str) -> tuple[str, ...]:
    """Return the goods.

    :raises Malformed: if the catalogue lacks one of them.
    """
    known = [good.id for good in catalogue.goods]
    return tuple(
        _require(good, known, "good", f"{where}/{number}") for number, good in enumerate(goods)
    )


def _require(name: str, known: list[str], what: str, where: str) -> str:
    if name not in known:
        near = get_close_matches(name, known, n=1)
        meant = f"did you mean {near[0]!r}?" if near else "is it of another catalogue?"
        raise Malformed(f"the catalogue has no {what} {name!r}; {meant}", where=where)
    return name


def _city(document: Document, catalogue: TileCatalogue, where: str) -> City:
    lying: dict[Square, str] = {}
    if len(document["city"]) > GENERATIONS * TURNS:
        raise Malformed(
            f"{len(document['city'])} tiles lie in the city, but in 21 turns at most 21 are placed",
            where=f"{where}/city",
            rule="NEOM-PLACE-10",
        )
    for number, entry in enumerate(document["city"]):
        place = f"{where}/city/{number}"
        square = read_square(entry["square"])
        tile = require_tile(catalogue, entry["tile"], f"{place}/tile")
        if square not in SQUARES:
            raise Malformed(
                f"{entry['square']} is not on the board, whose squares are A1 to E5",
                where=f"{place}/square",
                rule="NEOM-PLACE-2",
            )
        if square in lying:
            raise Malformed(
                f"two tiles lie on {entry['square']}; give only the one on top",
                where=f"{place}/square",
                rule="NEOM-PLACE-2",
            )
        if tile in lying.values():
            raise Malformed(f"{tile} lies there twice", where=f"{place}/tile", rule="NEOM-COMP-12")
        if catalogue.tile(tile).type == "disaster":
            raise Malformed(
                f"{tile} is a Disaster, which is never placed",
                where=f"{place}/tile",
                rule="NEOM-SOLO-DIS-2",
            )
        lying[square] = tile
    return City(document["board"], tuple(sorted(lying.items())))


def _require_reserve(reserve: list[str], city: City, catalogue: TileCatalogue, where: str) -> None:
    lying = {tile for _, tile in city.tiles}
    for number, tile in enumerate(reserve):
        place = f"{where}/{number}"
        if catalogue.tile(require_tile(catalogue, tile, place)).deck != "C":
            message = f"{tile} is in reserve, but is no Cornerstone"
            raise Malformed(message, where=place, rule="NEOM-SOLO-CORNER-3")
        if tile in lying:
            message = f"{tile} is in reserve, but lies in the city"
            raise Malformed(message, where=place, rule="NEOM-SOLO-CORNER-3")


# --- logs


def log_from_json(document: Any, catalogue: TileCatalogue, where: str = "") -> Log:
    """Return the log, legal or not, that a document of a game with these tiles states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it: a
        JSON Pointer, too, or the name of the document.
    """
    validate("neom-log", document, where)
    return checked_log(document, catalogue, where)


def checked_log(document: Document, catalogue: TileCatalogue, where: str = "") -> Log:
    """Return the log that a document of the schema ``neom-log`` states, see `log_from_json`.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    if where and not where.startswith("/"):
        where += " "
    events = tuple(
        _event(each, catalogue, f"{where}/events/{number}")
        for number, each in enumerate(document["events"])
    )
    if "start" in document:
        start = state_at(document["start"], catalogue, f"{where}/start")
        return Log(start.city.board, events, start)
    return Log(_require_board(catalogue, document["board"], f"{where}/board"), events)


def log_to_json(log: Log) -> Document:
    """Return the log as a document; equal logs give equal documents."""
    start = {"board": log.board} if log.start is None else {"start": state_to_json(log.start)}
    return {"game": "neom", **start, "events": [event_to_json(event) for event in log.events]}


def _event(document: Document, catalogue: TileCatalogue, where: str) -> Event:
    # The schema lets each event have exactly one of these keys.
    key = next(key for key in _READERS if key in document)
    tokens = document.get("tokens")
    if tokens is not None:
        tokens = frozenset(_require_goods(catalogue, tokens, f"{where}/tokens"))
    claims = Claims(document.get("money"), tokens)
    return _READERS[key](document, claims, catalogue, where)


def _stack(document: Document, claims: Claims, catalogue: TileCatalogue, where: str) -> Event:
    return RevealCornerstones(_tiles(document, "cornerstones", catalogue, where), claims)


def _keep(document: Document, claims: Claims, catalogue: TileCatalogue, where: str) -> Event:
    return KeepCornerstone(require_tile(catalogue, document["keep"], f"{where}/keep"), claims)


def _choose(document: Document, claims: Claims, _catalogue: TileCatalogue, _where: str) -> Event:
    return ChooseTiles(tuple(document["tile_set"]), claims)


def _reveal(document: Document, claims: Claims, catalogue: TileCatalogue, where: str) -> Event:
    return Reveal(_tiles(document, "reveal", catalogue, where), claims)


def _act(document: Document, claims: Claims, catalogue: TileCatalogue, where: str) -> Event:
    cornerstone = document.get("cornerstone", "")
    if cornerstone:
        require_tile(catalogue, cornerstone, f"{where}/cornerstone")
    return Act(
        action=document["action"],
        selected=require_tile(catalogue, document["tile"], f"{where}/tile"),
        cornerstone=cornerstone,
        square=read_square(document["square"]) if "square" in document else None,
        bought=_require_goods(catalogue, document.get("bought", []), f"{where}/bought"),
        routes=tuple(document.get("routes", ())),
        claims=claims,
    )


def _strike(document: Document, claims: Claims, _catalogue: TileCatalogue, _where: str) -> Event:
    squares = tuple(map(read_square, document.get("squares", ())))
    return Strike(document["strike"], squares, claims)


def _end(document: Document, claims: Claims, _catalogue: TileCatalogue, _where: str) -> Event:
    noted = document["end"].get("headings", {})
    headings = tuple((name, noted[name]) for name in HEADINGS if name in noted)
    return End(headings, document["end"].get("total"), claims)


_READERS: dict[str, Callable[[Document, Claims, TileCatalogue, str], Event]] = {
    "cornerstones": _stack,
    "keep": _keep,
    "tile_set": _choose,
    "reveal": _reveal,
    "action": _act,
    "strike": _strike,
    "end": _end,
}


def _tiles(document: Document, key: str, catalogue: TileCatalogue, where: str) -> tuple[str, ...]:
    return tuple(
        require_tile(catalogue, tile, f"{where}/{key}/{number}")
        for number, tile in enumerate(document[key])
    )


def event_to_json(event: Event) -> Document:
    """Return an event as a document, with what was noted after it.

    >>> event_to_json(Strike("lose", ((1, 2),)))
    {'strike': 'lose', 'squares': ['C2']}
    """
    document = _own_to_json(event)
    if event.claims.money is not None:
        document["money"] = event.claims.money
    if event.claims.tokens is not None:
        document["tokens"] = sorted(event.claims.tokens)
    return document


def _own_to_json(event: Event) -> Document:
    """Return an event as a document without what was noted after it."""
    document: Document
    match event:
        case RevealCornerstones(tiles):
            document = {"cornerstones": list(tiles)}
        case KeepCornerstone(tile):
            document = {"keep": tile}
        case ChooseTiles(marks):
            document = {"tile_set": list(marks)}
        case Reveal(tiles):
            document = {"reveal": list(tiles)}
        case Act():
            document = _act_to_json(event)
        case Strike(answer, squares):
            lost = {"squares": [square_name(square) for square in squares]} if squares else {}
            document = {"strike": answer, **lost}
        case End(headings, total):
            noted = {"headings": dict(headings)} if headings else {}
            document = {"end": noted | ({} if total is None else {"total": total})}
    return document


def _act_to_json(act: Act) -> Document:
    document: Document = {"action": act.action, "tile": act.selected}
    if act.cornerstone:
        document["cornerstone"] = act.cornerstone
    if act.square is not None:
        document["square"] = square_name(act.square)
    if act.bought:
        document["bought"] = list(act.bought)
    if act.routes:
        document["routes"] = list(act.routes)
    return document
