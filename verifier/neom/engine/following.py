"""Where a log stands after each event, and what is due then: what a helper at the table says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from verifier.neom.engine.buying import BUYABLE
from verifier.neom.engine.cornerstones import under_cap
from verifier.neom.engine.disasters import preventable
from verifier.neom.engine.log_check import as_noted, start, step
from verifier.neom.engine.missing import Missing
from verifier.neom.engine.packs import pack_size
from verifier.neom.engine.position import state_of
from verifier.neom.engine.prepared import Prepared
from verifier.neom.engine.situation import STACKS, Findings, Situation
from verifier.neom.engine.trade_routes import Uses, uses_left
from verifier.neom.engine.turn_end import income_of
from verifier.neom.log import Log
from verifier.neom.parameters import Tier
from verifier.neom.state import State

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
        after = step(prepared, now, event, found)
        if found.broken:
            break
        now = as_noted(prepared, after, event)
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
        return "cornerstones" if len(now.kept) < len(STACKS) else "tiles"
    if now.strike_due:
        return "strike"
    if now.pack is not None:
        return "act"
    return "end" if now.position.ended else "reveal"


def _shown(now: Situation, following: Next) -> int:
    if following == "cornerstones":
        return STACKS[len(now.stacks)]
    if following == "reveal" and now.tile_set:
        return pack_size(now.tile_set, now.position.turn)
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
