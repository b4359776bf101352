"""The routes that check what is sent: a player's turns, and whether a job or result can be taken.

Jobs and results are kept by the service itself, once it is answered here that they can be.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.messages import NO_CONTENT, json_answer, read_document
from meepleproof.service.http.reading import find_puzzle
from meepleproof.service.jobs.job import Kind
from meepleproof.service.jobs.requests import request_schema, require_formed
from meepleproof.service.play.play import label_of, label_of_puzzle, play_of
from meepleproof.service.problems import Problem, of_error
from meepleproof.service.shelf import Shelf, coded
from verifier.documents.validation import near_pointer
from verifier.errors import Malformed, MeepleproofError
from verifier.games import game_of

__all__ = ["attempt_schema", "checking_routes", "require_few_tiles"]

_Path: TypeAlias = tuple[str | int, ...]


def checking_routes(shelf: Shelf, settings: AnswererSettings) -> list[BaseRoute]:
    """Return the routes, below ``/api``."""
    checker = _Checker(shelf, settings)
    return [
        Route("/api/solutions/check", checker.check, methods=["POST"]),
        Route("/api/verifications", partial(checker.require_job, "verification"), methods=["POST"]),
        Route("/api/generations", partial(checker.require_job, "generation"), methods=["POST"]),
        Route("/api/results", checker.require_result, methods=["POST"]),
    ]


class _Checker:
    def __init__(self, shelf: Shelf, settings: AnswererSettings) -> None:
        self.shelf = shelf
        self.settings = settings

    def check(self, request: Request) -> Response:
        document = read_document(request, attempt_schema, self.settings.depth)
        return json_answer(self._checked(document))

    def require_job(self, kind: Kind, request: Request) -> Response:
        """Answer with nothing if the body asks for a job of that kind that can be done."""
        document = read_document(request, partial(request_schema, kind), self.settings.depth)
        require_few_tiles(document, self.settings.tiles)
        _require_formed(kind, document)
        return Response(status_code=NO_CONTENT)

    def require_result(self, request: Request) -> Response:
        """Answer with nothing if the body is the result of a puzzle of the shelf."""
        document = read_document(request, "result", self.settings.depth)
        if not self.settings.sends:
            raise Problem("unknown", "no results are kept here; 'serve --results FILE' keeps them")
        if "day" in document:
            raise Problem("malformed", "the service itself states the day", where="/day")
        self._shelved(document["puzzle"])
        return Response(status_code=NO_CONTENT)

    def _checked(self, document: dict[str, Any]) -> dict[str, Any]:
        text = document["puzzle"]
        packed = self._coded(text) if _is_code(text) else self._shelved(text)
        _require_label(document, packed, text)
        named = {**label_of_puzzle(packed), "puzzle": packed.id}
        try:
            return {**named, **play_of(packed.kind).attempt(packed, document)}
        except MeepleproofError as error:
            raise of_error(error) from None

    def _coded(self, code: str) -> Packed[Any]:
        try:
            _require_few(_tiles(code), self.settings.tiles, ("puzzle",))
            return coded(self.shelf, code)
        except MeepleproofError as error:
            raise of_error(error, "/puzzle") from None

    def _shelved(self, identity: str) -> Packed[Any]:
        try:
            return find_puzzle(self.shelf, identity).packed
        except Problem as problem:
            raise Problem(problem.kind, problem.detail, where="/puzzle") from None


def _is_code(text: str) -> bool:
    return "~" in text  # a code has several words, an id none


def _require_label(request: dict[str, Any], packed: Packed[Any], text: str) -> None:
    """Refuse a request that names another game or kind than that of its puzzle, or none.

    :raises Problem: if it does.
    """
    stated, label = label_of(request), label_of_puzzle(packed)
    if stated == label:
        return
    text = text[:60]
    if not label:
        ((name, value), *_) = stated.items()
        what = "of the Solo Variant" if name == "game" else "one for a goal"
        detail = f"the puzzle {text} is {what}, not of the {name} {value!r}"
    else:
        ((name, value),) = label.items()
        detail = f"the puzzle {text} is of the {name} {value!r}"
        others = [other for other in stated.values() if other != value]
        detail += f", not of {others[0]!r}" if others else f": name the {name!r}, too"
    raise Problem("unknown", detail, where="/puzzle")


def attempt_schema(request: Any) -> str:
    """Return the name of the schema that a request with an attempt follows.

    >>> [attempt_schema(request) for request in ({"game": "house"}, {"kind": "which-rule"}, {})]
    ['house-attempt-request', 'record-attempt-request', 'attempt-request']
    """
    if isinstance(request, dict) and "kind" in request and "game" not in request:
        try:
            return play_of(str(request["kind"])).request
        except Malformed as error:
            raise Problem("unknown", error.message, where="/kind") from None
    return game_of(request).schema("attempt-request")


def _require_formed(kind: Kind, document: dict[str, Any]) -> None:
    try:
        require_formed(kind, document)
    except MeepleproofError as error:
        raise of_error(error) from None


_TILE_WORD = re.compile(r"(?:^|~)[A-Z][0-3]\.")
"""How the word of a tile begins in a position in the notation."""
_HOUSE_CODE = re.compile(r"h[0-9][.~]")
_TILE_ON_BOARD = re.compile(r"[A-Z][0-3]")
"""A tile on the board in the code of a position of the house game."""


def require_few_tiles(document: Any, most: int) -> None:
    """Refuse a document that has a position of more tiles anywhere in it.

    :raises Problem: if there is one.
    """
    rest: list[tuple[_Path, Any]] = [((), document)]
    while rest:
        path, part = rest.pop()
        _require_few(_tiles(part), most, path)
        if isinstance(part, dict):
            rest += [((*path, key), value) for key, value in part.items()]
        elif isinstance(part, list):
            rest += [((*path, place), value) for place, value in enumerate(part)]


def _tiles(part: Any) -> int:
    """Return the number of tiles of a position, 0 for other parts of a document."""
    if isinstance(part, str):
        tile = _TILE_ON_BOARD if _HOUSE_CODE.match(part) else _TILE_WORD
        return len(tile.findall(part))
    placements = part.get("placements") if isinstance(part, dict) else None
    return len(placements) if isinstance(placements, list) else 0


def _require_few(tiles: int, most: int, path: _Path) -> None:
    if tiles > most:
        detail = f"a position has more than {most} tiles"
        raise Problem("too-large", detail, where=near_pointer(path))
