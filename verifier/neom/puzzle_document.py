"""Questions of NEOM's puzzles as documents of the schema ``neom-puzzle``."""

from __future__ import annotations

from dataclasses import replace

from verifier.documents.strict_json import Document
from verifier.errors import Illegal
from verifier.neom.puzzle import (
    LinkQuestion,
    PurchaseQuestion,
    Question,
    TurnsQuestion,
    tiles_of,
)
from verifier.neom.state import (
    GENERATIONS,
    TURNS,
    Action,
    City,
    DisasterAnswer,
    FirstAction,
    State,
    square_name,
)
from verifier.neom.state_document import read_square, require_tile, state_at
from verifier.neom.tile_catalogue import DECKS, TileCatalogue

__all__ = [
    "first_action_from_json",
    "first_action_to_json",
    "question_from_json",
    "step_to_json",
]


def question_from_json(document: Document, catalogue: TileCatalogue, where: str) -> Question:
    """Return the question of a document that follows the schema; ``where`` is its JSON Pointer.

    :raises Malformed: if it has a tile that the catalogue lacks.
    :raises Illegal: if its tiles cannot be placed now, or its packs cannot come.
    """
    if document["kind"] == "link":
        return _link(document, catalogue, where)
    if document["kind"] == "purchase":
        return _purchase(document, catalogue, where)
    state = state_at(document["state"], catalogue, f"{where}/state")
    packs = tuple(tuple(pack) for pack in document["packs"])
    _require_packs(state, packs, catalogue, f"{where}/packs")
    return TurnsQuestion(document["kind"], state, packs)


def _link(document: Document, catalogue: TileCatalogue, where: str) -> LinkQuestion:
    beside = {"tokens": [], "money": 0, "reserve": [], "tile_set": ["1+"]}
    city = state_at({**document, **beside}, catalogue, where).city
    for number, tile in enumerate(document["tiles"]):
        _require_placeable(tile, city, catalogue, f"{where}/tiles/{number}")
    return LinkQuestion(
        city, tuple(document["tiles"]), document["overbuilding"], document["centre"]
    )


def _purchase(document: Document, catalogue: TileCatalogue, where: str) -> PurchaseQuestion:
    beside = {"money": 0, "reserve": [], "tile_set": ["1+"]}
    state = state_at({**document, **beside}, catalogue, where)
    tiles, helpers = tuple(document["tiles"]), tuple(document.get("helpers", ()))
    for name, listed in (("tiles", tiles), ("helpers", helpers)):
        for number, tile in enumerate(listed):
            at = f"{where}/{name}/{number}"
            _require_placeable(tile, state.city, catalogue, at)
            _require_now(tile, state.generation, catalogue, at)
            if name == "helpers" and tile in tiles:
                message = f"{tile} is to be placed anyway, so it is no helper"
                raise Illegal(message, where=at, rule="NEOM-SOLO-TURN-3")
    corners = frozenset(tile for tile in tiles + helpers if catalogue.tile(tile).deck == "C")
    return PurchaseQuestion(replace(state, reserve=corners), tiles, helpers)


def _require_placeable(tile: str, city: City, catalogue: TileCatalogue, where: str) -> None:
    if catalogue.tile(require_tile(catalogue, tile, where)).type == "disaster":
        message = f"{tile} is a Disaster, which is never placed"
        raise Illegal(message, where=where, rule="NEOM-SOLO-DIS-2")
    if tile in {lying for _, lying in city.tiles}:
        raise Illegal(f"{tile} lies in the city", where=where, rule="NEOM-SOLO-TURN-3")


def _require_now(tile: str, generation: int, catalogue: TileCatalogue, where: str) -> None:
    if catalogue.tile(tile).deck not in ("C", DECKS[generation - 1]):
        message = (
            f"{tile} is neither a tile of Generation {DECKS[generation - 1]} nor a Cornerstone"
        )
        raise Illegal(message, where=where, rule="NEOM-SOLO-PACK-1")


def _require_packs(
    state: State, packs: tuple[tuple[str, ...], ...], catalogue: TileCatalogue, where: str
) -> None:
    seen = set(tiles_of(state))
    for number, pack in enumerate(packs):
        passed = state.turn + number - 1
        generation = state.generation + passed // TURNS
        if generation > GENERATIONS:
            message = "the game is over before this pack comes"
            raise Illegal(message, where=f"{where}/{number}", rule="NEOM-SOLO-TURN-4")
        for place, tile in enumerate(pack):
            at = f"{where}/{number}/{place}"
            if catalogue.tile(require_tile(catalogue, tile, at)).deck != DECKS[generation - 1]:
                message = f"{tile} is not a tile of Generation {DECKS[generation - 1]}"
                raise Illegal(message, where=at, rule="NEOM-SOLO-PACK-1")
            if tile in seen:
                raise Illegal(f"{tile} was seen before", where=at, rule="NEOM-SOLO-TURN-3")
            seen.add(tile)


def first_action_from_json(document: Document) -> FirstAction:
    """Return the action of a document that follows the schema.

    >>> first_action_from_json({"action": "sell", "disaster": {"answer": "pay"}}).disaster
    DisasterAnswer(kind='pay', squares=())
    """
    square, disaster = document.get("square"), document.get("disaster")
    answer = None
    if disaster is not None:
        squares = tuple(sorted(map(read_square, disaster.get("squares", ()))))
        answer = DisasterAnswer(disaster["answer"], squares)
    return FirstAction(
        document["action"],
        document.get("tile", ""),
        None if square is None else read_square(square),
        answer,
    )


def first_action_to_json(action: FirstAction) -> Document:
    """Return what tells an action apart, as a document.

    >>> first_action_to_json(FirstAction("place", "demo-I-07", (2, 3), None))
    {'action': 'place', 'tile': 'demo-I-07', 'square': 'D3'}
    """
    document: Document = {"action": action.kind}
    if action.square is not None:
        document |= {"tile": action.placed, "square": square_name(action.square)}
    if action.disaster is not None:
        document["disaster"] = {"answer": action.disaster.kind}
        if action.disaster.squares:
            names = [square_name(square) for square in action.disaster.squares]
            document["disaster"]["squares"] = names
    return document


def step_to_json(action: Action, paid: int) -> Document:
    """Return a tile placed, with what is bought for it and paid, as a document.

    >>> step_to_json(Action("place", "demo-I-07", "demo-I-07", (2, 3), ("wood",), ("west",)), 5)
    {'tile': 'demo-I-07', 'square': 'D3', 'bought': ['wood'], 'routes': ['west'], 'paid': 5}
    """
    assert action.square is not None  # noqa: S101 - only tiles that are placed are steps
    return {
        "tile": action.placed,
        "square": square_name(action.square),
        "bought": list(action.bought),
        "routes": list(action.routes),
        "paid": paid,
    }
