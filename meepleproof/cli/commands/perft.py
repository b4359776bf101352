"""``meepleproof perft``: count all turns of a fixed row of tiles."""

from __future__ import annotations

import time

import click

from meepleproof.cli.console import emit_json
from verifier.carcassonne.engine import Engine, perft
from verifier.carcassonne.solo.letters import tiles_of

__all__ = ["command"]


@click.command
@click.option("--tiles", required=True, metavar="LETTERS", help="The row of tiles, like EJUVWK.")
@click.option("--depth", type=int, help="How many tiles to play; all by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, tiles: str, depth: int | None, as_json: bool) -> None:
    """Count all lines of play from the set-up with a fixed row of tiles, by depth.

    The counts are the usual way to compare two programs: they differ where the rules do.
    """
    began = time.process_time()
    counted = perft(tiles_of(tiles), len(tiles) if depth is None else depth)
    seconds = round(time.process_time() - began, 6)
    if as_json:
        emit_json(
            {
                "tiles": tiles,
                "leaves": list(counted.leaves),
                "nodes": list(counted.nodes),
                "placements": counted.placements,
                "checksum": counted.checksum,
                "seconds": seconds,
            }
        )
        return
    click.echo(f"{'depth':>5} {'tile':>4} {'leaves':>15} {'nodes':>15}")
    for number, (leaves, nodes) in enumerate(zip(counted.leaves, counted.nodes, strict=True)):
        click.echo(f"{number + 1:>5} {tiles[number]:>4} {leaves:>15,} {nodes:>15,}")
    click.echo(f"{Engine.kernel} engine, {seconds:.2f} s", err=True)
