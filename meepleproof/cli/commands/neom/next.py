"""``meepleproof neom next``: what is due in a game at the table, and what may be done."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.neom_inputs import catalogue_to_json, filled, read_catalogue
from meepleproof.cli.neom_logs import agreed_outcomes, next_in_words, read_log, require_legal
from rendering.neom_log import squares_in_words, tile_name
from rendering.neom_words import goods_in_words, state_in_words
from verifier.errors import Undecided
from verifier.neom.engine import Engine, Standing
from verifier.neom.log import Act, Log, Strike
from verifier.neom.log_document import event_to_json
from verifier.neom.state import Action, DisasterAnswer, Outcome, square_name
from verifier.neom.state_document import city_to_json
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["command"]

_DISASTER = {
    "to come": "still to come; at the end of turn 7 it strikes if it was not seen",
    "preventable": "in this pack; only by selecting it can it be prevented, else it strikes",
    "strikes": "strikes at the end of this turn",
    "over": "over in this Generation",
}


@click.command(epilog=examples("neom next docs/examples/neom-game-next.json"))
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
    outcomes = frozenset[Outcome]()
    if following in ("act", "strike"):
        outcomes = agreed_outcomes(catalogue, log, standings, 1 if following == "act" else 2)
    answers = _answers(log, outcomes) if following == "strike" else ()
    if as_json:
        emit_json(_data(catalogue, standings[-1], outcomes, answers))
        return
    click.echo("\n".join(_reminders(catalogue, standings[-1])))
    if catalogue.note:
        click.echo(catalogue.note)
    if following == "act":
        click.echo("\n".join(_actions(catalogue, outcomes)))
    elif following == "strike":
        click.echo("\n".join(f"  {_answer(each)}" for each in answers))
        click.echo("By both keys.")


def _reminders(catalogue: TileCatalogue, standing: Standing) -> Iterator[str]:
    due = standing.due
    yield filled(f"Next: {next_in_words(due)}")
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
    yield f"Disaster: {_DISASTER[due.disaster]}"
    yield f"Goods that may be bought: {', '.join(due.buyable)}"
    if due.routes_left is None:
        yield "Trade Routes left: cannot be determined"
    else:
        west, east = due.routes_left
        yield f"Trade Routes left: west {west}, east {east}"
    another = {True: "yes", False: "no", None: "cannot be determined"}
    yield f"Another Cornerstone under the limit: {another[due.another_cornerstone]}"
    income = "cannot be determined" if due.income is None else f"£{due.income}"
    yield f"Income at the end of turn 7, as the city stands: {income}"


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
            yield filled(f"{said} {', '.join(sorted(squares))}".rstrip(), "  ")
    yield "By both keys."


def _done(catalogue: TileCatalogue, action: Action, paid: int) -> str:
    if action.kind in ("sell", "prevent"):
        return {"sell": "sell it", "prevent": "prevent the Disaster"}[action.kind]
    what = "it" if action.kind == "place" else tile_name(catalogue, action.placed)
    bought = f", buying {goods_in_words(action.bought)}" if action.bought else ""
    routes = f", by the route {' and '.join(action.routes)}" if action.routes else ""
    return f"place {what} for £{paid}{bought}{routes}, on"


def _answers(log: Log, outcomes: frozenset[Outcome]) -> tuple[DisasterAnswer, ...]:
    """Return the possible answers to a Disaster after the action that was the last event."""
    act = log.events[-1]
    if not isinstance(act, Act):
        raise Undecided("the answers cannot be listed: the action is not the last event")
    done = Action(
        act.action,  # type: ignore[arg-type]  # a legal action has one of the words
        act.selected,
        act.cornerstone or (act.selected if act.action == "place" else ""),
        act.square,
        tuple(sorted(act.bought)),
        tuple(sorted(act.routes, reverse=True)),  # type: ignore[arg-type]  # west first
    )
    answers = {
        each.action.disaster for each in outcomes if replace(each.action, disaster=None) == done
    }
    return tuple(sorted((each for each in answers if each is not None), key=_answer))


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
    acting = outcomes if due.next == "act" else ()
    paid = {replace(each.action, disaster=None): each.paid for each in acting}
    actions = [
        {"event": event_to_json(_event(action)), "paid": cost} for action, cost in paid.items()
    ]
    actions.sort(key=lambda each: json.dumps(each, sort_keys=True))
    return {
        "$schema": "urn:meepleproof:neom-next:1",
        "game": "neom",
        "catalogue": catalogue_to_json(catalogue),
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


def _event(action: Action) -> Act:
    """Return an action as the event of a log."""
    return Act(
        action=action.kind,
        selected=action.selected,
        cornerstone=action.placed if action.kind == "cornerstone" else "",
        square=action.square,
        bought=action.bought,
        routes=action.routes,
    )
