"""JSON at the edges: everything of the house game as plain documents, which name their game.

What comes in is held to its schema first, so the readers below see only documents of the right
shape. What goes out has one form, in which keys at their usual value are left out. Colours are
numbered from 1 in documents and from 0 inside; features of a part-turn are called as in
:mod:`verifier.carcassonne.house.part_turn`, and features on the board by cell and name, ``0.-1.E``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, get_args

from verifier.carcassonne.house.notation import parse_part_turn, parse_position, require_tile
from verifier.carcassonne.house.part_turn import (
    FeatureAt,
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    RecordedPartTurn,
    RecordedPiece,
    Scoring,
    as_recorded,
)
from verifier.carcassonne.house.position import (
    PIECES,
    End,
    Placement,
    Position,
    StandingPiece,
    set_up,
)
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed, MeepleproofError

GAME = "house"
"""How documents are marked as those of the house game."""


# --- rules


def rules_to_json(rules: RuleSet) -> Document:
    """Return the rule set as a document.

    >>> rules_to_json(RuleSet(players=2, sets=("base", "tb")))
    {'players': 2, 'hand': 3, 'sets': ['base', 'tb']}
    """
    document: Document = {"players": rules.players, "hand": rules.hand, "sets": list(rules.sets)}
    if rules.supply is not None:
        document["supply"] = pieces_to_json(rules.supply)
    if rules.switches:
        document["switches"] = dict(rules.switches)
    return document


def rules_from_json(document: Any, where: str = "") -> RuleSet:
    """Return the rule set that a document states.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
    :raises Illegal: for rules that no text allows.

    >>> rules_from_json({"players": 2}).colours
    4
    """
    validate("house_rules", document, where)
    return rules_of(document, where)


def pieces_to_json(pieces: Pieces) -> Document:
    """Return pieces of a colour as a document.

    >>> pieces_to_json(Pieces(7, 1, 1))
    {'little': 7, 'big': 1, 'builder': 1}
    """
    return pieces._asdict()


# --- positions


def position_to_json(position: Position) -> Document:
    """Return the position as a document; equal positions give equal documents."""
    document: Document = {
        "game": GAME,
        "rules": rules_to_json(position.rules),
        "placements": [_placement_to_json(placement) for placement in position.placements],
        "scores": list(position.scores),
        "supplies": [pieces_to_json(supply) for supply in position.supplies],
        "to_move": position.to_move + 1,
        "hand": list(position.hand),
    }
    for name in ("bag", "river", "discards"):
        tiles = getattr(position, name)
        if tiles:
            document[name] = list(tiles)
    if position.hidden:
        document["hidden"] = position.hidden
    if position.second:
        document["second"] = True
    if position.end:
        document["end"] = position.end
    return document


def position_from_json(document: Any, where: str = "") -> Position:
    """Return the position that a document states, valid or not.

    :raises Malformed: with the JSON Pointer of what cannot be read; ``where`` goes before it.
        Whether the position is valid is for :func:`verifier.carcassonne.house.faults.faults`.
    :raises Illegal: for rules that no text allows.
    """
    validate("house-position", document, where)
    return position_of(document, where)


def position_from_any(given: Any, where: str = "") -> Position:
    """Return a position given as a document or as a code.

    :raises MeepleproofError: as :func:`position_from_json` or the notation does.

    >>> position_from_any("h4~b0.0.D0~t1~nEViK~u30").hidden
    30
    """
    if not isinstance(given, str):
        return position_from_json(given, where)
    try:
        return parse_position(given)
    except MeepleproofError as error:
        raise error.at(where or error.where) from None


# --- part-turns, and what they bring


def part_turn_to_json(part_turn: PartTurn) -> str:
    """Return the part-turn as documents write it: in the notation."""
    return str(part_turn)


def part_turn_from_json(document: Any, where: str = "") -> PartTurn:
    """Return the part-turn that a document writes.

    :raises Malformed: if it cannot be read.
    """
    validate("house_part_turn", document, where)
    try:
        return parse_part_turn(document)
    except Malformed as error:
        raise error.at(where) from None


def outcome_to_json(outcome: Outcome) -> Document:
    """Return what a part-turn brought as a document."""
    document: Document = {
        "game": GAME,
        "colour": outcome.colour + 1,
        "part_turn": part_turn_to_json(outcome.part_turn),
        "scorings": [scoring_to_json(scoring) for scoring in outcome.scorings],
        "after": position_to_json(outcome.after),
    }
    if outcome.final is not None:
        document["final"] = list(outcome.final)
    return document


def scoring_to_json(scoring: Scoring) -> Document:
    """Return the scoring of a completed feature as a document.

    >>> scoring_to_json(Scoring("N", "city", 8, ((0, 2), (3, 2)), (0, 3)))["owners"]
    [1, 4]
    """
    return {
        "feature": scoring.feature,
        "kind": scoring.kind,
        "value": scoring.value,
        "weights": _weights_to_json(scoring.weights),
        "owners": _numbered(scoring.owners),
    }


def final_scoring_to_json(scoring: FinalScoring) -> Document:
    """Return what a feature brings at the end as a document.

    >>> farm = FinalScoring(((0, -1, "Nl"),), "field", 3, ((1, 1),), (1,))
    >>> final_scoring_to_json(farm)["feature"]
    '0.-1.Nl'
    """
    document: Document = {
        "feature": feature_text(scoring.feature),
        "kind": scoring.kind,
        "parts": [feature_text(part) for part in scoring.parts],
        "value": scoring.value,
        "weights": _weights_to_json(scoring.weights),
        "owners": _numbered(scoring.owners),
    }
    if scoring.kind == "field":
        document["cities"] = [feature_text(city) for city in scoring.cities]
    return document


def feature_text(feature: FeatureAt) -> str:
    """Return a feature on the board as text: its cell and its name there.

    >>> feature_text((3, -1, "NW"))
    '3.-1.NW'
    """
    x, y, name = feature
    return f"{x}.{y}.{name}"


# --- helpers


def rules_of(document: Document, where: str) -> RuleSet:
    """Return the rule set of a document whose form was checked."""
    usual = RuleSet()
    supply = document.get("supply")
    try:
        return RuleSet(
            players=document["players"],
            hand=document.get("hand", usual.hand),
            sets=tuple(document.get("sets", usual.sets)),
            supply=None if supply is None else Pieces(**supply),
            switches=tuple(document.get("switches", {}).items()),
        )
    except MeepleproofError as error:
        raise error.at(f"{where}/{error.where}") from None


def position_of(document: Document, where: str) -> Position:
    """Return the position of a document whose form was checked."""
    end: End = next(known for known in get_args(End) if known == document.get("end", ""))
    return Position(
        rules=rules_of(document["rules"], f"{where}/rules"),
        placements=tuple(
            _placement(entry, f"{where}/placements/{number}")
            for number, entry in enumerate(document["placements"])
        ),
        scores=tuple(document["scores"]),
        supplies=tuple(Pieces(**supply) for supply in document["supplies"]),
        to_move=document["to_move"] - 1,
        hand=tiles_of(document["hand"], f"{where}/hand"),
        bag=tiles_of(document.get("bag", ()), f"{where}/bag"),
        hidden=document.get("hidden", 0),
        river=tiles_of(document.get("river", ()), f"{where}/river"),
        discards=tiles_of(document.get("discards", ()), f"{where}/discards"),
        second=document.get("second", False),
        end=end,
    )


def tiles_of(written: Iterable[str], where: str) -> tuple[str, ...]:
    """Return the tiles with these ids, all of which are known."""
    return tuple(require_tile(tile, f"{where}/{n}") for n, tile in enumerate(written))


def _placement_to_json(placement: Placement) -> Document:
    document: Document = {
        "tile": placement.tile,
        "rotation": placement.rotation,
        "x": placement.x,
        "y": placement.y,
    }
    piece = placement.piece
    if piece is not None:
        document["piece"] = {
            "piece": piece.piece,
            "feature": piece.feature,
            "colour": piece.colour + 1,
        }
    return document


def _placement(document: Document, where: str) -> Placement:
    require_tile(document["tile"], f"{where}/tile")
    piece = None
    if "piece" in document:
        given = document["piece"]
        piece = StandingPiece(given["piece"], given["feature"], given["colour"] - 1)
    return Placement(document["tile"], document["rotation"], document["x"], document["y"], piece)


def _numbered(colours: Iterable[int]) -> list[int]:
    return [colour + 1 for colour in colours]


def _weights_to_json(weights: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [[colour + 1, weight] for colour, weight in weights]


# --- records


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
