"""A state of a NEOM game as a JSON document of the schema ``neom-state``."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.neom.state import GENERATIONS, SQUARES, TURNS, City, Square, State, square_name
from verifier.neom.tiles import TileCatalogue

__all__ = [
    "city_to_json",
    "read_square",
    "require_board",
    "require_goods",
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
    require_board(catalogue, document["board"], f"{where}/board")
    city = _city(document, catalogue, where)
    _require_reserve(document["reserve"], city, catalogue, f"{where}/reserve")
    in_city = sum(catalogue.tile(tile).deck == "C" for _, tile in city.tiles)
    used = document.get("routes_used", {})
    return State(
        tile_set=tuple(document["tile_set"]),
        city=city,
        tokens=frozenset(require_goods(catalogue, document["tokens"], f"{where}/tokens")),
        money=document["money"],
        reserve=frozenset(document["reserve"]),
        generation=document.get("generation", 1),
        turn=document.get("turn", 1),
        cornerstones_placed=document.get("cornerstones_placed", in_city),
        routes_used=(used.get("west", 0), used.get("east", 0)),
        disaster_over=document.get("disaster_over", False),
    )


def require_board(catalogue: TileCatalogue, board: str, where: str) -> str:
    """Return the id of a City board.

    :raises Malformed: if the catalogue lacks it.
    """
    return _require(board, [each.id for each in catalogue.boards], "City board", where)


def require_tile(catalogue: TileCatalogue, tile: str, where: str) -> str:
    """Return the id of a tile.

    :raises Malformed: if the catalogue lacks it.
    """
    return _require(tile, list(catalogue.tile_by_id), "tile", where)


def require_goods(catalogue: TileCatalogue, goods: list[str], where: str) -> tuple[str, ...]:
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
