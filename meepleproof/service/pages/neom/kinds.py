"""The kinds of NEOM's puzzles in words."""

from __future__ import annotations

KINDS = {
    "link": "Link tiles",
    "purchase": "Purchases",
    "last-turns": "The last turns",
    "disaster": "The Disaster",
}
"""What the page calls kinds of puzzles."""
