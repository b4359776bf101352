"""``meepleproof find``: list the puzzles that fit a wish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.collection.index import PuzzleFilter
from generator.solo.wanted import LEVELS, MOST_DECOYS, THEMES
from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf
from verifier.carcassonne.solo.puzzle import ESSENTIAL_NAMES, parse_goal
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["command"]

_MOST = 100


@click.command(
    epilog=examples(
        "find --level hard --needs order",
        "find --goal city-16 --theme joining --limit 3",
        "find --pack stay --decoys 5 --json",
    )
)
@click.option("--packs", metavar="DIR", multiple=True, help="Packs instead of those that ship.")
@click.option("--goal", metavar="GOAL", help="A goal of the checklist, or your own.")
@click.option("--tiles", type=click.IntRange(1), help="Number of tiles to place.")
@click.option("--level", type=click.Choice(LEVELS), help="Of that level.")
@click.option("--rating-from", type=click.IntRange(0), help="The lowest rating.")
@click.option("--rating-to", type=click.IntRange(0), help="The highest rating.")
@click.option("--theme", type=click.Choice(THEMES), metavar="THEME", help="With that idea.")
@click.option(
    "--needs", type=click.Choice(ESSENTIAL_NAMES), metavar="RULE", help="A rule that they need."
)
@click.option(
    "--decoys",
    type=click.IntRange(0, MOST_DECOYS),
    help="The fewest first placements that nearly work.",
)
@click.option("--pack", metavar="ID", help="Of that pack.")
@click.option("--limit", type=click.IntRange(1, _MOST), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, packs: tuple[str, ...], limit: int, as_json: bool, **wanted: Any) -> int:
    """List the puzzles that fit a wish, by rating: those that ship, or those of your packs.

    'meepleproof show ID' draws one that ships. A folder with very many puzzles is read faster with
    an index, which 'pack index' makes. The exit code is 1 if no puzzle fits.
    """
    shelf = open_shelf(map(Path, packs))
    _require_known(shelf, wanted)
    found = shelf.matching(PuzzleFilter(**wanted))
    some = found[:limit]
    if as_json:
        emit_json({"puzzles": [one.document for one in some], "total": len(found)})
    else:
        for one in some:
            echo(_line(one))
        echo(f"{len(some)} of {len(found)} that fit, of {len(shelf.puzzles)}", err=True)
    return EXIT_CODES["holds" if found else "violated"]


def _require_known(shelf: Shelf, wanted: dict[str, Any]) -> None:
    """Refuse a goal or pack that no puzzle could have.

    :raises Malformed: if there is no such goal or pack.
    """
    goal, pack = wanted["goal"], wanted["pack"]
    if goal is not None and not shelf.has_goal(goal):
        parse_goal(goal)
    if pack is not None and shelf.pack(pack) is None:
        known = ", ".join(one.id for one in shelf.packs)
        raise Malformed(f"there is no pack {pack!r}; there are {known}", where="--pack")


def _line(one: ShelvedPuzzle) -> str:
    rating = "-" if one.rating is None else str(one.rating)
    ideas = ", ".join([*(f"needs {rule}" for rule in one.needs), *one.themes])
    return f"{one.id}  {one.level or '-':6}  {rating:>5}  {one.puzzle.goal.id}  {ideas}"
