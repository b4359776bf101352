"""Records replayed by the naive rules: the first broken rule, and no further."""

from __future__ import annotations

from contextlib import suppress

from tests.naive import (
    Broken,
    Drawn,
    Feature,
    Lying,
    allowed_placements,
    board_of,
    draw,
    features_of_tile,
    fits,
    free_features,
    frontier,
    legal_placements,
)
from tests.naive_turn import (
    Claimed,
    Hand,
    Happening,
    claims,
    completed_by,
    hand_of,
    position_after,
    score_in_order,
)
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.turn import FEATURES, Record, RecordedMeeple, RecordedTurn
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import drawing_of, tile_kind
from verifier.errors import Malformed


def violations(record: Record) -> tuple[Violation, ...]:
    """Return the first rule that the record breaks, if any."""
    number, where = 0, "start"
    try:
        check_start(record)
        position = record.start
        for number, turn in enumerate(record.turns, start=1):
            where = f"turn {number}"
            position = replay(position, turn)
    except Broken as broken:
        return (Violation(broken.rule, number, where, broken.why),)
    return ()


def require(holds: object, rule: str, why: str) -> None:
    """Raise Broken with the rule unless it holds."""
    if not holds:
        raise Broken(rule, why)


def check_start(record: Record) -> None:
    """Check the start, against the official set-up if it claims to be that."""
    start = record.start
    for fault in faults(start):
        raise Broken(fault.rule, fault.why)
    if not record.official:
        return
    official = setup(start.rules)
    sizes = tuple(len(pile.known) + pile.hidden for pile in start.piles)
    rule = "SOLO-BOX-2" if start.rules.boxes else "SOLO-SETUP-6"
    require(sizes == start.rules.pile_sizes, rule, f"piles of {sizes}")
    tiles = [(placement.tile, placement.meeple) for placement in start.placements]
    require(tiles == [(start.rules.start_tile, None)], "SOLO-SETUP-5", "not the start tile")
    require(start.scores == official.scores, "SOLO-SETUP-9", f"markers on {start.scores}")
    require(start.supplies == official.supplies, "SOLO-SETUP-3", f"supplies {start.supplies}")
    stack = len(start.river.known) + start.river.hidden
    require(stack == start.rules.river_tiles, "SOLO-BOX-7", f"{stack} river tiles are to come")
    require(start.large == official.large, "SOLO-BOX-5", f"large meeples {start.large}")
    require(start.to_move == 0, "SOLO-SETUP-4", "the first colour begins")
    fresh = not (start.discards or start.monasteries or start.over)
    require(fresh, "SOLO-SETUP-5", "the game has begun already")


def replay(position: Position, turn: RecordedTurn) -> Position:
    """Return the position after the recorded turn, or raise Broken."""
    drawn = drawn_as_recorded(position, turn)
    check_placement(position, turn)
    claimed = claim_as_recorded(position, turn)
    completed = completed_by(claimed.board, turn.cell)
    own = features_of_tile(claimed.board, turn.cell)
    # No rule says by which of its edges a feature is to be written down.
    names = tuple(first_name(name, turn, own) for name in turn.order)
    order = order_as_recorded(names, completed, own)
    in_order = [(name, completed[name]) for name in order]
    # Declining points (AMB-10) is not written down; no later turn's legality depends on scores.
    scorings, scores = score_in_order(
        claimed.board, in_order, [True] * len(order), position.scores, position.rules
    )
    happening = Happening(order, scorings, scores, 1)
    return position_after(position, drawn, claimed, completed, happening)


def drawn_as_recorded(position: Position, turn: RecordedTurn) -> Drawn:
    """Check who draws what from where (SOLO-TURN-1, SOLO-PLACE-1, -4, -5)."""
    used_up = all(pile.empty for pile in (*position.piles, position.river))
    require(not used_up, "SOLO-END-4", "the last tile has been placed")
    require(not position.over, "SOLO-END-1", "the game has ended")
    for tile in (*turn.discards, turn.tile):
        require(tile in position.sheet, "SOLO-OPTION-4", f"no tile {tile} is in play")
    with suppress(Malformed):  # what lies on top may be known from the record alone
        known = draw(position)
        ended = "SOLO-END-6" if known.discards else "SOLO-END-4"
        require(known.tile, ended, "no tile is left to be placed")
        require_colour(turn, known.colour)
    drawn = draw(position, (*turn.discards, turn.tile))
    require(drawn.tile, "SOLO-END-6", "the game has ended with a discard")
    require_colour(turn, drawn.colour)
    pile = turn.colour if turn.pile is None else turn.pile
    from_pile = turn.colour if len(position.piles) == 1 else drawn.pile
    require(pile == from_pile, "SOLO-PLACE-1", f"drawn from pile {pile + 1}")
    return drawn


def require_colour(turn: RecordedTurn, colour: int) -> None:
    """Check whose turn it is."""
    require(turn.colour == colour, "SOLO-TURN-1", f"it is the turn of colour {colour + 1}")


def check_placement(position: Position, turn: RecordedTurn) -> None:
    """Check where the tile went (BASE-PLACE-2 to -4, SOLO-PLACE-3)."""
    board, rules = board_of(position), position.rules
    require(turn.rotation in range(4), "BASE-PLACE-4", f"rotation {turn.rotation}")
    require(turn.cell in frontier(board), "BASE-PLACE-2", f"cell {turn.cell}")
    drawing = drawing_of(turn.tile, turn.rotation)
    normal = turn.rotation % len(tile_kind(turn.tile).rotations)
    require(fits(board, turn.cell, drawing), "BASE-PLACE-3", "an edge does not match")
    legal = [cell for cell, r in legal_placements(board, turn.tile) if r == normal]
    require(turn.cell in legal, "SOLO-BOX-7", "the river does not go on so")
    in_hand = hand_of(position).of(turn.colour)
    allowed = allowed_placements(board, turn.tile, in_hand, rules)
    require((turn.cell, normal) in allowed, "SOLO-PLACE-3", "a meeple could be placed elsewhere")


def claim_as_recorded(position: Position, turn: RecordedTurn) -> Claimed:
    """Check the meeple (SOLO-MEEPLE-1 to -11) and return the table with it."""
    drawing = drawing_of(turn.tile, turn.rotation)
    board = {**board_of(position), turn.cell: Lying(drawing, None)}
    hand = hand_of(position)
    ways = claims(board, turn.cell, drawing, turn.colour, hand, position.rules)
    if not turn.meeples:
        must = hand.of(turn.colour) > 0 and free_features(board, turn.cell)
        require(not must, "SOLO-MEEPLE-1", "a feature is free and a meeple is there")
        return ways[0]
    for meeple in turn.meeples:
        check_piece(turn, meeple, hand)
    require(len(turn.meeples) == 1, "SOLO-MEEPLE-8", f"{len(turn.meeples)} meeples")
    segment = drawing.segment_named(turn.meeples[0].segment)
    require(segment is not None, "SOLO-MEEPLE-3", "no road, city or monastery is there")
    assert segment is not None
    part = (turn.cell, segment.name)
    names = [n for n, f in features_of_tile(board, turn.cell).items() if part in f.parts]
    free = names[0] in free_features(board, turn.cell)
    require(free, "SOLO-MEEPLE-5", "the feature is occupied")
    require(hand.of(turn.colour) > 0, "SOLO-MEEPLE-11", "the supply is empty")
    large = turn.meeples[0].piece == "large"
    fitting = [way for way in ways if (way.claim, way.large) == (names[0], large)]
    require(fitting, "SOLO-BOX-5", "no meeple of that size is in the supply")
    return fitting[0]


def check_piece(turn: RecordedTurn, meeple: RecordedMeeple, hand: Hand) -> None:
    """Check what was put down and where, apart from the feature."""
    require(meeple.piece != "large" or hand.large, "SOLO-BOX-5", "there are no large meeples")
    require(meeple.piece != "marker", "SOLO-SETUP-8", "the marker is not a meeple")
    require(meeple.piece != "abbot", "SOLO-SETUP-10", "the abbot is never placed")
    own: tuple[int | None, Cell | None] = (turn.colour, turn.cell)
    require(meeple.colour in (None, own[0]), "SOLO-MEEPLE-8", "not the active colour")
    require(meeple.cell in (None, own[1]), "SOLO-MEEPLE-8", "not on the tile just placed")


def first_name(name: str, turn: RecordedTurn, own: dict[str, Feature]) -> str:
    """Return the first name of the feature that the tile has under that name."""
    segment = drawing_of(turn.tile, turn.rotation).segment_named(name)
    parts = {(turn.cell, segment.name)} if segment else set()
    return next((first for first, feature in own.items() if parts & feature.parts), name)


def order_as_recorded(
    order: tuple[str, ...], completed: dict[str, Feature], own: dict[str, Feature]
) -> tuple[str, ...]:
    """Check the order of scoring (SOLO-SCORE-1, -3, -13) and return it."""
    if not order and len(completed) < 2:
        return tuple(completed)
    require(len(set(order)) == len(order), "SOLO-SCORE-3", "scored twice")
    for name in order:
        require(name in FEATURES, "SOLO-SCORE-3", f"{name!r} is no feature")
        empty = name in own and own[name].complete and name not in completed
        require(not empty, "SOLO-SCORE-13", f"{name} carries no meeple")
        require(name in completed, "SOLO-SCORE-1", f"{name} is not completed")
    given = "SOLO-SCORE-1" if order else "SOLO-SCORE-3"
    require(set(order) == set(completed), given, f"{sorted(completed)} are completed")
    return order
