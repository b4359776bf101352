"""Turns of a row of tiles of the Solo Variant, as ``perft`` counts them."""

from __future__ import annotations

import time

from meepleproof.cli.console import emit_json
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from verifier.carcassonne.engine.solo import Engine, perft
from verifier.carcassonne.solo.letters import letter_of, tiles_of
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.rule_set import RuleSet

__all__ = ["GIVEN", "OPTIONS", "count"]

OPTIONS = frozenset({"tiles", "boxes", "large"})
GIVEN = "tiles"
"""The option that has to be given."""


def count(
    depth: int | None, *, tiles: str, boxes: tuple[str, ...], large: bool, as_json: bool
) -> None:
    """Print how many turns there are with these tiles in a row, by depth."""
    began = time.process_time()
    with at_option("--box", "boxes"):
        start = setup(RuleSet(boxes=boxes, large=large))
    with at_option("--tiles", inner=True):
        row = tiles_of(tiles)
        with status_line() as show:
            show(f"counting the lines of {tiles}")
            counted = perft(row, len(row) if depth is None else depth, start)
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
    echo(f"{'depth':>5} {'tile':>4} {'leaves':>15} {'nodes':>15}")
    for number, (leaves, nodes) in enumerate(zip(counted.leaves, counted.nodes, strict=True)):
        echo(f"{number + 1:>5} {letter_of(row[number]):>4} {leaves:>15,} {nodes:>15,}")
    echo(f"{Engine.kernel} engine, {seconds:.2f} s", err=True)
