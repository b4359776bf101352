"""What the page says of a finished table: its tiles, what is wrong, and who owns what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.play.house.document import (
    art_name,
    features_document,
    piece_art,
    place_of_feature,
    placed_in_words,
    stands_at,
)
from meepleproof.service.play.house.score import (
    Wrong,
    edges_wanted,
    pasted,
    read_board,
    rotations_that_fit,
    scored,
    without_wrongs,
    wrongs,
)
from meepleproof.service.play.url import read_text
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.carcassonne.tiles.drawing import lying, segment_named, segments
from verifier.documents.strict_json import Document

__all__ = ["TOLD", "told_of_table"]

TOLD = "/house/score/told"


def told_of_table(query: Mapping[str, str]) -> Document:
    """Return what the page shows of the table that a query has, pasted or laid out.

    ``squares`` are the empty cells beside its tiles; ``fits`` has for each tile of all boxes a
    digit for each of them, whose bits are the rotations in which it fits there.

    :raises MeepleproofError: if a part of it cannot be read.
    """
    text = read_text(query, "paste")
    position = pasted(text) if text else read_board(read_text(query, "board"))
    return _board_document(position) | _room(position)


def _room(position: Position) -> Document:
    wanted = edges_wanted(position)
    return {
        "squares": [list(cell) for cell in wanted],
        "fits": {
            tile.id: "".join(_mask(rotations_that_fit(tile.id, each)) for each in wanted.values())
            for name in SETS
            for tile in tile_sheet(name).tiles
        },
    }


def _mask(rotations: Iterable[int]) -> str:
    return f"{sum(1 << rotation for rotation in rotations):x}"


def _board_document(position: Position) -> Document:
    """Return all that the page shows of a table: its tiles, what is wrong, what the rest scores."""
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
    rest = without_wrongs(position) if found else position
    if rest is None:
        return document
    kept = set(rest.placements)
    document["left_out"] = [list(one.cell) for one in position.placements if one not in kept]
    return document | _result(rest)


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
