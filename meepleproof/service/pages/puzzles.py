"""The pages of puzzles, whatever their game, and the address at which a page reads a table.

A puzzle is found by its id alone. One that is not on the shelf is given by its code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from generator.listed import game_of_kind
from generator.pack import Packed
from meepleproof.service.http.messages import Content, answer, json_content
from meepleproof.service.http.reading import find_puzzle
from meepleproof.service.pages.context import PageContext
from meepleproof.service.pages.days import CALENDAR, day_in_words
from meepleproof.service.pages.errors import (
    missing_page,
    with_error_page,
    with_problem,
    withdrawn_page,
)
from meepleproof.service.pages.layout import address_of, cacheable, play_page
from meepleproof.service.play.asked import puzzle_table
from meepleproof.service.play.linked import credit_of, help_along, linked_about
from meepleproof.service.play.play import Playing, play_of, played_game
from meepleproof.service.play.url import read_text
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import ShelvedPuzzle, coded
from verifier.documents.strict_json import Document

__all__ = ["PuzzlePages", "needs_engine", "packed_address", "puzzle_address", "sort_of"]

_CODE = "/p"
_OLD = ("/house", "/neom")
"""Puzzles had addresses below these once, which lead on for good."""
_KEPT = 256
"""Lists of answers and drawings kept; some take a second to make."""
_ASKED = ("code", "solution")
"""What a table is asked by."""
_DRAWN = {"pieces": "pieces-boxes.svg", "rules": "solo-boxes.json"}
_SERVED = ("asks", "paper", "edit")
"""What a page has for a server alone: how to ask it for a table, and addresses that it answers."""
_ENGINE = "needs meepleproof serve to be played"
_LOADED = "loads an engine of {} MB, once"


def puzzle_address(identity: str) -> str:
    """Return the address of a puzzle."""
    return f"/puzzle/{identity}"


def packed_address(identity: str) -> str:
    """Return the address of what an engine needs of a puzzle, on a site that has one."""
    return f"{puzzle_address(identity)}/packed.json"


def needs_engine(packed: Packed[Any]) -> bool:
    """Return whether a browser can play a puzzle neither by its own rules nor by a list."""
    play = play_of(packed.kind)
    return not play.playing(packed).rules and not play.has_answers(packed)


@dataclass(frozen=True)
class PuzzlePages:
    """The pages of the puzzles of a shelf."""

    context: PageContext

    def routes(self) -> list[BaseRoute]:
        """Return the routes of puzzles by id or code, and those to which older addresses lead."""
        return [
            Route("/puzzle/{id}", with_error_page(self._puzzle)),
            Route("/puzzle/{id}/board.svg", with_error_page(self._picture)),
            Route("/puzzle/{id}/tiles.svg", with_error_page(self._pieces)),
            Route("/puzzle/{id}/answers", with_problem(self._answers)),
            Route(_CODE, with_error_page(self._coded)),
            *(Route(f"{old}/puzzle/{{rest:path}}", _moved) for old in _OLD),
            Route(f"{_OLD[0]}{_CODE}", _moved_code),
        ]

    def table(self, query: Mapping[str, str]) -> Document:
        """Return the table of the puzzle that a query names by id or code, after its line.

        :raises Problem: if there is no such puzzle.
        :raises MeepleproofError: if code or line cannot be read.
        """
        if "puzzle" in query:
            packed = find_puzzle(self.context.shelf, query["puzzle"]).packed
        else:
            packed = coded(self.context.shelf, read_text(query, "code"))
            if packed.solution is None:
                packed = play_of(packed.kind).of_link(packed, query)
        return puzzle_table(play_of(packed.kind), packed, query)

    def page(
        self, packed: Packed[Any], query: Mapping[str, str], path: str, day: date | None = None
    ) -> HTMLResponse:
        """Return the page of a puzzle at a path; ``day`` is set if it is the puzzle of that day.

        :raises MeepleproofError: if the line in the query cannot be read.
        """
        game, play = played_game(game_of_kind(packed.kind)), play_of(packed.kind)
        told, line = play.playing(packed), read_text(query, "line")
        about: Document = {
            **told.about,
            "path": path,
            "line": line,
            "fixed": {},
            "home": game.home,
            "pieces": address_of(told.pieces) if told.pieces else f"{_own(packed)}/tiles.svg",
            "share": told.share or _own(packed),
        }
        if told.rules:
            about["rules"] = address_of(told.rules)
        facts = list(told.facts)
        if path == _CODE:
            link = linked_about(query, solved=packed.solution is not None)
            asks = {name: link["fixed"][name] for name in _ASKED if name in link["fixed"]}
            share = f"{_CODE}?{urlencode(link['fixed'])}"
            about |= {**link, "asks": asks, "opens": share, "share": share}
            facts += [credit_of(query)] if credit_of(query) else []
        else:
            shelved = self.context.shelf.known(packed.id)
            about |= self._shelved(shelved, told, day)
        table: Document | None = play.table(packed, line)
        if self.context.alone:
            asks = about["asks"]
            about = {name: about[name] for name in about if name not in _SERVED}
            about["share"] = _own(packed)
            if told.rules:
                about["help"], table = help_along(partial(play.table, packed)), None
            elif needs_engine(packed) and self.context.engine:
                about |= {"asks": asks, "packed": packed_address(packed.id)}
                facts.append(_LOADED.format(self.context.engine))
            elif needs_engine(packed):
                facts.append(_ENGINE)
        if day is not None:
            facts.append(f"puzzle of {day_in_words(day)}")
        return play_page(
            head=play.task(packed),
            facts=[*facts, *([packed.level] if packed.level else [])],
            here=game.home if path == _own(packed) or day is None else f"{game.below}{CALENDAR}",
            styles=told.styles,
            table=table,
            about=about,
        )

    def _shelved(self, shelved: ShelvedPuzzle, told: Playing, day: date | None) -> Document:
        """Return what a page says of a puzzle that is on the shelf."""
        packed, own = shelved.packed, _own(shelved.packed)
        about: Document = {
            "asks": {"puzzle": shelved.id},
            "puzzle": shelved.id,
            "opens": own,
            "proof": told.proof,
            "sort": sort_of(packed, told),
        }
        if play_of(packed.kind).has_answers(packed):
            about["answers"] = f"{own}/answers"
        if day is not None:
            about["day"] = day.isoformat()
        following = self._following(shelved)
        return about if following is None else {**about, "next": puzzle_address(following.id)}

    def _following(self, shelved: ShelvedPuzzle) -> ShelvedPuzzle | None:
        """Return the next harder puzzle of the same pack, or else of the same kind."""
        for wanted in (PuzzleFilter(pack=shelved.pack), PuzzleFilter(kind=shelved.kind)):
            alike = self.context.shelf.matching(wanted)
            found = next(iter(alike.after(shelved.place)), None)
            if found is not None:
                return found
        return None

    def _puzzle(self, request: Request) -> Response:
        return self._of(request, lambda one: self.page(one, request.query_params, _own(one)))

    def _coded(self, request: Request) -> Response:
        query = request.query_params
        if self.context.alone:
            return _frame()
        packed = coded(self.context.shelf, read_text(query, "code"))
        if packed.solution is None:
            return self.page(play_of(packed.kind).of_link(packed, query), query, _CODE)
        line = {"line": query["line"]} if query.get("line") else {}
        return _leads_on(_own(packed), urlencode(line))

    def _picture(self, request: Request) -> Response:
        return self._of(request, lambda one: _drawing(play_of(one.kind).card(one)))

    def _pieces(self, request: Request) -> Response:
        def drawn(packed: Packed[Any]) -> Response:
            pieces = play_of(packed.kind).pieces(packed)
            if pieces is None:
                return missing_page("The tiles of this puzzle are those of all of its game.")
            return _drawing(pieces)

        return self._of(request, drawn)

    def _answers(self, request: Request) -> Response:
        return answer(self._listed(request.path_params["id"]))

    @cached_property
    def _listed(self) -> Callable[[str], Content]:
        @lru_cache(_KEPT)
        def listed(identity: str) -> Content:
            packed = find_puzzle(self.context.shelf, identity).packed
            play = play_of(packed.kind)
            if not play.has_answers(packed):
                raise Problem("unknown", "this puzzle has no list of answers", parameter="id")
            return json_content(play.answers(packed))

        return listed

    def _of(self, request: Request, told: Callable[[Packed[Any]], Response]) -> Response:
        """Return what is told of the puzzle of an address, or why there is none."""
        identity = request.path_params["id"]
        shelved = self.context.shelf.puzzle(identity)
        if shelved is not None:
            return told(shelved.packed)
        why = self.context.shelf.retracted.get(identity)
        if why is not None:
            return withdrawn_page(why)
        return missing_page("There is no puzzle of that name.")


def _frame() -> HTMLResponse:
    """Return the page of a link on a site, whose engine says what the link has."""
    return play_page(
        head="A puzzle from a link",
        facts=[],
        here="/",
        scripts=("linked.js",),
        styles=("play.css",),
        table=None,
        about={"told": f"{_CODE}/told", "path": _CODE, "home": "/"}
        | {name: address_of(file) for name, file in _DRAWN.items()},
    )


def sort_of(packed: Packed[Any], told: Playing) -> Document:
    """Return what progress is counted by; it has the same members for every game."""
    return {"game": game_of_kind(packed.kind), **told.sort}


def _own(packed: Packed[Any]) -> str:
    return puzzle_address(packed.id)


def _drawing(drawn: str) -> Response:
    return cacheable(drawn, "image/svg+xml")


def _moved(request: Request) -> Response:
    return _leads_on(f"/puzzle/{request.path_params['rest']}", request.url.query)


def _moved_code(request: Request) -> Response:
    return _leads_on(_CODE, request.url.query)


def _leads_on(path: str, query: str) -> Response:
    return RedirectResponse(f"{path}{'?' if query else ''}{query}", 308)
