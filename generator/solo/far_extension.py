"""Makes puzzles of nine and ten tiles: as :mod:`generator.solo.extension`, but length by length.

So long a puzzle is rare among the longer ones of a single puzzle, but not among those of many. So
some puzzles of each length are kept, and all of them are made longer. What stays unique most often
is tried first: the chance falls to about a fifth for each decimal digit of the outcomes that the
search examines, and where no meeple of the colour that moves comes off the table with the tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from generator.chance import Chance
from generator.solo.draft import Draft, with_next
from generator.solo.extension import exchanges, longer, taken_back
from generator.solo.solved_puzzle import SolvedPuzzle
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.tiles import drawing_of
from verifier.errors import Malformed

_KEPT = 16
"""Puzzles of each length that are kept."""
_TRIES = 800
"""Exchanges that are tried at most for each length."""
_PLACES = 12
"""A tile that fits in so many ways or more is not put at the front: hardly any stays unique."""
_TEMPTING_PLACES = 4
"""A whole puzzle whose first tile fits in fewer ways hardly ever has two wrong ones that tempt."""
_MOST_EXAMINED = 500_000
"""Outcomes examined at most to see that a line is the only one."""


def extended_far(
    shorter: Iterable[SolvedPuzzle], tiles: int, chance: Chance
) -> Iterator[SolvedPuzzle]:
    """Yield puzzles of so many tiles, made of shorter ones of one length; none is reduced."""
    kept = sorted(shorter, key=_examined)
    while kept and kept[0].puzzle.tiles < tiles - 1:
        kept = sorted(islice(_all_longer(kept, chance, 1), _KEPT), key=_examined)
    yield from _all_longer(kept, chance, _TEMPTING_PLACES)


def _examined(solved: SolvedPuzzle) -> int:
    return solved.solution.examined


def _all_longer(
    kept: Sequence[SolvedPuzzle], chance: Chance, least_places: int
) -> Iterator[SolvedPuzzle]:
    """Yield puzzles of a tile more, each once: first those with a turn taken back.

    The tile at the front fits in so many ways at least.
    """
    known = set[object]()
    back = (
        (one, draft, tile)
        for one in kept
        for draft, tile in taken_back(one, chance)
        if _places(draft.position, tile) >= least_places
    )
    for one, draft, tile in chain(back, islice(_exchanged(kept, chance, least_places), _TRIES)):
        found = longer(one, draft, tile, _MOST_EXAMINED)
        if found is not None and found.puzzle not in known:
            known.add(found.puzzle)
            yield found


def _exchanged(
    kept: Sequence[SolvedPuzzle], chance: Chance, least_places: int
) -> Iterator[tuple[SolvedPuzzle, Draft, str]]:
    """Yield puzzles with a table with a tile less and a tile for the front, likely ones first."""
    asked = [
        (_unlikely(one, placed, before), one, before, tile)
        for one in kept
        for placed, before, tile in exchanges(one)
        if _has_field_edge(tile)
    ]
    for _, one, before, tile in sorted(chance.shuffled(asked), key=lambda each: each[0]):
        if least_places <= _places(before, tile) < _PLACES:
            yield one, Draft((), before), tile


def _unlikely(solved: SolvedPuzzle, placed: Placement, before: Position) -> int:
    """Return how unlikely it is that without that tile on the table the line is the only one."""
    meeple = placed.meeple
    lacking = 2 if meeple is None else int(meeple.colour != before.to_move)
    return len(str(_examined(solved))) + lacking


def _has_field_edge(tile: str) -> bool:
    """Return whether the tile has one; others may have no place when their turn comes."""
    return "field" in drawing_of(tile, 0).terrain


def _places(position: Position, tile: str) -> int:
    """Return in how many ways the tile can be laid next."""
    try:
        outcomes = Engine().outcomes(with_next(position, tile))
    except Malformed:  # it has no place, and the tile after it is not known
        return 0
    return len({placement(one.turn) for one in outcomes if one.turn})
