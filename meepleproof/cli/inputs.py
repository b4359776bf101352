"""What a user gives: a file or code of a position, a puzzle or a pack; a choice of a switch."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import click

from generator.pack import read_pack, read_puzzle
from meepleproof.cli.console import read_json
from verifier.carcassonne.codec import position_from_any
from verifier.carcassonne.faults import require_valid
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
    "read_positions",
    "read_switch_choice",
    "refuse_puzzle_option",
    "single",
]


@dataclass(frozen=True, slots=True)
class PositionInput:
    """A valid position, and the puzzle it belongs to, if it is one."""

    position: Position
    puzzle: Puzzle | None = None


def read_positions(given: str, wanted: str | None = None) -> list[PositionInput]:
    """Return what the file (``-``: standard input) or code holds; of a pack all, or the wanted.

    :raises Malformed: if it cannot be read, or the pack has no such puzzle.
    :raises Illegal: if a position has faults.
    """
    if is_code(given):
        found = [_from_code(given)]
    else:
        document, name = read_document(given)
        if is_pack(document):
            return positions_of_pack(document, name, wanted)
        found = [_from_document(document, name)]
    refuse_puzzle_option(wanted)
    return found


def is_code(given: str) -> bool:
    """Tell whether this is a position or puzzle as text, and not the name of a file."""
    return "~" in given and not os.path.exists(given)  # noqa: PTH110 - Path fails on a long code


def read_document(given: str) -> tuple[Any, str]:
    """Return the value of a JSON file, or of standard input for ``-``, and its name for errors.

    :raises Malformed: if it cannot be read.
    """
    name = "standard input" if given == "-" else repr(given)
    try:
        return read_json(given), name
    except FileNotFoundError as error:
        told = "there is no such file; a position as text begins like s3.4~D0.0.0~"
        raise FileNotFoundError(error.errno, told, given) from None


def is_pack(document: Any) -> bool:
    """Tell whether the document is a pack, or means to be one."""
    return isinstance(document, dict) and "puzzles" in document


def positions_of_pack(
    document: dict[str, Any], name: str, wanted: str | None
) -> list[PositionInput]:
    """Return all puzzles of a pack, or the one of that id, or else of that number, from 1.

    :raises Malformed: if it cannot be read, or has no such puzzle.
    """
    packed = read_pack(document, name)
    if not packed:
        raise Malformed("the pack has no puzzles", where=name)
    found = [
        PositionInput(one.puzzle.position, one.puzzle)
        for number, one in enumerate(packed, start=1)
        if wanted in (None, one.puzzle.id, str(number))
    ]
    if not found:
        raise Malformed(
            f"there is no puzzle {wanted!r}; give a number from 1 to {len(packed)}, or an id "
            f"like {packed[0].puzzle.id}",
            where=name,
        )
    return found


def single(found: list[PositionInput]) -> PositionInput:
    """Return the one that was found, where one is asked for."""
    if len(found) > 1:
        raise click.UsageError(f"the pack has {len(found)} puzzles; choose one with --puzzle")
    return found[0]


def refuse_puzzle_option(wanted: str | None) -> None:
    """Do nothing if no puzzle was chosen, where there is no pack to choose from."""
    if wanted is not None:
        raise click.UsageError("--puzzle goes with a pack")


def read_switch_choice(text: str, where: str) -> tuple[str, str]:
    """Return the switch and the value of a choice, known or not; ``where`` says who asked for it.

    :raises Malformed: if there is no equals sign.

    >>> read_choice("city.two=2", "--switch")
    ('city.two', '2')
    """
    key, equals, value = text.partition("=")
    if not equals:
        raise Malformed(f"{text!r} is no choice; write SWITCH=VALUE like city.two=2", where=where)
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
