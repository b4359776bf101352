"""The log of a NEOM game as it was written down, legal or not: a list of events in their order.

An event that follows another states an order of time: a Cornerstone is kept before the next stack
is revealed, a tile selected before the next pack.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.neom.parameters import Unknown
from verifier.neom.state import SQUARES, City, Score, Square, State

__all__ = ["written_city"]


@dataclass(frozen=True, slots=True)
class Claims:
    """What the player noted after an event; None where nothing was noted.

    Where money could not be followed, the noted money is taken from there on.
    """

    money: int | None = None
    tokens: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class RevealCornerstones:
    """A stack of Cornerstones is turned up."""

    tiles: tuple[str, ...]
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class KeepCornerstone:
    """One of the stack is kept in reserve; the others leave the game."""

    tile: str
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class ChooseTiles:
    """The choice of the tile set, by its marks."""

    marks: tuple[str, ...]
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next pack is turned up."""

    tiles: tuple[str, ...]
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class Act:
    """A tile is selected and an action taken: ``place``, ``cornerstone``, ``sell``, ``prevent``.

    Any other word is an action that the game does not have.
    """

    action: str
    selected: str
    cornerstone: str = ""
    square: Square | None = None
    bought: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class Strike:
    """A Disaster strikes: ``protected``, ``pay``, ``lose`` (with squares), or ``nothing``."""

    answer: str
    squares: tuple[Square, ...] = ()
    claims: Claims = Claims()


@dataclass(frozen=True, slots=True)
class End:
    """The game is scored; ``headings`` and ``total`` are what the player noted."""

    headings: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    claims: Claims = Claims()


Event = RevealCornerstones | KeepCornerstone | ChooseTiles | Reveal | Act | Strike | End


@dataclass(frozen=True, slots=True)
class Log:
    """A game from its set-up with a City board, or its part from a declared state; events follow.

    ``start`` is None for a game from the beginning. Whole or partial: a log may end after any
    event.
    """

    board: str
    events: tuple[Event, ...]
    start: State | None = None


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A rule broken by an event, counted from 0."""

    event: int
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Something the player noted that is not so."""

    event: int
    what: str
    noted: str
    followed: str


@dataclass(frozen=True, slots=True)
class LogReport:
    """What one key says about a log.

    ``violations`` are all rules broken by the first illegal event; nothing after it is examined,
    but for the act that follows an illegal pack: it is checked with the pack as it was written. Of
    a stack or pack that comes too early only the order is judged, as it is open which it should be.
    ``unknown`` is what could not be determined until there, with the event. ``money`` and
    ``tokens`` are those after the last event examined, money None where it cannot be followed.
    ``score`` is empty unless the game has ended, legally, noted as ended or not.
    """

    violations: tuple[Violation, ...]
    differences: tuple[Difference, ...]
    unknown: tuple[tuple[int, Unknown], ...]
    money: int | None
    tokens: frozenset[str]
    score: Score = ()


def written_city(log: Log) -> City:
    """Return the city after the last event of a log, legal or not.

    >>> written_city(Log("harbour", (Act("place", "demo-I-07", square=(2, 3)),))).tiles
    (((2, 3), 'demo-I-07'),)
    """
    city = City(log.board) if log.start is None else log.start.city
    for event in log.events:
        if isinstance(event, Act) and event.square in SQUARES:
            city = city.with_tile(event.square, event.cornerstone or event.selected)
        elif isinstance(event, Strike) and event.answer == "lose":
            city = city.without(frozenset(event.squares))
    return city
