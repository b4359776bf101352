"""``meepleproof neom add``: write the next event of a game into its log, if it is legal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from meepleproof.cli.console import filled, read_json, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.logs import KEYS, log_text, require_legal
from meepleproof.cli.neom.typing import commands_due
from meepleproof.cli.printing import echo
from meepleproof.rendering.neom.words import event_in_words, next_in_words
from verifier.documents.strict_json import json_value
from verifier.errors import Malformed
from verifier.neom.documents import log_from_json
from verifier.neom.engine import Engine
from verifier.neom.log import Log, Reveal
from verifier.neom.state import square_name
from verifier.neom.tiles import TileCatalogue

__all__ = ["command"]

_FORMS = (
    "keep TILE, tiles MARK..., place TILE SQUARE, cornerstone TILE CORNERSTONE SQUARE, sell TILE, "
    "prevent TILE, strike ANSWER [SQUARE...], end"
)


@click.command(
    epilog=examples(
        "example neom-game-next -o game.json",
        "neom add game.json place demo-I-13 B2",
        "neom deal --seed 23 --board > mine.json",
        "neom deal --seed 23 --stack 1 | meepleproof neom add mine.json -",
        "neom add mine.json keep demo-C-26",
    )
)
@click.argument("file", metavar="LOG")
@click.argument("words", metavar="EVENT...", nargs=-1, required=True)
@click.option("--route", "routes", type=click.Choice(["west", "east"]), multiple=True)
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
def command(
    *, file: str, words: tuple[str, ...], routes: tuple[str, ...], tiles: str | None
) -> None:
    """Add the next event of a game of NEOM to LOG, if both keys find it legal.

    EVENT is one of: keep TILE, tiles MARK..., place TILE SQUARE, cornerstone TILE CORNERSTONE
    SQUARE, sell TILE, prevent TILE, strike ANSWER [SQUARE...], end. TILE is the one selected, goods
    that are missing are bought. Or it is JSON, as 'neom deal' prints it; - is the first line of
    standard input. LOG is written anew.
    """
    catalogue = read_catalogue(tiles)
    document = read_json(file)
    log = log_from_json(document, catalogue, repr(file))
    event = _event(words, routes, catalogue, log)
    after = {**document, "events": [*document["events"], event]}
    longer = log_from_json(after, catalogue, "the log with this event")
    require_legal(
        catalogue, longer, "the log stays as it was; 'meepleproof neom next' says what may be done"
    )
    write_atomically(file, log_text(after), force=True)
    echo(*filled(f"Added: {event_in_words(catalogue, longer.events[-1])}"))
    standing = Engine().follow(catalogue, longer)[-1]
    echo(f"Next: {next_in_words(standing.due)}")
    echo(*commands_due(standing, file, tiles))


def _event(
    words: Sequence[str], routes: Sequence[str], catalogue: TileCatalogue, log: Log
) -> dict[str, Any]:
    if words == ("-",):
        words = (sys.stdin.readline(),)
    if len(words) == 1 and words[0].lstrip().startswith("{"):
        return _of_json(words[0])
    event = _of_words(words)
    if "square" in event and "strike" not in event:
        event |= _payment(event, routes, catalogue, log)
    return event


def _of_json(text: str) -> dict[str, Any]:
    event = json_value(text, "EVENT")
    assert isinstance(event, dict)  # noqa: S101 - it begins with a brace
    return event


def _of_words(words: Sequence[str]) -> dict[str, Any]:
    event: dict[str, Any] = {}
    match list(words):
        case ["keep", tile]:
            event = {"keep": tile}
        case ["tiles", *marks] if marks:
            event = {"tile_set": marks}
        case ["place", tile, square]:
            event = {"action": "place", "tile": tile, "square": square}
        case ["cornerstone", tile, stone, square]:
            event = {"action": "cornerstone", "tile": tile, "cornerstone": stone, "square": square}
        case ["sell" | "prevent" as action, tile]:
            event = {"action": action, "tile": tile}
        case ["strike", answer, *squares]:
            event = {"strike": answer, **({"squares": squares} if squares else {})}
        case ["end"]:
            event = {"end": {}}
    if not event:
        given = " ".join(words)[:80]
        raise Malformed(f"{given!r} is no event; there are {_FORMS}, or JSON", where="EVENT")
    return event


def _payment(
    event: dict[str, Any], routes: Sequence[str], catalogue: TileCatalogue, log: Log
) -> dict[str, Any]:
    """Return the goods bought where an action is paid with these Trade Routes, and the routes.

    Both are as stated where no such action is legal: a check then says why.
    """
    used = sorted(routes, reverse=True)
    stated: dict[str, Any] = {"routes": used} if used else {}
    before = Engine().follow(catalogue, log)
    if not log.events or not isinstance(log.events[-1], Reveal) or before[-2].money is None:
        return stated
    outcomes = KEYS[0].outcomes(catalogue, before[-2].state, log.events[-1].tiles)
    for outcome in outcomes:
        action = outcome.action
        if action.square is None or list(action.routes) != used:
            continue
        done = (action.kind, action.selected, square_name(action.square))
        named = (event["action"], event["tile"], event["square"])
        placed = event.get("cornerstone", event["tile"])
        if done == named and action.placed == placed:
            return stated | ({"bought": list(action.bought)} if action.bought else {})
    return stated
