"""The check of a whole log or its part, and where it stands after each event.

The check says what a log breaks, notes wrongly, and leaves unknown; a standing says what is due
next, as a helper at the table does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from verifier.neom.engine.buying import BUYABLE, Uses, uses_left
from verifier.neom.engine.disasters import preventable
from verifier.neom.engine.log_actions import act, strike
from verifier.neom.engine.placing import under_cap
from verifier.neom.engine.position import (
    Findings,
    Position,
    Situation,
    Tokens,
    of_board,
    position_of,
    state_of,
)
from verifier.neom.engine.prepared import Missing, Prepared, PreparedTile, lay_out
from verifier.neom.engine.scoring import score
from verifier.neom.engine.turns import end_turn, income_of
from verifier.neom.log import (
    Act,
    ChooseTiles,
    Difference,
    End,
    Event,
    KeepCornerstone,
    Log,
    LogReport,
    Reveal,
    RevealCornerstones,
    Strike,
    Violation,
)
from verifier.neom.parameters import Tier, Unknown
from verifier.neom.state import (
    GENERATIONS,
    PREVENTABLE,
    TILE_SETS,
    TURNS,
    City,
    Score,
    State,
    TileSet,
    total,
)
from verifier.neom.tiles import DECKS


def check(prepared: Prepared, log: Log) -> LogReport:
    """Return what a log breaks, what it notes wrongly, and what cannot be determined.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    now, found = start(prepared, log)
    violations: list[Violation] = []
    differences: list[Difference] = []
    unknown: list[tuple[int, Unknown]] = []
    points: Score = ()
    for number, event in enumerate(log.events):
        if violations and not isinstance(event, Act):
            break
        after = _step(prepared, now, event, found)
        unknown += [(number, each) for each in dict.fromkeys(found.unknown)]
        violations += [Violation(number, *each) for each in dict.fromkeys(found.broken)]
        if violations and not (isinstance(event, Reveal) and after.pack is not None):
            break
        if violations:  # what is noted beside an illegal event is not examined
            now, found = after, Findings()
            continue
        differences += _noted_otherwise(prepared, after, number, event)
        now = _as_noted(prepared, after, event)
        if now.position.ended and not points:
            points = score(prepared, now.position.layout, now.tokens, now.money)
        if isinstance(event, End):
            differences += _scored_otherwise(points, number, event)
        found = Findings()
    owned = prepared.goods_of(now.tokens.surely)
    return LogReport(
        tuple(violations),
        tuple(differences),
        tuple(unknown),
        now.money,
        owned,
        () if violations else points,
    )


def faults_of_each(
    prepared: Prepared, log: Log, events: Iterable[Event]
) -> Iterator[tuple[Violation, ...]]:
    """Yield what each of some events would break, if it came after a legal log.

    :raises Malformed: if one of them names something that the catalogue does not have.
    """
    now, found = start(prepared, log)
    for event in log.events:
        now = _as_noted(prepared, _step(prepared, now, event, found), event)
    for event in events:
        found = Findings()
        _step(prepared, now, event, found)
        yield tuple(Violation(len(log.events), *each) for each in dict.fromkeys(found.broken))


def start(prepared: Prepared, log: Log) -> tuple[Situation, Findings]:
    """Return the situation before the first event, and what of the set-up is unknown.

    :raises Malformed: if it names something that the catalogue does not have.
    """
    found = Findings()
    if log.start is not None:
        position = position_of(prepared, log.start)
        tiles = frozenset(tile for _, tile in log.start.city.tiles)
        owned = Tokens(position.tokens, position.tokens)
        begun = Situation(position, position.money, owned, tiles | log.start.reserve)
        return replace(begun, tile_set=log.start.tile_set), found
    layout = lay_out(prepared, City(log.board))
    tokens = of_board(prepared, layout)
    found.lacks(tokens.unknown)
    money = prepared.parameters.start_money
    if money is None:
        found.lacks([Unknown("NEOM-SETUP-3", "start_money")])
    position = Position(layout, tokens.surely, money or 0, 0, 1, 1, 0, (0, 0), disaster_over=False)
    return Situation(position, money, tokens), found


def _step(prepared: Prepared, now: Situation, event: Event, found: Findings) -> Situation:
    """Return the situation after an event; what it breaks and lacks is noted in ``found``."""
    if now.ended:
        found.breaks("NEOM-END-1", "the game has ended")
        return now
    match event:
        case RevealCornerstones():
            after = _reveal_cornerstones(prepared, now, event, found)
        case KeepCornerstone():
            after = _keep_cornerstone(prepared, now, event, found)
        case ChooseTiles():
            after = _choose_tiles(now, event, found)
        case Reveal():
            after = reveal(prepared, now, event, found)
        case Act():
            after = act(prepared, now, event, found)
        case Strike():
            after = strike(prepared, now, event, found)
        case End():
            after = _end(now, found)
    if found.broken or after.strike_due or not isinstance(event, Act | Strike):
        return after
    before_strike = now if isinstance(event, Strike) else after
    return end_turn(prepared, before_strike.position.layout, after, found)


def _as_noted(prepared: Prepared, now: Situation, event: Event) -> Situation:
    """Return the situation with noted money and tokens where they could not be followed."""
    money, tokens = now.money, now.tokens
    if money is None:
        money = event.claims.money
    if tokens.surely != tokens.perhaps and event.claims.tokens is not None:
        noted = prepared.goods_mask(event.claims.tokens)
        tokens = Tokens(noted, noted)
    if money == now.money and tokens is now.tokens:
        return now
    return now.at(now.position, money, tokens)


def _end(now: Situation, found: Findings) -> Situation:
    if not now.position.ended:
        found.breaks("NEOM-END-1", "the game is scored before turn 21 is complete")
        _strike_passed_over(now, found)
    return replace(now, ended=True)


def _noted_otherwise(
    prepared: Prepared, now: Situation, number: int, event: Event
) -> list[Difference]:
    """Return what was noted about money and tokens and surely is not so."""
    found = []
    claims = event.claims
    if claims.money is not None and now.money is not None and claims.money != now.money:
        found.append(Difference(number, "money", str(claims.money), str(now.money)))
    if claims.tokens is not None:
        noted = prepared.goods_mask(claims.tokens)
        if now.tokens.surely & ~noted or noted & ~now.tokens.perhaps:
            written = ", ".join(sorted(claims.tokens))
            followed = ", ".join(prepared.sorted_goods(now.tokens.surely))
            found.append(Difference(number, "tokens", written, followed))
    return found


def _scored_otherwise(points: Score, number: int, event: End) -> list[Difference]:
    """Return the headings and the total that were noted and are not so."""
    noted: list[tuple[str, int]] = list(event.headings)
    followed: dict[str, int | None] = {heading.name: heading.points for heading in points}
    if event.total is not None:
        noted.append(("total", event.total))
        followed["total"] = total(points)
    return [
        Difference(number, name, str(value), str(followed[name]))
        for name, value in noted
        if followed.get(name, value) not in {None, value}
    ]


# --- the Preliminary Round: three stacks of Cornerstones, then the choice of tiles

_STACKS = (4, 3, 2)
"""The Cornerstones in the three stacks (NEOM-SOLO-CORNER-1)."""

_STACK_RULE = "NEOM-SOLO-CORNER-1"
_KEEP_RULE = "NEOM-SOLO-CORNER-2"
_TILES_RULE = "NEOM-SOLO-CONFIG-1"


def _reveal_cornerstones(
    prepared: Prepared, now: Situation, event: RevealCornerstones, found: Findings
) -> Situation:
    """Return the situation once a stack is turned up (NEOM-SOLO-CORNER-1, -2)."""
    if len(now.stacks) > len(now.kept):
        found.breaks(_KEEP_RULE, "the next stack is turned up before one of the last is kept")
    elif now.tile_set or len(now.stacks) == len(_STACKS):
        found.breaks(_STACK_RULE, "there is no further stack of Cornerstones")
    else:
        for message in _stack_faults(prepared, now, event.tiles):
            found.breaks(_STACK_RULE, message)
    return replace(now, stacks=(*now.stacks, event.tiles), seen=now.seen | frozenset(event.tiles))


def _stack_faults(prepared: Prepared, now: Situation, stack: tuple[str, ...]) -> Iterator[str]:
    wanted = _STACKS[len(now.stacks)]
    if len(stack) != wanted:
        yield f"the stack has {len(stack)} Cornerstones in place of {wanted}"
    for tile in sorted(set(stack)):
        if not prepared.tile(tile).is_cornerstone:
            yield f"{tile} is no Cornerstone"
        if tile in now.seen or stack.count(tile) > 1:
            yield f"{tile} was shown before"


def _keep_cornerstone(
    prepared: Prepared, now: Situation, event: KeepCornerstone, found: Findings
) -> Situation:
    """Return the situation once a Cornerstone is kept (NEOM-SOLO-CORNER-2, -3)."""
    tile = prepared.tile(event.tile)
    if len(now.stacks) == len(now.kept):
        found.breaks(_KEEP_RULE, "no stack lies open from which to keep a Cornerstone")
    elif event.tile not in now.stacks[-1]:
        found.breaks(_KEEP_RULE, f"{event.tile} is not in the stack")
    reserve = now.position.reserve | 1 << tile.index
    return replace(
        now, kept=(*now.kept, event.tile), position=now.position._replace(reserve=reserve)
    )


def _choose_tiles(now: Situation, event: ChooseTiles, found: Findings) -> Situation:
    """Return the situation once the tile set is chosen (NEOM-SOLO-CONFIG-1)."""
    marks = tuple(sorted(event.marks))
    if now.tile_set:
        found.breaks(_TILES_RULE, "the tiles were chosen before")
    elif len(now.kept) < len(_STACKS):
        found.breaks(_TILES_RULE, "the tiles are chosen before the third Cornerstone is kept")
    if marks not in TILE_SETS:
        found.breaks(_TILES_RULE, f"{'{' + ','.join(marks) + '}'} is none of the three sets")
    return replace(now, tile_set=marks)


# --- packs: in which order they are turned up, and what may be in them

_MOVED_IN = (2, 1, 1, 0, 0, -1, -1)
"""How many tiles the moves put into packs 1 to 7 (NEOM-SOLO-PACK-2, -3, -4)."""

_STARTING_SIZES = (3, 4, 5)
"""The tiles in each of the eight packs before the moves, by the number of marks in play."""


def _pack_size(tile_set: TileSet, turn: int) -> int:
    """Return how many tiles the pack of a turn has (NEOM-SOLO-PACK-6).

    >>> [_pack_size(("1+",), turn) for turn in range(1, 8)]
    [5, 4, 4, 3, 3, 2, 2]
    """
    return _STARTING_SIZES[len(tile_set) - 1] + _MOVED_IN[turn - 1]


def reveal(prepared: Prepared, now: Situation, event: Reveal, found: Findings) -> Situation:
    """Return the situation once a pack is turned up (NEOM-SOLO-TURN-1).

    Before its time it does not become the pack of a turn.
    """
    if now.tile_set is None:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before the set-up is complete")
    elif now.strike_due:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before the Disaster has struck")
        _strike_passed_over(now, found)
    elif now.pack is not None:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before an action of the last turn")
    elif now.position.ended:
        message = f"Generation {DECKS[GENERATIONS - 1]} is over after {TURNS} packs"
        found.breaks("NEOM-SOLO-TURN-4", message)
    else:
        for rule, message in _faults(prepared, now, event.tiles, now.tile_set):
            found.breaks(rule, message)
        return _turned_up(prepared, now, event)
    return replace(now, pack=None)


def _turned_up(prepared: Prepared, now: Situation, event: Reveal) -> Situation:
    shown = any(prepared.tile(tile).is_disaster for tile in event.tiles)
    seen = now.seen | frozenset(event.tiles)
    return replace(now, pack=event.tiles, disaster_shown=shown, seen=seen)


def _strike_passed_over(now: Situation, found: Findings) -> None:
    """Note that the log goes on though a Disaster is due (NEOM-SOLO-DIS-3, -4, -5)."""
    if not now.strike_due:
        return
    if not now.disaster_shown:
        found.breaks("NEOM-SOLO-DIS-5", "the Disaster was never shown, so it strikes on turn 7")
    elif now.position.turn <= PREVENTABLE:
        found.breaks("NEOM-SOLO-DIS-3", "the Disaster was shown and not selected, so it strikes")
    else:
        message = "a Disaster shown in packs 4 to 7 strikes at the end of that turn"
        found.breaks("NEOM-SOLO-DIS-4", message)


def _faults(
    prepared: Prepared, now: Situation, pack: tuple[str, ...], tile_set: TileSet
) -> Iterator[tuple[str, str]]:
    size = _pack_size(tile_set, now.position.turn)
    if len(pack) != size:
        yield "NEOM-SOLO-PACK-6", f"the pack has {len(pack)} tiles in place of {size}"
    for tile_id in sorted(set(pack)):
        if pack.count(tile_id) > 1:
            yield "NEOM-SOLO-PACK-1", f"{tile_id} is in the pack twice"
        yield from _tile_faults(now, prepared.tile(tile_id), tile_set)


def _tile_faults(
    now: Situation, tile: PreparedTile, tile_set: TileSet
) -> Iterator[tuple[str, str]]:
    deck = DECKS[now.position.generation - 1]
    name = tile.source.id
    if tile.source.deck != deck:
        yield "NEOM-SOLO-PACK-1", f"{name} is not in the deck of Generation {deck}"
    if not tile.is_cornerstone and tile.source.mark not in tile_set:
        yield "NEOM-SETUP-6", f"{name} is marked {tile.source.mark}, which is not in play"
    if name in now.seen:
        yield "NEOM-SOLO-TURN-3", f"{name} was seen before and never returns"
    elif tile.is_disaster and now.position.disaster_over:
        yield "NEOM-DISASTER-1", "this Generation's Disaster is over already"


# --- where a log stands after each event, and what is due then

Next = Literal["cornerstones", "keep", "tiles", "reveal", "act", "strike", "end", ""]
"""The event that comes next; empty once the game has been scored."""


@dataclass(frozen=True, slots=True)
class Due:
    """What there is to remember before the next event.

    ``shown`` is how many tiles the next reveal shows, 0 if none is next. ``disaster`` says whether
    this Generation's Disaster is still to come, lies open and can be prevented, strikes, or is
    over. ``buyable`` are the tiers of goods that may be bought, ``routes_left`` the uses of the
    west and the east route, ``another_cornerstone`` whether the cap allows one more (on some
    square), ``income`` that of the city as it stands; None where it cannot be determined.
    """

    next: Next
    shown: int
    disaster: Literal["to come", "preventable", "strikes", "over"]
    buyable: tuple[Tier, ...]
    routes_left: Uses | None
    another_cornerstone: bool | None
    income: int | None


class Standing:
    """A log after an event; state and dues are worked out when they are asked for."""

    def __init__(self, prepared: Prepared, now: Situation) -> None:
        """Take the situation after the event."""
        self._prepared = prepared
        self._now = now

    @cached_property
    def state(self) -> State:
        """The state; within a turn that after the action, with the turn not yet counted on."""
        return state_of(self._prepared, self._now.position, self._now.tile_set or ())

    @property
    def money(self) -> int | None:
        """The money, None where it cannot be followed; the state has 0 then."""
        return self._now.money

    @cached_property
    def due(self) -> Due:
        """What there is to remember before the next event."""
        return _due(self._prepared, self._now)


def follow(prepared: Prepared, log: Log) -> tuple[Standing, ...]:
    """Return the standing before the first event and after each, up to the first illegal one.

    :raises Malformed: if the log names something that the catalogue does not have.
    """
    now, found = start(prepared, log)
    standings = [Standing(prepared, now)]
    for event in log.events:
        after = _step(prepared, now, event, found)
        if found.broken:
            break
        now = _as_noted(prepared, after, event)
        standings.append(Standing(prepared, now))
        found = Findings()
    return tuple(standings)


def _due(prepared: Prepared, now: Situation) -> Due:
    position = now.position
    following = _next(now)
    return Due(
        following,
        _shown(now, following),
        _disaster(now),
        BUYABLE[position.generation - 1],
        _routes_left(prepared, now),
        _another_cornerstone(prepared, now),
        income_of(prepared, position.layout, Findings()),
    )


def _next(now: Situation) -> Next:
    if now.ended:
        return ""
    if now.tile_set is None:
        if len(now.stacks) > len(now.kept):
            return "keep"
        return "cornerstones" if len(now.kept) < len(_STACKS) else "tiles"
    if now.strike_due:
        return "strike"
    if now.pack is not None:
        return "act"
    return "end" if now.position.ended else "reveal"


def _shown(now: Situation, following: Next) -> int:
    if following == "cornerstones":
        return _STACKS[len(now.stacks)]
    if following == "reveal" and now.tile_set:
        return _pack_size(now.tile_set, now.position.turn)
    return 0


def _disaster(now: Situation) -> Literal["to come", "preventable", "strikes", "over"]:
    if now.position.disaster_over:
        return "over"
    if now.strike_due:
        return "strikes"
    if now.disaster_shown:
        return "preventable" if preventable(now.position.turn) else "strikes"
    return "to come"


def _routes_left(prepared: Prepared, now: Situation) -> Uses | None:
    try:
        return uses_left(prepared, now.position.layout, now.position.used)
    except Missing:
        return None


def _another_cornerstone(prepared: Prepared, now: Situation) -> bool | None:
    allowed = under_cap(prepared, now.position)
    if bool(allowed.surely) != bool(allowed.perhaps):
        return None
    return bool(allowed.surely)
