"""``python -m tests.agree_neom``: compare both keys of NEOM with the naive oracle."""

from __future__ import annotations

import sys
from collections import Counter

import click

from tests.neom_agreement import compare_last_turns, compare_logs, compare_states, keys_compared
from tests.neom_gaps import compare_gaps_in_logs, compare_gaps_in_states
from verifier.claims.agreement import Disagreement

STATES_OF_A_GAME = 21
GAMES_A_REPORT = 50
GAPS_IN_STATES = 5


@click.command
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--states", type=click.IntRange(0), default=10_000, show_default=True)
@click.option("--logs", type=click.IntRange(0), default=500, show_default=True)
@click.option("--last-turns", type=click.IntRange(0), default=60, show_default=True)
@click.option("--gaps", type=click.IntRange(0), default=60, show_default=True)
def command(*, seed: int, states: int, logs: int, last_turns: int, gaps: int) -> None:
    """Compare states, whole logs with spoiled ones, and last turns, and print what was compared.

    Then states and logs of so many games with values left unknown, ten logs and five states of
    each: there a key must say nothing that is not so where all is known.

    Exit code 5: the first difference found, with what shows it.
    """
    compared, keys = Counter[str](), keys_compared()
    games = -(-states // STATES_OF_A_GAME)
    try:
        for first in range(0, games, GAMES_A_REPORT):
            compared += compare_states(keys, min(GAMES_A_REPORT, games - first), seed + first)
            click.echo(f"{compared['states']} states", err=True)
        compared += compare_logs(keys, logs, seed, spoils=1)
        click.echo(f"{compared['whole logs']} whole logs", err=True)
        compared += compare_last_turns(keys, last_turns, seed)
        click.echo(f"{compared['questions']} questions of last turns", err=True)
        found = compare_gaps_in_logs(keys, gaps, seed)
        found += compare_gaps_in_states(keys, GAPS_IN_STATES * gaps, seed)
        compared += Counter({f"with gaps: {name}": number for name, number in found.items()})
    except (AssertionError, Disagreement) as difference:
        click.echo(f"The keys differ.\n{difference}")
        sys.exit(5)
    for name, number in sorted(compared.items()):
        click.echo(f"{number:9}  {name}")


if __name__ == "__main__":
    command()
