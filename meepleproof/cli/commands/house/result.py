"""``meepleproof house result``: a game entered into the ledger, and the handicaps after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import click

from meepleproof.cli.console import json_text, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo, echo_data
from verifier.carcassonne.house.evening import Ledger, PastGame, ledger_to_json, read_ledger, totals
from verifier.errors import Ambiguous, Malformed

__all__ = ["command"]


@click.command(
    epilog=examples(
        "house result docs/examples/ledger.json --tiles 60 --score Ann=112 --score Bob=98"
    )
)
@click.argument("ledger", metavar="LEDGER")
@click.option("--tiles", type=int, required=True, help="How many tiles were in the bag.")
@click.option(
    "--score",
    "scores",
    multiple=True,
    required=True,
    metavar="NAME=POINTS",
    help="What a player scored on the board, handicap not included; one for each player.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the new ledger as JSON.")
def command(*, ledger: str, tiles: int, scores: tuple[str, ...], as_json: bool) -> None:
    """Enter a game into LEDGER and print the totals and everybody's handicap after it.

    The file stays as it is; --json prints the ledger with the game entered.
    """
    before = read_ledger(read_json(ledger), repr(ledger))
    game = PastGame(tiles, tuple(_scores(scores)))
    document = ledger_to_json(replace(before, games=(*before.games, game)))
    after = read_ledger(document, "the result")
    if as_json:
        echo_data(json_text(document))
    else:
        echo(*_lines(before, after, game))


def _scores(given: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    names: set[str] = set()
    for text in given:
        name, equals, points = text.rpartition("=")
        if not name or not equals or not re.fullmatch("[0-9]{1,6}", points):
            raise Malformed(
                f"{text!r} is not a score; write NAME=POINTS, up to 6 digits, like Ada=45",
                where="--score",
            )
        if name in names:
            raise Ambiguous(f"{name!r} has two scores", where="--score")
        names.add(name)
        yield name, int(points)


def _lines(before: Ledger, after: Ledger, game: PastGame) -> Iterator[str]:
    was, now = before.handicaps(), after.handicaps()
    reached = totals(game, was)
    width = max(map(len, reached))
    for name, score in game.scores:
        start = was[name].at(game.tiles)
        yield (
            f"{name:{width}}  {start:4} handicap + {score:4} scored = {reached[name]:4}"
            f"; next time with {game.tiles} tiles: {now[name].at(game.tiles)}"
        )
