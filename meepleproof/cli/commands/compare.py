"""``meepleproof compare``: what two readings of the rules make different."""

from __future__ import annotations

from typing import Any

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.inputs import games_of, module_of_game

__all__ = ["command"]

_MOST_TURNS = 13
_OF_SOME = (
    *("players", "shared", "start", "wanted", "catalogue", "boxes", "large", "turns", "limit"),
)
"""Options that mean something for some games only, by their parameters."""


@click.command(
    cls=Sectioned,
    sections={
        "What is compared": ("game", "players", "shared", "start", "wanted", "catalogue"),
        "Other boxes": ("boxes", "large"),
        "How long": ("turns", "limit"),
    },
    epilog=examples(
        "compare score.soleMajority=never",
        "compare city.two=2 --from checklist --puzzle 1",
        "compare box.large=instead --large",
        "compare --game house house.road=official_1_2",
        "example neom-game -o game.json",
        "compare --game neom --from game.json covered_centre=raw",
    ),
)
@click.argument("choices", metavar="SWITCH=VALUE...", nargs=-1)
@click.option(
    "--game",
    type=click.Choice(games_of("compare")),
    default="solo",
    show_default=True,
    help="Which game.",
)
@click.option("--players", type=int, default=3, show_default=True, help="House: 2 to 6.")
@click.option("--switch", "shared", multiple=True, metavar="SWITCH=VALUE", help="Of both readings.")
@click.option("--from", "start", metavar="FILE|CODE", help="Begin here and not with the set-up.")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack to begin with.")
@click.option(
    "--box",
    "boxes",
    multiple=True,
    metavar="BOX",
    help="Solo: a box beside the base game: river, ic, tb or ks.",
)
@click.option("--large", is_flag=True, help="Solo: each colour has a large meeple.")
@click.option("--catalogue", metavar="FILE", help="NEOM: your catalogue; else the demo.")
@click.option("--turns", type=int, default=_MOST_TURNS, show_default=True, help="Turns at most.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=60,
    show_default=True,
    help="Solo: work on a question, in seconds, about.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    choices: tuple[str, ...],
    game: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Find the smallest game on which two readings of the rules give different results.

    The results of a game are the scores, whether it is over, and then its result. A SWITCH given
    once is compared with its default; given twice, its two values with each other. Several switches
    make one reading together; those of --switch are the same in both. See 'meepleproof rules' for
    all switches.

    Both keys replay the game by both readings. Exit code 4 says that a shorter one is not ruled out
    by both keys, or that none was found. --time limits work and not the clock, so the answer is the
    same on every machine.

    Switches about boxes are compared one at a time, with the boxes in play that --box and --large
    name; the other switches with the base game alone.

    With --game house it is one SWITCH; the hand is one tile, and --turns counts part-turns.

    With --game neom, --from is a log, state, scenario or puzzle, each SWITCH a parameter of the
    catalogue, like sell_value=4, and what both keys say by either reading is compared. Without any
    SWITCH other values of all parameters are tried. Exit code 1 says that nothing changes.
    """
    subject, _ = module_of_game("compare", context, game, _OF_SOME)
    code: int = subject.compare_readings(choices, as_json=as_json, **options)
    return code
