"""``meepleproof house score``: what a final table comes to, in words and drawn."""

from __future__ import annotations

import re
from typing import Any

import click

from meepleproof.cli.console import emit_json, emit_svg, require_one_form
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import read_situation
from meepleproof.cli.printing import echo
from meepleproof.rendering.house.pictures import score_svg
from meepleproof.rendering.house.words import score_lines
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.codec import (
    final_scoring_to_json,
)
from verifier.carcassonne.house.key import FinalScore, final_score
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import Malformed
from verifier.games import GAMES

__all__ = ["command"]


@click.command(
    epilog=examples(
        "example house-table -o table.json",
        "house score table.json",
        "house score table.json --handicap 2=5 --svg -o table.svg",
    )
)
@click.argument("given", metavar="FILE|CODE")
@click.option(
    "--handicap",
    "handicaps",
    multiple=True,
    metavar="PLAYER=POINTS",
    help="Points a player started with, by the number of the player.",
)
@click.option("--svg", "as_svg", is_flag=True, help="Draw the table as SVG, farms in colour.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    given: str,
    handicaps: tuple[str, ...],
    as_svg: bool,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Score a final table of the house game: every feature's owners and points, by both keys.

    FILE is a position in JSON, or - for standard input; CODE is one as text. Each farm is listed
    with the completed cities it touches; the drawing shows it in the colours of its owners.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    position = read_situation(given, GAMES["house"])
    if position.end == "tie":
        raise Malformed(
            "the game is a tie: no tile of the hand could be placed, and scores are not compared",
            rule="HOUSE-TURN-11",
        )
    keys = (HouseEngine(), HouseModel())
    score = final_score(position, keys, _handicaps(handicaps, position))
    if as_json:
        emit_json(_data(score))
    elif as_svg:
        emit_svg(score_svg(position, score), output, force=force)
    else:
        echo(*score_lines(position, score))


def _handicaps(given: tuple[str, ...], position: Position) -> tuple[int, ...]:
    points = [0] * position.rules.players
    for text in given:
        player, equals, number = text.partition("=")
        if not equals or player not in map(str, range(1, len(points) + 1)):
            raise Malformed(
                f"{text!r} is not a handicap; write PLAYER=POINTS with a player from 1 to "
                f"{len(points)}, like 1=30",
                where="--handicap",
            )
        if not re.fullmatch("[+-]?[0-9]{1,6}", number):
            raise Malformed(
                f"{number!r} is not a number of points of up to 6 digits", where="--handicap"
            )
        points[int(player) - 1] = int(number)
    return tuple(points)


def _data(score: FinalScore) -> dict[str, Any]:
    return {
        "game": "house",
        "features": [final_scoring_to_json(each) for each in score.scorings],
        "scores": list(score.scores),
        "totals": list(score.totals),
        "winners": [winner + 1 for winner in score.winners],
    }
