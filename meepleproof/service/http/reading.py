"""The routes that anyone may read: packs, puzzles, solutions, pictures, the puzzle of a day."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.folder import HeldPack
from meepleproof.rendering.exports.printing import NotInstalled
from meepleproof.rendering.solo.exports import Entry, puzzle_svg
from meepleproof.service.http.answers import (
    DRAWING_POLICY,
    JSON,
    NDJSON,
    Content,
    answer,
    content,
    json_content,
)
from meepleproof.service.http.parameters import (
    FILTERS,
    PAGING,
    cursor_text,
    read_filter,
    read_page,
    require_known,
)
from meepleproof.service.other_games import OtherPack
from meepleproof.service.painter import painted
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.documents.canonical_json import canonical_bytes

__all__ = ["reading_routes"]

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
        Route("/api/daily", reader.daily),
        Route("/api/daily/{date}", reader.daily),
    ]


class _Reader:
    """Answers from the shelf; what is asked for often is cached."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        every: list[HeldPack | OtherPack] = [*shelf.packs, *shelf.others]
        every.sort(key=lambda pack: pack.id)
        self._packs = json_content({"packs": [_pack_entry(pack, shelf) for pack in every]})
        self._pack = lru_cache(_PACKS_KEPT)(self._of_pack)
        self._puzzle = lru_cache(_PUZZLES_KEPT)(self._of_puzzle)
        others = [one for pack in shelf.others for one in pack.offered]
        self._other = {one["id"]: json_content(one) for one in others}

    def packs(self, _request: Request) -> Response:
        return answer(self._packs)

    def pack(self, request: Request) -> Response:
        return answer(self._pack(request.path_params["id"]))

    def puzzles(self, request: Request) -> Response:
        require_known(request, (*FILTERS, *PAGING))
        matching, page = self.shelf.matching(read_filter(request, self.shelf)), read_page(request)
        rest = matching if page.after is None else matching.after(page.after)
        # Canonical JSON, joined from that of the puzzles: encoding it again took most of the time.
        puzzles = b",".join(self._puzzle(one.id).body.rstrip() for one in rest[: page.limit])
        parts = [b'"puzzles":[%s]' % puzzles, b'"total":%d' % len(matching)]
        headers = {}
        if len(rest) > page.limit:
            cursor = cursor_text(rest[page.limit - 1].place)
            query = urlencode({**request.query_params, "cursor": cursor})
            headers["Link"] = f'<{request.scope["path"]}?{query}>; rel="next"'
            parts.insert(0, b'"next":%s' % canonical_bytes(cursor))
        return answer(content(b"{%s}\n" % b",".join(parts), JSON), headers)

    def bulk(self, request: Request) -> Response:
        require_known(request, FILTERS)
        matching = self.shelf.matching(read_filter(request, self.shelf))
        lines = b"".join(self._puzzle(identity).body for identity in matching.ids)
        return answer(content(lines, NDJSON))

    def puzzle(self, request: Request) -> Response:
        identity = request.path_params["id"]
        other = self._other.get(identity)
        return answer(other or self._puzzle(find_puzzle(self.shelf, identity).id))

    def solution(self, request: Request) -> Response:
        other = self.shelf.other_puzzle(request.path_params["id"])
        if other is not None:
            return answer(json_content({**other.named, "solution": other.solution}))
        shelved = self._requested(request)
        return answer(json_content({"puzzle": shelved.id, **shelved.solution}))

    def svg(self, request: Request) -> Response:
        return _picture(self._draw(self._drawn(request)).encode(), "image/svg+xml")

    def png(self, request: Request) -> Response:
        try:
            picture = painted(self._draw(self._drawn(request)))
        except NotInstalled as error:
            raise Problem("not-installed", error.message) from None
        return _picture(picture, "image/png")

    def daily(self, request: Request) -> Response:
        asked = request.path_params.get("date")
        day = today() if asked is None else _valid(asked)
        found = self.shelf.daily(day)
        if found is None:
            raise Problem("unknown", "there are no puzzles here")
        # The puzzle of today is another one tomorrow.
        headers = {"Cache-Control": "no-cache"} if asked is None else {}
        return answer(json_content({"date": day, "puzzle": found.document}), headers)

    def _requested(self, request: Request) -> ShelvedPuzzle:
        return find_puzzle(self.shelf, request.path_params["id"])

    def _drawn(self, request: Request) -> str:
        """Return the id of the puzzle whose picture is asked for.

        :raises Problem: if there is none.
        """
        identity: str = request.path_params["id"]
        return identity if self.shelf.other_puzzle(identity) else self._requested(request).id

    def _of_pack(self, identity: str) -> Content:
        others = (pack for pack in self.shelf.others if pack.id == identity)
        found = self.shelf.pack(identity) or next(others, None)
        if found is None:
            raise Problem("unknown", f"there is no pack {identity[:60]!r}", parameter="id")
        return json_content(found.document)

    def _of_puzzle(self, identity: str) -> Content:
        return json_content(self.shelf.known(identity).document)

    def _draw(self, identity: str) -> str:
        other = self.shelf.other_puzzle(identity)
        if other is not None:
            return other.svg()
        return puzzle_svg(_entry(find_puzzle(self.shelf, identity)))


def find_puzzle(shelf: Shelf, identity: str) -> ShelvedPuzzle:
    """Return the puzzle of that id.

    :raises Problem: if there is none, or it was withdrawn.
    """
    found = shelf.puzzle(identity)
    if found is not None:
        return found
    if identity in shelf.retracted:
        why = shelf.retracted[identity]
        raise Problem("withdrawn", f"the puzzle {identity} was withdrawn: {why}", parameter="id")
    raise Problem("unknown", f"there is no puzzle {identity[:60]!r}", parameter="id")


def today() -> str:
    """Return the day in UTC."""
    return datetime.now(UTC).date().isoformat()


def _valid(day: str) -> str:
    with contextlib.suppress(ValueError):
        if _DAY.fullmatch(day) and date.fromisoformat(day):
            return day
    detail = f"{day[:60]!r} is not a day; give one like 2026-11-21"
    raise Problem("parameter", detail, parameter="date")


def _pack_entry(pack: HeldPack | OtherPack, shelf: Shelf) -> dict[str, Any]:
    stated = ("id", "title", "version", "licence", "attribution")
    if isinstance(pack, OtherPack):
        head, of_game, size = pack.document, pack.label, len(pack.offered)
    else:
        head, of_game, size = pack.head, {"rules": pack.head["rules"]}, shelf.size(pack.id)
    return {
        **{name: head[name] for name in stated},
        **of_game,
        "puzzles": size,
        "withdrawn": list(pack.withdrawn),
    }


def _entry(shelved: ShelvedPuzzle) -> Entry:
    return Entry(shelved.puzzle, shelved.line, shelved.level, shelved.rating or 0, shelved.themes)


def _picture(found: bytes, media_type: str) -> Response:
    return answer(content(found, media_type), {"Content-Security-Policy": DRAWING_POLICY})
