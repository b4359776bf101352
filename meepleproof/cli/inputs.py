"""Arguments of commands: the file or code of a position, puzzle or pack; values of switches."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import click

from generator.pack import read_pack, read_puzzle
from meepleproof.cli.console import read_json
from verifier.carcassonne.codec import position_from_any
from verifier.carcassonne.faults import require_valid
from verifier.carcassonne.house.codec import is_house
from verifier.carcassonne.house.codec import position_from_json as position_of_house
from verifier.carcassonne.house.notation import parse_position as parse_house
from verifier.carcassonne.house.position import Position as HousePosition
from verifier.carcassonne.notation import parse_position
from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle, parse_code
from verifier.errors import Malformed

__all__ = [
    "PositionInput",
    "is_code",
    "is_pack",
    "positions_of_pack",
    "read_document",
    "read_game",
    "read_house_position",
    "read_positions",
    "read_switch_choice",
    "refuse_puzzle_option",
    "single",
]


@dataclass(frozen=True, slots=True)
class PositionInput:
    """A valid position, and its puzzle if it was given as one."""

    position: Position
    puzzle: Puzzle | None = None


def read_positions(given: str, wanted: str | None = None) -> list[PositionInput]:
    """Return the positions in a file (``-``: standard input) or code; of a pack, all or the wanted.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a position has faults.
    """
    inputs = read_game(given, wanted)
    if isinstance(inputs, HousePosition):
        raise Malformed(
            "this is a position of the house game, but the command is for the Solo Variant",
            where=repr(given),
        )
    return inputs


def read_game(given: str, wanted: str | None = None) -> list[PositionInput] | HousePosition:
    """Return the position of the house game in a file or code, or else those of the Solo Variant.

    These are what :func:`read_positions` returns.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a position of the Solo Variant has faults.
    """
    found: list[PositionInput] | HousePosition
    if is_code(given):
        found = parse_house(given) if given.startswith("h") else [_from_code(given)]
    else:
        document, name = read_document(given)
        if is_pack(document):
            return positions_of_pack(document, name, wanted)
        house = is_house(document)
        found = position_of_house(document, name) if house else [_from_document(document, name)]
    refuse_puzzle_option(wanted)
    return found


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
    """Return the value of a JSON file, or of standard input for ``-``, and its name for errors.

    :raises Malformed: if it cannot be read.
    """
    name = "standard input" if given == "-" else repr(given)
    try:
        return read_json(given), name
    except FileNotFoundError as error:
        message = "there is no such file; a position as text begins like s3.4~D0.0.0~"
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
    packed = read_pack(document, name)
    if not packed:
        raise Malformed("the pack has no puzzles", where=name)
    inputs = [
        PositionInput(one.puzzle.position, one.puzzle)
        for number, one in enumerate(packed, start=1)
        if wanted in (None, one.puzzle.id, str(number))
    ]
    if not inputs:
        raise Malformed(
            f"there is no puzzle {wanted!r}; give a number from 1 to {len(packed)}, or an id "
            f"like {packed[0].puzzle.id}",
            where=name,
        )
    return inputs


def single(inputs: list[PositionInput]) -> PositionInput:
    """Return the only position of an input.

    :raises click.UsageError: if there are several.
    """
    if len(inputs) > 1:
        raise click.UsageError(f"the pack has {len(inputs)} puzzles; choose one with --puzzle")
    return inputs[0]


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
