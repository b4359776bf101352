"""``python -m tests.bench.boxes``: what other boxes cost, the table of docs/development/boxes.md.

Outcomes are listed of positions with 40 and with 100 tiles on the table, out of games with all
boxes and seven meeples and a large one a colour, in which as many meeples as possible come home.
"""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import median
from time import process_time

import click

from tests.bench.machine import machine
from tests.boxes_dealt import official_start
from tests.games import in_order
from verifier.carcassonne.engine.solo import Engine, perft
from verifier.carcassonne.engine.solo.players import Player, playouts
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.processes import cpu_seconds

ALL = RuleSet(boxes=BOXES, large=True)
ROW = "rBrIrLtBiBkEU"
"""A row of tiles of all five sets, for perft."""

_MANY = RuleSet(meeples=7, boxes=BOXES, large=True)
_FEW_TILES, _MANY_TILES = 40, 100
_QUESTIONS = 8


def laid(tiles: int) -> Position:
    """Return a position of a game with all boxes that has so many tiles on the table."""
    for seed in range(100):
        position = official_start(random.Random(seed), _MANY)
        rng = random.Random(seed)
        while not position.over and len(position.placements) < tiles:
            outcomes = in_order(Engine().outcomes(position))
            position = max(rng.sample(outcomes, min(40, len(outcomes))), key=_going_on).after
        if not position.over:
            return position
    raise AssertionError(f"no game of {tiles} tiles was found")


def _going_on(outcome: Outcome) -> tuple[bool, int]:
    after = outcome.after
    return not after.over, sum(after.supplies) + sum(after.large)


def _by_engine(position: Position, times: int) -> list[float]:
    """Return the milliseconds that the engine takes for the outcomes, the first time aside."""
    engine, found = Engine(), list[float]()
    engine.outcomes(position)
    for _ in range(times):
        began = process_time()
        engine.outcomes(position)
        found.append(1000 * (process_time() - began))
    return found


def _by_model(position: Position, times: int) -> list[float]:
    """Return the milliseconds of a question, with its share of starting the solvers.

    Solvers are processes of their own, whose time is known when they end. The model remembers its
    last answers, so each question has other scores.
    """
    found = []
    for _ in range(times):
        began = cpu_seconds()
        model = Model()
        for more in range(_QUESTIONS):
            scores = tuple(score + more for score in position.scores)
            model.outcomes(replace(position, scores=scores))
        model.close()
        found.append(1000 * (cpu_seconds() - began) / _QUESTIONS)
    return found


def _per_second(games: int, rules: RuleSet, runs: int) -> list[float]:
    found = []
    for seed in range(runs):
        began = process_time()
        playouts(games, Player("random"), seed=seed, rules=rules)
        found.append(games / (process_time() - began))
    return found


def _row(what: str, unit: str, target: str, numbers: list[float], decimals: int) -> str:
    told = [f"{number:,.{decimals}f}" for number in (median(numbers), min(numbers), max(numbers))]
    return f"| {what} | {unit} | {target} | {' | '.join(told)} |"


@click.command
@click.option("--runs", type=click.IntRange(1), default=5, show_default=True)
@click.option("--games", type=click.IntRange(1), default=200_000, show_default=True)
def command(*, runs: int, games: int) -> None:
    """Measure the engine and the model with other boxes, on one core."""
    for name, value in machine().items():
        click.echo(f"* {name}: {value}")
    click.echo("\n| what | unit | to reach | median | least | most |")
    click.echo("| --- | --- | --- | --- | --- | --- |")
    few, many = laid(_FEW_TILES), laid(_MANY_TILES)
    for position, target in ((few, ""), (many, "3")):
        what = f"outcomes by the engine, {len(position.placements)} tiles"
        click.echo(_row(what, "ms", target, _by_engine(position, 4 * runs), 2))
    target = ""
    for position in (few, many):
        what = f"outcomes by the model, {len(position.placements)} tiles"
        found = _by_model(position, runs)
        click.echo(_row(what, "ms", target, found, 0))
        target = f"under {10 * median(found):,.0f}"
    for what, rules, target in (
        ("random games, the base game alone", SOLO, ""),
        ("random games, large meeples", RuleSet(large=True), ""),
        ("random games, river", RuleSet(boxes=("river",)), ""),
        ("random games, ic, tb, ks", RuleSet(boxes=("ic", "tb", "ks")), ""),
        ("random games, all boxes, large meeples", ALL, "100,000"),
    ):
        click.echo(_row(what, "games/s", target, _per_second(games, rules, runs), 0))
    row, rates = tiles_of(ROW), []
    for _ in range(runs):
        began = process_time()
        counted = perft(row, len(row), setup(ALL))
        rates.append(sum(counted.leaves) / 1e6 / (process_time() - began))
    click.echo(_row(f"perft {ROW} {len(row)}, all boxes", "M nodes/s", "", rates, 1))


if __name__ == "__main__":
    command()
