"""``meepleproof show``: a puzzle or a position as a drawing, in the terminal or as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import click

from generator.pack import Packed
from meepleproof.cli.console import (
    emit_json,
    emit_svg,
    filled,
    in_colour,
    require_one_form,
)
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import Puzzles, first, module_for, read_input
from meepleproof.cli.printing import echo, echo_text, terminal_width
from meepleproof.cli.shipped import packs_and_files
from meepleproof.cli.solved import named
from meepleproof.rendering.view import view_of
from verifier.documents.strict_json import Document

__all__ = ["command"]


@click.command(
    epilog=examples(
        "show road-10",
        "show checklist --puzzle 4 --svg -o puzzle.svg",
        "show s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U",
    )
)
@click.argument("given", metavar="FILE|CODE", shell_complete=packs_and_files)
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
    found = read_input(given, puzzle)
    shown: Shown
    if isinstance(found, Puzzles):
        if catalogue is not None:
            raise click.UsageError("--catalogue goes with a state or log; a puzzle has its own")
        shown = _ShownPuzzle(first(found.packed), whole)
    else:
        subject = module_for("show", found.game, found.name)
        shown = subject.shown(found, catalogue=catalogue, whole=whole)
    if as_json:
        emit_json(shown.data())
    elif as_svg:
        emit_svg(shown.svg(), output, force=force)
    else:
        echo(*shown.head())
        echo_text(shown.drawing())
        echo(*shown.foot())


class Shown(Protocol):
    """What is drawn, in one of three forms."""

    def head(self) -> Sequence[str]:
        """Return the lines above the drawing."""

    def drawing(self) -> str:
        """Return the drawing for this terminal."""

    def foot(self) -> Sequence[str]:
        """Return the lines below the drawing."""

    def svg(self) -> str:
        """Return the drawing as SVG."""

    def data(self) -> dict[str, Any]:
        """Return what is drawn as a document."""


@dataclass(frozen=True, slots=True)
class _ShownPuzzle:
    """A puzzle of any kind."""

    packed: Packed[Any]
    whole: bool

    def head(self) -> Sequence[str]:
        view = view_of(self.packed.kind)
        asked = filled(view.question(self.packed))
        setting = [line for part in view.setting(self.packed) for line in filled(part) or [""]]
        return [f"Puzzle {self.packed.id}", *asked, *setting, ""]

    def drawing(self) -> str:
        return view_of(self.packed.kind).text(
            self.packed, colour=in_colour(), width=terminal_width(), whole=self.whole
        )

    def foot(self) -> Sequence[str]:
        note = view_of(self.packed.kind).note(self.packed)
        return (note,) if note else ()

    def svg(self) -> str:
        return view_of(self.packed.kind).svg(self.packed, whole=self.whole)

    def data(self) -> Document:
        return {**named(self.packed), **view_of(self.packed.kind).facts(self.packed)}
