"""Games of NEOM that a seed deals: the City board, the stacks of Cornerstones, and the packs."""

from __future__ import annotations

from generator.chance import Chance
from verifier.neom.deal import GenerationDeal, deal_cornerstones, deal_generation
from verifier.neom.state import TileSet
from verifier.neom.tiles import DECKS, TileCatalogue

__all__ = ["dealt_board", "dealt_generation", "dealt_stacks"]


def dealt_board(catalogue: TileCatalogue, seed: int) -> str:
    """Return the id of the City board of a seed."""
    boards = sorted(board.id for board in catalogue.boards)
    return Chance(seed, "neom", "board").choice(boards)


def dealt_stacks(catalogue: TileCatalogue, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return the stacks of Cornerstones of a seed.

    :raises Illegal: if the catalogue has not all Cornerstones.
    """
    return deal_cornerstones(catalogue.deck("C"), Chance(seed, "neom", "cornerstones"))


def dealt_generation(
    catalogue: TileCatalogue, seed: int, marks: TileSet, generation: int
) -> GenerationDeal:
    """Return the packs of a Generation, 1 to 3, of a seed; the marks are those in play.

    :raises Illegal: if the catalogue has not all tiles of these marks.
    """
    deck = DECKS[generation - 1]
    return deal_generation(catalogue.deck(deck, marks), Chance(seed, "neom", deck))
