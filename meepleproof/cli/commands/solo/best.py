"""``meepleproof best``: how high the lowest score can be after so many turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.solo.words import game_in_words
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine
from verifier.carcassonne.solo.best import SCOPE, Best, best
from verifier.carcassonne.solo.codec import record_to_json
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(epilog=examples("best --turns 3"))
@click.option("--turns", type=int, required=True, metavar="T", help="How many tiles are placed.")
@click.option("--meeples", type=int, default=4, show_default=True, help="Meeples of a colour.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=120,
    show_default=True,
    help="Work of each key, in seconds, about.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, turns: int, meeples: int, limit: int, as_json: bool) -> int:
    """Find the best possible lowest score after T turns from the set-up, and a game with it.

    The scores are those on the scoreboard, before final scoring; tiles may be drawn in any order.
    That no game does better is said when both keys show it, else the answer is undecided (exit code
    4): the score is reached, and it is printed which key shows what. All of it is about games in
    which every tile drawn has a place. --time limits work and not the clock, so the answer is the
    same on every machine.
    """
    with status_line() as show:
        answer = best(turns, RuleSet(meeples=meeples), limit=limit, show=show)
    if as_json:
        emit_json(_data(answer))
    else:
        echo(*_page(answer))
    return EXIT_CODES[answer.verdict.answer]


def _page(answer: Best) -> Iterator[str]:
    if answer.game is not None:
        yield f"After turn {answer.turns} the lowest score can be {answer.lowest}."
        yield f"That is about {SCOPE}."
        yield from game_in_words(answer.game.start, outcomes_by_engine(answer.game))
    yield from verdict_in_words(answer.verdict)


def _data(answer: Best) -> dict[str, Any]:
    return answer_to_json(
        "best",
        answer.verdict,
        scope=SCOPE,
        turns=answer.turns,
        lowest=answer.lowest,
        bound=answer.bound,
        shown_by=list(answer.shown_by),
        game=None if answer.game is None else record_to_json(answer.game),
    )
