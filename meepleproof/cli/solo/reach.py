"""Games that lead to positions of the Solo Variant, as ``reach`` prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.solo.pack import PackedPuzzle
from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import Puzzles, Situation
from meepleproof.cli.printing import echo_pages
from meepleproof.cli.solo.words import game_in_words
from meepleproof.cli.status_line import status_line
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine
from verifier.carcassonne.solo.codec import position_to_json, record_to_json
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.reach import Reach, reach
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES, gravest

__all__ = ["reach_found"]


def reach_found(found: Puzzles | Situation, limit: int, *, as_json: bool) -> int:
    """Print a game that leads to each position, or that there is none; return the exit code."""
    answers = list(_answers(_positions(found), limit))
    if as_json:
        emit_json([_data(one) for one in answers])
    else:
        echo_pages(map(_page, answers))
    return EXIT_CODES[gravest(one.verdict.answer for one in answers)]


def _positions(found: Puzzles | Situation) -> list[Position]:
    if isinstance(found, Puzzles):
        for one in found.packed:
            if not isinstance(one, PackedPuzzle):
                raise Malformed(
                    f"a puzzle of the kind {one.kind} has no position to reach; those for goals do",
                    where=found.name,
                )
        return [one.puzzle.position for one in found.packed]
    position: Position = found.read()
    require_valid(position)
    return [position]


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
