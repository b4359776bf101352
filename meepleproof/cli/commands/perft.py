"""``meepleproof perft``: count all turns of a fixed row of tiles."""

from __future__ import annotations

from typing import Any

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.inputs import games_of, module_of_game

__all__ = ["command"]

_OF_SOME = ("tiles", "boxes", "large", "draw", "players", "hand", "supply", "prefix")


@click.command(
    cls=Sectioned,
    sections={
        "The Solo Variant": ("tiles", "boxes", "large"),
        "The house rules": ("draw", "players", "hand", "supply", "prefix"),
    },
    epilog=examples("perft --tiles EJUVWK --depth 6"),
)
@click.option(
    "--game",
    type=click.Choice(games_of("perft")),
    default="solo",
    show_default=True,
    help="The Solo Variant, or the house rules.",
)
@click.option("--tiles", metavar="LETTERS", help="The row of tiles, like EJUVWK.")
@click.option("--box", "boxes", multiple=True, metavar="BOX", help="A box beside the base game.")
@click.option("--large", is_flag=True, help="Each colour has a large meeple.")
@click.option("--draw", metavar="TILES", help="Tiles as drawn, like 'base/V ic/K'.")
@click.option("--players", type=int, default=2, show_default=True, help="2 to 6.")
@click.option("--hand", type=int, default=3, show_default=True, help="The shared hand.")
@click.option("--supply", metavar="L,B,B", help="Little, big, builder; like 7,1,1.")
@click.option("--prefix", default="", metavar="TURNS", help="Part-turns played first.")
@click.option("--depth", type=int, help="How many tiles to play; all by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    game: str,
    depth: int | None,
    as_json: bool,
    **_: Any,
) -> None:
    """Count all lines of play from the set-up with a fixed row of tiles, by depth.

    The counts are the usual way to compare two programs: they differ where the rules do.
    """
    subject, options = module_of_game("perft", context, game, _OF_SOME)
    if options[subject.GIVEN] is None:
        raise click.UsageError(
            f"Missing option '--{subject.GIVEN}', which goes with --game {game}."
        )
    subject.count(depth, as_json=as_json, **options)
