"""``meepleproof show``: a position as a drawing, in the terminal or as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

import click

from generator.house.pack import PackedHousePuzzle
from generator.house.pack import goal_to_json as house_goal_to_json
from meepleproof.cli.console import emit_json, emit_svg, in_colour, require_one_form
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import (
    HousePuzzles,
    NeomDocument,
    PositionInput,
    RecordPack,
    is_pack,
    read_game,
    refuse_puzzle_option,
)
from meepleproof.cli.neom_inputs import read_catalogue
from meepleproof.cli.neom_puzzles import (
    chosen_puzzles,
    neom_puzzle_data,
    neom_puzzle_page,
)
from meepleproof.cli.neom_show import ShownCity, neom_city, neom_data, neom_page, neom_svg
from meepleproof.cli.record_puzzles import (
    chosen_records,
    record_puzzle_data,
    record_puzzle_page,
    record_puzzle_svg,
)
from rendering.draws import next_draws
from rendering.house_pictures import house_svg
from rendering.house_text import house_text
from rendering.house_words import goal_in_words as house_goal_in_words
from rendering.house_words import points_in_words
from rendering.neom_pictures import neom_puzzle_svg
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


@click.command(
    epilog=examples(
        "show road-10",
        "show checklist --puzzle 4 --svg -o puzzle.svg",
        "show s3.4~D0.0.0~p0.0.0~h4.4.4~t1~nE.J.U",
    )
)
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", metavar="ID|N", help="Which puzzle of a pack; the first if not given.")
@click.option("--catalogue", metavar="FILE", help="The tiles of NEOM; the demo if not given.")
@click.option("--svg", "as_svg", is_flag=True, help="Draw as SVG.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    given: str,
    puzzle: str | None,
    catalogue: str | None,
    as_svg: bool,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Draw a position to play from: in the terminal, or as SVG.

    FILE is a pack, a puzzle or a position in JSON, or - for standard input; CODE is a
    position or a puzzle as text. Positions of the house game are drawn, too, and cities of NEOM:
    FILE is then a state, a log or a pack, and of a log the city after its last event is drawn.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    found = read_game(given, puzzle)
    if isinstance(found, NeomDocument):
        if is_pack(found.document):
            _show_neom_puzzle(found, puzzle, output, as_svg=as_svg, force=force, as_json=as_json)
            return
        refuse_puzzle_option(puzzle)
        shown_city = neom_city(found.document, read_catalogue(catalogue), found.name)
        _show_neom_city(shown_city, output, as_svg=as_svg, force=force, as_json=as_json)
        return
    if catalogue is not None:
        raise click.UsageError("--catalogue goes with a state or log of NEOM")
    if isinstance(found, RecordPack):
        _show_record(found, puzzle, output, as_svg=as_svg, force=force, as_json=as_json)
        return
    if isinstance(found, HousePosition):
        _show_house(found, None, output, as_svg=as_svg, force=force, as_json=as_json)
        return
    puzzles = found.puzzles if isinstance(found, HousePuzzles) else found
    if len(puzzles) > 1:
        click.echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    if isinstance(found, HousePuzzles):
        first = found.puzzles[0]
        position = first.puzzle.position
        _show_house(position, first, output, as_svg=as_svg, force=force, as_json=as_json)
        return
    shown = found[0]
    if as_json:
        emit_json(_data(shown))
    elif as_svg:
        emit_svg(_svg(shown), output, force=force)
    else:
        click.echo(_page(shown), nl=False)


def _show_record(
    found: RecordPack,
    wanted: str | None,
    output: str | None,
    *,
    as_svg: bool,
    force: bool,
    as_json: bool,
) -> None:
    puzzles = chosen_records(found.document, found.name, wanted)
    if len(puzzles) > 1:
        click.echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    if as_json:
        emit_json(record_puzzle_data(puzzles[0]))
    elif as_svg:
        emit_svg(record_puzzle_svg(puzzles[0]), output, force=force)
    else:
        click.echo(record_puzzle_page(puzzles[0]), nl=False)


def _show_neom_city(
    shown: ShownCity, output: str | None, *, as_svg: bool, force: bool, as_json: bool
) -> None:
    if as_json:
        emit_json(neom_data(shown))
    elif as_svg:
        emit_svg(neom_svg(shown), output, force=force)
    else:
        click.echo(neom_page(shown), nl=False)


def _show_neom_puzzle(
    found: NeomDocument,
    wanted: str | None,
    output: str | None,
    *,
    as_svg: bool,
    force: bool,
    as_json: bool,
) -> None:
    puzzles = chosen_puzzles(found.document, found.name, wanted)
    if len(puzzles) > 1:
        click.echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    if as_json:
        emit_json(neom_puzzle_data(puzzles[0]))
    elif as_svg:
        emit_svg(neom_puzzle_svg(puzzles[0].puzzle), output, force=force)
    else:
        click.echo(neom_puzzle_page(puzzles[0]), nl=False)


def _show_house(
    position: HousePosition,
    packed: PackedHousePuzzle | None,
    output: str | None,
    *,
    as_svg: bool,
    force: bool,
    as_json: bool,
) -> None:
    goal_text = "" if packed is None else house_goal_in_words(packed.puzzle)
    if as_json:
        data = {"position": house_to_json(position), "text": house_code(position)}
        emit_json(data if packed is None else {**data, **_house_data(packed)})
    elif as_svg:
        puzzle = None if packed is None else packed.puzzle
        choices = () if packed is None else packed.document.get("choices", ())
        emit_svg(house_svg(position, puzzle, choices), output, force=force)
    else:
        choices = "" if packed is None else "".join(f"{line}\n" for line in _choices(packed))
        head = "" if packed is None else f"Puzzle {packed.puzzle.id}\n{goal_text}\n{choices}\n"
        click.echo(head + house_text(position, colour=in_colour()), nl=False)


def _choices(packed: PackedHousePuzzle) -> Iterator[str]:
    for letter, points in zip(ascii_lowercase, packed.document.get("choices", ()), strict=False):
        yield f"  {letter}) {points_in_words(points)}"


def _house_data(packed: PackedHousePuzzle) -> dict[str, Any]:
    puzzle = packed.puzzle
    data = {
        "game": "house",
        "id": puzzle.id,
        "goal": house_goal_to_json(puzzle.goal),
        "goal_text": house_goal_in_words(puzzle),
        "part_turns": puzzle.part_turns,
    }
    choices = packed.document.get("choices")
    return {**data, "choices": choices} if choices else data


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
