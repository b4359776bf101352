"""``meepleproof house result``: an evening entered into the ledger, and the handicaps after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches

import click

from meepleproof.cli.console import json_text, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo, echo_data
from verifier.carcassonne.house.ledger import (
    Ledger,
    PastEvening,
    Result,
    ledger_to_json,
    read_ledger,
    started,
    told,
    totals,
)
from verifier.errors import Ambiguous, Malformed

__all__ = ["command"]


@click.command(
    epilog=examples(
        "example ledger -o ledger.json",
        "house result ledger.json --tiles 60 --score Ada=112 --score Ben=98",
    )
)
@click.argument("ledger", metavar="LEDGER")
@click.option(
    "--tiles", type=click.IntRange(1), required=True, help="How many tiles were in the bag."
)
@click.option(
    "--score",
    "scores",
    multiple=True,
    required=True,
    metavar="NAME=POINTS",
    help="What a player scored on the board, handicap not included; one for each player.",
)
@click.option(
    "--date", "day", metavar="DAY", help="When it was, like 2026-11-27.  [default: today]"
)
@click.option("--again", is_flag=True, help="Enter it although the same one is there already.")
@click.option("--json", "as_json", is_flag=True, help="Print the new ledger as JSON.")
def command(
    *, ledger: str, tiles: int, scores: tuple[str, ...], day: str | None, again: bool, as_json: bool
) -> None:
    """Enter an evening into LEDGER and print who won and everybody's handicap after it.

    The file stays as it is; --json prints the ledger with the evening entered. A player that the
    ledger does not know starts with a handicap of 0.
    """
    before = read_ledger(read_json(ledger), repr(ledger))
    evening = PastEvening(tiles, tuple(_results(scores)), _day(day))
    if before.has(evening) and not again:
        raise Ambiguous(
            f"the evening of {evening.date} with these players and points is in the ledger; "
            "if it was another one, add --again",
            where=repr(ledger),
        )
    document = ledger_to_json(before.entered(evening))
    after = read_ledger(document, "the result")
    if as_json:
        echo_data(json_text(document))
    else:
        echo(*_lines(before, after, evening))


def _day(given: str | None) -> str:
    try:
        return (date.fromisoformat(given) if given else date.today()).isoformat()  # noqa: DTZ011 - the day of the table's own clock
    except ValueError:
        raise Malformed(f"{given!r} is no day; write it like 2026-11-27", where="--date") from None


def _results(given: tuple[str, ...]) -> Iterator[Result]:
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
        yield Result(name, int(points))


def _lines(before: Ledger, after: Ledger, evening: PastEvening) -> Iterator[str]:
    place = next(
        number
        for number, line in enumerate(after.lines)
        if number >= len(before.lines) or line != before.lines[number]
    )
    was, now = after.standings(place), after.standings()
    starts, reached = started(evening, was), totals(evening, was)
    width = max(map(len, reached))
    for one in evening.results:
        next_time = now[one.name].handicap.at(evening.tiles)
        yield (
            f"{one.name:{width}}  {starts[one.name]:4} handicap + {one.points:4} scored = "
            f"{reached[one.name]:4}; next time with {evening.tiles} tiles: {next_time}"
        )
    yield told(evening, was)
    known = before.standings()
    for name in (one.name for one in evening.results if one.name not in known):
        close = get_close_matches(name, known)
        maybe = f"; if it is {close[0]!r}, enter it anew" if close else ""
        yield f"{name} is new in the ledger{maybe}."
