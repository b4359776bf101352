"""What questions to NEOM's engine cost: last turns, logs, odds; each row on many demo games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from gc import collect
from random import Random
from statistics import median
from time import process_time

from generator.chance import Chance
from generator.neom.games import turns_of_a_game
from tests.neom_agreement import states
from tests.neom_logs import Player
from verifier.neom.engine import Engine
from verifier.neom.model.key import NeomModel
from verifier.neom.odds import by_enumeration
from verifier.neom.odds.seen import Seen
from verifier.neom.parameters import Disaster, Loss
from verifier.neom.state import TILE_SETS, State
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

MORE_MONEY = 20
TAKES_ANY = Disaster(pay=8, lose=Loss(2, "any"), protected_by=(), partial="tiles")

Packs = tuple[tuple[str, ...], ...]
Question = tuple[TileCatalogue, State, Packs]


@dataclass(frozen=True, slots=True)
class Timed:
    """A row: how many questions, and the seconds of processor time they took."""

    name: str
    to_reach: float
    asked: int
    median: float
    tenth: float
    """The least that nine of ten questions do not exceed."""
    most: float


@cache
def game(number: int) -> list[tuple[State, tuple[str, ...]]]:
    """Return the turns of a demo game with their packs; greedy and random players take turns."""
    demo = demo_catalogue()
    if number % 2:
        return list(states(demo, Random(f"neom bench {number}")))
    return [(state, packs[0]) for state, packs in turns_of_a_game(demo, Chance(number, "bench"))]


def as_dealt(number: int, turns: int) -> Question:
    """Return the last turns of a game."""
    ahead = game(number)[-turns:]
    return demo_catalogue(), ahead[0][0], tuple(pack for _, pack in ahead)


def with_money(number: int, turns: int) -> Question:
    """Return them with money to spend; the Disaster is over."""
    catalogue, state, packs = as_dealt(number, turns)
    richer = replace(state, money=state.money + MORE_MONEY, disaster_over=True)
    return catalogue, richer, tuple(_without_disasters(catalogue, pack) for pack in packs)


def strike_at_the_end(number: int, turns: int) -> Question:
    """Return them with money, and a Disaster that was never shown and takes any tiles."""
    catalogue, state, packs = with_money(number, turns)
    return _taking_any(catalogue), replace(state, disaster_over=False), packs


def strike_at_once(number: int, turns: int) -> Question:
    """Return them with money, and a Disaster in the first pack that takes any tiles."""
    catalogue, state, packs = strike_at_the_end(number, turns)
    disaster = next(
        tile.id for tile in catalogue.tiles if tile.type == "disaster" and tile.deck == "III"
    )
    return catalogue, state, ((disaster, *packs[0][1:]), *packs[1:])


def _without_disasters(catalogue: TileCatalogue, pack: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tile for tile in pack if catalogue.tile(tile).type != "disaster")


def _taking_any(catalogue: TileCatalogue) -> TileCatalogue:
    parameters = replace(catalogue.parameters, crime=TAKES_ANY)
    return replace(catalogue, parameters=parameters)


KINDS = {
    "as dealt": as_dealt,
    "£20 more": with_money,
    "£20 more, at the end a strike on any 2 tiles": strike_at_the_end,
    "£20 more, at once a strike on any 2 tiles": strike_at_once,
}
TO_REACH = {2: 0.1, 3: 1.0, 4: 30.0}
MANY, FEW = 40, 8
AGAIN = 3
"""How often a question about two or three turns is asked; the least counts."""


def timed(quick: bool, tell: Callable[[str], None]) -> Iterator[Timed]:
    """Yield the rows; quick ones ask once."""
    for turns, seconds in TO_REACH.items():
        for name, question in KINDS.items():
            number = 1 if quick else FEW if turns == max(TO_REACH) else MANY
            row = f"last {turns} turns, {name}"
            tell(row)
            asked = (question(each, 2 if quick else turns) for each in range(number))
            times = 1 if quick or turns == max(TO_REACH) else AGAIN
            yield _row(row, seconds, [_last_turns(one, times) for one in asked])
    tell("logs")
    collect()  # no log is to clear away what the questions left
    logs = [_logs(number) for number in range(2 if quick else MANY)]
    yield _row("a log, by the engine", 0.005, [engine for engine, _ in logs])
    yield _row("a log, by both keys", 0.005, [engine + model for engine, model in logs])
    tell("odds")
    wanted = 1 if quick else 3
    odds = [_odds(",".join(tile_set), wanted) for tile_set in TILE_SETS]
    yield _row(f"odds before a game, {wanted} tiles wanted, by enumeration", 1, odds)


def _row(name: str, to_reach: float, seconds: Sequence[float]) -> Timed:
    tenth = sorted(seconds)[-1 - len(seconds) // 10]
    return Timed(name, to_reach, len(seconds), median(seconds), tenth, max(seconds))


def _last_turns(question: Question, times: int) -> float:
    """Return the least that the question takes of so many times, nothing remembered."""
    catalogue, state, packs = question
    seconds = []
    for _ in range(times):
        engine = Engine()
        engine.prepared(catalogue)
        began = process_time()
        engine.best_by_first_action(catalogue, state, packs)
        seconds.append(process_time() - began)
    return min(seconds)


def _logs(number: int) -> tuple[float, float]:
    catalogue = demo_catalogue()
    log = Player(catalogue, Random(f"neom bench log {number}")).game()
    seconds = []
    for key in (Engine(), NeomModel()):
        key.check(catalogue, log)  # what is prepared once is prepared
        began = process_time()
        key.check(catalogue, log)
        seconds.append(process_time() - began)
    return seconds[0], seconds[1]


def _odds(tile_set: str, wanted: int) -> float:
    began = process_time()
    by_enumeration.game(tile_set)
    by_enumeration.chances(Seen(tile_set, wanted=wanted))
    return process_time() - began
