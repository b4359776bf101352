"""The official set-up (SOLO-SETUP)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from verifier.carcassonne.model.solo.rules.state import Demand
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.table.cells import numbers_text
from verifier.constraints.builder import Builder


def official(position: Position) -> Iterator[Demand]:
    """Yield the demands of the official set-up on a position."""
    yield from the_start_tile_alone(position)
    yield from the_piles(position)
    yield from one_base_game(position)
    yield from the_colours(position)


def the_start_tile_alone(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-5: the start tile lies face up, alone and without a meeple."""
    start_tile = position.sheet.start_tile
    lying = [(placement.tile, placement.meeple) for placement in position.placements]
    alone = lying == [(start_tile, None)]
    why = f"at the start one tile {letter_of(start_tile)} lies on the table and nothing else"
    yield _demand(alone, "SOLO-SETUP-5", "/placements", why)
    fresh = not (position.discards or position.monasteries or position.over)
    why = "a game that begins has no discards and no scored monasteries, and is not over"
    yield _demand(fresh, "SOLO-SETUP-1", "", why)


def the_piles(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-6, SOLO-OPTION-2: one pile for each colour, of the stated size."""
    sizes = tuple(len(pile.known) + pile.hidden for pile in position.piles)
    stated = position.rules.pile_sizes
    why = f"the piles hold {numbers_text(sizes)} tiles, which should be {numbers_text(stated)}"
    yield _demand(sizes == stated, "SOLO-SETUP-6", "/piles", why)


def one_base_game(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-1, BASE-TILE-1: the piles and the start tile are the tiles of one base game."""
    counts = position.sheet.counts()
    used = Counter((position.sheet.start_tile,))
    for pile in position.piles:
        used.update(pile.known)
    all_known = not any(pile.hidden for pile in position.piles)
    for kind in sorted(used | Counter(counts)):
        there, printed, letter = used[kind], counts.get(kind, 0), letter_of(kind)
        where = f"tile {letter}"
        if not printed:
            why = f"the base game has no tile {letter}"
            yield _demand(not there, "SOLO-OPTION-4", where, why)
            continue
        why = f"{there} tiles {letter} are in the game, a base game has {printed}"
        right = there == printed if all_known else there <= printed
        yield _demand(right, "SOLO-SETUP-1", where, why)
        yield _demand(right, "BASE-TILE-1", where, why)


def the_colours(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-3, -4, -9: full supplies, the first colour to move, markers on their spaces."""
    rules = position.rules
    full = (rules.meeples,) * rules.colours
    why = (
        f"the supplies are {numbers_text(position.supplies)}, which should be {numbers_text(full)}"
    )
    yield _demand(position.supplies == full, "SOLO-SETUP-3", "/supplies", why)
    yield _demand(position.to_move == 0, "SOLO-SETUP-4", "/to_move", "the first colour begins")
    starts = rules.start_scores
    stated, due = numbers_text(position.scores), numbers_text(starts)
    why = f"the markers stand on {stated}, which should be {due}"
    yield _demand(position.scores == starts, "SOLO-SETUP-9", "/scores", why)


def _demand(holds: bool, rule: str, where: str, why: str) -> Demand:  # noqa: FBT001 - the demand itself comes first
    return Demand(Builder.const(holds), rule, where, why)
