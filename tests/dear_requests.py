"""The dearest request known for each route of the service, and such as once stopped it.

``tests/test_service_costs.py`` asks them all; ``python -m tests.attack`` measures what each takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from generator.collection.index import PuzzleFilter
from generator.neom.pack import part_for
from generator.pack import sealed
from meepleproof.service.shelf import Shelf, shipped_packs
from tests.attacks import attacks
from verifier.documents.strict_json import Document
from verifier.neom.documents import state_to_json
from verifier.neom.parameters import DISASTERS
from verifier.neom.puzzle import LinkQuestion, Question, TurnsQuestion, puzzle_of
from verifier.neom.state import City, Square, State
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json, demo_catalogue

__all__ = ["Dear", "dear_requests"]

_NEOM = shipped_packs() / "neom"
_SIX = "ahead.ahead.ahead.ahead.ahead.ahead"
_LINE = (Path(__file__).parent / "vectors" / "house_line_of_six.txt").read_text("utf-8").strip()
"""A game of six players who look ahead, in all boxes; its dearest part-turns are late."""
_GIVEN = 90
"""After so many part-turns of it the next one is among the dearest."""


@dataclass(frozen=True, slots=True)
class Dear:
    """A request, its route, and what makes it dear; ``statuses`` may answer it."""

    what: str
    route: str
    path: str
    body: bytes | None = None
    statuses: frozenset[int] = frozenset({200})

    @property
    def method(self) -> str:
        """GET, or POST if it has a body."""
        return "GET" if self.body is None else "POST"


def dear_requests(shelf: Shelf) -> list[Dear]:
    """Return the requests for a shelf of the packs that ship."""
    return [*_of_reading(shelf), *_of_solo(shelf), *_of_house(shelf), *_of_neom(), *_bodies()]


def _get(route: str, what: str = "as the page asks", *statuses: int, **query: Any) -> Dear:
    named = {name: query.pop(name) for name in list(query) if f"{{{name}" in route}
    path = route
    for name, value in named.items():
        for kind in ("", ":int", ":path"):
            path = path.replace(f"{{{name}{kind}}}", str(value))
    return Dear(
        what,
        route,
        f"{path}?{urlencode(query)}" if query else path,
        statuses=frozenset(statuses or (200,)),
    )


def _post(route: str, what: str, document: Any, *statuses: int) -> Dear:
    body = json.dumps(document, separators=(",", ":")).encode()
    return Dear(what, route, route, body, frozenset(statuses or (200,)))


# --- what is read, and what monitors ask


def _of_reading(shelf: Shelf) -> Iterator[Dear]:
    hardest = shelf.puzzles[len(shelf.puzzles) - 1].id
    largest = max(shelf.packs, key=lambda pack: shelf.size(pack.id)).id
    for route in (
        "/livez",
        "/version",
        "/metrics",
        "/api/packs",
        "/api/levels",
        "/api/openapi.json",
    ):
        yield _get(route)
    yield _get("/readyz", "as monitors ask", 200, 503)
    yield _get("/api/schemas/{name}", name="verification")
    yield _get("/api/packs/{id}", "the largest pack", id=largest)
    yield _get("/api/puzzles", "a page of all", limit=100)
    yield _get("/api/puzzles.ndjson", "all puzzles")
    yield _get("/api/puzzles/{id}", id=hardest)
    yield _get("/api/puzzles/{id}/solution", id=hardest)
    yield _get("/api/puzzles/{id}.svg", "a picture", id=hardest)
    yield _get("/api/puzzles/{id}.png", "a picture", 200, 501, id=hardest)
    yield _get("/api/daily")
    yield _get("/api/daily/{date}", date="2026-11-25")
    yield _get("/api/jobs/{id}", "a job of nobody", 404, id=f"j1-{'0' * 64}")
    yield _get("/made/{id}", "a job of nobody", 404, id=f"j1-{'0' * 64}")
    yield _get("/made/{id}/table", "a job of nobody", 404, id=f"j1-{'0' * 64}")


# --- the Solo Variant


def _of_solo(shelf: Shelf) -> Iterator[Dear]:
    hardest = shelf.puzzles[len(shelf.puzzles) - 1]
    largest = shelf.matching(PuzzleFilter(goal="total-60"))[0]
    line = "~".join(_text(hardest))
    over = _free_game()
    free = {**over, "line": "~".join(over["line"].split("~")[:-1])}
    yield _get("/play", "a long line", **free)
    yield _get("/play/game.json", "a whole game", **over)
    boxes = _free_game("free-games-boxes")
    yield _get("/play", "all boxes, a long line", **boxes)
    yield _get("/play/game.json", "a whole game with all boxes", **boxes)
    yield _get("/play/sheet")
    yield _get("/", "a filter", level="hard")
    yield _get("/p", "the largest table", 308, code=largest.puzzle.code)
    yield _get(
        "/p",
        "no puzzle of the shelf",
        code=f"{largest.puzzle.code.partition('~g.')[0]}~g.total.9.x.0",
    )
    yield _get("/plain/{path:path}", "an old address", 308, path=f"puzzle/{hardest.id}")
    yield _get("/puzzle/{id}", "its solution played", id=hardest.id, line=line)
    yield _get("/puzzle/{id}/board.svg", "the largest table", id=largest.id)
    yield _get("/rules")
    yield _get("/rules/{number:int}.svg", number=0)
    yield _get("/api/table", "the largest table", code=largest.puzzle.code)
    yield _get("/api/table", "a free game, a long line", **free)
    yield _get("/daily", "today", 200, 302, 303, 307)
    yield _get("/daily/{day}", day="2026-11-24")
    yield _get("/calendar")
    yield _get("/climb")
    yield _get("/games")
    yield _get("/statistics")
    yield _get("/list/{game}.json", game="solo")
    yield _get("/days/{year}.json", year=2026)
    yield _get("/first-steps", "the list", 200, 303)
    yield _get("/first-steps/{number:int}", number=1)
    yield _get("/first-steps/{number:int}/board.svg", number=1)
    yield _get("/qr.svg", "a long address", path=f"/p?code={largest.puzzle.code}"[:1000])
    yield _get("/print", "the largest table", code=largest.puzzle.code)
    yield _get("/print/{part}.svg", "the largest table", part="board", code=largest.puzzle.code)
    yield _get("/static/{version}/house.svg", "the first time", version="x")
    yield _get("/static/{version}/{name}", version="x", name="pieces.svg")
    yield _get("/static/{name}", name="solo.json")
    yield _get("/static/{version}/{name}", "all boxes", version="x", name="pieces-boxes.svg")
    yield _get("/static/{name}", "all boxes", name="solo-boxes.json")
    yield _get("/manifest.webmanifest")
    yield _get("/sw.js")
    yield _get("/make", "the largest table", code=largest.puzzle.code)
    yield _get("/make/draft", "the largest table", code=largest.puzzle.code)
    yield _get("/make/draft", "72 tiles in a row", 200, 422, code=_in_a_row(72))
    yield _get("/new", goal="road-10", needs="lowest")
    turns = {"puzzle": hardest.puzzle.code, "turns": _text(hardest)}
    yield _post("/api/solutions/check", "a long solution", turns)
    yield _post("/api/results", "none are kept", _RESULT | {"puzzle": hardest.id}, 204, 404)
    yield _post("/api/generations", "every wish", {"goal": "road-10", "tiles": 4, "seed": 9}, 202)


_RESULT = {"player": "5f1d20c9b7e43a86", "failed": 1, "hints": False, "revealed": False}


def _text(shelved: Any) -> list[str]:
    return str(shelved.solution["line"]).split("~")


def _in_a_row(tiles: int) -> str:
    laid = "~".join(f"U1.{place}.0.-" for place in range(1, tiles))
    return f"s3.4~D1.0.0.-~{laid}~p1.2.3~h4.4.4~t1~nU~g.road-10"


def _free_game(vectors: str = "free-games") -> Document:
    """Return what is asked of the longest free game among the vectors, to its end."""
    games = json.loads((Path(__file__).parent / "vectors" / f"{vectors}.json").read_text("utf-8"))
    longest = max(games, key=lambda game: len(game["line"]))
    asked = ("seed", "colours", "meeples", "with", "line")
    return {name: longest[name] for name in asked if name in longest}


# --- the house game


def _of_house(shelf: Shelf) -> Iterator[Dear]:
    packs = ("house-studies", "house-whose-farm")
    found = [shelf.matching(PuzzleFilter(pack=pack)) for pack in packs]
    packed = [one.packed for puzzles in found for one in puzzles]
    studies = [one for one in packed if one.puzzle.goal.kind in ("win", "save", "most")]
    study = max(studies, key=lambda one: len(one.puzzle.code))
    listed = next(one for one in packed if one.puzzle.goal.kind == "farms")
    code = study.puzzle.code
    table = {"players": 6, "hand": 6, "minutes": 600, "seed": 3}
    six = {**table, "seats": _SIX, "sets": "base.ic.tb.ks.river"}
    late = {**six, "line": "~".join(_LINE.split("~")[:_GIVEN])}
    whole = {**six, "line": _LINE}
    yield _get("/house")
    yield _get("/house/rules")
    yield _get("/house/rules/{name}.svg", name="farms")
    yield _get("/house/p", "the code of a study", 308, code=code)
    yield _get("/p", "the code of a study", 308, code=code)
    yield _get("/house/puzzle/{rest:path}", "an old address", 308, rest=study.puzzle.id)
    yield _get("/puzzle/{id}", "a study", id=study.puzzle.id)
    yield _get("/puzzle/{id}/board.svg", "a study", id=study.puzzle.id)
    yield _get("/puzzle/{id}/answers", "whose farm", id=listed.puzzle.id)
    yield _get("/house/daily", "today", 200, 302, 303, 307)
    yield _get("/house/daily/{day}", day="2026-11-24")
    yield _get("/house/calendar")
    yield _get("/house/climb")
    yield _get("/house/ledger")
    yield _get("/house/play")
    yield _get("/house/game", "six computers, from the start", **six)
    yield _get("/house/game", "six computers, late", **late)
    yield _get("/api/table", "six computers, late", game="house", **late)
    yield _get("/house/game/record.json", "a whole game", **whole)
    yield _get("/house/score")
    brackets = '{"a":' + "[" * 3900
    yield _get("/house/score/told", "brackets", 422, paste=brackets)
    yield _get("/house/score/told", "a table", paste=code.partition("~g.")[0])
    yield _get("/api/table", "the code of a study", code=code)


# --- NEOM


def _of_neom() -> Iterator[Dear]:
    ids = {kind: _first(kind) for kind in ("link", "last-turns", "purchase", "disaster")}
    link, turns = ids["link"], ids["last-turns"]
    for route in (
        "/neom",
        "/neom/table",
        "/neom/packs",
        "/neom/rules",
        "/neom/catalogue",
        "/neom/own",
        "/neom/own/puzzle",
        "/neom/calendar",
    ):
        yield _get(route)
    yield _get("/neom/rules/{name}.svg", name="cover")
    yield _get("/neom/demo", seed=7)
    yield _get("/neom/own/puzzle/{id}", "an old address", 308, id=link)
    yield _get("/neom/puzzle/{rest:path}", "an old address", 308, rest=turns)
    yield _get("/puzzle/{id}", "last turns", id=turns)
    yield _get("/puzzle/{id}/board.svg", "last turns", id=turns)
    yield _get("/puzzle/{id}/tiles.svg", id=turns)
    yield _get("/puzzle/{id}/answers", "a link", id=link)
    yield _get("/neom/daily", "today", 200, 302, 303, 307)
    yield _get("/neom/daily/{day}", day="2026-11-24")
    yield _get("/api/table", "last turns", puzzle=turns)
    for kind in ids:
        for route in ("/neom/own/pack", "/neom/own/told"):
            yield _post(route, f"a pack that ships, {kind}", _play(kind))
    yield _post("/neom/own/told", "a link of 12 tiles that fit nowhere", _link(12), 422)
    yield _post("/neom/own/told", "a link of 6 tiles that fit nowhere", _link(6), 422)
    yield _post("/neom/own/told", "a link of 3 tiles that fit nowhere", _link(3), 422)
    yield _post("/neom/own/told", "three turns of eight tiles", _turns(3, 8, 2), 200, 422)
    yield _post("/neom/own/told", "a Disaster takes 5 of any", _turns(3, 4, 5), 200, 422)
    for count in (1, 2, 3, 5, 10):
        statuses = (422,) if count > 5 else (200,)
        what = f"a Disaster takes {count} of 20 tiles"
        yield _post("/api/neom/table", what, _struck(count), *statuses)
    yield _post("/api/neom/catalogue", "the demo", {"catalogue": _demo()})
    parts = [_read(kind)[0]["catalogue"] for kind in ids]
    several = {"catalogue": _demo(), "parts": parts}
    yield _post("/neom/own/changes", "the demo and four packs", several)


def _demo() -> Document:
    return catalogue_to_json(demo_catalogue())


def _read(kind: str) -> tuple[Document, Document]:
    pack = json.loads((_NEOM / f"neom-{kind}.json").read_text("utf-8"))
    return pack, json.loads((_NEOM / f"neom-{kind}.solutions.json").read_text("utf-8"))


def _first(kind: str) -> str:
    return str(_read(kind)[0]["puzzles"][0]["id"])


def _play(kind: str) -> Document:
    pack, solutions = _read(kind)
    return {"pack": pack, "solutions": solutions}


def _own(kind: str, question: Question, solution: Document, lose: int | None = None) -> Document:
    """Return a pack of one puzzle that nobody checked, with its solution."""
    pack, solutions = _read(kind)
    catalogue = catalogue_from_json(_demo() if lose is None else _losing(lose))
    puzzle = puzzle_of(catalogue, question)
    document = {**pack["puzzles"][0], "id": puzzle.id, "question": question.to_json()}
    pack |= {
        "puzzles": [document],
        "catalogue": catalogue_to_json(part_for(catalogue, [question])),
    }
    sealed_pack = sealed(pack)
    given = sealed({**solutions, "solutions": {puzzle.id: solution}})
    return {"pack": sealed_pack, "solutions": given}


def _tiles(deck: str, number: int) -> list[str]:
    found = [one.id for one in demo_catalogue().tiles if one.id.startswith(f"demo-{deck}-")]
    return [one for one in found if demo_catalogue().tile(one).type != "disaster"][:number]


def _link(number: int) -> Document:
    tiles = _tiles("III", number)
    question = LinkQuestion(
        City("harbour", (((2, 2), "demo-I-05"),)), tuple(tiles), overbuilding=True, centre=True
    )
    names = [f"{letter}{row}" for row in (1, 2, 3) for letter in "ABDE"]
    placed = [{"tile": tile, "square": square} for tile, square in zip(tiles, names, strict=False)]
    return _own("link", question, {"placed": placed})


_AFFORDS_ALL = 99
_SQUARES: tuple[Square, ...] = tuple(
    (row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)
)


def _city(tiles: Sequence[str]) -> City:
    return City("harbour", tuple(zip(_SQUARES, tiles, strict=False)))


def _state(tiles: Sequence[str], turn: int) -> State:
    return State(
        tile_set=("1+",),
        city=_city(tiles),
        tokens=frozenset(),
        money=_AFFORDS_ALL,
        reserve=frozenset(),
        generation=3,
        turn=turn,
        cornerstones_placed=0,
        routes_used=(0, 0),
        disaster_over=False,
    )


def _turns(packs: int, size: int, lose: int) -> Document:
    state = _state(_tiles("I", 16), 7 - packs + 1)
    given = iter(_tiles("III", packs * size))
    shown = tuple(tuple(next(given) for _ in range(size)) for _ in range(packs))
    question = TurnsQuestion("last-turns", state, shown)
    pack, solutions = _read("last-turns")
    return _own("last-turns", question, solutions["solutions"][pack["puzzles"][0]["id"]], lose)


def _struck(count: int) -> Document:
    demo = _losing(count)
    tiles = _tiles("I", 26)
    state = replace(
        _state(tiles[:20], 1), generation=1, tile_set=("1+", "4+", "5+"), money=_AFFORDS_ALL
    )
    pack = ["demo-I-01", *tiles[20:]]  # the first is the Disaster
    log = {"game": "neom", "start": state_to_json(state), "events": [{"reveal": pack}]}
    return {"catalogue": demo, "log": log}


def _losing(count: int) -> Document:
    """Return the demo's catalogue, in which each Disaster takes so many tiles of any type."""
    demo: Document = json.loads(json.dumps({**_demo(), "complete": False}))
    for name in DISASTERS:
        demo["params"][name] |= {
            "lose": {"count": count, "type": "any", "chooser": "player"},
            "protected_by": [],
        }
    return demo


# --- bodies that once took seconds to read


def _bodies() -> Iterator[Dear]:
    for what, body in attacks().items():
        statuses = frozenset({202, 400, 413, 422})
        yield Dear(what, "/api/verifications", "/api/verifications", body, statuses)
