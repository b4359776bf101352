"""``meepleproof show``: a position as a drawing, in the terminal or as SVG."""

from __future__ import annotations

from typing import Any

import click

from meepleproof.cli.console import emit_json, emit_svg, in_colour, require_one_form
from meepleproof.cli.inputs import PositionInput, read_game
from rendering.draws import next_draws
from rendering.house_board import house_board
from rendering.house_text import house_text
from rendering.svg import board_svg
from rendering.terminal import board_text
from rendering.words import goal_in_words
from verifier.carcassonne.codec import goal_to_json, position_to_json
from verifier.carcassonne.house.codec import position_to_json as house_to_json
from verifier.carcassonne.house.notation import position_text as house_code
from verifier.carcassonne.house.position import Position as HousePosition
from verifier.carcassonne.notation import position_text
from verifier.carcassonne.puzzle import Puzzle

__all__ = ["command"]


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
    position or a puzzle as text. Positions of the house game are drawn, too.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    found = read_game(given, puzzle)
    if isinstance(found, HousePosition):
        _show_house(found, output, as_svg=as_svg, force=force, as_json=as_json)
        return
    if len(found) > 1:
        click.echo(f"Puzzle 1 of {len(found)}; choose another with --puzzle.", err=True)
    shown = found[0]
    if as_json:
        emit_json(_data(shown))
    elif as_svg:
        emit_svg(_svg(shown), output, force=force)
    else:
        click.echo(_page(shown), nl=False)


def _show_house(
    position: HousePosition, output: str | None, *, as_svg: bool, force: bool, as_json: bool
) -> None:
    if as_json:
        emit_json({"position": house_to_json(position), "text": house_code(position)})
    elif as_svg:
        drawn = house_board(position, title="A position of the house game")
        emit_svg(drawn, output, force=force)
    else:
        click.echo(house_text(position, colour=in_colour()), nl=False)


def _page(shown: PositionInput) -> str:
    lines = [line for line in (_title(shown.puzzle), _goal_text(shown.puzzle)) if line]
    head = "\n".join(lines) + "\n\n" if lines else ""
    return f"{head}{board_text(shown.position, colour=in_colour())}"


def _svg(shown: PositionInput) -> str:
    title, goal_text = _title(shown.puzzle), _goal_text(shown.puzzle)
    return board_svg(shown.position, title=title, goal_text=goal_text)


def _title(puzzle: Puzzle | None) -> str | None:
    return None if puzzle is None else f"Puzzle {puzzle.id}"


def _goal_text(puzzle: Puzzle | None) -> str | None:
    return None if puzzle is None else goal_in_words(puzzle.goal, puzzle.tiles)


def _data(shown: PositionInput) -> dict[str, Any]:
    data: dict[str, Any] = {
        "position": position_to_json(shown.position),
        "text": position_text(shown.position),
        "next": [
            {"colour": draw.colour + 1, "tile": draw.letter} for draw in next_draws(shown.position)
        ],
    }
    if shown.puzzle is not None:
        data |= {
            "id": shown.puzzle.id,
            "goal": goal_to_json(shown.puzzle.goal),
            "goal_text": _goal_text(shown.puzzle),
            "tiles": shown.puzzle.tiles,
        }
    return data
