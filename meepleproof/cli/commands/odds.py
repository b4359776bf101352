"""``meepleproof odds``: how often goals are met in played games, or NEOM's exact odds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import accumulate
from typing import Any

import click
from click.core import ParameterSource

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import read_switch_choice
from meepleproof.cli.neom.odds import noted_data, noted_page, table_data, table_page
from meepleproof.cli.printing import echo
from meepleproof.cli.workers import workers
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.engine.solo import Engine, Odds, Player, playouts
from verifier.carcassonne.solo.codec import rules_to_json
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.neom.odds.seen import read_noted

__all__ = ["command"]

_JOBS = click.IntRange(1, 61)  # more are not possible on every system


_OF_SOLO = ("games", "name", "ahead", "seed", "colours", "meeples", "choices", "jobs")
_OF_NEOM = ("tiles", "seen", "wanted")


@click.command(
    epilog=examples(
        "odds --games 1000 --player greedy --seed 7",
        "odds --game neom --tiles 1+,4+ --seen market/- --want park",
    )
)
@click.option(
    "--game",
    type=click.Choice(["solo", "neom"]),
    default="solo",
    show_default=True,
    help="The Solo Variant, of which games are played, or NEOM, whose odds are exact.",
)
@click.option("--games", type=int, default=1000, show_default=True, help="How many games to play.")
@click.option(
    "--player", "name", default="greedy", show_default=True, help="random, greedy or lookahead."
)
@click.option("--ahead", type=int, help="Turns the lookahead player looks ahead; 1 by default.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--colours", type=int, default=3, show_default=True, help="Colours in play.")
@click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour.")
@click.option(
    "--switch", "choices", multiple=True, metavar="SWITCH=VALUE", help="A reading of the rules."
)
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Worker processes.")
@click.option("--tiles", metavar="MARKS", help="NEOM: the tiles in play, 1+ or 1+,4+ or 1+,4+,5+.")
@click.option(
    "--seen",
    metavar="PACKS",
    help="NEOM: packs revealed in this Generation, like market,mill/-/flood.",
)
@click.option("--want", "wanted", multiple=True, metavar="TILE", help="NEOM: a tile waited for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, /, *, game: str, as_json: bool, **options: Any) -> None:
    """Let a player play whole games, and count how often each goal of the checklist was met.

    The random player takes any legal turn, the greedy one the turn that looks best at once, the
    lookahead player the one that looks best some turns on. The same options give the same games,
    however many processes share them. The lowest score is that before final scoring.

    With --game neom nothing is played: the odds of the packs are exact, by formula and by
    enumeration. Without more they are those before a game; with --tiles those of a Generation,
    after the packs of --seen. These are parted by /, with the names of tiles that matter to you, in
    your own words, and commas between them; - is a pack with nothing to note, and 'disaster',
    'flood', 'fire' or 'crime' says that the Disaster was there. All tiles of these packs count as
    seen.
    """
    others = _OF_SOLO if game == "neom" else _OF_NEOM
    _refuse(context, others, game)
    if game == "neom":
        _neom(as_json=as_json, **{name: options[name] for name in _OF_NEOM})
    else:
        _play(as_json=as_json, **{name: options[name] for name in _OF_SOLO})


def _refuse(context: click.Context, others: tuple[str, ...], game: str) -> None:
    """Raise UsageError for an option of the other game."""
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if given and parameter.name in others:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --game {game}")


def _neom(*, tiles: str | None, seen: str | None, wanted: tuple[str, ...], as_json: bool) -> None:
    if tiles is None:
        if seen is not None or wanted:
            raise click.UsageError(
                "say which tiles are in play: --tiles 1+, --tiles 1+,4+ or --tiles 1+,4+,5+"
            )
        pages, data = table_page, table_data
    else:
        noted = read_noted(tiles, seen or "", wanted)
        pages, data = partial(noted_page, noted), partial(noted_data, noted)
    if as_json:
        emit_json(data())
    else:
        echo(*pages())


def _play(  # noqa: PLR0913 - one for each option
    *,
    games: int,
    name: str,
    ahead: int | None,
    seed: int,
    colours: int,
    meeples: int,
    choices: tuple[str, ...],
    jobs: int,
    as_json: bool,
) -> None:
    player = Player(name, _ahead(name, ahead))
    rules = RuleSet(
        colours, meeples, tuple(read_switch_choice(text, "--switch") for text in choices)
    )
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
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=games, label="games", file=sys.stderr) as bar:
        yield bar.update


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
