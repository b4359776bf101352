"""Replays a record of the house game and names the first rule that it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, NoReturn, Protocol

from verifier.carcassonne.engine.house.draws import refilled
from verifier.carcassonne.engine.house.laid_out import LaidOut, laid_out
from verifier.carcassonne.engine.tables import segments_of
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.part_turn import (
    Outcome,
    PartTurn,
    Record,
    RecordedPartTurn,
    RecordedPiece,
)
from verifier.carcassonne.house.position import PIECES, Piece, Placement, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.drawing import NAMES, Kind, Segment, lying, segment_named
from verifier.carcassonne.tiles.tile import TERRAIN
from verifier.errors import Illegal

_TWO = 2  # players, who have two colours each


class _Plays(Protocol):
    """The part of the engine that the referee uses."""

    def outcomes_on(self, position: Position, cell: Cell) -> list[Outcome]: ...


def violations(record: Record, engine: _Plays) -> tuple[Violation, ...]:
    """Return the violation of the first illegal part-turn, all faults of the start, or nothing."""
    broken = _start_violations(record)
    if broken:
        return broken
    position = record.start
    final: tuple[int, ...] | None = None
    for number, turn in enumerate(record.turns, start=1):
        following = record.turns[number : number + 1]
        goes_on = bool(following) and following[0].second
        try:
            outcome = _replayed(position, turn, engine, goes_on=goes_on)
        except Illegal as error:
            return (Violation(error.rule, number, error.where, error.message),)
        position, final = outcome.after, outcome.final
    return _final_violations(record, position, final)


def _start_violations(record: Record) -> tuple[Violation, ...]:
    """Return what is wrong with the start: as a table, and as a set-up if it claims to be one."""
    start = record.start
    found = [Violation(fault.rule, 0, fault.where, fault.why) for fault in faults(start)]
    if found or not record.official:
        return tuple(found)
    proper = set_up(start.rules, ())
    if start.placements != proper.placements:
        rule = "HOUSE-RIVER-1" if start.rules.has_river else "HOUSE-SETUP-9"
        tile = proper.placements[0].tile
        found.append(Violation(rule, 0, "start", f"{tile}, unturned, lies alone on 0,0"))
    ahead, due = len(start.hand) + len(start.river), _river_tiles(start.rules)
    if start.rules.has_river and ahead != due:
        why = f"{ahead} river tiles are to come, which should be {due}, the lake among them"
        found.append(Violation("HOUSE-RIVER-1", 0, "start", why))
    if start.scores != proper.scores:
        found.append(Violation("HOUSE-SETUP-6", 0, "start", "all colours begin with 0 points"))
    if start.supplies != proper.supplies:
        found.append(Violation("HOUSE-SETUP-6", 0, "start", "a colour begins with all its pieces"))
    if start.second or start.discards or start.end:
        found.append(Violation("HOUSE-SETUP-10", 0, "start", "nothing has been played yet"))
    return tuple(found)


def _river_tiles(rules: RuleSet) -> int:
    """Return how many tiles open the game after the spring: ten, the lake, perhaps the start tile.

    HOUSE-RIVER-1, AMB-37.
    """
    return rules.choose("house.riverStart", {"out": 11, "river": 12, "bag": 11})


def _final_violations(
    record: Record, position: Position, final: tuple[int, ...] | None
) -> tuple[Violation, ...]:
    """Return whether the final scores noted are wrong."""
    if record.final is None or record.final == final:
        return ()
    number = len(record.turns)
    if position.end == "tie":
        why, rule = "a hand that cannot be placed makes the game a tie", "HOUSE-TURN-11"
    elif final is None:
        why, rule = "the game has not ended: tiles are left", "HOUSE-END-1"
    else:
        why, rule = f"the final scores are {_listed(final)}", "HOUSE-FINAL-1"
    return (Violation(rule, number, "final", f"{_listed(record.final)} noted; {why}"),)


def _replayed(
    position: Position, turn: RecordedPartTurn, engine: _Plays, *, goes_on: bool
) -> Outcome:
    """Return what a part-turn brings.

    :raises Illegal: with the first rule that it breaks.
    """
    where = f"tile {turn.tile} on {turn.x},{turn.y}"
    _check_mover(position, turn, where)
    _check_hand(position, turn, where)
    laid = Placement(turn.tile, turn.rotation % len(lying(turn.tile, 0).rotations), *turn.cell)
    outcomes = [
        each
        for each in engine.outcomes_on(position, turn.cell)
        if (each.part_turn.tile, each.part_turn.rotation) == (laid.tile, laid.rotation)
    ]
    if not outcomes:
        _explain_placement({other.cell: other for other in position.placements}, laid, where)
    piece, feature = _claim(position, turn, laid, where)
    wanted = PartTurn(laid.tile, laid.rotation, *laid.cell, piece, feature)
    found = [each for each in outcomes if replace(each.part_turn, second=False) == wanted]
    if not found:
        _explain_claim(position, laid, wanted, where)
    # A second part that is not on offer is the fault of the part-turn that claims to be one.
    found.sort(key=lambda each: each.part_turn.second == goes_on)
    outcome = found[-1]
    if turn.scores is not None and turn.scores != outcome.after.scores:
        raise Illegal(
            f"{_listed(turn.scores)} noted; the scores are {_listed(outcome.after.scores)}",
            where=where,
            rule="HOUSE-TURN-6",
        )
    return outcome


def _check_mover(position: Position, turn: RecordedPartTurn, where: str) -> None:
    if position.end == "tie":
        why = "no tile of the hand could be placed, so the game is a tie"
        raise Illegal(why, where=where, rule="HOUSE-TURN-11")
    if position.end:
        raise Illegal("the game has ended", where=where, rule="HOUSE-END-1")
    if turn.second and not position.second:
        why = "no second part follows: no tile was added to a feature with the own builder"
        raise Illegal(why, where=where, rule="HOUSE-TURN-8")
    if position.second and not turn.second:
        why = "this is the second part of the turn"
        raise Illegal(why, where=where, rule="HOUSE-TURN-8")
    if turn.colour != position.to_move:
        why = f"colour {position.to_move + 1} is to move, not colour {turn.colour + 1}"
        raise Illegal(why, where=where, rule="HOUSE-TURN-1")


def _check_hand(position: Position, turn: RecordedPartTurn, where: str) -> None:
    hand = refilled(position).hand
    if turn.tile not in hand:
        why = f"{turn.tile} is not in the hand, which is {' '.join(hand) or 'empty'}"
        raise Illegal(why, where=where, rule="HOUSE-TURN-3")
    if turn.rotation not in range(4):
        why = f"{turn.rotation} is not a number of quarter turns from 0 to 3"
        raise Illegal(why, where=where, rule="HOUSE-TURN-3")


# --- why a tile cannot lie there


def _explain_placement(table: Mapping[Cell, Placement], laid: Placement, where: str) -> NoReturn:
    """Say why the tile cannot be placed like this.

    :raises Illegal: in any case.
    """
    if laid.cell in table:
        raise Illegal("the cell is taken", where=where, rule="HOUSE-TURN-3")
    raise misplaced(neighbours(table, laid.cell), laid, where)


class Neighbour(NamedTuple):
    """A tile beside a cell: the number of the cell's edge, its terrain there, and which it is."""

    edge: int
    terrain: str
    name: str


def neighbours(table: Mapping[Cell, Placement], cell: Cell) -> tuple[Neighbour, ...]:
    """Return the tiles beside a cell."""
    x, y = cell
    return tuple(
        Neighbour(edge, _terrain(other, edge + 2), f"{other.tile} on {other.x},{other.y}")
        for edge, (east, north) in enumerate(STEPS)
        if (other := table.get((x + east, y + north))) is not None
    )


def misplaced(beside: Sequence[Neighbour], laid: Placement, where: str = "") -> Illegal:
    """Return why a tile cannot be placed like this on a free cell with these neighbours; it cannot.

    >>> beside = neighbours({(0, 0): Placement("base/D", 0, 0, 0)}, (0, 1))
    >>> misplaced(beside, Placement("base/U", 0, 0, 1)).message
    'its field meets the city of base/D on 0,0'
    """
    rule = "HOUSE-TURN-3"
    for edge, theirs, name in beside:
        mine = _terrain(laid, edge)
        if mine != theirs:
            why = f"its {mine} meets the {theirs} of {name}"
            return Illegal(why, where=where, rule=rule)
    if not beside:
        why = "the tile shares no edge with a tile on the table"
    elif any(each.terrain == "river" for each in beside):
        why, rule = "the river turns to the same side as on the tile before", "HOUSE-RIVER-4"
    else:
        why, rule = "the tile does not continue the river", "HOUSE-RIVER-7"
    return Illegal(why, where=where, rule=rule)


def _terrain(laid: Placement, edge: int) -> str:
    return TERRAIN[lying(laid.tile, laid.rotation).edges[edge % len(EDGES)]]


# --- why a piece cannot stand there


def _claim(
    position: Position, turn: RecordedPartTurn, laid: Placement, where: str
) -> tuple[Piece | None, str]:
    """Return the piece put down and the feature's name on the tile."""
    for piece in turn.pieces:
        _check_piece(position, piece, turn, where)
    if len(turn.pieces) > 1:
        why = f"{len(turn.pieces)} pieces are put down; a follower or the builder, never both"
        raise Illegal(why, where=where, rule="HOUSE-TURN-4")
    if not turn.pieces:
        return None, ""
    stated = turn.pieces[0]
    segment = segment_named(laid.tile, laid.rotation, stated.feature)
    if segment is None:
        why = f"the tile has no feature at {stated.feature!r}"
        raise Illegal(why, where=where, rule="HOUSE-TURN-4")
    if segment.kind == "river":
        raise Illegal("nobody stands on the river", where=where, rule="HOUSE-RIVER-3")
    feature = _standing_there(position, laid, segment).name
    return next(known for known in PIECES if known == stated.piece), feature


def _check_piece(
    position: Position, piece: RecordedPiece, turn: RecordedPartTurn, where: str
) -> None:
    if piece.piece not in PIECES:
        why = f"there is no {piece.piece}, only {', '.join(PIECES)}"
        raise Illegal(why, where=where, rule="HOUSE-SCORE-11")
    if piece.colour not in (None, turn.colour):
        rule = "HOUSE-2P-2" if position.rules.players == _TWO else "HOUSE-TURN-4"
        why = f"a piece of colour {(piece.colour or 0) + 1} in colour {turn.colour + 1}'s turn"
        raise Illegal(why, where=where, rule=rule)
    if piece.cell not in (None, turn.cell):
        why = "a piece goes on the tile just placed"
        raise Illegal(why, where=where, rule="HOUSE-TURN-4")


def _explain_claim(position: Position, laid: Placement, wanted: PartTurn, where: str) -> NoReturn:
    """Say why the piece cannot stand there.

    :raises Illegal: in any case.
    """
    segment = segment_named(laid.tile, laid.rotation, wanted.feature)
    if segment is None:
        raise AssertionError(f"{wanted} is not listed")  # a part-turn without a piece always is
    standing = _standing_there(position, laid, segment)
    raise unclaimable(position, wanted.piece or "little", standing, where)


@dataclass(frozen=True, slots=True)
class Standing:
    """A feature that a tile would have if it were laid.

    ``name`` is the first of its names on the tile, ``weights`` what each colour's followers on it
    weigh.
    """

    name: str
    kind: Kind
    weights: tuple[int, ...]


def standings(position: Position, laid: Sequence[Placement]) -> tuple[tuple[Standing, ...], ...]:
    """Return for each of several tiles, each laid alone, its features, each once.

    The tiles fit where they are laid.
    """
    with laid_out(position) as table:
        found = [_standings(table, one).values() for one in laid]
    return tuple(tuple(dict.fromkeys(each)) for each in found)


def unclaimable(position: Position, piece: Piece, there: Standing, where: str = "") -> Illegal:
    """Return why the colour to move cannot put a piece on a feature of its tile; it cannot."""
    kind, name, weights = there.kind, there.name, there.weights
    own = position.to_move
    rule = "HOUSE-TURN-4"
    if piece == "builder" and kind == "field":
        why, rule = "a builder never stands on a farm", "HOUSE-TURN-5"
    elif piece == "builder" and kind == "monastery":
        why = "a builder goes on a road or city, not on a monastery"
    elif not getattr(position.supplies[own], piece):
        why = f"colour {own + 1} has no {piece} in its supply"
    elif piece != "builder":
        why = f"the {kind} at {name} is owned"
        rule = "HOUSE-TURN-5" if kind == "field" else rule
    elif weights[own] < max(1, *weights):
        why = f"colour {own + 1} does not own the {kind} at {name}"
    else:
        why = f"the {kind} at {name} is complete; builders go onto open ones"
    return Illegal(why, where=where, rule=rule)


def _standing_there(position: Position, laid: Placement, segment: Segment) -> Standing:
    with laid_out(position) as table:
        return _standings(table, laid)[segment.name]


def _standings(table: LaidOut, laid: Placement) -> dict[str, Standing]:
    """Return the features of a tile once it is laid, by the names of its segments."""
    found = table.kernel.can_stand(table.number(laid.cell), table.drawing_number(laid))
    drawn = segments_of(laid.tile, laid.rotation)
    return {
        segment.name: Standing(NAMES[name], segment.kind, tuple(weights))
        for segment, (name, weights) in zip(drawn, found, strict=True)
    }


def _listed(scores: tuple[int, ...]) -> str:
    return ", ".join(map(str, scores))
