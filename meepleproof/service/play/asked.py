"""What pages ask for while a puzzle or a game is played, answered without HTTP.

The service has these requests as routes. On a site of files the same requests come here, where this
module runs in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from generator.kinds import form_of
from generator.pack import Packed
from meepleproof.service.bodies import DEPTH, document_of
from meepleproof.service.play.play import Play, play_of_form, played_game, played_games
from meepleproof.service.play.url import read_text
from meepleproof.service.problems import Problem, of_error
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document, json_value
from verifier.errors import MeepleproofError
from verifier.games import GAMES

__all__ = ["TABLE", "Answer", "Answers", "Asked", "Told", "puzzle_entry", "puzzle_table"]

TABLE = "/api/table"
"""Where a page asks for the table of a puzzle or of a free game."""
_OK = 200


@dataclass(frozen=True, slots=True)
class Told:
    """What answers a request: a function of its query, or of its body if that has a ``schema``."""

    tell: Callable[[Any], Document]
    schema: str = ""


Answers: TypeAlias = Mapping[str, Told]
"""What a game answers beside its puzzles, by the path."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status as HTTP has it, and its document as JSON."""

    status: int
    text: str


class Asked:
    """Answers for the puzzles that it was given, and for the games that it loads when asked."""

    def __init__(self) -> None:
        self._puzzles = dict[str, tuple[Play[Any], Packed[Any]]]()
        self._games = dict[str, Answers]()

    def take(self, text: str) -> None:
        """Take a puzzle with its solution, as :func:`puzzle_entry` writes it.

        :raises Malformed: if it cannot be read.
        """
        entry = json_value(text, "puzzle")
        form = form_of(entry["pack"], "puzzle")
        packed = form.packed(
            entry["document"],
            entry["solution"],
            "puzzle",
            kind=entry["kind"],
            beside=form.beside(entry["pack"], "puzzle"),
        )
        self._puzzles[packed.id] = play_of_form(form.name), packed

    def answer(self, address: str, body: str = "") -> Answer:
        """Return the answer to a request of a path with its query."""
        path, _, query = address.partition("?")
        try:
            document = self._told(path, dict(parse_qsl(query, keep_blank_values=True)), body)
        except Problem as problem:
            return _refused(problem, path)
        except MeepleproofError as error:
            return _refused(of_error(error), path)
        return _answer(_OK, document)

    def _told(self, path: str, query: Mapping[str, str], body: str) -> Document:
        if path == TABLE and "puzzle" in query:
            play, packed = self._puzzles[query["puzzle"]]
            return puzzle_table(play, packed, query)
        game = query.get("game", "") if path == TABLE else _game_of(path)
        told = self._answers(game).get(path)
        if told is None:
            raise Problem("unknown", f"{path[:200]}: there is nothing of that kind")
        return told.tell(document_of(body.encode(), told.schema, DEPTH) if told.schema else query)

    def _answers(self, game: str) -> Answers:
        if game not in self._games:
            place = played_game(game).asked if game in GAMES else ""
            module, _, member = place.partition(":")
            self._games[game] = getattr(import_module(module), member)() if module else {}
        return self._games[game]


def _game_of(path: str) -> str:
    """Return the game whose pages are at or above a path; empty if there is none."""
    pages = {one: name for name, played in played_games().items() for one in played.paths}
    parents = [path, *(path[:end] for end, sign in enumerate(path) if sign == "/" and end)]
    return next((pages[one] for one in parents if one in pages), "")


def puzzle_table(play: Play[Any], packed: Packed[Any], query: Mapping[str, str]) -> Document:
    """Return the table of a puzzle after the line of a query.

    :raises MeepleproofError: if the line cannot be read.
    """
    exactly = read_text(query, "exactly") == "1"
    return play.table(packed, read_text(query, "line"), exactly=exactly)


def puzzle_entry(head: Document, packed: Packed[Any]) -> Document:
    """Return a puzzle with its solution and the head of its pack, for :meth:`Asked.take`."""
    return {
        "pack": head,
        "kind": packed.kind,
        "document": packed.document,
        "solution": packed.solution,
    }


def _refused(problem: Problem, path: str) -> Answer:
    return _answer(problem.status, problem.to_json(path))


def _answer(status: int, document: Document) -> Answer:
    return Answer(status, f"{canonical_bytes(document).decode()}\n")
