"""What comes next in a game of NEOM, and what there is to remember, in words."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.neom.engine import Due

__all__ = ["next_in_words", "reminders"]

_NEXT = {
    "keep": "keep one Cornerstone of the stack",
    "tiles": "choose the tiles in play: 1+, or 1+ 4+, or 1+ 4+ 5+",
    "act": "select a tile of the pack and take one action",
    "strike": "answer the Disaster that strikes",
    "end": "score the game",
    "": "nothing; the game is over",
}
_DISASTER = {
    "to come": "still to come; at the end of turn 7 it strikes if it was not seen",
    "preventable": "in this pack; only by selecting it can it be prevented, else it strikes",
    "strikes": "strikes at the end of this turn",
    "over": "over in this Generation",
}
_UNKNOWN = "cannot be determined"


def next_in_words(due: Due) -> str:
    """Return what comes next."""
    if due.next == "cornerstones":
        return f"reveal a stack of {due.shown} Cornerstones"
    if due.next == "reveal":
        return f"reveal a pack of {due.shown} tiles"
    return _NEXT[due.next]


def reminders(due: Due) -> Iterator[tuple[str, str]]:
    """Yield what there is to remember in a Generation, each as a heading and words."""
    yield "Disaster", _DISASTER[due.disaster]
    yield "Goods that may be bought", ", ".join(due.buyable)
    if due.routes_left is None:
        yield "Trade Routes left", _UNKNOWN
    else:
        west, east = due.routes_left
        yield "Trade Routes left", f"west {west}, east {east}"
    another = {True: "yes", False: "no", None: _UNKNOWN}
    yield "Another Cornerstone under the limit", another[due.another_cornerstone]
    income = _UNKNOWN if due.income is None else f"£{due.income}"
    yield "Income at the end of turn 7, as the city stands", income
