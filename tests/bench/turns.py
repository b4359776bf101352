"""What one turn costs: its outcomes, its check, hints, the page on which it is made, and verify."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import TypeVar

from generator.pack import Packed
from meepleproof.service.play.solo.attempt import try_turns
from meepleproof.service.play.solo.hints import hints
from meepleproof.service.play.solo.tables import puzzle_table
from meepleproof.service.play.solo.wording import hint_in_words
from tests.bench.positions import stored
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo import Engine, referee
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.laid_out import lay_out
from verifier.carcassonne.solo.notation import parse_line, parse_position, position_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import as_recorded

T = TypeVar("T")

_PACKS = Path(__file__).parents[2] / "puzzles"
_PACK, PUZZLE = "total-40", "w1zna9sxvkh4"
_TIMES, _QUICK = 40, 2
_ONE = "verifier/carcassonne/solo/scenarios/examples/EX-END-1.json"
_SOLO = ["--game", "solo"]


def small() -> str:
    """Return that of the stored positions whose next tile can be laid in the most ways."""
    return position_text(
        max(
            stored(),
            key=lambda position: len(Engine().outcomes(position)),
        )
    )


def large() -> str:
    """Return the code of a shipped puzzle that begins with 69 tiles on the table."""
    document = json.loads((_PACKS / f"{_PACK}.json").read_text(encoding="utf-8"))
    return next(str(one["code"]) for one in document["puzzles"] if one["id"] == PUZZLE)


def solution() -> tuple[str, ...]:
    """Return the turns that solve it."""
    text = (_PACKS / f"{_PACK}.solutions.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["solutions"][PUZZLE]["line"].split("~"))


def _milliseconds(ask: Callable[[T], object], given: Callable[[], T], quick: bool) -> float:
    """Ask over and over, about something made anew each time, which does not count."""
    ask(given())  # what is made once is made
    all_given = [given() for _ in range(_QUICK if quick else _TIMES)]
    began = process_time()
    for one in all_given:
        ask(one)
    return (process_time() - began) / len(all_given) * 1e3


def outcomes_small(quick: bool) -> float:
    """List what a turn can bring on 13 tiles."""
    text = small()
    return _milliseconds(Engine().outcomes, lambda: parse_position(text), quick)


def outcomes_large(quick: bool) -> float:
    """List what a turn can bring on 69 tiles."""
    return _milliseconds(Engine().outcomes, _large(), quick)


def listing_large(quick: bool) -> float:
    """Let the kernel alone list it, on a table that is laid out already."""
    table = lay_out(_large()(), kernel.Lister).kernel
    tile = table.draw()[1]
    return _milliseconds(table.outcomes, lambda: tile, quick)


def check_large(quick: bool) -> float:
    """Find what one turn brings on 69 tiles."""
    (turn,) = parse_line(solution()[0])
    return _milliseconds(lambda position: Engine().outcomes_of(position, turn), _large(), quick)


def referee_large(quick: bool) -> float:
    """Let the referee judge a recorded turn on 69 tiles."""
    (turn,) = parse_line(solution()[0])
    recorded = as_recorded(turn, _large()().to_move, ())
    return _milliseconds(
        lambda position: referee.play(position, recorded, Engine()), _large(), quick
    )


def hints_large(quick: bool) -> float:
    """Give the hints for a turn on 69 tiles."""
    line, code = parse_line("~".join(solution())), large()
    return _milliseconds(
        lambda puzzle: hints(puzzle, outcomes_along(puzzle.position, line), (), (), hint_in_words),
        lambda: parse_code(code),
        quick,
    )


def table_large(quick: bool) -> float:
    """Make the table of a puzzle with 69 tiles as its page reads it, HTTP left out."""
    return _milliseconds(
        lambda puzzle: json.dumps(puzzle_table(Packed("goal", puzzle, {}), ())), _puzzle(), quick
    )


def attempt_large(quick: bool) -> float:
    """Judge three turns from 69 tiles on, HTTP left out."""
    turns = solution()
    return _milliseconds(
        lambda puzzle: json.dumps(try_turns(puzzle, turns).to_json()), _puzzle(), quick
    )


def verify(quick: bool) -> float:
    """Run ``meepleproof verify --game solo``: seconds of processor time, its solvers' included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "meepleproof", "verify", *([_ONE] if quick else _SOLO)]
    subprocess.run(command, capture_output=True, check=True, cwd=_PACKS.parent)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _puzzle() -> Callable[[], Puzzle]:
    code = large()
    return lambda: parse_code(code)


def _large() -> Callable[[], Position]:
    code = large()
    return lambda: parse_code(code).position
