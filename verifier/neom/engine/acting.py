"""The actions of a log: whether each is legal, and what it changes."""

from __future__ import annotations

from dataclasses import replace

from verifier.neom.engine import placing
from verifier.neom.engine.cornerstones import under_cap
from verifier.neom.engine.disasters import preventable, strikes
from verifier.neom.engine.goods import Tokens, tokens_after_placing
from verifier.neom.engine.grid import FULL, bit
from verifier.neom.engine.placing import Allowed
from verifier.neom.engine.prepared import TILES, Layout, Prepared, PreparedTile, with_tile
from verifier.neom.engine.purchase_check import purchase
from verifier.neom.engine.receipts import unknown_receipts
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.log import Act
from verifier.neom.state import SQUARES, square_name
from verifier.neom.tile_catalogue import DECKS
from verifier.neom.unknowns import Unknown

ACTIONS = ("place", "cornerstone", "sell", "prevent")


def act(prepared: Prepared, now: Situation, event: Act, found: Findings) -> Situation:
    """Return the situation once a tile is selected and an action taken, before a strike."""
    if not _in_form(now, event, found):
        return now
    selected = prepared.tile(event.selected)
    if selected.is_disaster:
        after = _disaster_selected(now, event, found)
    elif event.action == "prevent":
        found.breaks("NEOM-ACT-2", f"{event.selected} is no Disaster that could be prevented")
        after = now
    elif event.action == "sell":
        after = _sell(prepared, now, found)
    else:
        after = now
    if event.action == "cornerstone":
        after = _place_cornerstone(prepared, after, event, found)
    elif event.action == "place" and not selected.is_disaster:
        after = _place(prepared, after, event, selected, found)
    position = after.position
    due = strikes(shown=now.disaster_shown, turn=position.turn, over=position.disaster_over)
    return replace(after, acted=True, strike_due=due)


def _in_form(now: Situation, event: Act, found: Findings) -> bool:
    """Return whether there is a pack to select from, the tile is in it, and the word an action."""
    if now.pack is None:
        found.breaks("NEOM-SOLO-TURN-2", "no pack lies open")
    elif now.acted:
        found.breaks("NEOM-SOLO-TURN-2", "this turn's action was taken before")
    elif event.selected not in now.pack:
        found.breaks("NEOM-SOLO-TURN-2", f"{event.selected} is not in the pack")
    if event.action not in ACTIONS:
        found.breaks("NEOM-ACT-2", f"{event.action!r} is no action of the game")
    return not found.broken


def _disaster_selected(now: Situation, event: Act, found: Findings) -> Situation:
    if not preventable(now.position.turn):
        message = "a Disaster can be selected from packs 1 to 3 only"
        found.breaks("NEOM-SOLO-DIS-4", message)
    if event.action != "prevent":
        message = "a selected Disaster is prevented, and the turn has no other action"
        found.breaks("NEOM-SOLO-DIS-2", message)
    return replace(now, position=now.position._replace(disaster_over=True))


def _sell(prepared: Prepared, now: Situation, found: Findings) -> Situation:
    value = prepared.parameters.sell_value
    if value is None:
        found.lacks([Unknown("NEOM-ACT-SELL-1", "sell_value")])
    money = None if value is None or now.money is None else now.money + value
    return now.at(now.position, money, now.tokens)


def _place_cornerstone(
    prepared: Prepared, now: Situation, event: Act, found: Findings
) -> Situation:
    if not event.cornerstone:
        found.breaks("NEOM-SOLO-CORNER-3", "no Cornerstone is named")
        return now
    tile = prepared.tile(event.cornerstone)
    if not now.position.reserve >> tile.index & 1:
        message = f"{event.cornerstone} is not in reserve"
        found.breaks("NEOM-SOLO-CORNER-3", message)
    if tile.is_cornerstone:
        allowed = under_cap(prepared, now.position)
        square = _bit(event) or FULL & ~now.position.layout.plane(TILES)
        generation = DECKS[now.position.generation - 1]
        message = f"no further Cornerstone is allowed in Generation {generation}"
        _judge(found, "NEOM-ACT-CORNER-1", message, allowed, square & -square)
    after = _place(prepared, now, event, tile, found)
    position = after.position
    return replace(
        after,
        position=position._replace(
            reserve=position.reserve & ~(1 << tile.index), placed=position.placed + 1
        ),
    )


def _place(
    prepared: Prepared, now: Situation, event: Act, tile: PreparedTile, found: Findings
) -> Situation:
    before = now.position.layout
    square = _bit(event)
    if not square:
        off = "" if event.square is None else f": {square_name(event.square)}"
        found.breaks("NEOM-PLACE-2", f"that is not a square of the board{off}")
        purchase(prepared, now, event, tile, (before, now.tokens), found)
        return now
    for rule, message, squares in (
        ("NEOM-PLACE-3", "no road links it to the City Center", placing.linking_squares),
        ("NEOM-PLACE-6", "the tile below is of another type", placing.covering),
        ("NEOM-PLACE-9", "a Cornerstone may not cover a tile", placing.cornerstone_covering),
        ("NEOM-PLACE-9", "another tile would lose its link", placing.keeping_links),
    ):
        allowed = squares(prepared, before, tile, square)
        _judge(found, rule, f"{tile.source.id}: {message}", allowed, square)
    index = square.bit_length() - 1
    layout = with_tile(prepared, before, index, tile)
    tokens = tokens_after_placing(prepared, now.tokens, tile, before, layout, index)
    paid = _pay_as_read(prepared, now, event, tile, (layout, tokens), found)
    if tokens.surely != tokens.perhaps and tokens.unknown != now.tokens.unknown:
        found.lacks(tokens.unknown)
    if tile.received is None:
        found.lacks(unknown_receipts(tile))
    money = None
    if now.money is not None and paid is not None and tile.received is not None:
        money = now.money - paid + tile.received
    west, east = now.position.used
    used = (west + event.routes.count("west"), east + event.routes.count("east"))
    return now.at(now.position._replace(layout=layout, used=used), money, tokens)


def _pay_as_read(
    prepared: Prepared,
    now: Situation,
    event: Act,
    tile: PreparedTile,
    after: tuple[Layout, Tokens],
    found: Findings,
) -> int | None:
    """Judge requirements in the city before or after placing, or in both if that is unknown."""
    before = (now.position.layout, now.tokens)
    reading = prepared.parameters.requirements_read
    if reading:
        return purchase(prepared, now, event, tile, before if reading == "before" else after, found)
    first, second = Findings(), Findings()
    paid = purchase(prepared, now, event, tile, before, first)
    paid_after = purchase(prepared, now, event, tile, after, second)
    rules = {rule for rule, _ in first.broken} & {rule for rule, _ in second.broken}
    found.broken += [each for each in first.broken if each[0] in rules]
    found.lacks([*first.unknown, *(each for each in second.unknown if each not in first.unknown)])
    same = {rule for rule, _ in first.broken} == {rule for rule, _ in second.broken}
    if same and paid == paid_after:
        return paid
    found.lacks([Unknown("NEOM-REQ-1", "requirements_read")])
    return None


def _judge(found: Findings, rule: str, message: str, allowed: Allowed, square: int) -> None:
    if not allowed.perhaps & square:
        found.breaks(rule, message)
    elif not allowed.surely & square:
        found.lacks(allowed.unknown)


def _bit(event: Act) -> int:
    """Return the bit of the square named, 0 if there is none."""
    return bit(event.square) if event.square in SQUARES else 0
