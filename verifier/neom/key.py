"""What a key of NEOM must be able to say."""

from __future__ import annotations

from typing import ClassVar, Protocol

from verifier import verdict
from verifier.neom.log import Log, LogReport
from verifier.neom.state import City, FirstAction, Outcome, Score, Square, State
from verifier.neom.tiles import TileCatalogue

SHARED = ("catalogue", "parameters", "states", "logs", "headings", "unknown values", "documents")
"""What both keys use, so that neither would notice an error in it: the types of a catalogue and of
its parameters; squares, cities and states with the numbers of turns; the events of a log; the names
of the headings; the names of unknown values; and what reads all of these from documents."""


class Verdict(verdict.Verdict):
    """The answer to one claim about a game of NEOM."""

    __slots__ = ()
    common: ClassVar[tuple[str, ...]] = SHARED


class Key(Protocol):
    """One implementation of the rules of NEOM solo."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def squares(self, catalogue: TileCatalogue, city: City, tile: str) -> frozenset[Square]:
        """Return the squares where roads and overbuilding allow a tile (NEOM-PLACE-1 to -9).

        :raises Undecided: if the catalogue does not say enough.
        """

    def linked(self, catalogue: TileCatalogue, city: City) -> frozenset[Square]:
        """Return the squares with a tile that are linked to the Center, the Center left out.

        :raises Undecided: if the catalogue does not say enough.
        """

    def outcomes(
        self, catalogue: TileCatalogue, state: State, pack: tuple[str, ...]
    ) -> frozenset[Outcome]:
        """Return everything the turn can be when this pack is revealed, answers to Disasters too.

        :raises Undecided: if the catalogue does not say enough.
        """

    def score(self, catalogue: TileCatalogue, state: State) -> Score:
        """Return the score by headings if the game ended now."""

    def check(self, catalogue: TileCatalogue, log: Log) -> LogReport:
        """Return what a log breaks, what it notes wrongly, and what cannot be determined."""

    def best_by_first_action(
        self,
        catalogue: TileCatalogue,
        state: State,
        packs: tuple[tuple[str, ...], ...],
        *,
        income_at_end: bool = False,
    ) -> dict[FirstAction, int]:
        """Return the most points that each first action can lead to, the packs to come known.

        The question ends after the last of ``packs``, and the city is scored as it stands. With
        ``income_at_end`` an income comes before, unless turn 7 has just brought it. A Disaster
        that is due later does not count.

        :raises Undecided: if the catalogue does not say enough.
        """

    def least_money(
        self, catalogue: TileCatalogue, state: State, tiles: frozenset[str], last: str = ""
    ) -> int | None:
        """Return the least money with which all the tiles can be placed, one after another.

        The order is free, but ``last`` comes after all the others, unless it is empty. Cornerstones
        among them must be in reserve. Nothing else happens in between: no income, no Disaster, no
        new Generation. The money must be there whenever something is paid; what a placed tile
        brings at once can pay for the next. The money of the state does not count. None if there
        is no way, however much money there is.

        :raises Undecided: if the catalogue does not say enough.
        """
