"""How puzzles are played, whatever their game: attempts, tables, and what a page needs for them.

Each game's package beside this module says how the game is listed (``GAME``), and has an object for
each form of its packs (``plays.PLAYS``). A puzzle that was not read from a pack, but from a code,
has no solution, and so no help.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

from generator.kind import Asked
from generator.kinds import form_of_kind, kind_named
from generator.listed import game_of_form
from generator.pack import Packed
from verifier.documents.strict_json import Document
from verifier.games import GAMES

__all__ = [
    "MadeFile",
    "Offer",
    "Play",
    "PlayedGame",
    "Playing",
    "kind_in_words",
    "label_of",
    "label_of_puzzle",
    "play_of",
    "play_of_form",
    "played_game",
    "played_games",
]

P = TypeVar("P", bound=Asked)

_LABELS = ("game", "kind")
"""What tells puzzles from those for goals of the Solo Variant, in documents and in requests."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file that browsers load, made by code: its name, and the ``module:member`` that has it.

    One that is ``late`` takes a second to make, so it is made when it is first asked for.
    """

    name: str
    place: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be played or followed on a page: its address, its name, and a sentence."""

    path: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What pages list of a game.

    ``title`` is what they call it, and ``below`` how the addresses of its own pages begin. A day
    has a puzzle of one of the ``daily`` kinds: their ratings compare on ``one_scale``, or else only
    those of the same kind do. ``kinds`` are choices for lists: name, text, and the kinds that each
    means. Its own pages are at and below ``paths``. ``free`` are the parameters that name a free
    game, if there are such games, ``offers`` the pages on which one plays, and ``files`` what its
    pages load. Its lists show cards drawn from the file ``sheet``; without one each card is a
    picture by itself. ``asked`` is the ``module:member`` that returns what is answered beside its
    puzzles; the engine of a site has the games with such. ``rules`` is the address of the page with
    its rules, and ``credit`` says in a footer whose they are.
    """

    title: str
    below: str
    daily: tuple[str, ...]
    one_scale: bool
    kinds: tuple[tuple[str, str, tuple[str, ...]], ...]
    paths: tuple[str, ...]
    free: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    files: tuple[MadeFile, ...] = ()
    sheet: str = ""
    asked: str = ""
    rules: str = ""
    credit: str = ""

    @property
    def home(self) -> str:
        """The address of its list of puzzles."""
        return self.below or "/"

    def has(self, path: str) -> bool:
        """Return whether a page is one of its own.

        >>> played_game("neom").has("/neom/packs"), played_game("solo").has("/games")
        (True, False)
        """
        return path in self.paths or path.startswith(tuple(f"{one}/" for one in self.paths))

    def chosen_kinds(self, choice: str) -> tuple[str, ...]:
        """Return the kinds that a choice means; all if it is empty, none if there is no such."""
        chosen = (kinds for name, _, kinds in self.kinds if choice in ("", name))
        return tuple(kind for kinds in chosen for kind in kinds)


def played_game(name: str) -> PlayedGame:
    """Return what pages list of a game.

    >>> played_game("neom").below
    '/neom'
    """
    game: PlayedGame = import_module(f"meepleproof.service.play.{name}").GAME
    return game


def kind_in_words(game: PlayedGame, kind: str) -> str:
    """Return what lists call a kind of puzzles of a game.

    >>> kind_in_words(played_game("house"), "farm-study")
    'studies: the last tiles'
    """
    return next(text for _, text, kinds in game.kinds if kind in kinds)


def played_games() -> dict[str, PlayedGame]:
    """Return the same of all games, by their names."""
    return {name: played_game(name) for name in GAMES}


@dataclass(frozen=True, slots=True)
class Playing:
    """What the page of a puzzle needs beside its table.

    ``facts`` stand below the head, with the level. ``pieces`` names the file with the drawings, and
    is empty if the puzzle has drawings of its own. ``rules`` names the file by which the browser
    plays on alone, if it can. ``share`` is the address to pass on, if that is not the puzzle's own.
    ``sort`` is what progress is counted by, and ``about`` goes to the script.
    """

    facts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    pieces: str = ""
    rules: str = ""
    share: str = ""
    proof: str = ""
    sort: Document = field(default_factory=dict)
    about: Document = field(default_factory=dict)


class Play(ABC, Generic[P]):
    """How the puzzles of one form of packs are played.

    ``request`` is the schema of requests with an attempt.
    """

    request: ClassVar[str]

    @abstractmethod
    def attempt(self, packed: Packed[P], request: Document) -> Document:
        """Return how an attempt fares, by a request whose form was checked.

        :raises Malformed: if it cannot be read, or is no answer to the question; the place is a
            JSON Pointer.
        """

    @abstractmethod
    def task(self, packed: Packed[P]) -> str:
        """Return what is asked, as the head of a page."""

    def task_of(self, document: Document) -> str:
        """Return the same by a puzzle's document, empty if the puzzle must be read for it."""
        return ""

    def board_of(self, document: Document) -> int:
        """Return how many tiles lie on the table, by a puzzle's document; 0 if it does not say."""
        return 0

    @abstractmethod
    def table(self, packed: Packed[P], line: str, *, exactly: bool = False) -> Document:
        """Return the table after a line, without another player's answer to it if ``exactly``.

        :raises Malformed: if the line cannot be read.
        """

    @abstractmethod
    def playing(self, packed: Packed[P]) -> Playing:
        """Return what the page of a puzzle needs beside its table."""

    @abstractmethod
    def thumbnail(self, packed: Packed[P]) -> str:
        """Return the puzzle as a small picture, an SVG file."""

    def card(self, packed: Packed[P]) -> str:
        """Return the same for lists of its game, whose ``sheet`` has the drawings if it has one."""
        return self.thumbnail(packed)

    def of_link(self, packed: Packed[P], query: Mapping[str, str]) -> Packed[P]:
        """Return the puzzle of a code with what the query of its link has beside it.

        :raises Malformed: if that is not true of the puzzle.
        """
        return packed

    def has_answers(self, packed: Packed[P]) -> bool:
        """Return whether there is a list of what every answer leads to, for browsers offline."""
        return False

    def answers(self, packed: Packed[P]) -> Document:
        """Return that list, where there is one; it may take a second to make."""
        raise NotImplementedError

    def pieces(self, packed: Packed[P]) -> str | None:
        """Return the drawings of a puzzle with tiles of its own, an SVG file; None for others."""
        return None

    def require_playable(self, packed: Packed[P]) -> None:
        """Do nothing for the puzzle of a code that can be played though no pack states it.

        :raises Malformed: if it cannot.
        :raises Illegal: if its position has faults, or is none for its goal.
        """


def play_of(kind: str) -> Play[Any]:
    """Return how puzzles of a kind are played.

    :raises Malformed: if there is no such kind.
    """
    return play_of_form(form_of_kind(kind))


def play_of_form(form: str) -> Play[Any]:
    """Return how puzzles are played whose packs have that schema.

    :raises StopIteration: if there are no such packs.
    """
    module = import_module(f"meepleproof.service.play.{game_of_form(form)}.plays")
    play: Play[Any] = module.PLAYS[form]
    return play


def label_of(document: Document) -> Document:
    """Return what tells a puzzle from those for goals, by its document or a request about it.

    >>> label_of({"kind": "find-the-error", "turn": 3}), label_of({"puzzle": "x"})
    ({'kind': 'find-the-error'}, {})
    """
    return {name: document[name] for name in _LABELS if name in document}


def label_of_puzzle(packed: Packed[Any]) -> Document:
    """Return the same of a puzzle that was read, perhaps from a code."""
    game = kind_named(packed.kind).form.game
    return label_of(packed.document) if game is None else {"game": game}
