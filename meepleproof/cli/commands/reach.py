"""``meepleproof reach``: whether a position can arise in a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.games import game_in_words
from meepleproof.cli.inputs import HousePuzzles, read_game, require_solo
from meepleproof.cli.pack_puzzles import single
from meepleproof.cli.printing import echo, echo_pages
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine
from verifier.carcassonne.house.codec import (
    position_to_json as house_to_json,
)
from verifier.carcassonne.house.codec import record_to_json as house_record_to_json
from verifier.carcassonne.house.position import Position as HousePosition
from verifier.carcassonne.house.reach import game_lines
from verifier.carcassonne.house.reach import reach as reach_house
from verifier.carcassonne.solo.codec import position_to_json, record_to_json
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.reach import Reach, reach
from verifier.verdict import EXIT_CODES, gravest

__all__ = ["command"]


@click.command(
    epilog=examples(
        "reach pack.json --puzzle 1", "reach s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.."
    )
)
@click.argument("given", metavar="FILE|CODE")
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack; all by default.")
@click.option(
    "--time",
    "limit",
    type=int,
    default=60,
    show_default=True,
    help="Work of each key, in seconds, about.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each position.")
def command(*, given: str, wanted: str | None, limit: int, as_json: bool) -> int:
    """Find a legal game from the set-up that leads to a position, or show that there is none.

    The game ends with just these tiles, meeples, scores and supplies, and the same colour to move;
    the piles are not compared. Exit code 1 says that both keys looked at all games and found none,
    4 that one of them could not. A position with faults is invalid input (exit code 3). Of the
    house game, positions of up to 12 tiles are asked about, and the model alone looks at all games.

    --time limits work and not the clock, so the answer is the same on every machine.
    """
    found = read_game(given, wanted)
    if isinstance(found, HousePuzzles):
        return _reach_house(single(found.puzzles).puzzle.position, limit, as_json=as_json)
    if isinstance(found, HousePosition):
        return _reach_house(found, limit, as_json=as_json)
    positions = [one.position for one in require_solo(found, given, ("solo", "house"))]
    answers = list(_answers(positions, limit))
    if as_json:
        emit_json([_data(one) for one in answers])
    else:
        echo_pages(map(_page, answers))
    return EXIT_CODES[gravest(one.verdict.answer for one in answers)]


def _reach_house(position: HousePosition, limit: int, *, as_json: bool) -> int:
    with status_line() as show:
        show("position of the house game")
        answer = reach_house(position, limit=limit)
    if as_json:
        game = None if answer.game is None else house_record_to_json(answer.game)
        table = house_to_json(position)
        emit_json([answer_to_json("house-reach", answer.verdict, position=table, game=game)])
    else:
        lines = [] if answer.game is None else game_lines(answer.game)
        echo(*lines, *verdict_in_words(answer.verdict))
    return EXIT_CODES[answer.verdict.answer]


def _answers(positions: Sequence[Position], limit: int) -> Iterator[Reach]:
    with status_line() as show:
        for number, position in enumerate(positions, start=1):
            show(f"position {number} of {len(positions)}")
            yield reach(position, limit=limit)


def _page(one: Reach) -> Iterator[str]:
    if one.game is not None:
        yield from game_in_words(one.game.start, outcomes_by_engine(one.game))
    yield from verdict_in_words(one.verdict)


def _data(one: Reach) -> dict[str, Any]:
    return answer_to_json(
        "reach",
        one.verdict,
        position=position_to_json(one.position),
        game=None if one.game is None else record_to_json(one.game),
    )
