"""What anyone may read: packs, puzzles, their solutions and pictures, the puzzle of a day."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rendering.exports.drawings import puzzle_svg
from rendering.exports.entry import Entry
from rendering.exports.typesetting import NotInstalled, png
from service.http.answers import JSON, NDJSON, Content, answer, content, json_content
from service.http.lane import Lane
from service.http.parameters import PAGES, WISHES, cursor_text, read_page, read_wish, require_known
from service.problems import Problem
from service.shelf import Shelf, ShelvedPack, ShelvedPuzzle
from verifier.carcassonne.codec import canonical_bytes
from verifier.carcassonne.notation import line_text

__all__ = ["reading_routes"]

_DRAWN, _PAINTED = 500, 50
"""Pictures kept. An SVG is made in 10 ms and has 50 kB, a PNG in a fifth of a second and 500 kB."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# A picture stands alone: it loads nothing and runs nothing.
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def reading_routes(shelf: Shelf, lane: Lane) -> list[BaseRoute]:
    """Return the routes by which the shelf is read, below ``/api``."""
    reader = _Reader(shelf, lane)
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
    """Answers from the shelf; what is asked for often is made once."""

    def __init__(self, shelf: Shelf, lane: Lane) -> None:
        self.shelf = shelf
        self.lane = lane
        self._packs = json_content({"packs": [_pack_entry(pack, shelf) for pack in shelf.packs]})
        self._pack = {pack.id: json_content(pack.document) for pack in shelf.packs}
        self._puzzle = {one.id: json_content(one.document) for one in shelf.puzzles}
        self._svg = lru_cache(_DRAWN)(self._draw)
        self._png = lru_cache(_PAINTED)(self._paint)
        # One at a time: many at once would leave no time for all who want less.
        self._painting = asyncio.Lock()

    async def packs(self, request: Request) -> Response:
        return answer(request, self._packs)

    async def pack(self, request: Request) -> Response:
        identity = request.path_params["id"]
        found = self._pack.get(identity)
        if found is None:
            raise Problem("unknown", f"there is no pack {identity[:60]!r}", parameter="id")
        return answer(request, found)

    async def puzzles(self, request: Request) -> Response:
        require_known(request, (*WISHES, *PAGES))
        wished, page = self.shelf.wished(read_wish(request, self.shelf)), read_page(request)
        rest = [one for one in wished if page.after is None or one.place > page.after]
        # Canonical JSON, put together from that of the puzzles, which took most of the time.
        puzzles = b",".join(self._puzzle[one.id].body.rstrip() for one in rest[: page.limit])
        parts = [b'"puzzles":[%s]' % puzzles, b'"total":%d' % len(wished)]
        headers = {}
        if len(rest) > page.limit:
            cursor = cursor_text(rest[page.limit - 1].place)
            query = urlencode({**request.query_params, "cursor": cursor})
            headers["Link"] = f'<{request.scope["path"]}?{query}>; rel="next"'
            parts.insert(0, b'"next":%s' % canonical_bytes(cursor))
        return answer(request, content(b"{%s}\n" % b",".join(parts), JSON), headers)

    async def bulk(self, request: Request) -> Response:
        require_known(request, WISHES)
        wished = self.shelf.wished(read_wish(request, self.shelf))
        lines = b"".join(self._puzzle[one.id].body for one in wished)
        return answer(request, content(lines, NDJSON))

    async def puzzle(self, request: Request) -> Response:
        return answer(request, self._puzzle[self._asked(request).id])

    async def solution(self, request: Request) -> Response:
        asked = self._asked(request)
        told = {"line": line_text(asked.line), "game": line_text(asked.game)}
        return answer(request, json_content({"puzzle": asked.id, **told}))

    async def svg(self, request: Request) -> Response:
        identity = self._asked(request).id
        found = await self.lane.run(request, lambda: self._svg(identity))
        return _picture(request, found)

    async def png(self, request: Request) -> Response:
        try:
            async with self._painting:
                found = await run_in_threadpool(self._png, self._asked(request).id)
        except NotInstalled as error:
            raise Problem("not-installed", error.message) from None
        return _picture(request, found)

    async def daily(self, request: Request) -> Response:
        asked = request.path_params.get("date")
        day = today() if asked is None else _valid(asked)
        found = self.shelf.daily(day)
        if found is None:
            raise Problem("unknown", "there are no puzzles here")
        # What is at the address of today is another one tomorrow.
        headers = {"Cache-Control": "no-cache"} if asked is None else {}
        return answer(request, json_content({"date": day, "puzzle": found.document}), headers)

    def _asked(self, request: Request) -> ShelvedPuzzle:
        return find(self.shelf, request.path_params["id"])

    def _draw(self, identity: str) -> Content:
        svg = puzzle_svg(_entry(find(self.shelf, identity)))
        return content(svg.encode(), "image/svg+xml")

    def _paint(self, identity: str) -> Content:
        return content(png(self._svg(identity).body.decode()), "image/png")


def find(shelf: Shelf, identity: str) -> ShelvedPuzzle:
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
    told = f"{day[:60]!r} is no day; give one like 2026-11-21"
    raise Problem("parameter", told, parameter="date")


def _pack_entry(pack: ShelvedPack, shelf: Shelf) -> dict[str, Any]:
    stated = ("id", "title", "version", "licence", "attribution", "rules")
    ids: Iterable[str] = (puzzle["id"] for puzzle in pack.document["puzzles"])
    return {
        **{name: pack.document[name] for name in stated},
        "puzzles": len(pack.puzzles),
        "withdrawn": [identity for identity in ids if identity in shelf.retracted],
    }


def _entry(shelved: ShelvedPuzzle) -> Entry:
    return Entry(shelved.puzzle, shelved.line, shelved.level, shelved.rating or 0, shelved.themes)


def _picture(request: Request, found: Content) -> Response:
    return answer(request, found, {"Content-Security-Policy": _PICTURE_POLICY})
