"""Puzzles of a pack that a player made from a catalogue of their own.

The server keeps none of it. The browser sends the pack once and gets a small pack for each of its
puzzles, which it keeps, and which it sends along with each answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.listed import listed_kinds
from generator.neom.pack import NEOM_PACKS, part_for
from generator.pack import Packed, sealed
from meepleproof.service.answering.process import AnswererSettings
from meepleproof.service.http.messages import json_answer, read_document
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import SHEET_SCRIPT, from_template, play_page
from meepleproof.service.play.neom import GAME
from meepleproof.service.play.neom.document import neom_sheet, task_in_words
from meepleproof.service.play.neom.plays import STYLES
from meepleproof.service.play.neom.tables import answers_document, neom_puzzle_table
from meepleproof.service.play.play import kind_in_words
from meepleproof.service.problems import Problem, of_error
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, MeepleproofError
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, TurnsQuestion
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json

__all__ = ["own_pages", "own_routes", "taken_apart", "told"]

_HOME = "/neom/own"
_MOST_TURNS = 3
_MOST_LINKED = 6
_MOST_CITIES = 500
"""So many cities of a link are listed at most while its player waits."""


def own_pages() -> list[BaseRoute]:
    """Return the routes of the pages; what they show is on the player's device."""
    return [
        Route(_HOME, with_error_page(_list), methods=["GET"]),
        Route(f"{_HOME}/puzzle/{{id}}", with_error_page(_play), methods=["GET"]),
    ]


def own_routes(settings: AnswererSettings) -> list[BaseRoute]:
    """Return the routes that take a pack apart, and say what an answer leads to."""

    def answered(tell: Callable[[Document], Document], request: Request) -> Response:
        asked = read_document(request, "neom-play-request", settings.depth)
        try:
            return json_answer(tell(asked))
        except MeepleproofError as error:
            raise of_error(error) from None

    return [
        Route(f"{_HOME}/pack", partial(answered, taken_apart), methods=["POST"]),
        Route(f"{_HOME}/told", partial(answered, told), methods=["POST"]),
    ]


def _list(_request: Request) -> Response:
    return from_template(
        "neom-own.html",
        title="NEOM: your own puzzles",
        here="/neom",
        scripts=("site.js", "own.js"),
        styles=("neom.css",),
        about={
            "pack": f"{_HOME}/pack",
            "told": f"{_HOME}/told",
            "home": _HOME,
            "limits": {kind.name: kind.limits for kind in listed_kinds("neom")},
        },
    )


def _play(_request: Request) -> Response:
    return play_page(
        head="A puzzle of your own",
        facts=["NEOM"],
        here=_HOME,
        scripts=("own-play.js", SHEET_SCRIPT),
        styles=STYLES,
        table=None,
        about={"told": f"{_HOME}/told", "home": _HOME, "pieces": ""},
    )


def taken_apart(asked: Document) -> Document:
    """Return the title of a pack, and of each of its puzzles what a list shows, with its own pack.

    :raises Malformed: if the pack was changed, is not the one of these solutions, or has a puzzle
        that is not played here.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    found = _read(asked)
    catalogue = catalogue_from_json(asked["pack"]["catalogue"])
    return {
        "id": asked["pack"]["id"],
        "title": asked["pack"]["title"],
        "puzzles": [
            {
                "id": packed.puzzle.id,
                "title": task_in_words(packed.puzzle),
                "kind": kind_in_words(GAME, packed.kind),
                **_own_pack(asked, catalogue, packed),
            }
            for packed in found
        ],
    }


def told(asked: Document) -> Document:
    """Return the table of the first puzzle of a pack after a line.

    Without a line it comes with what the page says about the puzzle, the drawings of its tiles, and
    what its answers lead to, so that it can be played without a connection.

    :raises Malformed: if pack or line cannot be read.
    :raises Illegal: if the puzzle contradicts the rules.
    """
    packed, line = _read(asked)[0], asked.get("line", "")
    document: Document = {"table": neom_puzzle_table(packed, line)}
    if line:
        return document
    puzzle = packed.puzzle
    kind = puzzle.question.kind
    about: Document = {
        "asks": {},
        "puzzle": puzzle.id,
        "line": "",
        "proof": "One answer, as its pack says.",
        "sort": {"game": "neom-own", "kind": kind, "goal": kind},
    }
    facts = ["your own", *(["invented tiles"] if puzzle.catalogue.invented else [])]
    return {
        **document,
        "about": about | {"answers": answers_document(packed, _MOST_CITIES)},
        "title": task_in_words(puzzle),
        "facts": " · ".join(["NEOM", *facts, packed.level]),
        "sheet": neom_sheet(puzzle.catalogue),
    }


def _read(asked: Document) -> list[Packed[NeomPuzzle]]:
    found = NEOM_PACKS.read(asked["pack"], "/pack", asked["solutions"])
    for number, packed in enumerate(found):
        where, question = f"/pack/puzzles/{number}", packed.puzzle.question
        if packed.solution is None:
            message = f"the solution of the puzzle {packed.puzzle.id} is missing"
            raise Malformed(message, where="/solutions/solutions")
        if isinstance(question, TurnsQuestion) and len(question.packs) > _MOST_TURNS:
            message = f"a puzzle of more than {_MOST_TURNS} turns takes too long to be played here"
            raise Malformed(message, where=f"{where}/question/packs")
        if isinstance(question, LinkQuestion) and len(question.tiles_to_place) > _MOST_LINKED:
            message = f"a link of more than {_MOST_LINKED} tiles takes too long to be played here"
            raise Malformed(message, where=f"{where}/question/tiles")
    if not found:
        raise Problem("malformed", "the pack has no puzzle")
    return list(found)


def _own_pack(
    asked: Document, catalogue: TileCatalogue, packed: Packed[NeomPuzzle]
) -> dict[str, Any]:
    """Return a pack with this puzzle alone and the tiles that it needs, and its solutions."""
    puzzle, solutions = packed.puzzle, asked["solutions"]
    part = part_for(catalogue, [puzzle.question])
    pack = {
        **asked["pack"],
        "catalogue": catalogue_to_json(part),
        "puzzles": [packed.document],
    }
    solution = {puzzle.id: packed.solution}
    return {
        "pack": sealed(pack),
        "solutions": sealed({**solutions, "solutions": solution}),
    }
