"""``meepleproof neom next``: what is due in a game at the table, and what may be done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import click

from meepleproof.cli.console import read_json
from meepleproof.cli.neom_inputs import filled, read_catalogue
from rendering.neom_log import squares_in_words, tile_name
from rendering.neom_words import goods_in_words, state_in_words
from verifier.errors import Illegal, KeysDisagree, Undecided
from verifier.neom.engine import Due, Engine, Standing
from verifier.neom.log import Act, Log, Reveal
from verifier.neom.log_check import check_log
from verifier.neom.log_document import log_from_json
from verifier.neom.model.key import NeomModel
from verifier.neom.state import Action, DisasterAnswer, Outcome, State, square_name
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["command"]

_DUE = {
    "keep": "keep one Cornerstone of the stack",
    "tiles": "choose the tiles in play: 1+, or 1+ 4+, or 1+ 4+ 5+",
    "act": "select a tile of the pack and take one action",
    "strike": "answer the Disaster that strikes",
    "end": "score the game",
    "": "nothing; the game is over",
}
_DISASTER = {
    "to come": "still to come; at the end of turn 7 it strikes if it was not seen",
    "preventable": "in this pack; only by selecting it can it be prevented, else it strikes",
    "strikes": "strikes at the end of this turn",
    "over": "over in this Generation",
}


@click.command
@click.argument("file", metavar="LOG")
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
def command(*, file: str, tiles: str | None) -> None:
    """Say what is due after the last event of a NEOM log, and what may be done.

    LOG is a file of the schema neom-log, or - for standard input. It reminds of the Disaster, Trade
    Routes, buying and income; once a pack is revealed it lists every legal action, by both keys.
    """
    catalogue = read_catalogue(tiles)
    name = "standard input" if file == "-" else repr(file)
    log = log_from_json(read_json(file), catalogue, name)
    _require_legal(catalogue, log)
    standings = Engine().follow(catalogue, log)
    click.echo("\n".join(_reminders(catalogue, standings[-1])))
    if catalogue.note:
        click.echo(catalogue.note)
    following = standings[-1].due.next
    if following == "act":
        click.echo("\n".join(_actions(catalogue, _outcomes(catalogue, log, standings, 1))))
    elif following == "strike":
        click.echo("\n".join(_answers(log, _outcomes(catalogue, log, standings, 2))))


def _require_legal(catalogue: TileCatalogue, log: Log) -> None:
    checked = check_log(catalogue, log, (Engine(), NeomModel()))
    if checked.report is None:
        raise KeysDisagree(checked.verdict.why)
    if checked.report.violations:
        first = checked.report.violations[0]
        raise Illegal(
            f"event {first.event + 1} is illegal: {first.message}; correct the log, 'meepleproof "
            "neom check' names every broken rule",
            rule=first.rule,
        )


def _reminders(catalogue: TileCatalogue, standing: Standing) -> Iterator[str]:
    due = standing.due
    yield filled(f"Next: {_next(due)}")
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


def _next(due: Due) -> str:
    if due.next == "cornerstones":
        return f"reveal a stack of {due.shown} Cornerstones"
    if due.next == "reveal":
        return f"reveal a pack of {due.shown} tiles"
    return _DUE[due.next]


def _outcomes(
    catalogue: TileCatalogue, log: Log, standings: tuple[Standing, ...], back: int
) -> frozenset[Outcome]:
    """Return the outcomes of the pack revealed so many events before the end, by both keys."""
    pack, before = log.events[-back], standings[-1 - back]
    if not isinstance(pack, Reveal):
        raise Undecided("the actions of this turn cannot be listed: its pack is not in the log")
    if before.money is None:
        raise Undecided("the actions cannot be listed while the money is unknown; note it")
    state: State = before.state
    found = {
        key.name: key.outcomes(catalogue, state, pack.tiles) for key in (Engine(), NeomModel())
    }
    if found["engine"] != found["model"]:
        raise KeysDisagree(f"the actions possible with {', '.join(pack.tiles)}")
    return found["engine"]


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


def _answers(log: Log, outcomes: frozenset[Outcome]) -> Iterator[str]:
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
    for line in sorted({_answer(each) for each in answers if each is not None}):
        yield f"  {line}"
    yield "By both keys."


def _answer(answer: DisasterAnswer) -> str:
    return f"{answer.kind}{squares_in_words(answer.squares)}"
