"""``meepleproof neom next``: what is due in a game at the table, and what may be done."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.logs import KEYS, read_log, require_legal
from meepleproof.cli.neom.typing import commands_due
from meepleproof.cli.printing import echo
from meepleproof.rendering.neom.words import (
    goods_in_words,
    next_in_words,
    reminders,
    squares_in_words,
    state_in_words,
    tile_name,
)
from verifier.neom.documents import city_to_json, event_to_json
from verifier.neom.engine import Engine, Standing
from verifier.neom.log import Strike
from verifier.neom.log_check import act_of, agreed_answers, agreed_outcomes
from verifier.neom.state import Action, DisasterAnswer, Outcome, square_name
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import provenance_to_json

__all__ = ["command"]


@click.command(epilog=examples("example neom-game-next -o game.json", "neom next game.json"))
@click.argument("file", metavar="LOG")
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, tiles: str | None, as_json: bool) -> None:
    """Say what is due after the last event of a NEOM log, and what may be done.

    LOG is a file of the schema neom-log, or - for standard input. It reminds of the Disaster, Trade
    Routes, buying and income; once a pack is revealed it lists every legal action, by both keys.
    """
    catalogue = read_catalogue(tiles)
    log = read_log(file, catalogue)
    require_legal(catalogue, log)
    standings = Engine().follow(catalogue, log)
    following = standings[-1].due.next
    outcomes, answers = frozenset[Outcome](), tuple[DisasterAnswer, ...]()
    if following == "act":
        outcomes = agreed_outcomes(catalogue, log, standings, 1, KEYS)
    elif following == "strike":
        answers = agreed_answers(catalogue, log, standings, KEYS)
    if as_json:
        emit_json(_data(catalogue, standings[-1], outcomes, answers))
        return
    echo(*filled(f"Next: {next_in_words(standings[-1].due)}"))
    echo(*commands_due(standings[-1], file, tiles), *_reminders(catalogue, standings[-1]))
    if catalogue.note:
        echo(catalogue.note)
    if following == "act":
        echo(*_actions(catalogue, outcomes))
    elif following == "strike":
        echo(*[f"  {_answer(each)}" for each in answers])
        echo("By both keys.")


def _reminders(catalogue: TileCatalogue, standing: Standing) -> Iterator[str]:
    due = standing.due
    if due.next in ("cornerstones", "keep", "tiles", ""):
        return
    money = standing.money
    known = [
        line for line in state_in_words(catalogue, standing.state) if "Trade Route" not in line
    ]
    if money is None:
        known[1] = f"money cannot be followed; note it in the log; {known[1].partition('; ')[2]}"
    yield from (line for line in known if "Disaster" not in line)
    if due.next == "end":
        return
    yield from (f"{heading}: {said}" for heading, said in reminders(due))


def _actions(catalogue: TileCatalogue, outcomes: frozenset[Outcome]) -> Iterator[str]:
    ways: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for outcome in outcomes:
        action = outcome.action
        said = _done(catalogue, action, outcome.paid)
        square = "" if action.square is None else square_name(action.square)
        ways[action.selected][said].add(square)
    for tile in sorted(ways):
        yield tile_name(catalogue, tile)
        for said, squares in sorted(ways[tile].items()):
            yield from filled(f"{said} {', '.join(sorted(squares))}".rstrip(), "  ")
    yield "By both keys."


def _done(catalogue: TileCatalogue, action: Action, paid: int) -> str:
    if action.kind in ("sell", "prevent"):
        return {"sell": "sell it", "prevent": "prevent the Disaster"}[action.kind]
    what = "it" if action.kind == "place" else tile_name(catalogue, action.placed)
    bought = f", buying {goods_in_words(action.bought)}" if action.bought else ""
    routes = f", by the route {' and '.join(action.routes)}" if action.routes else ""
    return f"place {what} for £{paid}{bought}{routes}, on"


def _answer(answer: DisasterAnswer) -> str:
    return f"{answer.kind}{squares_in_words(answer.squares)}"


# --- as data


def _data(
    catalogue: TileCatalogue,
    standing: Standing,
    outcomes: frozenset[Outcome],
    answers: Sequence[DisasterAnswer],
) -> dict[str, Any]:
    due, routes = standing.due, standing.due.routes_left
    paid = {replace(each.action, disaster=None): each.paid for each in outcomes}
    actions = [
        {"event": event_to_json(act_of(action)), "paid": cost} for action, cost in paid.items()
    ]
    actions.sort(key=lambda each: json.dumps(each, sort_keys=True))
    return {
        "$schema": "urn:meepleproof:neom-next:1",
        "game": "neom",
        "catalogue": provenance_to_json(catalogue),
        "next": due.next or "nothing",
        "shown": due.shown,
        "city": city_to_json(standing.state.city),
        "goods": sorted(standing.state.tokens),
        "reserve": sorted(standing.state.reserve),
        "money": standing.money,
        "generation": standing.state.generation,
        "turn": standing.state.turn,
        "disaster": due.disaster,
        "buyable": list(due.buyable),
        "routes_left": None if routes is None else {"west": routes[0], "east": routes[1]},
        "another_cornerstone": due.another_cornerstone,
        "income": due.income,
        "actions": actions,
        "answers": [event_to_json(Strike(each.kind, each.squares)) for each in answers],
        "keys": ["engine", "model"],
    }
