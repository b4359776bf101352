"""``meepleproof show``: a position as a drawing, in the terminal or as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import click

from generator.solo.quality import decoys
from meepleproof.cli.console import (
    emit_json,
    emit_svg,
    in_colour,
    require_one_form,
    terminal_width,
)
from meepleproof.cli.examples import examples
from meepleproof.cli.house.showing import ShownHousePosition, ShownHousePuzzle
from meepleproof.cli.inputs import (
    Found,
    HousePuzzles,
    NeomDocument,
    PositionInput,
    RecordPack,
    is_pack,
    read_game,
    refuse_puzzle_option,
)
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.puzzles import ShownNeomPuzzle, chosen_puzzles
from meepleproof.cli.neom.show import neom_city
from meepleproof.cli.pack_puzzles import first
from meepleproof.cli.printing import echo, echo_text
from meepleproof.cli.records.puzzles import ShownRecordPuzzle, chosen_records
from meepleproof.rendering.solo.notes import closed_near_the_end, next_draws
from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.terminal import board_text
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.house.position import Position as HousePosition
from verifier.carcassonne.solo.codec import goal_to_json, position_to_json
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.table.cells import Cell

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
@click.option("--whole", is_flag=True, help="Draw all tiles, closed ones near the end, too.")
@click.option("--svg", "as_svg", is_flag=True, help="Draw as SVG.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913 - one for each option
    *,
    given: str,
    puzzle: str | None,
    catalogue: str | None,
    whole: bool,
    as_svg: bool,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Draw a position to play from: in the terminal, or as SVG.

    FILE is a pack, a puzzle or a position in JSON, or - for standard input; CODE is a
    position or a puzzle as text. Positions of the house game are drawn, too, and cities of NEOM:
    FILE is then a state, a log or a pack, and of a log the city after its last event is drawn.

    When the last tiles of a game are all known, tiles on which nothing is open any more are left
    blank; --whole draws them.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    shown = _shown(read_game(given, puzzle), puzzle, catalogue, whole=whole)
    if as_json:
        emit_json(shown.data())
    elif as_svg:
        emit_svg(shown.svg(), output, force=force)
    else:
        echo(*shown.head())
        echo_text(shown.drawing())


class _Shown(Protocol):
    """What is drawn, in one of three forms."""

    def head(self) -> Sequence[str]: ...

    def drawing(self) -> str: ...

    def svg(self) -> str: ...

    def data(self) -> dict[str, Any]: ...


def _shown(found: Found, wanted: str | None, catalogue: str | None, *, whole: bool) -> _Shown:
    """Return what was found, or the first puzzle of several, to be drawn."""
    if isinstance(found, NeomDocument):
        if is_pack(found.document):
            puzzles = chosen_puzzles(found.document, found.name, wanted)
            return ShownNeomPuzzle(first(puzzles).puzzle)
        refuse_puzzle_option(wanted)
        return neom_city(found.document, read_catalogue(catalogue), found.name)
    if catalogue is not None:
        raise click.UsageError("--catalogue goes with a state or log of NEOM")
    if isinstance(found, RecordPack):
        return ShownRecordPuzzle(first(chosen_records(found.document, found.name, wanted)))
    if isinstance(found, HousePosition):
        return ShownHousePosition(found)
    if isinstance(found, HousePuzzles):
        return ShownHousePuzzle(first(found.puzzles))
    return _ShownSolo(first(found), whole)


@dataclass(frozen=True, slots=True)
class _ShownSolo:
    """A position of the Solo Variant, or a puzzle."""

    given: PositionInput
    whole: bool

    def head(self) -> Sequence[str]:
        puzzle = self.given.puzzle
        lines = [line for line in (_title(puzzle), _goal_text(puzzle)) if line]
        return [*lines, ""] if lines else []

    def drawing(self) -> str:
        return board_text(
            self.given.position, colour=in_colour(), width=terminal_width(), blank=self._blank()
        )

    def svg(self) -> str:
        title, goal_text = _title(self.given.puzzle), _goal_text(self.given.puzzle)
        return board_svg(self.given.position, title=title, goal_text=goal_text, blank=self._blank())

    def _blank(self) -> frozenset[Cell]:
        return frozenset() if self.whole else closed_near_the_end(self.given.position)

    def data(self) -> dict[str, Any]:
        position, puzzle = self.given.position, self.given.puzzle
        draws = next_draws(position)
        data: dict[str, Any] = {
            "position": position_to_json(position),
            "text": position_text(position),
            "next": [{"colour": draw.colour + 1, "tile": draw.letter} for draw in draws],
        }
        if puzzle is not None:
            data |= {
                "id": puzzle.id,
                "goal": goal_to_json(puzzle.goal),
                "goal_text": _goal_text(puzzle),
                "tiles": puzzle.tiles,
                "decoys": decoys(puzzle),
            }
        return data


def _title(puzzle: Puzzle | None) -> str | None:
    return None if puzzle is None else f"Puzzle {puzzle.id}"


def _goal_text(puzzle: Puzzle | None) -> str | None:
    return None if puzzle is None else goal_in_words(puzzle.goal, puzzle.tiles)
