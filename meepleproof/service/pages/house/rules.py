"""The house rules on one page: what they say, drawn from short games that the engine plays."""

from __future__ import annotations

from functools import cache

from meepleproof.rendering.house.guide import (
    farms_picture,
    hand_picture,
    piece_picture,
    table_picture,
)
from meepleproof.service.pages.guide import Figure, Guide, guide_of
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import final_score
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.documents.strict_json import Document
from verifier.errors import Illegal

__all__ = ["house_guide", "played"]

_UNSEEN = 20
"""Tiles in the bag that a picture does not need, so that no game ends with it."""


@cache
def house_guide() -> Guide:
    """Return the rules of the house game, with their pictures.

    >>> [figure.name for section in house_guide().sections for figure in section.figures][:3]
    ['hand', 'big', 'builder']
    """
    return guide_of("meepleproof.service.pages.house", _figure)


def played(told: Document) -> tuple[list[Position], list[PartTurn]]:
    """Return the tables of a figure's game, the first before its first turn, and its turns.

    :raises Illegal: if the rules forbid one of the turns.
    """
    rules = RuleSet(players=3, hand=told.get("hand", 1))
    tables = [set_up(rules, tuple(told["draw"]), _UNSEEN)]
    turns = [parse_part_turn(text) for text in told["turns"]]
    for number, turn in enumerate(turns):
        outcome = HouseEngine().outcome(tables[-1], turn)
        if outcome is None:
            raise Illegal(f"{turn} cannot be played here", where=f"turns/{number}")
        tables.append(outcome.after)
    return tables, turns


def _figure(name: str, told: Document) -> Figure:
    if "piece" in told:
        return Figure(name, told["says"], (piece_picture(told["piece"]),))
    tables, turns = played(told)
    after, last = tables[-1], told.get("last", 0)
    if last:
        laid = [turn.cell for turn in turns[-last:]]
        before = table_picture(tables[-1 - last], laid, title="Before the turn")
        return Figure(name, told["says"], (before, table_picture(after, laid, title="After it")))
    if after.hand and told.get("hand"):
        return Figure(name, told["says"], (hand_picture(after, title="The shared hand"),))
    score = final_score(after, [HouseEngine()])
    return Figure(name, told["says"], (farms_picture(after, score, title="Farms at the end"),))
