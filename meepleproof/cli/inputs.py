"""Arguments of commands: puzzles or a situation in a file or code; values of switches."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click
from click.core import ParameterSource

from generator.kind import Kind
from generator.kinds import form_of, forms_alone, kind_named
from generator.pack import Packed
from meepleproof.cli.console import read_json
from meepleproof.cli.printing import echo
from meepleproof.cli.shipped import pack_path, path_of_puzzle
from verifier.errors import Malformed
from verifier.game import Facts
from verifier.games import GAMES, game_of, titles

__all__ = [
    "Puzzles",
    "Situation",
    "first",
    "games_of",
    "is_code",
    "is_pack",
    "module_for",
    "module_of_game",
    "read_document",
    "read_input",
    "read_situation",
    "read_switch_choice",
    "refuse_puzzle_option",
    "single",
]


@dataclass(frozen=True, slots=True)
class Puzzles:
    """Puzzles of one game: one, or those of a pack; ``name`` is what errors call them."""

    game: Facts
    packed: tuple[Packed[Any], ...]
    name: str

    def kind(self, packed: Packed[Any]) -> Kind[Any]:
        """Return the kind of one of them."""
        return kind_named(packed.kind)


@dataclass(frozen=True, slots=True)
class Situation:
    """Anything else of a game: a position, a record, a state; unread, as its game knows best.

    ``source`` is a code or the value of a JSON document, ``name`` what errors call it.
    """

    game: Facts
    source: Any
    name: str

    def read(self) -> Any:
        """Return the position that it states.

        :raises MeepleproofError: if it states none.
        """
        return self.game.load().read(self.source, self.name)


def read_input(given: str, wanted: str | None = None, *, valid: bool = True) -> Puzzles | Situation:
    """Return what is in a file (``-``: standard input) or a code, or ships under that name.

    Of a pack it is all puzzles, or the one with the id or number ``wanted`` (from 1). If it need
    not be ``valid``, a code may write a puzzle that contradicts the rules.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    if is_code(given):
        refuse_puzzle_option(wanted)
        game, name = game_of(given), repr(given)
        form = next((one for one in forms_alone(game.name) if one.is_code(given)), None)
        if form is None:
            return Situation(game, given, name)
        packed = form.of_code(given)
        if valid:
            form.require_valid(packed.puzzle)
        return Puzzles(game, (packed,), name)
    path = path_of_puzzle(given)
    document, name = read_document(given if path is None else path)
    game = game_of(document)
    if is_pack(document):
        puzzles = form_of(document, name).read(document, name)
        return Puzzles(game, _chosen(puzzles, given if path else wanted, name), name)
    refuse_puzzle_option(wanted)
    for form in forms_alone(game.name):
        if form.is_alone(document):
            return Puzzles(game, (form.read_alone(document, name),), name)
    return Situation(game, document, name)


def read_situation(given: str, game: Facts) -> Any:
    """Return the position of that game in a file (``-``: standard input) or code.

    :raises Malformed: if it cannot be read, or is of another game.
    """
    found = read_input(given)
    if isinstance(found, Puzzles) or found.game.name != game.name:
        mark = ", ".join(f'"{name}": "{value}"' for name, value in game.mark.items())
        raise Malformed(
            f"this is no position of {game.title}" + (f"; those have {mark}" if mark else ""),
            where=repr(given),
        )
    return found.read()


def module_for(subject: str, game: Facts, where: str = "") -> Any:
    """Return what the command ``subject`` does for a game alone.

    :raises Malformed: if it does nothing for it; the message names the games that it is for.
    """
    if _has(game.name, subject):
        return import_module(_module(game.name, subject))
    known = titles(games_of(subject))
    raise Malformed(
        f"this is of {game.title}, but the command {subject!r} is for {known}", where=where
    )


def module_of_game(
    subject: str, context: click.Context, game: str, of_some: Sequence[str]
) -> tuple[Any, dict[str, Any]]:
    """Return what the command does for a game alone, and the values of the options it takes there.

    ``of_some`` are the parameters that not every game has; its module lists those of the game as
    ``OPTIONS``.

    :raises click.UsageError: if one was given that the game does not have.
    """
    module = module_for(subject, GAMES[game], "--game")
    words = {one.name: one.opts[0] for one in context.command.params}
    for name in of_some:
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in module.OPTIONS:
            taken = ", ".join(words[one] for one in of_some if one in module.OPTIONS)
            raise click.UsageError(
                f"{words[name]} is not for {GAMES[game].title}; its options are {taken}"
            )
    return module, {name: context.params[name] for name in of_some if name in module.OPTIONS}


def games_of(subject: str) -> list[str]:
    """Return the games for which a command does something by the name of its module.

    >>> games_of("perft")
    ['solo', 'house']
    """
    return [name for name in GAMES if _has(name, subject)]


def _module(game: str, subject: str) -> str:
    return f"meepleproof.cli.{game}.{subject}"


def _has(game: str, subject: str) -> bool:
    package = find_spec(f"meepleproof.cli.{game}")
    return package is not None and find_spec(_module(game, subject)) is not None


def is_code(given: str) -> bool:
    """Return whether this is a position or puzzle as text, and not the name of a file."""
    return "~" in given and not os.path.exists(given)  # noqa: PTH110 - Path fails on a long code


def read_document(given: str) -> tuple[Any, str]:
    """Return the value of a JSON file, and its name for errors.

    Instead of a file it may be ``-`` for standard input, or the name of a pack that ships.

    :raises Malformed: if it cannot be read.
    """
    name = "standard input" if given == "-" else repr(given)
    try:
        return read_json(pack_path(given)), name
    except FileNotFoundError as error:
        message = "there is no such file or pack; a position as text begins like s3.4~D0.0.0~"
        raise FileNotFoundError(error.errno, message, given) from None


def is_pack(document: Any) -> bool:
    """Return whether the document is a pack, valid or not."""
    return isinstance(document, dict) and "puzzles" in document


def single(puzzles: Sequence[Packed[Any]]) -> Packed[Any]:
    """Return the only puzzle.

    :raises click.UsageError: if there are several.
    """
    if len(puzzles) > 1:
        raise click.UsageError(f"the pack has {len(puzzles)} puzzles; choose one with --puzzle")
    return puzzles[0]


def first(puzzles: Sequence[Packed[Any]]) -> Packed[Any]:
    """Return the first puzzle, and tell on stderr if there are others."""
    if len(puzzles) > 1:
        echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    return puzzles[0]


def refuse_puzzle_option(wanted: str | None) -> None:
    """Raise a usage error if ``--puzzle`` was given, where the input is not a pack."""
    if wanted is not None:
        raise click.UsageError("--puzzle goes with a pack")


def read_switch_choice(text: str, where: str) -> tuple[str, str]:
    """Return the switch and the value of a choice, without checking that they exist.

    ``where`` names the argument in errors.

    :raises Malformed: if there is no equals sign.

    >>> read_switch_choice("city.two=2", "--switch")
    ('city.two', '2')
    """
    key, equals, value = text.partition("=")
    if not equals:
        raise Malformed(
            f"{text!r} does not choose a value; write SWITCH=VALUE, like city.two=2", where=where
        )
    return key, value


def _chosen(
    packed: tuple[Packed[Any], ...], wanted: str | None, name: str
) -> tuple[Packed[Any], ...]:
    if not packed:
        raise Malformed("the pack has no puzzles", where=name)
    found = tuple(
        one for number, one in enumerate(packed, start=1) if wanted in (None, one.id, str(number))
    )
    if not found:
        raise Malformed(
            f"there is no puzzle {wanted!r} in {name}; give a number from 1 to {len(packed)}, or "
            f"an id like {packed[0].id}",
            where="--puzzle",
        )
    return found
