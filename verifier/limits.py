"""Limits of searches, in seconds."""

from __future__ import annotations

from verifier.errors import Malformed

__all__ = ["require_limit"]

_A_DAY = 24 * 60 * 60


def require_limit(seconds: int) -> None:
    """Check a limit in seconds.

    :raises Malformed: if it is less than 1, or more than a day.
    """
    if not 1 <= seconds <= _A_DAY:
        raise Malformed(f"a limit of {seconds} seconds: give 1 to {_A_DAY}", where="--time")
