"""Part-turns of the house game that a player sent, played as far as the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meepleproof.service.play.turns import Refusal, as_sentence
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Record, as_recorded
from verifier.carcassonne.house.position import (
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.errors import Malformed

_OVER = Refusal(0, ("HOUSE-END-1",), "The game is over.")


def parse_player_part_turns(texts: Iterable[str]) -> tuple[PartTurn, ...]:
    """Return the part-turns that a player sent, each in its one form.

    :raises Malformed: if one cannot be read; the place is a JSON Pointer like ``/turns/0``.

    >>> parse_player_part_turns(["base/B3.0.-1.little.M"])[0].rotation
    0
    """
    return tuple(_parsed(text, number) for number, text in enumerate(texts))


def play_part_turns(
    position: Position, turns: Sequence[PartTurn]
) -> tuple[tuple[Outcome, ...], Refusal | None]:
    """Play part-turns by the engine, and return their outcomes and the refusal, if any.

    None is played after a refused one.
    """
    outcomes: list[Outcome] = []
    for number, turn in enumerate(turns, start=1):
        found = _played(position, turn)
        if isinstance(found, Refusal):
            return tuple(outcomes), replace(found, turn=number)
        outcomes.append(found)
        position = found.after
    return tuple(outcomes), None


def _parsed(text: str, number: int) -> PartTurn:
    try:
        turn = parse_part_turn(text)
    except Malformed as error:
        raise Malformed(error.message, where=f"/turns/{number}", rule=error.rule) from None
    piece = None if turn.piece is None else StandingPiece(turn.piece, turn.feature, 0)
    normal = normal_placement(Placement(turn.tile, turn.rotation, turn.x, turn.y, piece))
    feature = normal.piece.feature if normal.piece else ""
    return replace(turn, rotation=normal.rotation, feature=feature)


def _played(position: Position, turn: PartTurn) -> Outcome | Refusal:
    if position.end:
        return _OVER
    engine = HouseEngine()
    try:
        outcome = engine.outcome(position, turn)
    except Malformed:
        return Refusal(0, (), "The puzzle shows no further tile to place.")
    return outcome or _refused(position, turn, engine)


def _refused(position: Position, turn: PartTurn, engine: HouseEngine) -> Refusal:
    recorded = as_recorded(turn, position.to_move, second=position.second)
    broken = engine.violations(Record(position, (recorded,), official=False))
    if broken:
        why = broken[0].why
        # A tile's name keeps its small letters.
        is_tile_first = "/" in why.partition(" ")[0]
        return Refusal(0, (broken[0].rule,), f"{why}." if is_tile_first else as_sentence(why))
    why = "A second part of the turn is not on offer; leave out the + at the end."
    return Refusal(0, ("HOUSE-TURN-8",), why)
