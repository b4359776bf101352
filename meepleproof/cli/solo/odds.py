"""Goals met in played games of the Solo Variant, as ``odds`` counts them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import accumulate
from typing import Any

from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import read_switch_choice
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.workers import workers
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.engine.solo import Engine, Odds, Player, playouts
from verifier.carcassonne.solo.codec import rules_to_json
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.rule_set import RuleSet

__all__ = ["OPTIONS", "print_odds"]

OPTIONS = frozenset(
    {"games", "name", "ahead", "seed", "colours", "meeples", "boxes", "large", "choices", "jobs"}
)


def print_odds(  # noqa: PLR0913 - one for each option
    *,
    games: int,
    name: str,
    ahead: int | None,
    seed: int,
    colours: int,
    meeples: int,
    boxes: tuple[str, ...],
    large: bool,
    choices: tuple[str, ...],
    jobs: int,
    as_json: bool,
) -> None:
    """Let a player play games, and print how often each goal was met."""
    player = Player(name, _ahead(name, ahead))
    switches = tuple(read_switch_choice(text, "--switch") for text in choices)
    with at_option("--box", "boxes"), at_option("--switch", "switches"):
        rules = RuleSet(colours, meeples, boxes, large, switches)
    began = time.monotonic()
    with _workers(jobs) as executor, _progress(games) as report:
        odds = playouts(games, player, seed=seed, rules=rules, executor=executor, tell=report)
    if as_json:
        emit_json(_data(odds))
        return
    echo(*_page(odds))
    echo(f"{Engine.kernel} engine, {time.monotonic() - began:.2f} s", err=True)


def _ahead(name: str, ahead: int | None) -> int:
    if ahead is None:
        return 1 if name == "lookahead" else 0
    return ahead


def _workers(jobs: int) -> AbstractContextManager[Executor | None]:
    """Yield an executor if more than one process is wanted."""
    return nullcontext() if jobs == 1 else workers(jobs)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show how many games are played."""
    done = 0
    with status_line() as show:

        def played(more: int) -> None:
            nonlocal done
            done += more
            show(f"{done:,} of {games:,} games")

        played(0)
        yield played


def _data(odds: Odds) -> dict[str, Any]:
    player: dict[str, Any] = {"player": odds.player.name}
    if odds.player.ahead:
        player["ahead"] = odds.player.ahead
    return {
        **player,
        "games": odds.games,
        "seed": odds.seed,
        "rules": rules_to_json(odds.rules),
        "goals": dict(odds.goals),
        "turns": _by_text(odds.lengths),
        "results": _by_text(odds.results),
        "lowest": _by_text(odds.lowest),
        "best": {"game": odds.best, "result": max(odds.results)},
        "checksum": f"{odds.checksum:016x}",
    }


def _by_text(tally: Mapping[int, int]) -> dict[str, int]:
    return {str(number): games for number, games in tally.items()}


def _page(odds: Odds) -> Iterator[str]:
    goals = {goal_in_words(goal): odds.goals[name] for name, goal in checklist().items()}
    wide = max(map(len, goals))
    yield f"{'goal':<{wide}}{'games':>9}"
    for wish, games in goals.items():
        yield f"{wish:<{wide}}{games:>9,}{100 * games / odds.games:>9.3f} %"
    yield ""
    yield f"{'':<14}{'least':>6}{'10 %':>6}{'50 %':>6}{'90 %':>6}{'most':>6}{'mean':>9}"
    tallies = {"turns": odds.lengths, "lowest score": odds.lowest, "result": odds.results}
    for name, tally in tallies.items():
        marks = "".join(f"{_quantile(tally, percent):>6}" for percent in (0, 10, 50, 90, 100))
        yield f"{name:<14}{marks}{_mean(tally):>9.3f}"
    yield ""
    yield f"The best result is {max(odds.results)}, first in game {odds.best + 1:,}."


def _quantile(tally: Mapping[int, int], percent: int) -> int:
    """Return the least number that so many percent of the games do not exceed."""
    games = sum(tally.values())
    sums = zip(tally, accumulate(tally.values()), strict=True)
    return next(number for number, so_far in sums if 100 * so_far >= percent * games)


def _mean(tally: Mapping[int, int]) -> float:
    return sum(number * games for number, games in tally.items()) / sum(tally.values())
