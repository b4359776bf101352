"""Which source the pages of browser tests come from, told to all processes of a run."""

from __future__ import annotations

import os

CHOSEN = "MEEPLEPROOF_TESTS_SITE"
"""Set where ``--site`` was chosen; workers of a run inherit it."""


def on_site() -> bool:
    """Return whether the pages come from a built site."""
    return CHOSEN in os.environ
