"""Games that lead to a position of the house game, as ``reach`` prints them."""

from __future__ import annotations

from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import Puzzles, Situation, single
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.house.codec import position_to_json as house_to_json
from verifier.carcassonne.house.codec import record_to_json as house_record_to_json
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.reach import game_lines
from verifier.carcassonne.house.reach import reach as reach_house
from verifier.verdict import EXIT_CODES

__all__ = ["reach_found"]


def reach_found(found: Puzzles | Situation, limit: int, *, as_json: bool) -> int:
    """Print a game that leads to the position, or that there is none; return the exit code."""
    if isinstance(found, Puzzles):
        position: Position = single(found.packed).puzzle.position
    else:
        position = found.read()
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
