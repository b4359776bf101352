"""Shares: how much processor time each client took of late, so that none takes it all."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Shares"]

_HALF_LIFE = 10.0
"""Seconds after which half of what a client took no longer counts."""
_MOST_CLIENTS = 10_000


class Shares:
    """The processor seconds that clients took of late; what is long ago counts less."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken = OrderedDict[str, tuple[float, float]]()

    def add(self, client: str, seconds: float) -> None:
        """Count processor seconds to a client.

        >>> now = [0.0]
        >>> shares = Shares(lambda: now[0])
        >>> shares.add("a", 3.0)
        >>> now[0] = 10.0
        >>> shares.of("a"), shares.of("b")
        (1.5, 0.0)
        """
        self._taken[client] = (self.of(client) + seconds, self._clock())
        self._taken.move_to_end(client)
        if len(self._taken) > _MOST_CLIENTS:
            self._taken.popitem(last=False)  # the client that has asked nothing for longest

    def of(self, client: str) -> float:
        """Return the seconds that a client took of late."""
        seconds, then = self._taken.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - then) / _HALF_LIFE) if seconds else 0.0
