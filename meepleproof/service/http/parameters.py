"""Query parameters: only known ones, each once, with valid values."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import get_args

from starlette.requests import Request

from generator.grade import Level
from generator.solo.techniques import TECHNIQUES
from generator.solo.wanted import MOST_DECOYS
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import PuzzleFilter, Shelf
from verifier.carcassonne.solo.essential import ESSENTIAL_NAMES
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.puzzle import own_goals_in_words, parse_goal
from verifier.errors import MeepleproofError

__all__ = ["Page", "cursor_text", "read_filter", "read_page", "require_known"]

FILTERS = ("goal", "level", "rating_from", "rating_to", "theme", "needs", "decoys", "pack")
PAGING = ("cursor", "limit")
MOST_ON_PAGE = 100
"""Puzzles of a page at most."""
USUAL_ON_PAGE = 20
_MOST_RATING = 999_999
_CURSOR = re.compile(r"([0-9]{1,6})\.([0-9a-z]{12})")

Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: ``limit`` puzzles, ``after`` a place by rating and id if it is given."""

    limit: int
    after: Place | None


def require_known(request: Request, known: Collection[str]) -> None:
    """Refuse a query with unknown or repeated parameters.

    :raises Problem: if there is one.
    """
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if name not in known:
            detail = f"there is no parameter {name[:60]!r}; there are: {', '.join(known)}"
            raise Problem("parameter", detail, parameter=name[:99])
        if names.count(name) > 1:
            raise Problem("parameter", f"the parameter {name!r} is given twice", parameter=name)


def read_filter(request: Request, shelf: Shelf) -> PuzzleFilter:
    """Return which puzzles of the shelf are asked for; there may be none.

    :raises Problem: if a parameter has a value that no puzzle could ever have.
    """
    given = request.query_params
    wanted = PuzzleFilter(
        goal=given.get("goal"),
        level=_one_of(request, "level", get_args(Level)),
        rating_from=_number(request, "rating_from", 0, _MOST_RATING),
        rating_to=_number(request, "rating_to", 0, _MOST_RATING),
        theme=_one_of(request, "theme", [technique.id for technique in TECHNIQUES]),
        needs=_one_of(request, "needs", ESSENTIAL_NAMES),
        decoys=_number(request, "decoys", 0, MOST_DECOYS),
        pack=_one_of(request, "pack", [pack.id for pack in shelf.packs]),
    )
    if wanted.goal is not None:
        _require_goal(wanted.goal, shelf)
    _require_range(wanted.rating_from, wanted.rating_to)
    return wanted


def read_page(request: Request) -> Page:
    """Return which part of a list is asked for.

    :raises Problem: if a parameter has an invalid value.
    """
    limit = _number(request, "limit", 1, MOST_ON_PAGE)
    cursor = request.query_params.get("cursor")
    after = None if cursor is None else _place(cursor)
    return Page(USUAL_ON_PAGE if limit is None else limit, after)


def cursor_text(place: Place) -> str:
    """Return a place in a list as opaque text.

    >>> cursor_text((666, "rgk8wgmzb6p0"))
    'NjY2LnJnazh3Z216YjZwMA'
    """
    rating, identity = place
    return base64.urlsafe_b64encode(f"{rating}.{identity}".encode()).decode().rstrip("=")


def _place(cursor: str) -> Place:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    match = _CURSOR.fullmatch(text)
    place = (int(match[1]), match[2]) if match else (0, "")
    if cursor_text(place) != cursor:
        detail = f"{cursor[:60]!r} is not a cursor; take the 'next' of a page"
        raise Problem("parameter", detail, parameter="cursor")
    return place


def _number(request: Request, name: str, least: int, most: int) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        detail = f"{name} {text[:60]!r}: give a whole number from {least} to {most}"
        raise Problem("parameter", detail, parameter=name)
    return int(text)


def _one_of(request: Request, name: str, known: Collection[str]) -> str | None:
    text = request.query_params.get(name)
    if text is not None and text not in known:
        detail = f"{name} {text[:60]!r}: give one of {', '.join(known)}"
        raise Problem("parameter", detail, parameter=name)
    return text


def _require_goal(identity: str, shelf: Shelf) -> None:
    """Refuse what is not a goal; a custom goal may have any name, which a puzzle then states."""
    if shelf.has_goal(identity):
        return
    try:
        parse_goal(identity)
    except MeepleproofError:
        detail = (
            f"goal {identity[:60]!r}: give one of {', '.join(checklist())}, or a goal written "
            f"{own_goals_in_words()}"
        )
        raise Problem("parameter", detail, parameter="goal") from None


def _require_range(least: int | None, most: int | None) -> None:
    if least is not None and most is not None and least > most:
        detail = f"rating_to {most}: nothing lies between it and rating_from {least}; swap the two"
        raise Problem("parameter", detail, parameter="rating_to")
