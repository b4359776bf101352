"""The page that scores a finished table, laid out or pasted, and says who owns what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import address_of, from_template
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.house.document import (
    art_name,
    drawn_in_words,
    features_document,
    piece_art,
    place_of_feature,
    placed_in_words,
    stands_at,
)
from meepleproof.service.play.house.score import Wrong, fits, pasted, read_board, scored, wrongs
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.notation import require_tile
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.carcassonne.tiles.drawing import lying, segment_named, segments
from verifier.documents.strict_json import Document

PATH = "/house/score"
_TOLD = f"{PATH}/told"
_BOXES = {
    "base": "Base game",
    "ic": "Inns & Cathedrals",
    "tb": "Traders & Builders",
    "ks": "King & Scout",
    "river": "River",
}


def score_routes() -> list[BaseRoute]:
    """Return the routes of the page, and of what it asks for."""
    return [Route(PATH, with_error_page(_page)), Route(_TOLD, with_problem(_told))]


def _page(_request: Request) -> Response:
    return from_template(
        "house-score.html",
        title="Score our table",
        here="/house",
        scripts=("score.js",),
        styles=("free.css", "play.css", "make.css", "house.css"),
        colours=[pigment.name for pigment in PIGMENTS],
        boxes=[(text, [*_box(name)]) for name, text in _BOXES.items() if name in SETS],
        about={"pieces": address_of("house.svg"), "told": _TOLD},
    )


def _box(name: str) -> Iterable[Document]:
    for tile in tile_sheet(name).tiles:
        yield {
            "tile": tile.id,
            "says": drawn_in_words(tile.id, 0),
            "art": [art_name(tile.id, rotation) for rotation in tile.rotations],
            "number": tile.count,
        }


def _told(request: Request) -> Response:
    query = request.query_params
    text = read_text(query, "paste")
    position = pasted(text) if text else read_board(read_text(query, "board"))
    document = board_document(position)
    if query.get("tile"):
        tile = require_tile(read_text(query, "tile"), "tile")
        document["fits"] = [
            [list(cell), list(rotations)] for cell, rotations in fits(position, tile).items()
        ]
    return answer(json_content(document))


def board_document(position: Position) -> Document:
    """Return all that the page shows of a table: its tiles, what is wrong, or what it comes to."""
    rules = position.rules
    found = wrongs(position)
    drawn = {(laid.tile, laid.rotation) for laid in position.placements}
    document: Document = {
        "players": rules.players,
        "scores": list(position.scores),
        "pieces": [_piece(laid) for laid in position.placements],
        "places": {art_name(*each): _places(*each) for each in sorted(drawn)},
        "supplies": [list(supply) for supply in position.supplies],
        "wrong": [_wrong(one) for one in found],
    }
    return document if found else document | _result(position)


def _piece(laid: Placement) -> Document:
    told: Document = {
        "tile": laid.tile,
        "turn": laid.rotation,
        "at": list(laid.cell),
        "art": art_name(laid.tile, laid.rotation),
        "turns": len(lying(laid.tile, 0).rotations),
        "says": placed_in_words(laid),
    }
    piece = laid.piece
    if piece is None:
        return told
    segment = segment_named(laid.tile, laid.rotation, piece.feature)
    if segment is not None and segment.kind != "river":
        told["meeple"] = {
            "colour": piece.colour + 1,
            "at": list(stands_at(laid.tile, laid.rotation, piece.feature)),
            "art": piece_art(piece.piece, segment.kind),
            "piece": piece.piece,
            "feature": piece.feature,
        }
    return told


def _places(tile: str, rotation: int) -> list[Document]:
    return [
        {
            "name": each.name,
            "says": place_of_feature(each.kind, each.name).removeprefix("the "),
            "at": list(stands_at(tile, rotation, each.name)),
            "art": {piece: piece_art(piece, each.kind) for piece in ("little", "big", "builder")},
            "builder": each.kind in ("city", "road"),
        }
        for each in segments(tile, rotation)
        if each.kind != "river"
    ]


def _wrong(one: Wrong) -> Document:
    known = {rule.id: rule.sentence for rule in CATALOGUE.rules}
    return {
        "says": one.sentence,
        "rule": one.rule,
        "sentence": known.get(one.rule, ""),
        "cells": [list(cell) for cell in one.cells],
    }


def _result(position: Position) -> Document:
    score, rules = scored(position), position.rules
    people: list[dict[str, Any]] = []
    for player, total in enumerate(score.totals):
        colours = [each for each in range(rules.colours) if rules.player_of(each) == player]
        name = f"Player {player + 1}" if len(colours) > 1 else PIGMENTS[player].name.capitalize()
        people.append(
            {
                "name": name,
                "colours": [colour + 1 for colour in colours],
                "before": sum(position.scores[colour] for colour in colours),
                "total": total,
                "wins": player in score.winners,
            }
        )
    return {"features": features_document(position, score.scorings), "people": people}
