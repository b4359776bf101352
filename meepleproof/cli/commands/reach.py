"""``meepleproof reach``: a legal game that leads to a position."""

from __future__ import annotations

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import module_for, read_input
from meepleproof.cli.shipped import packs_and_files

__all__ = ["command"]


@click.command(
    epilog=examples(
        "reach road-5-3c --puzzle 1", "reach s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.."
    )
)
@click.argument("given", metavar="FILE|CODE", shell_complete=packs_and_files)
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack; all by default.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=60,
    show_default=True,
    help="Work of each key, in seconds, about.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each position.")
def command(*, given: str, wanted: str | None, limit: int, as_json: bool) -> int:
    """Find a legal game from the set-up that leads to a position, or show that there is none.

    The game ends with just these tiles, meeples, scores and supplies, and the same colour to move;
    the piles are not compared. Exit code 1 says that both keys looked at all games and found none,
    4 that one of them could not. A position with faults is invalid input (exit code 3). Of the
    house game, positions of up to 12 tiles are asked about, and the model alone looks at all games.

    --time limits work and not the clock, so the answer is the same on every machine.
    """
    found = read_input(given, wanted)
    subject = module_for("reach", found.game, found.name)
    code: int = subject.reach_found(found, limit, as_json=as_json)
    return code
