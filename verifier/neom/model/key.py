"""The model as a key of NEOM."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from verifier.constraints.builder import Builder
from verifier.constraints.cpsat import CpSatSolver
from verifier.neom import state
from verifier.neom.log import Log, LogReport
from verifier.neom.model import log_reading, questions, scoring
from verifier.neom.model import questions as least_money
from verifier.neom.model.facts import Facts
from verifier.neom.model.listing import every_outcome, legal_squares
from verifier.neom.model.log_reading import where_tiles_can_be
from verifier.neom.model.table import City, constant_table
from verifier.neom.state import (
    CENTRE,
    FirstAction,
    Outcome,
    Score,
    Square,
    State,
    TileSet,
    listed,
)
from verifier.neom.tiles import TileCatalogue


class NeomModel:
    """Key two of NEOM."""

    name = "model"

    def __init__(self) -> None:
        """Use a solver in a process of its own, which is started by the first question for it."""
        self._solver = CpSatSolver()

    def squares(self, catalogue: TileCatalogue, city: state.City, tile: str) -> frozenset[Square]:
        """Return the squares where roads and overbuilding allow a tile, see :class:`Key`."""
        facts = Facts(Builder(), catalogue)
        return legal_squares(facts, City.of(facts, city), tile)

    def linked(self, catalogue: TileCatalogue, city: state.City) -> frozenset[Square]:
        """Return the squares with a tile that are linked to the Center, see :class:`Key`."""
        facts = Facts(Builder(), catalogue)
        return frozenset(
            square
            for square, linked in City.of(facts, city).linked.items()
            if square != CENTRE and facts.decided("NEOM-PLACE-3", linked)
        )

    def outcomes(
        self, catalogue: TileCatalogue, state: State, pack: tuple[str, ...]
    ) -> frozenset[Outcome]:
        """Return everything the turn can be when this pack is revealed, see :class:`Key`."""
        return listed(every_outcome(Facts(Builder(), catalogue), state, pack))

    def score(self, catalogue: TileCatalogue, state: State) -> Score:
        """Return the score by headings if the game ended now."""
        return scoring.score(constant_table(Facts(Builder(), catalogue), state))

    def check(self, catalogue: TileCatalogue, log: Log) -> LogReport:
        """Return what a log breaks, notes wrongly, and leaves undetermined, see :class:`Key`."""
        return log_reading.check(catalogue, log)

    def best_by_first_action(
        self,
        catalogue: TileCatalogue,
        state: State,
        packs: tuple[tuple[str, ...], ...],
        *,
        income_at_end: bool = False,
    ) -> dict[FirstAction, int]:
        """Return the most points that each first action can lead to, see :class:`Key`."""
        return questions.best_by_first_action(
            self._solver, catalogue, state, packs, income_at_end=income_at_end
        )

    def least_money(
        self, catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str = ""
    ) -> int | None:
        """Return the least money with which all the tiles can be placed, see :class:`Key`."""
        return least_money.least_money(self._solver, catalogue, state, tiles, last)

    def where_tiles_can_be(
        self,
        catalogue: TileCatalogue,
        tile_set: TileSet,
        generation: int,
        seen: Mapping[int, Collection[str]],
    ) -> dict[str, frozenset[int]]:
        """Return for every tile of a deck the packs where it can be, 8 being the hidden one.

        ``seen`` are by number of a pack the tiles known to be in it, all or some.

        :raises Illegal: if no deal of the deck has these tiles in these packs.
        """
        return where_tiles_can_be(self._solver, catalogue, tile_set, generation, seen)
