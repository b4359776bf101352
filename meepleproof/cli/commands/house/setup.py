"""``meepleproof house setup``: what to take out of the boxes for a game of so many minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import read_switch_choice
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from verifier.carcassonne.house.evening import TablePlan, plan_table
from verifier.carcassonne.house.ledger import read_ledger
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import tile_sheet
from verifier.errors import Malformed

__all__ = ["command"]


@click.command(
    epilog=examples(
        "house setup --players 4 --minutes 30",
        "house setup --players 2 --minutes 90 --sets base,river --hand colours",
    )
)
@click.option("--players", type=int, required=True, help="How many play, 2 to 6.")
@click.option("--minutes", type=int, required=True, help="How long the game should take.")
@click.option(
    "--sets",
    default="base,ic,tb,ks",
    show_default=True,
    help="The tile sets you have, with commas between them; river opens a long game.",
)
@click.option(
    "--hand", default="3", show_default=True, help="Tiles in the shared hand, or 'colours'."
)
@click.option(
    "--switch", "choices", multiple=True, metavar="SWITCH=VALUE", help="A reading of the rules."
)
@click.option("--ledger", metavar="FILE", help="A ledger of past games, for the handicaps.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    players: int,
    minutes: int,
    sets: str,
    hand: str,
    choices: tuple[str, ...],
    ledger: str | None,
    as_json: bool,
) -> None:
    """Say what to take out of the boxes for a game by the house rules.

    The bag gets about two tiles for each minute, rounded to a multiple of the players. With
    --ledger the handicaps of its players are worked out for that number of tiles.
    """
    switches = tuple(read_switch_choice(choice, "--switch") for choice in choices)
    with at_option("--switch", "switches"):
        rules = RuleSet(players=players, sets=tuple(sets.split(",")), switches=switches)
    rules = RuleSet(players, rules.sets, _hand(hand, rules), None, rules.switches)
    plan = plan_table(rules, minutes)
    handicaps = _handicaps(ledger, plan.bag)
    if as_json:
        emit_json(_data(plan, handicaps))
    else:
        echo(*_lines(plan, handicaps))


def _hand(given: str, rules: RuleSet) -> int:
    if given == "colours":
        return rules.colours
    if not re.fullmatch("[0-9]{1,3}", given):
        raise Malformed(
            f"{given!r} is not a size of a hand: give a number of up to 3 digits or 'colours'",
            where="--hand",
            rule="HOUSE-SETUP-10",
        )
    return int(given)


def _handicaps(path: str | None, tiles: int) -> dict[str, int]:
    if path is None:
        return {}
    ledger = read_ledger(read_json(path), repr(path))
    return {name: each.handicap.at(tiles) for name, each in ledger.standings().items()}


def _lines(plan: TablePlan, handicaps: dict[str, int]) -> Iterator[str]:
    rules = plan.rules
    if rules.has_river:
        yield (
            f"River     {plan.river} tiles: the spring in the middle, the lake aside, "
            f"the other {plan.river - 2} face down"
        )
    else:
        yield "Start     the tile with the dark back, in the middle"
    for name, number in plan.mixed:
        yield f"Mix       {number:3} tiles of {_box(name)}"
    yield f"Bag       {plan.bag} of them{_rounded(plan)}"
    yield f"Unseen    {plan.held_back} stay in the box and are not looked at"
    when = " when the lake lies" if rules.has_river else ""
    yield f"Hand      {plan.hand} tiles of the bag, face up for all{when}"
    each = "two colours, turn about" if rules.players == 2 else "one colour"  # noqa: PLR2004 - HOUSE-2P-1
    yield f"Colours   {rules.colours}; each player has {each}"
    yield f"Pieces    {_pieces(plan)} for each colour"
    for name, points in handicaps.items():
        below = "; less than 0, the rules set no lower limit" if points < 0 else ""
        yield f"Handicap  {name} starts with {points}{below}"


def _box(name: str) -> str:
    # A sheet's title says after a comma what is in the box.
    return tile_sheet(name).title.partition(",")[0]


def _rounded(plan: TablePlan) -> str:
    asked = f"2 a minute are {plan.wanted}"
    if plan.bag == plan.wanted:
        return f" ({asked})"
    if plan.bag + plan.rules.players < plan.wanted:
        return f" ({asked}; the boxes hold no more)"
    river = f" after the {plan.opening} turns of the river" if plan.opening else ""
    return f" ({asked}, rounded for {plan.rules.players} players{river})"


def _pieces(plan: TablePlan) -> str:
    little, big, builder = plan.supply
    words = [f"{little} followers"]
    words += ["the big follower"] * big + ["the builder"] * builder
    return ", ".join(words)


def _data(plan: TablePlan, handicaps: dict[str, int]) -> dict[str, Any]:
    return {
        "game": "house",
        "players": plan.rules.players,
        "colours": plan.rules.colours,
        "minutes": plan.minutes,
        "wanted": plan.wanted,
        "bag": plan.bag,
        "mixed": dict(plan.mixed),
        "held_back": plan.held_back,
        "river": plan.river,
        "hand": plan.hand,
        "supply": plan.supply._asdict(),
        "handicaps": handicaps,
    }
