"""Final scoring of a table: its open features and farms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.model.house.drawn import drawn
from verifier.carcassonne.model.house.ground import Feature, Ground, collect
from verifier.carcassonne.model.house.rules import scoring
from verifier.carcassonne.model.house.rules.features import WEIGHT, owners
from verifier.carcassonne.model.solo.ground import surroundings
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import TRUE, Builder, Sum


def final_scorings(position: Position) -> tuple[FinalScoring, ...]:
    """Return what each feature with followers would bring if the game ended now (HOUSE-FINAL-1).

    >>> from dataclasses import replace
    >>> from verifier.carcassonne.house.position import Placement, StandingPiece, set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> start = Placement("base/D", 0, 0, 0, StandingPiece("big", "E", 2))
    >>> final_scorings(replace(set_up(HOUSE, ()), placements=(start,)))[0].weights
    ((2, 2),)
    """
    return tuple(FinalTable(collect(position)).scorings(position.placements))


Scored: TypeAlias = dict[tuple[Feature, tuple[StandingPiece, ...], object], FinalScoring | None]
"""What features bring with the pieces on them, and with what lies around them."""


class FinalTable:
    """The tiles of a table at the end, to be scored with whatever pieces stand on them.

    HOUSE-OWN-3: what a feature is worth does not depend on its pieces.
    """

    def __init__(self, table: Ground, known: Scored | None = None) -> None:
        """Score the features of the table; tables that share features may share what is known."""
        self._table = table
        self._known: Scored = {} if known is None else known

    def scores(self, after: Position) -> tuple[int, ...]:
        """Return the scores by colour after final scoring of the same tiles (HOUSE-FINAL-1)."""
        final = list(after.scores)
        for scored in self.scorings(after.placements):
            for colour in scored.owners:
                final[colour] += scored.value
        return tuple(final)

    def scorings(self, placements: Iterable[Placement]) -> list[FinalScoring]:
        """Return what the features bring with the pieces on these placements of the same tiles."""
        standing: dict[Feature, list[StandingPiece]] = {}
        for placed in placements:
            if placed.piece is not None:
                shown = drawn(placed.tile, placed.rotation)
                first = shown.first[NAMES.index(placed.piece.feature)]
                standing.setdefault(self._table.feature_at[placed.cell, first], []).append(
                    placed.piece
                )
        found = (self._scoring(feature, tuple(pieces)) for feature, pieces in standing.items())
        return sorted((each for each in found if each is not None), key=_order)

    def _scoring(self, feature: Feature, pieces: tuple[StandingPiece, ...]) -> FinalScoring | None:
        around: tuple[Feature, ...] | int = ()
        if feature.kind == "field":
            around = self._completed_cities(feature)
        elif feature.kind == "monastery":
            around = sum(cell in self._table.edges for cell in _around(feature))
        question = (feature, pieces, around)
        if question not in self._known:
            self._known[question] = self._scored(feature, pieces)
        return self._known[question]

    def _scored(self, feature: Feature, pieces: tuple[StandingPiece, ...]) -> FinalScoring | None:
        """Return what the feature brings; None if it was scored already, or nobody owns it."""
        weights = [0] * self._table.position.rules.colours
        for piece in pieces:
            weights[piece.colour] += WEIGHT[piece.piece]
        if self._is_complete(feature) or not any(weights):
            return None
        touched = self._completed_cities(feature)
        owning = owners(Builder(), tuple(map(Sum, weights)))
        return FinalScoring(
            parts=feature.segments,
            kind=feature.kind,
            value=self._value(feature, touched).constant,
            weights=tuple((colour, weight) for colour, weight in enumerate(weights) if weight),
            owners=tuple(colour for colour, owns in enumerate(owning) if owns == TRUE),
            cities=tuple(sorted((city.segments[0] for city in touched), key=_place)),
        )

    def _value(self, feature: Feature, touched: tuple[Feature, ...]) -> Sum:
        b = Builder()
        tiles, shields = Sum(len(feature.cells)), Sum(feature.shields)
        match feature.kind:
            case "field":
                return scoring.farm(b, [TRUE] * len(touched))
            case "monastery":
                lying = [b.const(cell in self._table.edges) for cell in _around(feature)]
                return scoring.incomplete_monastery(b, lying)
            case "road":
                return scoring.incomplete_road(b, tiles, b.const(feature.inn))
            case _:
                return scoring.incomplete_city(b, tiles, shields, b.const(feature.cathedral))

    def _is_complete(self, feature: Feature) -> bool:
        """Return whether it was scored when it was completed (HOUSE-TURN-6); fields never are."""
        if feature.kind == "monastery":
            return all(cell in self._table.edges for cell in _around(feature))
        return feature.kind != "field" and not feature.ports

    def _completed_cities(self, field: Feature) -> tuple[Feature, ...]:
        """HOUSE-FINAL-5, AMB-42: completed cities that a field borders on a tile, each once."""
        found: dict[Feature, None] = {}
        for cell, first in field.parts:
            for bordering, city in self._table.drawings[cell].borders:
                touched = self._table.feature_at[cell, city]
                if bordering == first and not touched.ports:
                    found[touched] = None
        return tuple(found)


def _around(monastery: Feature) -> Iterable[Cell]:
    return surroundings(monastery.parts[0][0])


def _order(scored: FinalScoring) -> tuple[int, int, int]:
    return _place(scored.feature)


def _place(at: FeatureAt) -> tuple[int, int, int]:
    x, y, name = at
    return (y, x, NAMES.index(name))
