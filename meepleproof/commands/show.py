"""``meepleproof show``: a position as a drawing, in the terminal or as SVG."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any

import click

from generator.pictures.draws import next_draws
from generator.pictures.svg import board_svg
from generator.pictures.terminal import board_text
from generator.pictures.words import goal_in_words
from generator.puzzle import parse_code
from meepleproof.edges import emit_json, read_json, refuse_existing, write_atomically
from schemas import validate
from verifier.codec import goal_from_json, goal_to_json, position_from_any, position_to_json
from verifier.errors import Malformed
from verifier.faults import require_valid
from verifier.goals import Goal
from verifier.notation import parse_position, position_text
from verifier.position import Position

__all__ = ["command"]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What there is to show: a position, and the puzzle's id, goal and tiles if it is one."""

    position: Position
    id: str = ""
    goal: Goal | None = None
    tiles: int | None = None

    @property
    def title(self) -> str | None:
        return f"Puzzle {self.id}" if self.id else None

    @property
    def goal_text(self) -> str | None:
        return None if self.goal is None else goal_in_words(self.goal, self.tiles)


@click.command
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", metavar="ID|N", help="Which puzzle of a pack; the first if not given.")
@click.option("--svg", "as_svg", is_flag=True, help="Draw as SVG.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    given: str,
    puzzle: str | None,
    as_svg: bool,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Draw a position to play from: in the terminal, or as SVG.

    FILE is a pack, a puzzle or a position in JSON, or - for standard input; CODE is a
    position or a puzzle as text.
    """
    if as_json and as_svg:
        raise click.UsageError("--json and --svg exclude each other")
    if output is not None and not as_svg:
        raise click.UsageError("-o goes with --svg")
    if output is not None:
        refuse_existing(output, force=force)
    shown = _read(given, puzzle)
    require_valid(shown.position)
    if as_json:
        emit_json(_data(shown))
    elif not as_svg:
        click.echo(_page(shown), nl=False)
    elif output is None:
        click.echo(_svg(shown), nl=False)
    else:
        write_atomically(output, _svg(shown), force=force)


def _read(given: str, wanted: str | None) -> _Shown:
    if "~" in given and not os.path.exists(given):  # noqa: PTH110 - Path fails on a long code
        shown = _from_code(given)
    else:
        name = "standard input" if given == "-" else repr(given)
        document = read_json(given)
        if isinstance(document, dict) and "puzzles" in document:
            return _from_pack(document, wanted, name)
        shown = _from_document(document, name)
    if wanted is not None:
        raise click.UsageError("--puzzle goes with a pack")
    return shown


def _from_code(code: str) -> _Shown:
    if "~g." not in code:
        return _Shown(parse_position(code))
    puzzle = parse_code(code)
    require_valid(puzzle.position)  # its id has a meaning only then
    return _Shown(puzzle.position, puzzle.id, puzzle.goal, puzzle.tiles)


def _from_document(document: Any, name: str) -> _Shown:
    if not isinstance(document, dict) or "goal" not in document:
        return _Shown(position_from_any(document, name))
    validate("puzzle", document, name)
    return _from_puzzle(document, name)


def _from_puzzle(document: dict[str, Any], name: str) -> _Shown:
    return _Shown(
        position=position_from_any(document["position"], name),
        id=document["id"],
        goal=goal_from_json(document["goal"], name),
        tiles=document["tiles"],
    )


def _from_pack(document: dict[str, Any], wanted: str | None, name: str) -> _Shown:
    validate("pack", document, name)
    puzzles = document["puzzles"]
    if not puzzles:
        raise Malformed("the pack has no puzzles", where=name)
    if wanted is None and len(puzzles) > 1:
        click.echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    return _from_puzzle(_chosen(puzzles, wanted or "1", name), name)


def _chosen(puzzles: list[dict[str, Any]], wanted: str, name: str) -> dict[str, Any]:
    """Return the puzzle of that id, or else of that number, counted from 1."""
    for number, puzzle in enumerate(puzzles, start=1):
        if wanted in (puzzle["id"], str(number)):
            return puzzle
    raise Malformed(
        f"there is no puzzle {wanted!r}; give a number from 1 to {len(puzzles)}, or an id "
        f"like {puzzles[0]['id']}",
        where=name,
    )


def _page(shown: _Shown) -> str:
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    lines = [line for line in (shown.title, shown.goal_text) if line]
    head = "\n".join(lines) + "\n\n" if lines else ""
    return f"{head}{board_text(shown.position, colour=colour)}"


def _svg(shown: _Shown) -> str:
    return board_svg(shown.position, title=shown.title, goal_text=shown.goal_text)


def _data(shown: _Shown) -> dict[str, Any]:
    data: dict[str, Any] = {
        "position": position_to_json(shown.position),
        "text": position_text(shown.position),
        "next": [
            {"colour": draw.colour + 1, "tile": draw.tile} for draw in next_draws(shown.position)
        ],
    }
    if shown.goal is not None:
        data |= {
            "id": shown.id,
            "goal": goal_to_json(shown.goal),
            "goal_text": shown.goal_text,
            "tiles": shown.tiles,
        }
    return data
