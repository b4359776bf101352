"""What is measured by the second: one function makes one row; ``ROWS`` lists them all.

To add a row, write what is measured as a function of ``quick`` that returns the number, and list it
with its unit, the number to reach and how it is told.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

from tests.bench import house, turns
from tests.bench.positions import stored, with_tiles
from tests.builds import PYTHON
from tests.house_greedy import stored_endgames
from verifier.carcassonne.engine.house import perft_of, random_games
from verifier.carcassonne.engine.house.endgame import solve as solve_endgame
from verifier.carcassonne.engine.house.endgame import value_of
from verifier.carcassonne.engine.solo import perft, solve
from verifier.carcassonne.engine.solo.players import Player, playouts
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_tiles
from verifier.carcassonne.house.position import set_up
from verifier.carcassonne.house.rule_set import HOUSE, RuleSet
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.letters import tiles_of

_ROADS = "base/V base/U base/V base/W base/E"
_CITIES = "ic/G tb/N ks/C tb/X tb/I"

Measure = Callable[[bool], float]
"""Measures once and returns the number; a quick one only shows that it can be done."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: what is measured in which unit, and what is to be reached."""

    name: str
    unit: str
    target: str
    measure: Measure
    decimals: int = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """A row with the median of its runs, the least and the most."""

    row: Row
    median: float
    least: float
    most: float


def perft_speed(tiles: str, depth: int) -> Measure:
    """Count a row of tiles: millions of nodes a second."""

    def measure(quick: bool) -> float:
        began = process_time()
        counted = perft(tiles_of(tiles), depth - 2 * quick)
        return counted.nodes[-1] / (process_time() - began) / 1e6

    return measure


def placement_time(tiles: str, depth: int) -> Measure:
    """Count a row of tiles: nanoseconds for placing a tile, all that follows, and lifting it."""

    def measure(quick: bool) -> float:
        began = process_time()
        counted = perft(tiles_of(tiles), depth - 2 * quick)
        return (process_time() - began) / counted.placements * 1e9

    return measure


def uncompiled(measure: Measure) -> Measure:
    """Measure the same on the kernel's source, run as ordinary Python."""

    def measure_uncompiled(quick: bool) -> float:
        with PYTHON.in_use():
            return measure(quick)

    return measure_uncompiled


def game_speed(player: Player, games: int) -> Measure:
    """Play whole games from the set-up: games a second."""

    def measure(quick: bool) -> float:
        number = 1 + games // (100 if quick else 1)
        began = process_time()
        playouts(number, player, seed=1)
        return number / (process_time() - began)

    return measure


def house_perft_speed(draw: str, depth: int) -> Measure:
    """Count part-turns, two players and a hand of one: millions of nodes a second."""

    def measure(quick: bool) -> float:
        start = set_up(RuleSet(players=2, hand=1), parse_tiles(draw))
        began = process_time()
        counted = perft_of(start, depth - quick)
        return counted.nodes[-1] / (process_time() - began) / 1e6

    return measure


def house_game_speed(games: int) -> Measure:
    """Play whole games of the house rules with 60 tiles, final scoring included: games a second."""

    def measure(quick: bool) -> float:
        number = 1 + games // (100 if quick else 1)
        began = process_time()
        random_games(HOUSE, number, tiles=60, seed=1)
        return number / (process_time() - began)

    return measure


def endgame_time(tiles: int, number: int, question: Callable[[Endgame], object]) -> Measure:
    """Ask so many endgames of greedy games a question: the median in milliseconds."""

    def measure(quick: bool) -> float:
        times = []
        for position in stored_endgames(tiles)[: 2 if quick else number]:
            began = process_time()
            question(Endgame(position))
            times.append(process_time() - began)
        return median(times) * 1e3

    return measure


def asking(quick: bool) -> float:
    """Solve one tile: milliseconds that any question costs, for checking and laying out."""
    positions = [with_tiles(position, 1) for position in stored()[: 1 if quick else None]]
    goal = checklist()["road-5-3c"]
    began = process_time()
    for position in positions:
        solve(position, goal, 1)
    return (process_time() - began) / len(positions) * 1e3


def start_up(quick: bool) -> float:  # noqa: ARG001 - Measure
    """Run ``meepleproof --help``: milliseconds of processor time, the interpreter's included."""
    import resource  # noqa: PLC0415 - only Unix has it

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run("meepleproof", "--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def start_of_perft(quick: bool) -> float:  # noqa: ARG001 - Measure
    """Count one tile in a new process: milliseconds until it counts, imports left out."""
    told = json.loads(_run("meepleproof", "perft", "--tiles", "E", "--json"))
    return float(told["seconds"]) * 1e3


def memory(quick: bool) -> float:
    """Search seven tiles for a road in a child process: its largest resident set in MB."""
    return float(_run("tests.bench.memory", *(("3", "1000") if quick else ("7", "5000000"))))


def endgame_memory(quick: bool) -> float:
    """Solve endgames of 3, 4 and 5 tiles in a child process: its largest resident set in MB."""
    return float(_run("tests.bench.endgame_memory", "1" if quick else "15"))


def _run(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


ROWS = (
    Row("perft EJUVWK 6", "M nodes/s", "18 or more", perft_speed("EJUVWK", 6)),
    Row("perft WLXW 4", "M nodes/s", "18 or more", perft_speed("WLXW", 4)),
    Row("perft RHINFS 6", "M nodes/s", "", perft_speed("RHINFS", 6)),
    Row("place and undo, EJUVWK 6", "ns", "under 120", placement_time("EJUVWK", 6), 0),
    Row("place and undo, RHINFS 6", "ns", "under 120", placement_time("RHINFS", 6), 0),
    Row("random games", "games/s", "200,000", game_speed(Player("random"), 20_000), 0),
    Row("greedy games", "games/s", "", game_speed(Player("greedy"), 1_000), 0),
    Row("look-ahead games, 1 turn", "games/s", "", game_speed(Player("lookahead", 1), 20), 0),
    Row("uncompiled perft EJUVW 5", "M nodes/s", "0.12", uncompiled(perft_speed("EJUVW", 5)), 3),
    Row("house perft VUVW 4", "M nodes/s", "10", house_perft_speed(_ROADS, 4)),
    Row("house perft G N C X 4", "M nodes/s", "10", house_perft_speed(_CITIES, 4)),
    Row("house random games, 60 tiles", "games/s", "3,000", house_game_speed(2_000), 0),
    Row("endgames of 3 tiles, all placements", "ms", "60", endgame_time(3, 102, solve_endgame)),
    Row("endgames of 4 tiles, value", "ms", "300", endgame_time(4, 60, value_of)),
    Row("endgames of 4 tiles, all placements", "ms", "", endgame_time(4, 20, solve_endgame), 0),
    Row("endgames of 5 tiles, value", "ms", "under 60,000", endgame_time(5, 15, value_of), 0),
    Row("memory of endgames, 3 to 5 tiles", "MB", "under 300", endgame_memory, 0),
    Row("any question of solve, one tile", "ms", "", asking, 2),
    Row("outcomes of a turn, 13 tiles", "ms", "under 0.5", turns.outcomes_small, 2),
    Row("outcomes of a turn, 69 tiles", "ms", "under 2", turns.outcomes_large, 2),
    Row("the kernel's listing, 69 tiles", "ms", "", turns.listing_large, 3),
    Row("check of one turn, 69 tiles", "ms", "", turns.check_large, 2),
    Row("the referee on one turn, 69 tiles", "ms", "", turns.referee_large, 2),
    Row("hints for a turn, 69 tiles", "ms", "", turns.hints_large, 2),
    Row("table of a puzzle, 69 tiles", "ms", "under 15", turns.table_large, 1),
    Row("table of a house game, 45 to 59 tiles", "ms", "under 15", house.late_table, 1),
    Row("attempt of three turns, 69 tiles", "ms", "under 15", turns.attempt_large, 1),
    Row("meepleproof verify --game solo", "s", "10", turns.verify, 1),
    Row("start of perft", "ms", "under 15", start_of_perft, 1),
    Row("meepleproof --help", "ms", "", start_up, 0),
    Row("memory of a 7-tile search", "MB", "under 100", memory, 0),
)


def measured(quick: bool, runs: int, tell: Callable[[str], None]) -> list[Measured]:
    """Measure all rows so often, one after the other and over again."""
    numbers: dict[str, list[float]] = {row.name: [] for row in ROWS}
    for run in range(1, runs + 1):
        for row in ROWS:
            tell(f"run {run} of {runs}: {row.name}")
            numbers[row.name].append(row.measure(quick))
    return [
        Measured(row, median(numbers[row.name]), min(numbers[row.name]), max(numbers[row.name]))
        for row in ROWS
    ]
