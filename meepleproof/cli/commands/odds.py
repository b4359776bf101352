"""``meepleproof odds``: how often goals are met in played games, or NEOM's exact odds."""

from __future__ import annotations

from typing import Any

import click

from meepleproof.cli.examples import examples
from meepleproof.cli.helping import Sectioned
from meepleproof.cli.inputs import games_of, module_of_game

__all__ = ["command"]

_JOBS = click.IntRange(1, 61)  # more are not possible on every system

_PLAYERS = ("random", "greedy", "lookahead")
_OF_SOME = (
    *("games", "name", "ahead", "seed", "colours", "meeples", "boxes", "large", "choices", "jobs"),
    *("tiles", "seen", "wanted"),
)


@click.command(
    cls=Sectioned,
    sections={
        "Games that are played": ("games", "name", "ahead", "seed", "jobs"),
        "Their rules": ("colours", "meeples", "boxes", "large", "choices"),
        "Packs of NEOM": ("tiles", "seen", "wanted"),
    },
    epilog=examples(
        "odds --games 1000 --player greedy --seed 7",
        "odds --game neom --tiles 1+,4+ --seen market/- --want park",
    ),
)
@click.option(
    "--game",
    type=click.Choice(games_of("odds")),
    default="solo",
    show_default=True,
    help="The Solo Variant, of which games are played, or NEOM, whose odds are exact.",
)
@click.option("--games", type=int, default=1000, show_default=True, help="How many games to play.")
@click.option(
    "--player",
    "name",
    type=click.Choice(_PLAYERS),
    default="greedy",
    show_default=True,
    help="Who plays them.",
)
@click.option("--ahead", type=int, help="Turns the lookahead player looks ahead; 1 by default.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--colours", type=int, default=3, show_default=True, help="Colours in play.")
@click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour.")
@click.option(
    "--box",
    "boxes",
    multiple=True,
    metavar="BOX",
    help="A box beside the base game: river, ic, tb or ks.",
)
@click.option("--large", is_flag=True, help="Each colour has a large meeple.")
@click.option(
    "--switch", "choices", multiple=True, metavar="SWITCH=VALUE", help="A reading of the rules."
)
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Worker processes.")
@click.option("--tiles", metavar="MARKS", help="The tiles in play: 1+ or 1+,4+ or 1+,4+,5+.")
@click.option(
    "--seen",
    metavar="PACKS",
    help="Packs revealed in this Generation, like market,mill/-/flood.",
)
@click.option("--want", "wanted", multiple=True, metavar="TILE", help="A tile waited for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, /, *, game: str, as_json: bool, **_: Any) -> None:
    """Let a player play whole games, and count how often each goal of the checklist was met.

    The random player takes any legal turn, the greedy one the turn that looks best at once, the
    lookahead player the one that looks best some turns on. The same options give the same games,
    however many processes share them. The lowest score is that before final scoring.

    With --game neom nothing is played: the odds of the packs are exact, by formula and by
    enumeration. Without more they are those before a game; with --tiles those of a Generation,
    after the packs of --seen. These are parted by /, with the names of tiles that matter to you, in
    your own words, and commas between them; - is a pack with nothing to note, and 'disaster',
    'flood', 'fire' or 'crime' says that the Disaster was there. All tiles of these packs count as
    seen.
    """
    subject, options = module_of_game("odds", context, game, _OF_SOME)
    subject.print_odds(as_json=as_json, **options)
