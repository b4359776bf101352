"""The watchdog: notices when the event loop stood still, so that no request was answered."""

from __future__ import annotations

import asyncio
import time

from meepleproof.service.http.observing import LOG

__all__ = ["Watchdog"]

_INTERVAL = 0.25
_STANDSTILL_SECONDS = 1.0
"""Seconds; answers in that time were delayed as much."""


class Watchdog:
    """Measures the delays of the event loop; ``standstills`` counts those of over a second."""

    def __init__(self) -> None:
        self.standstills = 0

    async def run(self) -> None:
        """Watch until cancelled; each standstill is logged when it is over, with its length."""
        while True:
            due = time.monotonic() + _INTERVAL
            await asyncio.sleep(_INTERVAL)
            self.record_delay(time.monotonic() - due)

    def record_delay(self, seconds_late: float) -> None:
        """Count a delay of the event loop if it is long.

        >>> watchdog = Watchdog()
        >>> watchdog.record_delay(0.9), watchdog.standstills
        (None, 0)
        """
        if seconds_late > _STANDSTILL_SECONDS:
            self.standstills += 1
            LOG.error("standstill", extra={"facts": {"milliseconds": round(1000 * seconds_late)}})
