"""The processor time that reports state; no answer depends on it."""

from __future__ import annotations

import os

__all__ = ["cpu_seconds"]


def cpu_seconds() -> float:
    """Return the processor time used so far in seconds, with that of ended child processes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
