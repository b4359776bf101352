"""Kinds of puzzles and forms of packs as data: what help and lists say without loading a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.games import GAMES
from verifier.wording import listed

__all__ = [
    "ASKED",
    "Listed",
    "ListedForm",
    "Option",
    "game_of_form",
    "game_of_kind",
    "kinds_in_words",
    "listed_form",
    "listed_forms",
    "listed_kind",
    "listed_kinds",
    "listed_needs",
    "listed_themes",
]

ASKED = "What a puzzle asks"
"""The heading in help of options that have no other."""


@dataclass(frozen=True, slots=True)
class Option:
    """A wish that only some kinds know, as ``generate`` takes it.

    Its ``type`` says what a value is; ``words`` are several texts, joined by blanks, and a
    ``document`` is a file of JSON. A number is from ``least`` to ``most``. ``shown`` says that help
    names the default. It stands in that ``section`` of help.
    """

    name: str
    help: str
    type: Literal["text", "number", "yes", "words", "document"] = "text"
    default: Any = None
    metavar: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    shown: bool = False
    spelled: str = ""
    section: str = ASKED

    @property
    def word(self) -> str:
        """The option as it is typed.

        >>> Option("mid_game", "Begin in the middle.").word
        '--mid-game'
        """
        return f"--{self.spelled or self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A kind by its name and title, where it is, and the options that it takes.

    ``place`` is a module and one of its names, like ``generator.house.kinds:KINDS``; if that is a
    dictionary, the kind is in it by its name. ``limits`` are the ratings from which on its puzzles
    are medium, hard, and for experts; kinds whose ratings compare have the same. ``columns`` are
    those that a table of puzzles has for it alone. Of the options ``one_of`` exactly one is given.
    """

    name: str
    title: str
    place: str
    limits: tuple[int, int, int]
    options: tuple[Option, ...] = ()
    columns: Mapping[str, type[int | str]] = field(default_factory=dict)
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedForm:
    """A form of packs by the schemas of packs, puzzles alone, and plans, and where it is.

    ``puzzle`` is empty where a puzzle means nothing without its pack. ``kind_at`` is where a
    puzzle's document says its kind, and ``kinds`` which one is meant by what stands there, if it is
    not its name; without such a place all puzzles are of the kind ``kinds`` has under "".
    """

    pack: str
    plan: str
    place: str
    puzzle: str = ""
    kind_at: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)

    def kind_of(self, puzzle: Document, stated: str = "") -> str:
        """Return the kind of a puzzle by its document; ``stated`` is what its pack says of it.

        >>> ListedForm("pack", "plan", "", kinds={"": "goal"}).kind_of({"goal": "road-10"})
        'goal'
        """
        if stated in self.kinds.values():
            return stated
        said: Any = puzzle
        for name in self.kind_at:
            said = said[name]
        key = said if self.kind_at else ""
        return self.kinds.get(key, str(key))


def listed_kinds(game: str | None = None) -> tuple[Listed, ...]:
    """Return the kinds of a game, or of all.

    >>> [one.name for one in listed_kinds("neom")]
    ['last-turns', 'link', 'purchase', 'disaster']
    """
    games = GAMES if game is None else (game,)
    return tuple(kind for one in games for kind in _package(one).KINDS)


def game_of_kind(name: str) -> str:
    """Return the game whose kind this is.

    :raises Malformed: if there is no such kind.

    >>> game_of_kind("whose-farm")
    'house'
    """
    for game in GAMES:
        if any(kind.name == name for kind in listed_kinds(game)):
            return game
    raise Malformed(f"there is no kind {name!r}; there are {kinds_in_words()}", where="kind")


def listed_kind(name: str) -> Listed:
    """Return what is listed of a kind.

    :raises Malformed: if there is none of that name.
    """
    return next(one for one in listed_kinds(game_of_kind(name)) if one.name == name)


def kinds_in_words(game: str | None = None) -> str:
    """Return the kinds of each game, for help and errors.

    >>> kinds_in_words("neom")
    'last-turns, link, purchase and disaster (NEOM for one player)'
    """
    games = GAMES if game is None else (game,)
    return "; ".join(
        f"{listed([kind.name for kind in listed_kinds(one)])} ({GAMES[one].title})" for one in games
    )


def listed_forms(game: str | None = None) -> tuple[ListedForm, ...]:
    """Return the forms of the packs of a game, or of all.

    >>> [one.pack for one in listed_forms("solo")]
    ['pack', 'record-pack']
    """
    games = GAMES if game is None else (game,)
    return tuple(form for one in games for form in _package(one).FORMS)


def listed_form(schema: str) -> ListedForm | None:
    """Return what is listed of the packs with a schema; None if there are none.

    >>> listed_form("plan") is None
    True
    """
    return next((one for one in listed_forms() if one.pack == schema), None)


def game_of_form(schema: str) -> str:
    """Return the game whose packs have that schema.

    :raises StopIteration: if there are no such packs.

    >>> game_of_form("record-pack")
    'solo'
    """
    return next(one for one in GAMES if any(form.pack == schema for form in listed_forms(one)))


def listed_themes() -> tuple[str, ...]:
    """Return the themes that puzzles of any kind may have.

    >>> "joining" in listed_themes()
    True
    """
    return _all("THEMES")


def listed_needs() -> tuple[str, ...]:
    """Return the names of the rules that puzzles of any kind may need.

    >>> listed_needs()
    ('lowest', 'supply', 'order', 'return', 'duty', 'inns', 'cathedrals', 'large', 'river')
    """
    return _all("NEEDS")


def _all(name: str) -> tuple[str, ...]:
    return tuple(word for game in GAMES for word in getattr(_package(game), name, ()))


def _package(game: str) -> Any:
    return import_module(f"generator.{game}")
