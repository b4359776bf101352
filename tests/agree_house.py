"""``python -m tests.agree_house``: compare both keys of the house game with the naive oracle."""

from __future__ import annotations

import sys
from collections import Counter

import click

from tests.house_agreement import (
    compare_positions,
    compare_records,
    follow_game,
    judges_compared,
    keys_compared,
)

AT_ONCE = 100


@click.command
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--positions", type=click.IntRange(0), default=3000, show_default=True)
@click.option("--games", type=click.IntRange(0), default=30, show_default=True)
@click.option("--records", type=click.IntRange(0), default=300, show_default=True)
def command(seed: int, positions: int, games: int, records: int) -> None:
    """Compare so many random positions, whole games and records, and print what was compared.

    Exit code 5: the first difference found, with the position in which it shows.
    """
    compared = Counter[str]()
    try:
        for first in range(0, positions, AT_ONCE):
            compared += compare_positions(
                keys_compared(), min(AT_ONCE, positions - first), seed + first
            )
            click.echo(f"{compared['positions']} positions", err=True)
        for key in keys_compared():
            happened = Counter[str]()
            for game in range(seed, seed + games):
                happened += follow_game(key, game)
            compared += Counter({f"{key.name}: {name}": n for name, n in happened.items()})
            click.echo(f"{games} games by the {key.name}", err=True)
        for key in judges_compared():
            judged = compare_records(key, records, seed).total()
            compared[f"{key.name}: records"] = judged
            click.echo(f"{judged} records by the {key.name}", err=True)
    except AssertionError as difference:
        click.echo(f"The keys differ.\n{difference}")
        sys.exit(5)
    for name, number in sorted(compared.items()):
        click.echo(f"{number:9}  {name}")


if __name__ == "__main__":
    command()
