"""The watchdog: whether the event loop ever stood still, so that nobody was answered."""

from __future__ import annotations

import asyncio
import time

from service.http.observing import LOG

__all__ = ["Watchdog"]

_BEAT = 0.25
_TOO_LONG = 1.0
"""Seconds; each answer that came meanwhile was as late."""


class Watchdog:
    """Looks again and again whether it is let; ``standstills`` counts when it was over a second."""

    def __init__(self) -> None:
        self.standstills = 0

    async def run(self) -> None:
        """Watch until cancelled; each standstill is logged when it is over, with its length."""
        while True:
            due = time.monotonic() + _BEAT
            await asyncio.sleep(_BEAT)
            self.passed(time.monotonic() - due)

    def passed(self, late: float) -> None:
        """Note by how many seconds the loop came back too late.

        >>> watchdog = Watchdog()
        >>> watchdog.passed(0.9), watchdog.standstills
        (None, 0)
        """
        if late > _TOO_LONG:
            self.standstills += 1
            LOG.error("standstill", extra={"facts": {"milliseconds": round(1000 * late)}})
