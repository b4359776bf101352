"""The city that a log leads to, as it was written down; no rule is asked."""

from __future__ import annotations

from verifier.neom.log import Act, Log, Strike
from verifier.neom.state import SQUARES, City

__all__ = ["written_city"]


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
