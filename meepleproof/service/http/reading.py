"""The routes that anyone may read: packs, puzzles, solutions, pictures, the puzzle of a day.

Only known query parameters are taken, each once, with valid values.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.folder import HeldPack
from generator.collection.index import PuzzleFilter
from generator.grade import LEVELS
from generator.kinds import kind_named
from generator.listed import game_of_form, listed_kinds, listed_needs, listed_themes
from meepleproof.rendering.exports.printing import NotInstalled
from meepleproof.rendering.view import view_of
from meepleproof.service.daily import Days
from meepleproof.service.http.messages import (
    DRAWING_POLICY,
    JSON,
    NDJSON,
    Content,
    answer,
    content,
    json_content,
)
from meepleproof.service.painter import painted
from meepleproof.service.play.play import label_of_puzzle
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.documents.canonical_json import canonical_bytes
from verifier.errors import MeepleproofError
from verifier.games import GAMES

__all__ = ["find_puzzle", "reading_routes", "require_known", "today"]


_PACKS_KEPT, _PUZZLES_KEPT = 50, 1000
"""How many documents are cached: packs, up to a megabyte each, and puzzles."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def reading_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes by which the shelf is read, below ``/api``."""
    reader = _Reader(shelf)
    return [
        Route("/api/packs", reader.packs),
        Route("/api/packs/{id}", reader.pack),
        Route("/api/puzzles", reader.puzzles),
        Route("/api/puzzles.ndjson", reader.bulk),
        Route("/api/puzzles/{id}.svg", reader.svg),
        Route("/api/puzzles/{id}.png", reader.png),
        Route("/api/puzzles/{id}", reader.puzzle),
        Route("/api/puzzles/{id}/solution", reader.solution),
        Route("/api/levels", reader.levels),
        Route("/api/daily", reader.daily),
        Route("/api/daily/{date}", reader.daily),
    ]


class _Reader:
    """Answers from the shelf; what is asked for often is cached."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.days = Days(shelf)
        self._packs = json_content({"packs": [_pack_entry(pack, shelf) for pack in shelf.packs]})
        self._pack = lru_cache(_PACKS_KEPT)(self._of_pack)
        self._puzzle = lru_cache(_PUZZLES_KEPT)(self._of_puzzle)

    def packs(self, _request: Request) -> Response:
        return answer(self._packs)

    def pack(self, request: Request) -> Response:
        return answer(self._pack(request.path_params["id"]))

    def puzzles(self, request: Request) -> Response:
        require_known(request, (*_FILTERS, *_PAGING))
        matching, page = self.shelf.matching(_read_filter(request, self.shelf)), _read_page(request)
        rest = matching if page.after is None else matching.after(page.after)
        shown = list(islice(rest.places, page.limit))
        # Canonical JSON, joined from that of the puzzles: encoding it again took most of the time.
        puzzles = b",".join(self._puzzle(identity).body.rstrip() for _, identity in shown)
        parts = [b'"puzzles":[%s]' % puzzles, b'"total":%d' % len(matching)]
        headers = {}
        if len(rest) > page.limit:
            cursor = _cursor_text(shown[-1])
            query = urlencode({**request.query_params, "cursor": cursor})
            headers["Link"] = f'<{request.scope["path"]}?{query}>; rel="next"'
            parts.insert(0, b'"next":%s' % canonical_bytes(cursor))
        return answer(content(b"{%s}\n" % b",".join(parts), JSON), headers)

    def bulk(self, request: Request) -> Response:
        require_known(request, _FILTERS)
        matching = self.shelf.matching(_read_filter(request, self.shelf))
        lines = b"".join(self._puzzle(identity).body for identity in matching.ids)
        return answer(content(lines, NDJSON))

    def puzzle(self, request: Request) -> Response:
        return answer(self._puzzle(request.path_params["id"]))

    def solution(self, request: Request) -> Response:
        packed = self._requested(request).packed
        label, solution = label_of_puzzle(packed), packed.solution or {}
        told = {**label, "solution": solution} if label else solution
        return answer(json_content({"puzzle": packed.id, **told}))

    def svg(self, request: Request) -> Response:
        return _picture(self._drawn(request).encode(), "image/svg+xml")

    def png(self, request: Request) -> Response:
        try:
            picture = painted(self._drawn(request))
        except NotInstalled as error:
            raise Problem("not-installed", error.message) from None
        return _picture(picture, "image/png")

    def levels(self, _request: Request) -> Response:
        return answer(json_content({kind.name: kind.limits for kind in listed_kinds()}))

    def daily(self, request: Request) -> Response:
        require_known(request, ("game",))
        asked = request.path_params.get("date")
        day = today() if asked is None else _valid(asked)
        game = _one_of(request, "game", tuple(GAMES)) or next(iter(GAMES))
        found = self.days.puzzle(game, date.fromisoformat(day))
        if found is None:
            raise Problem("unknown", "there are no puzzles here")
        # The puzzle of today is another one tomorrow.
        headers = {"Cache-Control": "no-cache"} if asked is None else {}
        return answer(json_content({"date": day, "puzzle": found.document}), headers)

    def _requested(self, request: Request) -> ShelvedPuzzle:
        return find_puzzle(self.shelf, request.path_params["id"])

    def _drawn(self, request: Request) -> str:
        packed = self._requested(request).packed
        return view_of(packed.kind).svg(packed)

    def _of_pack(self, identity: str) -> Content:
        found = self.shelf.pack(identity)
        if found is None:
            raise Problem("unknown", f"there is no pack {identity[:60]!r}", parameter="id")
        return json_content(found.document)

    def _of_puzzle(self, identity: str) -> Content:
        held = self.shelf.held(identity)
        if held is None:
            raise _missing(self.shelf, identity)
        return json_content(held.document)


def find_puzzle(shelf: Shelf, identity: str) -> ShelvedPuzzle:
    """Return the puzzle of that id.

    :raises Problem: if there is none, or it was withdrawn.
    """
    found = shelf.puzzle(identity)
    if found is None:
        raise _missing(shelf, identity)
    return found


def _missing(shelf: Shelf, identity: str) -> Problem:
    """Return why there is no puzzle of that id."""
    if identity in shelf.retracted:
        why = shelf.retracted[identity]
        return Problem("withdrawn", f"the puzzle {identity} was withdrawn: {why}", parameter="id")
    return Problem("unknown", f"there is no puzzle {identity[:60]!r}", parameter="id")


def today() -> str:
    """Return the day in UTC."""
    return datetime.now(UTC).date().isoformat()


def _valid(day: str) -> str:
    with contextlib.suppress(ValueError):
        if _DAY.fullmatch(day) and date.fromisoformat(day):
            return day
    detail = f"{day[:60]!r} is not a day; give one like 2026-11-21"
    raise Problem("parameter", detail, parameter="date")


def _pack_entry(pack: HeldPack, shelf: Shelf) -> dict[str, Any]:
    stated = ("id", "title", "version", "licence", "attribution", "game", "rules")
    facts = shelf.facts(PuzzleFilter(pack=pack.id))
    return {
        "game": game_of_form(pack.form),
        **{name: pack.head[name] for name in stated if name in pack.head},
        "kinds": sorted({one.stated("kind") for one in facts}),
        "puzzles": len(facts),
        "withdrawn": list(pack.retracted),
        "set_aside": list(pack.set_aside),
    }


def _picture(found: bytes, media_type: str) -> Response:
    return answer(content(found, media_type), {"Content-Security-Policy": DRAWING_POLICY})


_FILTERS = (
    *("game", "kind", "goal", "level", "rating_from", "rating_to", "theme", "needs", "decoys"),
    "pack",
)
_PAGING = ("cursor", "limit")
_MOST_ON_PAGE = 100
"""Puzzles of a page at most."""
_USUAL_ON_PAGE = 20
_MOST_RATING = 999_999
_MOST_DECOYS = 99
_LONGEST_GOAL = 60
_CURSOR = re.compile(r"([0-9]{1,6})\.([0-9a-z]{12})")

_Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Page:
    """A part of a list: ``limit`` puzzles, ``after`` a place by rating and id if it is given."""

    limit: int
    after: _Place | None


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


def _read_filter(request: Request, shelf: Shelf) -> PuzzleFilter:
    """Return which puzzles of the shelf are asked for; there may be none.

    :raises Problem: if a parameter has a value that no puzzle could ever have.
    """
    given, game = request.query_params, _one_of(request, "game", tuple(GAMES))
    wanted = PuzzleFilter(
        game=game,
        kind=_one_of(request, "kind", [one.name for one in listed_kinds(game)]),
        goal=given.get("goal"),
        level=_one_of(request, "level", LEVELS),
        rating_from=_number(request, "rating_from", 0, _MOST_RATING),
        rating_to=_number(request, "rating_to", 0, _MOST_RATING),
        theme=_one_of(request, "theme", listed_themes()),
        needs=_one_of(request, "needs", listed_needs()),
        decoys=_number(request, "decoys", 0, _MOST_DECOYS),
        pack=_one_of(request, "pack", [pack.id for pack in shelf.packs]),
    )
    if wanted.goal is not None:
        _require_goal(wanted.goal, shelf)
    _require_range(wanted.rating_from, wanted.rating_to)
    return wanted


def _read_page(request: Request) -> _Page:
    """Return which part of a list is asked for.

    :raises Problem: if a parameter has an invalid value.
    """
    limit = _number(request, "limit", 1, _MOST_ON_PAGE)
    cursor = request.query_params.get("cursor")
    after = None if cursor is None else _place(cursor)
    return _Page(_USUAL_ON_PAGE if limit is None else limit, after)


def _cursor_text(place: _Place) -> str:
    """Return a place in a list as opaque text.

    >>> _cursor_text((666, "rgk8wgmzb6p0"))
    'NjY2LnJnazh3Z216YjZwMA'
    """
    rating, identity = place
    return base64.urlsafe_b64encode(f"{rating}.{identity}".encode()).decode().rstrip("=")


def _place(cursor: str) -> _Place:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    match = _CURSOR.fullmatch(text)
    place = (int(match[1]), match[2]) if match else (0, "")
    if _cursor_text(place) != cursor:
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
    if identity in shelf.values("goal"):
        return
    if len(identity) > _LONGEST_GOAL:
        detail = (
            f"goal {identity[:_LONGEST_GOAL]!r}...: an id has {_LONGEST_GOAL} characters at most"
        )
        raise Problem("parameter", detail, parameter="goal")
    try:
        kind_named("goal").require_goal(identity)
    except MeepleproofError as error:
        raise Problem("parameter", error.message, parameter="goal") from None


def _require_range(least: int | None, most: int | None) -> None:
    if least is not None and most is not None and least > most:
        detail = f"rating_to {most}: nothing lies between it and rating_from {least}; swap the two"
        raise Problem("parameter", detail, parameter="rating_to")
