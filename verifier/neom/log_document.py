"""The log of a NEOM game as a JSON document of the schema ``neom-log``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
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
from verifier.neom.state import HEADINGS, square_name
from verifier.neom.state_document import (
    read_square,
    require_board,
    require_goods,
    require_tile,
    state_at,
    state_to_json,
)
from verifier.neom.tiles import TileCatalogue

__all__ = ["checked_log", "event_to_json", "log_from_json", "log_to_json"]


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
    return Log(require_board(catalogue, document["board"], f"{where}/board"), events)


def log_to_json(log: Log) -> Document:
    """Return the log as a document; equal logs give equal documents."""
    start = {"board": log.board} if log.start is None else {"start": state_to_json(log.start)}
    return {"game": "neom", **start, "events": [event_to_json(event) for event in log.events]}


def _event(document: Document, catalogue: TileCatalogue, where: str) -> Event:
    # The schema lets each event have exactly one of these keys.
    key = next(key for key in _READERS if key in document)
    tokens = document.get("tokens")
    if tokens is not None:
        tokens = frozenset(require_goods(catalogue, tokens, f"{where}/tokens"))
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
        bought=require_goods(catalogue, document.get("bought", []), f"{where}/bought"),
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
