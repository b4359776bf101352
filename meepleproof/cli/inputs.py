"""Arguments of commands: the file or code of a position, puzzle or pack; values of switches."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import click

from generator.house.pack import PackedHousePuzzle
from generator.house.pack import read_pack as read_pack_of_house
from generator.house.pack import read_puzzle as read_puzzle_of_house
from generator.solo.pack import read_pack, read_puzzle
from generator.solo.records.pack import is_record_pack
from meepleproof.cli.console import read_json
from meepleproof.cli.pack_puzzles import chosen
from meepleproof.cli.shipped import pack_path, shipped_puzzle
from verifier.carcassonne.house.codec import (
    position_from_json as position_of_house,
)
from verifier.carcassonne.house.faults import require_valid as require_valid_in_house
from verifier.carcassonne.house.notation import parse_position as parse_house
from verifier.carcassonne.house.position import Position as HousePosition
from verifier.carcassonne.house.puzzle import parse_code as parse_house_puzzle
from verifier.carcassonne.solo.codec import position_from_any
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.errors import Malformed
from verifier.games import GAMES, game_of, titles

__all__ = [
    "HousePuzzles",
    "NeomDocument",
    "PositionInput",
    "RecordPack",
    "house_of_code",
    "house_of_document",
    "is_code",
    "is_pack",
    "positions_of_pack",
    "read_document",
    "read_game",
    "read_house_position",
    "read_positions",
    "read_switch_choice",
    "refuse_puzzle_option",
    "require_solo",
]


@dataclass(frozen=True, slots=True)
class PositionInput:
    """A valid position, and its puzzle if it was given as one."""

    position: Position
    puzzle: Puzzle | None = None


@dataclass(frozen=True, slots=True)
class HousePuzzles:
    """Puzzles of the house game: one, or those of a pack."""

    puzzles: tuple[PackedHousePuzzle, ...]


@dataclass(frozen=True, slots=True)
class NeomDocument:
    """A document that is marked as one of NEOM, valid or not, and its name for errors."""

    document: dict[str, Any]
    name: str


@dataclass(frozen=True, slots=True)
class RecordPack:
    """A document that is marked as a pack of puzzles on records, and its name for errors."""

    document: dict[str, Any]
    name: str


Found = list[PositionInput] | HousePosition | HousePuzzles | NeomDocument | RecordPack
"""What :func:`read_game` can find."""


def read_positions(given: str, wanted: str | None = None) -> list[PositionInput]:
    """Return the positions in a file (``-``: standard input) or code; of a pack, all or the wanted.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a position has faults.
    """
    return require_solo(read_game(given, wanted), given)


def require_solo(
    found: Found, given: str, games: tuple[str, ...] = ("solo",)
) -> list[PositionInput]:
    """Return positions of the Solo Variant, read from what was given.

    ``games`` are those that the command is for.

    :raises Malformed: if they are of another game.
    """
    if isinstance(found, list):
        return found
    if isinstance(found, RecordPack):
        raise Malformed(
            "this is a pack of puzzles on game records, but the command is for positions",
            where=repr(given),
        )
    game = GAMES["neom" if isinstance(found, NeomDocument) else "house"]
    raise Malformed(
        f"this is of {game.title}, but the command is for {titles(games)}", where=repr(given)
    )


def read_game(given: str, wanted: str | None = None) -> Found:
    """Return the position or puzzles of the house game in a file or code, or else the Solo Variant.

    The latter are what :func:`read_positions` returns; documents of NEOM and packs of
    records are returned unread.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a position of the Solo Variant, or of a puzzle, has faults.
    """
    found: Found
    if is_code(given):
        found = house_of_code(given) if game_of(given).name == "house" else [_from_code(given)]
    else:
        document, name = read_document(given)
        if game_of(document).name == "house":
            return house_of_document(document, name, wanted)
        if game_of(document).name == "neom":
            return NeomDocument(document, name)
        if is_record_pack(document):
            return RecordPack(document, name)
        if is_pack(document):
            return positions_of_pack(document, name, wanted)
        found = [_from_document(document, name)]
    refuse_puzzle_option(wanted)
    return found


def house_of_code(code: str) -> HousePosition | HousePuzzles:
    """Return the position or puzzle of the house game that a code writes.

    :raises Malformed: if it cannot be read.
    :raises Illegal: if the position of a puzzle has faults.
    """
    if "~g." not in code:
        return parse_house(code)
    puzzle = parse_house_puzzle(code)
    require_valid_in_house(puzzle.position)
    return HousePuzzles((PackedHousePuzzle(puzzle, {}),))


def house_of_document(
    document: dict[str, Any], name: str, wanted: str | None
) -> HousePosition | HousePuzzles:
    """Return the position of a document of the house game, its puzzle, or those of a pack.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if the position of a puzzle has faults.
    """
    if is_pack(document):
        return HousePuzzles(chosen(read_pack_of_house(document, name), wanted, name))
    refuse_puzzle_option(wanted)
    if "goal" in document:
        return HousePuzzles((read_puzzle_of_house(document, name),))
    return position_of_house(document, name)


def read_house_position(given: str) -> HousePosition:
    """Return the position of the house game in a file (``-``: standard input) or code.

    :raises Malformed: if it cannot be read, or is of another game.
    """
    found = read_game(given)
    if not isinstance(found, HousePosition):
        raise Malformed(
            'this is not a document of the house game; those have "game": "house"',
            where=repr(given),
        )
    return found


def is_code(given: str) -> bool:
    """Return whether this is a position or puzzle as text, and not the name of a file."""
    return "~" in given and not os.path.exists(given)  # noqa: PTH110 - Path fails on a long code


def read_document(given: str) -> tuple[Any, str]:
    """Return the value of a JSON file, and its name for errors.

    Instead of a file it may be ``-`` for standard input, or the name of a pack or puzzle that
    ships.

    :raises Malformed: if it cannot be read.
    """
    name = "standard input" if given == "-" else repr(given)
    puzzle = shipped_puzzle(given)
    if puzzle is not None:
        return puzzle, name
    try:
        return read_json(pack_path(given)), name
    except FileNotFoundError as error:
        message = "there is no such file or pack; a position as text begins like s3.4~D0.0.0~"
        raise FileNotFoundError(error.errno, message, given) from None


def is_pack(document: Any) -> bool:
    """Return whether the document is a pack, valid or not."""
    return isinstance(document, dict) and "puzzles" in document


def positions_of_pack(
    document: dict[str, Any], name: str, wanted: str | None
) -> list[PositionInput]:
    """Return all puzzles of a pack, or the one with that id or number (from 1).

    :raises Malformed: if it cannot be read, or has no such puzzle.
    """
    packed = chosen(read_pack(document, name), wanted, name)
    return [PositionInput(one.puzzle.position, one.puzzle) for one in packed]


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


def _from_code(code: str) -> PositionInput:
    puzzle = parse_code(code) if "~g." in code else None
    position = parse_position(code) if puzzle is None else puzzle.position
    require_valid(position)
    return PositionInput(position, puzzle)


def _from_document(document: Any, name: str) -> PositionInput:
    if isinstance(document, dict) and "goal" in document:
        puzzle = read_puzzle(document, name)
        return PositionInput(puzzle.position, puzzle)
    position = position_from_any(document, name)
    require_valid(position)
    return PositionInput(position)
