"""Why a position of the house game cannot lie on the table: named faults, each under its rule.

A position without faults obeys every rule that can be judged from the table alone. That does not
imply that some game leads to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from verifier.carcassonne.house.board_faults import (
    at,
    feature_faults,
    layout_faults,
    standing_faults,
)
from verifier.carcassonne.house.position import PIECES, START_TILE, Position
from verifier.carcassonne.house.river_faults import (
    is_river_on,
    river_course_faults,
    river_faults,
)
from verifier.carcassonne.table.faults import Fault, require_none
from verifier.carcassonne.tiles import tile_sheet

_REACH = 999
"""No coordinate lies farther from the origin; far beyond any board of 131 tiles."""

_FURTHEST_SCORE = 9999


def faults(position: Position) -> tuple[Fault, ...]:
    """Return everything wrong with the position; an empty tuple means it is valid.

    Where the counts of colours themselves are wrong nothing else is looked at, and features are
    looked at only on a table that fits together.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> faults(set_up(HOUSE, ("base/V", "base/E", "ic/K")))
    ()
    """
    found = tuple(_shape(position))
    if found:
        return found
    found = tuple(fault for check in _CHECKS for fault in check(position))
    if any(fault.name in _TABLE_FAULTS for fault in found):
        return found
    return (*found, *river_course_faults(position), *feature_faults(position))


def require_valid(position: Position) -> None:
    """Do nothing for a valid position.

    :raises Illegal: with the first fault, and a count of the others.
    """
    require_none(faults(position))


# --- numbers


def _shape(position: Position) -> Iterator[Fault]:
    colours = position.rules.colours
    for name, entries in (("scores", position.scores), ("supplies", position.supplies)):
        if len(entries) != colours:
            why = f"{len(entries)} {name} are given for {colours} colours"
            yield Fault("number_of_colours", "HOUSE-2P-1", f"/{name}", why)
    if not 0 <= position.to_move < colours:
        why = f"colour {position.to_move + 1} is to move, but there are {colours} colours"
        yield Fault("colour_to_move", "HOUSE-TURN-1", "/to_move", why)
    for placement in position.placements:
        piece = placement.piece
        if piece is not None and not 0 <= piece.colour < colours:
            why = f"a piece of colour {piece.colour + 1}, but there are {colours} colours"
            yield Fault("colour_of_piece", "HOUSE-2P-1", at(placement), why)
        if max(abs(placement.x), abs(placement.y)) > _REACH:
            why = "no board of so few tiles reaches there"
            yield Fault("cell_out_of_reach", "HOUSE-TURN-3", at(placement), why)
    if not position.placements:
        why = "no tile lies on the table, not even the first one"
        yield Fault("no_tiles", "HOUSE-SETUP-9", "/placements", why)


def _scores(position: Position) -> Iterator[Fault]:
    for colour, score in enumerate(position.scores):
        if not 0 <= score <= _FURTHEST_SCORE:
            why = f"colour {colour + 1} has {score} points; its marker starts on 0"
            yield Fault("score_out_of_range", "HOUSE-SETUP-6", f"/scores/{colour}", why)


def _pieces(position: Position) -> Iterator[Fault]:
    standing = [p.piece for p in position.placements if p.piece is not None]
    on_tiles = Counter((piece.piece, piece.colour) for piece in standing)
    for colour, supply in enumerate(position.supplies):
        for sort, left, owned in zip(PIECES, supply, position.rules.start_supply, strict=True):
            there = on_tiles[sort, colour]
            if left >= 0 and left + there == owned:
                continue
            why = (
                f"colour {colour + 1} has {_counted(there, sort)} on tiles and {left} in its "
                f"supply, which should make {owned}"
            )
            rule = "HOUSE-SETUP-6" if sort == "little" else "HOUSE-SETUP-1"
            yield Fault("number_of_pieces", rule, f"/supplies/{colour}/{sort}", why)


def _counted(number: int, sort: str) -> str:
    noun = "builder" if sort == "builder" else f"{sort} follower"
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- tiles


def _tiles(position: Position) -> Iterator[Fault]:
    known = list(_known_tiles(position))
    for where, tile in known:
        tile_set = tile.partition("/")[0]
        if tile_set not in position.rules.sets:
            why = f"tile {tile} is of the set {tile_set}, which is not in play"
            yield Fault("set_not_in_play", "HOUSE-SETUP-1", where, why)
    copies = _copies(position)
    for tile, number in sorted(Counter(tile for _, tile in known).items()):
        if tile in copies and number > copies[tile]:
            where = next(place for place, other in reversed(known) if other == tile)
            why = f"{number} tiles {tile} are in the game, there are {copies[tile]}"
            rule = "HOUSE-RIVER-1" if tile == START_TILE else "HOUSE-SETUP-1"
            yield Fault("too_many_tiles", rule, where, why)
    if position.hidden < 0:
        yield Fault("too_few_tiles", "HOUSE-SETUP-3", "/hidden", "fewer than no unknown tiles")
    elif len(known) + position.hidden > sum(copies.values()):
        why = (
            f"{len(known)} known and {position.hidden} unknown tiles are more than the "
            f"{sum(copies.values())} of the sets"
        )
        yield Fault("too_many_tiles", "HOUSE-SETUP-1", "/hidden", why)


def _known_tiles(position: Position) -> Iterator[tuple[str, str]]:
    for placement in position.placements:
        yield at(placement), placement.tile
    for name in ("hand", "bag", "river", "discards"):
        for number, tile in enumerate(getattr(position, name)):
            yield f"/{name}/{number}", tile


def _copies(position: Position) -> dict[str, int]:
    rules = position.rules
    copies = {tile.id: tile.count for name in rules.sets for tile in tile_sheet(name).tiles}
    if rules.has_river:
        copies[START_TILE] -= rules.choose("house.riverStart", {"out": 1, "river": 0, "bag": 0})
    return copies


def _draw(position: Position) -> Iterator[Fault]:
    rules, hand = position.rules, position.hand
    if len(hand) > rules.hand:
        why = f"{len(hand)} tiles are in the shared hand, which holds {rules.hand}"
        yield Fault("hand_too_large", "HOUSE-SETUP-10", "/hand", why)
    waiting = position.river or position.bag
    left = hand or waiting or position.hidden
    if position.end == "played" and left:
        why = "all tiles are said to be played, but some are left"
        yield Fault("tiles_left", "HOUSE-END-1", "/end", why)
    if not position.end and not left:
        why = "no tile is left, but the game is not said to have ended"
        yield Fault("no_tiles_left", "HOUSE-END-1", "/hand", why)
    laid_aside = rules.choose(
        "house.unplayableHand", {"tie": rules.has_river, "discard_and_continue": True}
    )
    if position.discards and not laid_aside:
        why = "tiles have been laid aside, but a hand that cannot be placed is a tie"
        yield Fault("tiles_laid_aside", "HOUSE-TURN-11", "/discards", why)
    if position.second and not rules.start_supply.builder:
        why = "a second part is played, but there are no builders"
        yield Fault("second_part", "HOUSE-TURN-8", "/second", why)
    short = not position.end and len(hand) < rules.hand
    if short and position.bag and not is_river_on(position):
        why = f"{len(hand)} tiles are in hand and the bag has more: the hand is refilled first"
        yield Fault("hand_not_full", "HOUSE-TURN-2", "/hand", why)


_CHECKS: tuple[Callable[[Position], Iterator[Fault]], ...] = (
    layout_faults,
    _tiles,
    _draw,
    river_faults,
    _scores,
    _pieces,
    standing_faults,
)
_TABLE_FAULTS = frozenset({"cell_used_twice", "edges_mismatch", "no_such_feature"})
