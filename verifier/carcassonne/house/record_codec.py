"""Records of the house game as plain documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from verifier.carcassonne.house.codec import (
    GAME,
    part_turn_from_json,
    part_turn_to_json,
    position_of,
    position_to_json,
    rules_of,
    rules_to_json,
    tiles_of,
)
from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.notation import require_tile
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import PIECES, Position, set_up
from verifier.carcassonne.house.record import (
    Record,
    RecordedPartTurn,
    RecordedPiece,
    as_recorded,
)
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["record_from_json", "record_to_json", "recorded_part_turns"]


def record_to_json(record: Record) -> Document:
    """Return the record as a document.

    A start that claims to be the official set-up, and is, is written as its rules and tiles drawn;
    part-turns that the notation can write are texts.
    """
    start = record.start
    document: Document = {"game": GAME}
    draw = (*start.hand, *start.river, *start.bag)
    if record.official and start == set_up(start.rules, draw, start.hidden):
        document |= {"rules": rules_to_json(start.rules), "draw": list(draw)}
        if start.hidden:
            document["hidden"] = start.hidden
    else:
        document["start"] = position_to_json(start)
        if record.official:
            document["official"] = True
    document["turns"] = list(_recorded_to_json(record))
    if record.final is not None:
        document["final"] = list(record.final)
    return document


def record_from_json(document: Any, where: str = "") -> Record:
    """Return the record that a document states, legal or not.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    :raises Illegal: for rules that no text allows.
    """
    validate("house-record", document, where)
    if "start" in document:
        start = position_of(document["start"], f"{where}/start")
        official = document.get("official", False)
    else:
        rules = rules_of(document["rules"], f"{where}/rules")
        draw = tiles_of(document["draw"], f"{where}/draw")
        start, official = set_up(rules, draw, document.get("hidden", 0)), True
    final = tuple(document["final"]) if "final" in document else None
    turns, goes_on = recorded_part_turns(document["turns"], start, f"{where}/turns")
    if goes_on:
        raise Malformed(
            f"{document['turns'][-1]!r} ends with '+', but no second part of the turn follows: "
            "add it, or leave the '+' out",
            where=f"{where}/turns/{len(turns) - 1}",
            rule="HOUSE-TURN-8",
        )
    return Record(start, turns, official, final)


def recorded_part_turns(
    written: Sequence[Any], start: Position, where: str
) -> tuple[tuple[RecordedPartTurn, ...], bool]:
    """Return part-turns played from ``start``, and whether a second part is to follow the last.

    They are given as texts or as documents. A text is of the colour whose turn it is after what
    stands before it; a ``+`` means that the second part of the turn follows.

    :raises Malformed: with the JSON Pointer of what cannot be read.
    """
    found: list[RecordedPartTurn] = []
    colour, second = start.to_move, start.second
    for number, given in enumerate(written):
        place = f"{where}/{number}"
        if isinstance(given, str):
            part_turn = part_turn_from_json(given, place)
            found.append(as_recorded(part_turn, colour, second=second))
            second = part_turn.second
        else:
            require_tile(given["tile"], f"{place}/tile")
            found.append(_recorded(given))
            colour, second = found[-1].colour, False
        if not second:
            colour = (colour + 1) % start.rules.colours
    return tuple(found), second and bool(found)


def _recorded_to_json(record: Record) -> Iterator[str | Document]:
    colours = record.start.rules.colours
    expected = (record.start.to_move, record.start.second)
    for number, turn in enumerate(record.turns):
        following = record.turns[number + 1] if number + 1 < len(record.turns) else None
        goes_on = following is not None and following.second and following.colour == turn.colour
        text = _as_text(turn, goes_on=goes_on) if (turn.colour, turn.second) == expected else None
        yield _recorded_turn_to_json(turn) if text is None else text
        # What follows a document is read as the next colour's first part.
        stays = goes_on and text is not None
        expected = (turn.colour, True) if stays else ((turn.colour + 1) % colours, False)


def _as_text(turn: RecordedPartTurn, *, goes_on: bool) -> str | None:
    """Return the part-turn in the notation, or None if that cannot write it."""
    part_turn = PartTurn(turn.tile, turn.rotation, turn.x, turn.y, second=goes_on)
    if turn.pieces:
        piece, feature = turn.pieces[0].piece, turn.pieces[0].feature
        known = next((each for each in PIECES if each == piece), None)
        if known is None or feature not in NAMES:
            return None
        part_turn = replace(part_turn, piece=known, feature=feature)
    same = turn == as_recorded(part_turn, turn.colour, second=turn.second)
    return part_turn_to_json(part_turn) if same else None


def _recorded_turn_to_json(turn: RecordedPartTurn) -> Document:
    document: Document = {
        "colour": turn.colour + 1,
        "tile": turn.tile,
        "rotation": turn.rotation,
        "x": turn.x,
        "y": turn.y,
    }
    if turn.pieces:
        document["pieces"] = [_recorded_piece_to_json(piece) for piece in turn.pieces]
    if turn.second:
        document["second"] = True
    if turn.scores is not None:
        document["scores"] = list(turn.scores)
    return document


def _recorded(document: Document) -> RecordedPartTurn:
    return RecordedPartTurn(
        colour=document["colour"] - 1,
        tile=document["tile"],
        rotation=document["rotation"],
        x=document["x"],
        y=document["y"],
        pieces=tuple(_recorded_piece(entry) for entry in document.get("pieces", ())),
        second=document.get("second", False),
        scores=tuple(document["scores"]) if "scores" in document else None,
    )


def _recorded_piece_to_json(piece: RecordedPiece) -> Document:
    document: Document = {"piece": piece.piece, "feature": piece.feature}
    if piece.colour is not None:
        document["colour"] = piece.colour + 1
    if piece.cell is not None:
        document["x"], document["y"] = piece.cell
    return document


def _recorded_piece(document: Document) -> RecordedPiece:
    return RecordedPiece(
        piece=document["piece"],
        feature=document["feature"],
        colour=document["colour"] - 1 if "colour" in document else None,
        cell=(document["x"], document["y"]) if "x" in document else None,
    )
