"""JSON at the edges: positions, records, goals, rules, turns and outcomes as plain documents.

Documents are validated by their schema first, so the functions below read only documents of the
right form. Each value is written in one form, without keys at their default. Colours are numbered
from 1 in documents and from 0 inside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import letter_of, letters_of, tile_of, tiles_of
from verifier.carcassonne.solo.notation import parse_position, parse_turn, turn_text
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import (
    Outcome,
    Record,
    RecordedMeeple,
    RecordedTurn,
    Scoring,
    Turn,
)
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Ambiguous, Malformed, MeepleproofError

__all__ = [
    "checked_goal",
    "goal_from_json",
    "goal_to_json",
    "outcome_to_json",
    "position_from_any",
    "position_from_json",
    "position_to_json",
    "record_from_json",
    "record_to_json",
    "rules_from_json",
    "rules_to_json",
    "scoring_to_json",
    "turn_from_json",
    "turn_to_json",
]


def rules_to_json(rules: RuleSet) -> Document:
    """Return the rule set as a document.

    >>> rules_to_json(RuleSet(colours=4))
    {'colours': 4, 'meeples': 4}
    """
    document: Document = {"colours": rules.colours, "meeples": rules.meeples}
    if rules.boxes:
        document["boxes"] = list(rules.boxes)
    if rules.large:
        document["large"] = True
    if rules.switches:
        document["switches"] = dict(rules.switches)
    if rules.without:
        raise Malformed(f"a game without {', '.join(rules.without)} is for analysis only")
    return document


def rules_from_json(document: Any, where: str = "") -> RuleSet:
    """Return the rule set that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("rules", document, where)
    return _rules(document)


def position_to_json(position: Position) -> Document:
    """Return the position as a document; equal positions give equal documents."""
    document: Document = {
        "rules": rules_to_json(position.rules),
        "placements": [_placement_to_json(placement) for placement in position.placements],
        "scores": list(position.scores),
        "supplies": list(position.supplies),
        "to_move": position.to_move + 1,
        "piles": _piles_to_json(position.piles),
    }
    if position.large:
        document["large"] = list(position.large)
    if not position.river.empty:
        document["river"] = _pile_to_json(position.river)
    if position.discards:
        document["discards"] = letters_of(position.discards)
    if position.monasteries:
        document["monasteries"] = position.monasteries
    if position.over:
        document["over"] = True
    return document


def position_from_json(document: Any, where: str = "") -> Position:
    """Return the position that a document states, valid or not.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
        Whether the position is valid is for :func:`verifier.carcassonne.solo.faults.faults` to say.
    """
    validate("position", document, where)
    return _position(document)


def position_from_any(given: Any, where: str = "") -> Position:
    """Return a position given as a document or in the notation.

    :raises Malformed: like :func:`position_from_json` and :func:`parse_position`.

    >>> position_from_any("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U").piles[2].known
    ('base/U',)
    """
    if not isinstance(given, str):
        return position_from_json(given, where)
    try:
        return parse_position(given)
    except MeepleproofError as error:
        raise error.at(where or error.where) from None


def record_to_json(record: Record) -> Document:
    """Return the record as a document.

    A start that is declared as the official set-up, and is it, is written as its rules and piles.
    """
    start = record.start
    document: Document
    if record.official and start == setup(start.rules, start.piles, start.river):
        document = {"rules": rules_to_json(start.rules), "piles": _piles_to_json(start.piles)}
        if start.river != setup(start.rules).river:
            document["river"] = _pile_to_json(start.river)
    else:
        document = {"start": position_to_json(start)}
        if record.official:
            document["official"] = True
    document["turns"] = [_recorded_turn_to_json(turn) for turn in record.turns]
    return document


def record_from_json(document: Any, where: str = "") -> Record:
    """Return the record that a document states, legal or not.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    """
    validate("record", document, where)
    turns = tuple(_recorded_turn(turn) for turn in document["turns"])
    if "start" in document:
        return Record(_position(document["start"]), turns, document.get("official", False))
    river = _pile(document["river"]) if "river" in document else None
    return Record(setup(_rules(document["rules"]), _piles(document["piles"]), river), turns)


def goal_to_json(goal: Goal) -> str | Document:
    """Return the goal as a document: the id alone for a goal of the checklist.

    >>> goal_to_json(Goal("city-12", "city", at_least=12))
    {'id': 'city-12', 'kind': 'city', 'at_least': 12}
    """
    if goal == checklist().get(goal.id):
        return goal.id
    document: Document = {"id": goal.id, "kind": goal.kind}
    if goal.at_least:
        document["at_least"] = goal.at_least
    if goal.at_most is not None:
        document["at_most"] = goal.at_most
    if goal.colours:
        document["colours"] = goal.colours
    if goal.parts:
        document["parts"] = [goal_to_json(part) for part in goal.parts]
    return document


def goal_from_json(document: Any, where: str = "") -> Goal:
    """Return the goal that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    :raises Illegal: if the goal contradicts itself.
    :raises Ambiguous: if it takes the name of another goal of the checklist.

    >>> goal_from_json("city-16").at_least
    16
    """
    validate("goal", document, where)
    return checked_goal(document, where)


def checked_goal(document: Any, where: str = "") -> Goal:
    """Return the goal of a document whose form was checked before.

    :raises Illegal: if the goal contradicts itself.
    :raises Ambiguous: if it takes the name of another goal of the checklist.
    """
    if isinstance(document, str):
        return checklist()[document]
    fields = {key: value for key, value in document.items() if key != "$schema"}
    parts = enumerate(fields.pop("parts", ()))
    made_of = tuple(checked_goal(part, f"{where}/parts/{place}") for place, part in parts)
    try:
        goal = Goal(**fields, parts=made_of)
    except MeepleproofError as error:
        raise error.at(where or error.where) from None
    namesake = checklist().get(goal.id, goal)
    if replace(namesake, rule="") != goal:
        raise Ambiguous(
            f"the checklist has another goal {goal.id!r}; choose another id",
            where=f"{where}/id",
            rule=namesake.rule,
        )
    return namesake


def turn_to_json(turn: Turn) -> str:
    """Return the turn in the notation, as documents contain it."""
    return turn_text(turn)


def turn_from_json(document: Any, where: str = "") -> Turn:
    """Return the turn that a document contains.

    :raises Malformed: if it cannot be read.
    """
    validate("turn", document, where)
    return parse_turn(document)


def outcome_to_json(outcome: Outcome) -> Document:
    """Return an outcome as a document, without the turn if none was possible."""
    document: Document = {"colour": outcome.colour + 1}
    if outcome.discards:
        document["discards"] = letters_of(outcome.discards)
    if outcome.turn is not None:
        document["turn"] = turn_to_json(outcome.turn)
    document["scorings"] = [scoring_to_json(scoring) for scoring in outcome.scorings]
    document["after"] = position_to_json(outcome.after)
    if outcome.final is not None:
        document["final"] = list(outcome.final)
        document["result"] = outcome.result
    return document


def scoring_to_json(scoring: Scoring) -> Document:
    """Return a scoring in the words of scenarios, with colours numbered from 1."""
    return {
        "feature": scoring.feature,
        "kind": scoring.kind,
        "value": scoring.value,
        "present": _numbered(scoring.present),
        "majority": _numbered(scoring.majority),
        "receivers": _numbered(scoring.colours),
    }


def _numbered(colours: Iterable[int]) -> list[int]:
    return [colour + 1 for colour in colours]


def _rules(document: Document) -> RuleSet:
    return RuleSet(
        document["colours"],
        document["meeples"],
        tuple(document.get("boxes", ())),
        document.get("large", False),
        tuple(document.get("switches", {}).items()),
    )


def _position(document: Document) -> Position:
    return Position(
        rules=_rules(document["rules"]),
        placements=tuple(_placement(entry) for entry in document["placements"]),
        scores=tuple(document["scores"]),
        supplies=tuple(document["supplies"]),
        to_move=document["to_move"] - 1,
        piles=_piles(document["piles"]),
        discards=tiles_of(document.get("discards", "")),
        monasteries=document.get("monasteries", 0),
        over=document.get("over", False),
        large=tuple(document.get("large", ())),
        river=_pile(document.get("river", {})),
    )


def _placement_to_json(placement: Placement) -> Document:
    document: Document = {
        "tile": letter_of(placement.tile),
        "rotation": placement.rotation,
        "x": placement.x,
        "y": placement.y,
    }
    if placement.meeple is not None:
        colour = placement.meeple.colour + 1
        document["meeple"] = {"segment": placement.meeple.segment, "colour": colour}
        if placement.meeple.large:
            document["meeple"]["large"] = True
    return document


def _placement(document: Document) -> Placement:
    meeple = None
    if "meeple" in document:
        stated = document["meeple"]
        meeple = Meeple(stated["segment"], stated["colour"] - 1, stated.get("large", False))
    tile = tile_of(document["tile"])
    return Placement(tile, document["rotation"], document["x"], document["y"], meeple)


def _piles_to_json(piles: tuple[Pile, ...]) -> list[Document]:
    return [_pile_to_json(pile) for pile in piles]


def _pile_to_json(pile: Pile) -> Document:
    return {"known": letters_of(pile.known), "hidden": pile.hidden}


def _piles(documents: list[Document]) -> tuple[Pile, ...]:
    return tuple(_pile(entry) for entry in documents)


def _pile(document: Document) -> Pile:
    return Pile(tiles_of(document.get("known", "")), document.get("hidden", 0))


def _recorded_turn_to_json(turn: RecordedTurn) -> Document:
    document: Document = {
        "colour": turn.colour + 1,
        "tile": letter_of(turn.tile),
        "rotation": turn.rotation,
        "x": turn.x,
        "y": turn.y,
    }
    if turn.meeples:
        document["meeples"] = [_recorded_meeple_to_json(meeple) for meeple in turn.meeples]
    if turn.order:
        document["order"] = list(turn.order)
    if turn.discards:
        document["discards"] = letters_of(turn.discards)
    if turn.pile is not None:
        document["pile"] = turn.pile + 1
    return document


def _recorded_turn(document: Document) -> RecordedTurn:
    return RecordedTurn(
        colour=document["colour"] - 1,
        tile=tile_of(document["tile"]),
        rotation=document["rotation"],
        x=document["x"],
        y=document["y"],
        meeples=tuple(_recorded_meeple(entry) for entry in document.get("meeples", ())),
        order=tuple(document.get("order", ())),
        discards=tiles_of(document.get("discards", "")),
        pile=document["pile"] - 1 if "pile" in document else None,
    )


def _recorded_meeple_to_json(meeple: RecordedMeeple) -> Document:
    document: Document = {"segment": meeple.segment}
    if meeple.colour is not None:
        document["colour"] = meeple.colour + 1
    if meeple.cell is not None:
        document["x"], document["y"] = meeple.cell
    if meeple.piece != "meeple":
        document["piece"] = meeple.piece
    return document


def _recorded_meeple(document: Document) -> RecordedMeeple:
    return RecordedMeeple(
        segment=document["segment"],
        colour=document["colour"] - 1 if "colour" in document else None,
        cell=(document["x"], document["y"]) if "x" in document else None,
        piece=document.get("piece", "meeple"),
    )
