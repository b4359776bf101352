"""The routes that do work: check a player's turns at once, and accept long work as jobs."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from schemas.words import near_pointer
from service.http.access import owner
from service.http.answers import json_answer
from service.http.bodies import read_document
from service.http.executor import FairExecutor
from service.http.reading import find_puzzle
from service.http.storing import ask_store
from service.jobs.job import Job, Kind, OverQuota, QueueFull
from service.jobs.requests import request_schema, require_formed
from service.jobs.store import Jobs
from service.other_games import OtherPuzzle, attempt_schema, attempted_by_code, label_of
from service.play.attempt import try_turns
from service.problems import Problem, of_error
from service.settings import Limits
from service.shelf import Shelf
from verifier.carcassonne.faults import require_valid
from verifier.carcassonne.puzzle import Puzzle, parse_code
from verifier.errors import Malformed, MeepleproofError

__all__ = ["writing_routes"]

_Path: TypeAlias = tuple[str | int, ...]

_LATER = {"Retry-After": "1"}
_MUCH_LATER = {"Retry-After": "30"}


def writing_routes(
    shelf: Shelf, jobs: Jobs, limits: Limits, executor: FairExecutor
) -> list[BaseRoute]:
    """Return the routes that do work, below ``/api``."""
    writer = _Writer(shelf, jobs, limits, executor)
    return [
        Route("/api/solutions/check", writer.check, methods=["POST"]),
        Route("/api/verifications", partial(writer.submit, "verification"), methods=["POST"]),
        Route("/api/generations", partial(writer.submit, "generation"), methods=["POST"]),
        Route("/api/jobs/{id}", writer.job, methods=["GET", "DELETE"]),
    ]


class _Writer:
    def __init__(self, shelf: Shelf, jobs: Jobs, limits: Limits, executor: FairExecutor) -> None:
        self.shelf = shelf
        self.jobs = jobs
        self.limits = limits
        self.executor = executor

    async def check(self, request: Request) -> Response:
        owner(request)
        document = await read_document(request, attempt_schema, self.limits, self.executor)
        return await self.executor.run(request, lambda: json_answer(self._checked(document)))

    def _checked(self, document: dict[str, Any]) -> dict[str, Any]:
        label = label_of(document)
        if label is not None:
            return self._checked_other(document, label)
        name, puzzle = self._puzzle(document["puzzle"])
        try:
            return {"puzzle": name, **try_turns(puzzle, document["turns"]).to_json()}
        except Malformed as error:
            raise of_error(error) from None

    def _puzzle(self, text: str) -> tuple[str, Puzzle]:
        """Return the puzzle of an id or a code, with its id."""
        if "~" not in text:  # a code has several words, an id none
            return text, self._shelved(text)
        try:
            puzzle = parse_code(text)
            _require_few(len(puzzle.position.placements), self.limits.tiles, ("puzzle",))
            require_valid(puzzle.position)
        except MeepleproofError as error:
            raise of_error(error, "/puzzle") from None
        return puzzle.id, puzzle

    def _checked_other(self, document: dict[str, Any], label: tuple[str, str]) -> dict[str, Any]:
        text, (_, stated) = document["puzzle"], label
        other = self._other(text, label)
        if other.label != label:
            name, value = other.label
            detail = f"the puzzle {text} is of the {name} {value!r}, not of {stated!r}"
            raise Problem("unknown", detail, where="/puzzle")
        try:
            return {**other.named, **other.attempt(document)}
        except MeepleproofError as error:
            raise of_error(error) from None

    def _other(self, text: str, label: tuple[str, str]) -> OtherPuzzle:
        """Return the puzzle of an id or a code, of another game or of a special kind."""
        name, stated = label
        if "~" not in text:
            other = self.shelf.other_puzzle(text)
        else:
            try:
                _require_few(_tiles(text), self.limits.tiles, ("puzzle",))
                other = self.shelf.other_puzzle_of_code(text) or attempted_by_code(stated, text)
            except MeepleproofError as error:
                raise of_error(error, "/puzzle") from None
        if other is None:
            self._shelved(text)
            what = "of the Solo Variant" if name == "game" else "one for a goal"
            detail = f"the puzzle {text[:60]} is {what}, not of the {name} {stated!r}"
            raise Problem("unknown", detail, where="/puzzle")
        return other

    def _shelved(self, identity: str) -> Puzzle:
        other = self.shelf.other_puzzle(identity)
        if other is not None:
            name, value = other.label
            detail = f"the puzzle {identity} is of the {name} {value!r}: name the {name!r}, too"
            raise Problem("unknown", detail, where="/puzzle")
        try:
            return find_puzzle(self.shelf, identity).puzzle
        except Problem as problem:
            raise Problem(problem.kind, problem.detail, where="/puzzle") from None

    async def submit(self, kind: Kind, request: Request) -> Response:
        who = owner(request)
        schema = partial(request_schema, kind)
        document = await read_document(request, schema, self.limits, self.executor)
        await self.executor.run(request, partial(self._require_fit, kind, document))
        try:
            job, _ = await ask_store(lambda: self.jobs.submit(kind, document, who))
        except OverQuota as error:
            detail = (
                f"{error.waiting} {kind}s of yours are waiting; ask again when one is done, or "
                "take one back by DELETE"
            )
            raise Problem("quota", detail, headers=_MUCH_LATER) from None
        except QueueFull as error:
            detail = f"{error.waiting} {kind}s are waiting; ask again later"
            raise Problem("queue-full", detail, headers=_MUCH_LATER) from None
        status, when = (200, {}) if job.has_ended else (202, _LATER)
        place = {"Location": f"/api/jobs/{job.id}"}
        return json_answer(job_document(job), status, place | when)

    def _require_fit(self, kind: Kind, document: dict[str, Any]) -> None:
        require_few_tiles(document, self.limits.tiles)
        _require_formed(kind, document)

    async def job(self, request: Request) -> Response:
        identity, who = request.path_params["id"], owner(request)
        do = self.jobs.cancel if request.method == "DELETE" else self.jobs.get
        job = await ask_store(lambda: do(identity, who))
        if job is None:
            raise Problem("unknown", f"you have no job {identity[:80]!r}", parameter="id")
        return json_answer(job_document(job), headers={} if job.has_ended else _LATER)


def job_document(job: Job) -> dict[str, Any]:
    """Return a job as a document, without empty members."""
    members = {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "request": job.request,
        "progress": job.progress,
        "attempts": job.attempts,
        "created": job.created,
        "ended": job.ended,
        "result": job.result,
        "problem": job.problem,
    }
    return {key: value for key, value in members.items() if value is not None}


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
