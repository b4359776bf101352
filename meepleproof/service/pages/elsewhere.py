"""Where a puzzle is that an address of another game asks for."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from meepleproof.service.pages.errors import missing_page, withdrawn_page
from meepleproof.service.shelf import Shelf

_GAMES = ("house", "neom")
"""The games with puzzles on pages of their own, below their names."""


def puzzle_elsewhere(shelf: Shelf, identity: str) -> Response:
    """Return the way to a puzzle of any game, why it was withdrawn, or that there is none."""
    if shelf.puzzle(identity) is not None:
        return RedirectResponse(f"/puzzle/{identity}", 302)
    other = shelf.other_puzzle(identity)
    if other is not None and other.label in [("game", game) for game in _GAMES]:
        return RedirectResponse(f"/{other.label[1]}/puzzle/{identity}", 302)
    why = shelf.retracted.get(identity)
    if why is not None:
        return withdrawn_page(why)
    return missing_page("There is no puzzle of that name.")
