"""The model's part of ``compare`` where a switch about boxes decides the set-up or the drawing.

Until what is drawn differs, or a meeple is missing by one reading, both have the same table and the
same rules for it, so no game parts them sooner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from verifier.carcassonne.model.solo.compare import OF_LARGE, asides, differ, draws_of
from verifier.carcassonne.model.solo.draws import RIVER, Draw, NoDraw, schedule, tiles_in_box
from verifier.carcassonne.solo.position import Position


def fewest_by_model(one: Position, other: Position, switch: str, most: int) -> int | None:
    """Return the turn in which readings may part at the earliest; None if later than ``most``.

    The positions differ in what this switch about boxes decides. With ``box.riverUnplaceable`` one
    tile has no place, else all have one.

    >>> from verifier.carcassonne.solo.position import setup
    >>> from verifier.carcassonne.solo.rule_set import RuleSet
    >>> river = RuleSet(boxes=("river",))
    >>> seats = river.with_switches({"box.pileOrder": "seat"})
    >>> fewest_by_model(setup(river), setup(seats), "box.pileOrder", 100)
    81
    """
    found: list[int] = []
    if switch == "box.riverUnplaceable":
        for aside in asides(one, most):
            pair = (draws_of(each, most, aside) for each in (one, other))
            found += _first_that_differs(*pair)
    else:
        found += _first_that_differs(*(draws_of(each, most, None) for each in (one, other)))
    if switch == OF_LARGE:
        found += _turns_without_a_meeple(one, other, most)
    if switch == "box.riverStart":
        found += _turns_without_a_tile(one, other, most)
    return min(found, default=None)


def _first_that_differs(ones: list[Draw | NoDraw], others: list[Draw | NoDraw]) -> list[int]:
    pairs = enumerate(zip(ones, others, strict=False), start=1)
    return [
        turn - 1 if isinstance(drawn, NoDraw) or isinstance(rival, NoDraw) else turn
        for turn, (drawn, rival) in pairs
        if differ(drawn, rival)
    ][:1]


def _turns_without_a_meeple(one: Position, other: Position, most: int) -> Iterator[int]:
    """Yield the turns whose colour has moved more often than it has ordinary meeples (FACT-11)."""
    moved = Counter[int]()
    for turn, drawn in enumerate(schedule(one, most), start=1):
        moved[drawn.colour] += 1
        if moved[drawn.colour] > min(each.supplies[drawn.colour] for each in (one, other)):
            yield turn


def _turns_without_a_tile(one: Position, other: Position, most: int) -> Iterator[int]:
    """Yield the turns by which more tiles of a kind may be drawn than one reading has."""
    ones, others = (tiles_in_box(each) for each in (one, other))
    fewest = min(
        min(ones[kind], others[kind]) for kind in ones | others if ones[kind] != others[kind]
    )
    from_piles = 0
    for turn, drawn in enumerate(schedule(one, most), start=1):
        from_piles += drawn.pile != RIVER
        if from_piles > fewest:
            yield turn
