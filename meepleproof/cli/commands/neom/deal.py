"""``meepleproof neom deal``: the stacks and packs of a game by seed, one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from generator.neom.dealing import dealt_board, dealt_generation, dealt_stacks
from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.logs import log_text
from meepleproof.cli.printing import echo, echo_data
from meepleproof.rendering.neom.words import tile_facts, tile_title
from verifier.neom.state import GENERATIONS, TILE_SETS, TURNS
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import provenance_to_json

__all__ = ["command"]

_SETS = {",".join(marks): marks for marks in TILE_SETS}


@click.command(
    epilog=examples(
        "neom deal --seed 23 --board",
        "neom deal --seed 23 --stack 1",
        "neom deal --seed 23 --generation 1 --turn 1",
    )
)
@click.option("--seed", type=int, required=True, help="The same number deals the same game.")
@click.option(
    "--tiles",
    "tile_set",
    type=click.Choice(list(_SETS)),
    default="1+",
    show_default=True,
    help="The tiles in play. They do not change the stacks of Cornerstones.",
)
@click.option("--board", "as_board", is_flag=True, help="Draw the City board.")
@click.option("--stack", type=click.IntRange(1, 3), help="Turn up a stack of Cornerstones.")
@click.option("--generation", type=click.IntRange(1, GENERATIONS), help="The pack's Generation.")
@click.option("--turn", type=click.IntRange(1, TURNS), help="Turn up the pack of this turn.")
@click.option("--catalogue", "file", metavar="FILE", help="Your catalogue; else the demo.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole deal as JSON.")
def command(  # noqa: PLR0913 - one for each option
    *,
    seed: int,
    tile_set: str,
    as_board: bool,
    stack: int | None,
    generation: int | None,
    turn: int | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Deal a game of NEOM by a seed, and turn up one stack or one pack of it.

    First --board, which begins a log, then --stack 1, 2 and 3, then with the tiles that you chose
    --generation 1 --turn 1 and so on, so that you see nothing before its time. Each is printed as
    the event to write into your log, and in words. --json prints the whole deal, pack 8 of each
    Generation included.
    """
    if (generation is None) != (turn is None):
        raise click.UsageError("--generation and --turn go together")
    asked = as_board + (stack is not None) + (generation is not None)
    if not as_json and asked != 1:
        raise click.UsageError(
            "say what to turn up: --board, --stack 1, or --generation 1 --turn 1"
        )
    if as_json and asked:
        raise click.UsageError("--json prints the whole deal; leave out what to turn up")
    catalogue = read_catalogue(file)
    if as_json:
        _print_all(catalogue, seed, tile_set)
    elif as_board:
        start = {"game": "neom", "board": dealt_board(catalogue, seed), "events": []}
        echo_data(log_text(start))
    elif stack is not None:
        shown = dealt_stacks(catalogue, seed)[stack - 1]
        echo(*_page(catalogue, "cornerstones", shown))
    elif generation is not None and turn is not None:
        shown = dealt_generation(catalogue, seed, _SETS[tile_set], generation).packs[turn - 1]
        echo(*_page(catalogue, "reveal", shown))


def _page(catalogue: TileCatalogue, event: str, shown: tuple[str, ...]) -> Iterator[str]:
    yield json.dumps({event: list(shown)})
    for each in shown:
        tile = catalogue.tile(each)
        yield tile_title(tile)
        facts = "; ".join(f"{heading} {said}" for heading, said in tile_facts(tile))
        yield from filled(facts, "  ")
    if catalogue.note:
        yield catalogue.note


def _print_all(catalogue: TileCatalogue, seed: int, tile_set: str) -> None:
    deals = [
        dealt_generation(catalogue, seed, _SETS[tile_set], number)
        for number in range(1, GENERATIONS + 1)
    ]
    emit_json(
        {
            "$schema": "urn:meepleproof:neom-deal:1",
            "game": "neom",
            "catalogue": provenance_to_json(catalogue),
            "seed": seed,
            "board": dealt_board(catalogue, seed),
            "tile_set": list(_SETS[tile_set]),
            "stacks": [list(stack) for stack in dealt_stacks(catalogue, seed)],
            "generations": [
                {"packs": [list(pack) for pack in deal.packs], "hidden": list(deal.hidden)}
                for deal in deals
            ],
        }
    )
