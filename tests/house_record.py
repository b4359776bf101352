"""Records of house games replayed by the naive rules: the first broken rule, and no further."""

from __future__ import annotations

from typing import cast

from tests.house_naive import board_of, broken_by, feature_at, features_on, with_tile
from tests.house_turn import Claimed, claims, final_scores, may_stand, played, require_known
from verifier.carcassonne.house.part_turn import Outcome, Record, RecordedPartTurn
from verifier.carcassonne.house.position import PIECES, Piece, Placement, Position, StandingPiece
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles.drawing import lying, segment_named


class Broken(Exception):
    """A rule is broken; the replay of a record stops here."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule, self.why = rule, why


def require(holds: object, rule: str, why: str) -> None:
    """Raise Broken with the rule unless it holds."""
    if not holds:
        raise Broken(rule, why)


def violations(record: Record) -> tuple[Violation, ...]:
    """Return the first rule that the record breaks, if any; its start is taken as it is."""
    number = 0
    position = record.start
    try:
        for number, turn in enumerate(record.turns, start=1):
            following = record.turns[number] if number < len(record.turns) else None
            second = following is not None and following.second
            position = replay(position, turn, second=second).after
            noted = turn.scores
            require(noted in {None, position.scores}, "HOUSE-TURN-6", f"scores {position.scores}")
        if record.final is not None:
            require(position.end == "played", "HOUSE-END-1", "the game goes on")
            right = final_scores(position)
            require(record.final == right, "HOUSE-FINAL-1", f"final scores {right}")
    except Broken as broken:
        return (Violation(broken.rule, number, f"turn {number}", broken.why),)
    return ()


def replay(position: Position, turn: RecordedPartTurn, *, second: bool) -> Outcome:
    """Return what the recorded part-turn brings, or raise Broken.

    ``second`` says that the next one is recorded as the second part of this turn; where the rules
    offer none, that is the next one's fault.
    """
    require(position.end != "tie", "HOUSE-TURN-11", "the game has ended with a tie")
    require(position.end != "played", "HOUSE-END-1", "the last tile has been placed")
    require(turn.second == position.second, "HOUSE-TURN-8", "second part or not")
    require(turn.colour == position.to_move, "HOUSE-TURN-1", f"colour {position.to_move + 1} moves")
    require_known(position)
    require(turn.tile in position.hand, "HOUSE-TURN-3", f"{turn.tile} is not in the hand")
    laid = checked_placement(position, turn)
    claimed = checked_claim(position, turn, laid)
    outcomes = sorted(played(position, claimed), key=lambda outcome: outcome.part_turn.second)
    return outcomes[-1] if second else outcomes[0]


def checked_placement(position: Position, turn: RecordedPartTurn) -> Placement:
    """Check where the tile went (HOUSE-TURN-3, HOUSE-RIVER-4, -7)."""
    require(turn.rotation in range(4), "HOUSE-TURN-3", f"rotation {turn.rotation}")
    normal = turn.rotation % (4 // lying(turn.tile, 0).symmetry)
    laid = Placement(turn.tile, normal, turn.x, turn.y)
    broken = broken_by(board_of(position), laid)
    require(not broken, broken, f"{turn.tile} cannot be placed at {turn.cell}")
    return laid


def checked_claim(position: Position, turn: RecordedPartTurn, laid: Placement) -> Claimed:
    """Check the piece and return the table with it (HOUSE-TURN-4, -5, HOUSE-2P-2)."""
    board = with_tile(board_of(position), laid)
    ways = {way.laid.piece: way for way in claims(position, board, laid)}
    if not turn.pieces:
        return ways[None]
    require(len(turn.pieces) == 1, "HOUSE-TURN-4", f"{len(turn.pieces)} pieces")
    (put,) = turn.pieces
    require(put.piece in PIECES, "HOUSE-SCORE-11", f"{put.piece} is not in the game")
    other = "HOUSE-2P-2" if position.rules.players == 2 else "HOUSE-TURN-4"
    require(put.colour in {None, turn.colour}, other, "another colour's piece")
    require(put.cell in {None, turn.cell}, "HOUSE-TURN-4", "not on the tile just placed")
    piece = cast("Piece", put.piece)
    require(getattr(position.supplies[turn.colour], piece), "HOUSE-TURN-4", f"no {piece} is left")
    segment = segment_named(laid.tile, laid.rotation, put.feature)
    require(segment is not None, "HOUSE-TURN-4", f"nothing is at {put.feature}")
    assert segment is not None
    require(segment.kind != "river", "HOUSE-RIVER-3", "the river")
    feature = feature_at(board, (laid.cell, segment.name))
    on_a_field = "HOUSE-TURN-5" if segment.kind == "field" else "HOUSE-TURN-4"
    require(may_stand(piece, board, feature, position), on_a_field, f"no {piece} may go there")
    (name,) = (name for name, each in features_on(board, laid.cell).items() if each == feature)
    return ways[StandingPiece(piece, name, turn.colour)]
