"""``python -m tests.agree_house_endgames``: compare solved endgames with brute force.

Each endgame is solved on every build of the kernel: all its part-turns, all its placements, its
value. Brute force looks through every sequence of the engine's outcomes, and on endgames that are
small enough through those of the naive oracle.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice

import click

from tests.builds import BUILDS
from tests.house_endgames import (
    BruteForce,
    TooLarge,
    best_of_placements,
    random_endgames,
    two_tiles_of_greedy_games,
)
from tests.house_oracle import ORACLE
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply, plays_of, solve, value_of
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.part_turn import PartTurn

ORACLE_MOST = 150


def compare(endgame: Endgame, most: int) -> Counter[str]:
    """Compare one endgame, of at most so many outcomes, and count what was compared.

    :raises AssertionError: if something differs.
    """
    try:
        values = BruteForce(HouseEngine(), most).values(endgame)
    except TooLarge:
        return Counter()
    if not values:
        return Counter()
    position = endgame.position
    found = Counter(endgames=1)
    found[f"{len(position.hand)} in hand, {len(position.bag)} in the bag"] += 1
    found["with a second part"] += any(played.second for played in values)
    found["hands laid aside"] += position.rules.value("house.unplayableHand") != "tie"
    for build in BUILDS:
        with build.in_use():
            differs(endgame, values)
        found[f"endgames on the {build.name} build"] += 1
        found["values of part-turns"] += len(values)
    if len(values) ** (len(position.hand) + len(position.bag)) < ORACLE_MOST:
        assert BruteForce(ORACLE, most).values(endgame) == values
        found["endgames by the oracle too"] += 1
    return found


def differs(endgame: Endgame, values: dict[PartTurn, int]) -> None:
    """Do nothing if an endgame is solved as brute force solved it.

    :raises AssertionError: if something differs.
    """
    assert values == {play.part_turn: play.value for play in plays_of(endgame)}, endgame
    solution = solve(endgame)
    placements = {each.placement: each.value for each in solution.placements}
    assert best_of_placements(values) == placements, endgame
    best = max(values.values())
    assert best == solution.value == value_of(endgame), endgame
    assert best == values[perfect_reply(endgame).part_turn], endgame


@click.command
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--endgames", type=click.IntRange(0), default=500, show_default=True)
@click.option("--greedy", type=click.IntRange(0, 102), default=40, show_default=True)
@click.option("--outcomes", type=click.IntRange(1), default=12_000, show_default=True)
def command(seed: int, endgames: int, greedy: int, outcomes: int) -> None:
    """Compare so many endgames of random games, and two tiles of as many greedy games.

    Those with more outcomes than given are left out, of greedy games than ten times as many. Exit
    code 5: the first difference found.
    """
    compared = Counter[str]()
    try:
        for number, endgame in random_endgames(seed):
            if compared["endgames"] >= endgames:
                break
            compared += compare(endgame, outcomes)
            if number % 100 == 0:
                click.echo(f"{compared['endgames']} endgames, seed {number}", err=True)
        for endgame in islice(two_tiles_of_greedy_games(), greedy):
            compared += compare(endgame, 10 * outcomes)
            click.echo(f"{compared['endgames']} endgames, of greedy games too", err=True)
    except AssertionError as difference:
        click.echo(f"The solver differs from brute force.\n{difference}")
        sys.exit(5)
    for name, number in sorted(compared.items()):
        click.echo(f"{number:9}  {name}")


if __name__ == "__main__":
    command()
