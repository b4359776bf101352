"""Final scoring of a table: its open features and farms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.ground import surroundings
from verifier.carcassonne.model.house.drawn import drawn
from verifier.carcassonne.model.house.ground import Feature, Part, Table, collect
from verifier.carcassonne.model.house.rules import scoring
from verifier.carcassonne.model.house.rules.features import WEIGHT, owners
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
    table = collect(position)
    return tuple(sorted(_scorings(table), key=lambda each: _place(each.feature)))


def final_scores(position: Position) -> tuple[int, ...]:
    """Return the scores by colour after final scoring (HOUSE-FINAL-1, HOUSE-OWN-2)."""
    after = list(position.scores)
    for scored in final_scorings(position):
        for colour in scored.owners:
            after[colour] += scored.value
    return tuple(after)


def _scorings(table: Table) -> Iterator[FinalScoring]:
    b = Builder()
    cities = _Cities(table)
    for feature in table.features:
        if not any(WEIGHT[piece] for _, piece in feature.pieces):
            continue
        touched: list[Feature] = []
        match feature.kind:
            case "field":
                touched = cities.completed(feature)
                value = scoring.farm(b, [TRUE] * len(touched))
            case "monastery":
                around = [
                    b.const(cell in table.edges) for cell in surroundings(feature.parts[0][0])
                ]
                if all(lies == TRUE for lies in around):
                    continue  # scored when it was completed, as the next
                value = scoring.incomplete_monastery(b, around)
            case "road" | "city" if not feature.ports:
                continue
            case "road":
                tiles, inn = Sum(len(feature.cells)), b.const(feature.inn)
                value = scoring.incomplete_road(b, tiles, inn)
            case _:
                tiles, shields = Sum(len(feature.cells)), Sum(feature.shields)
                value = scoring.incomplete_city(b, tiles, shields, b.const(feature.cathedral))
        yield _scoring(table, feature, value.constant, touched)


def _scoring(
    table: Table, feature: Feature, value: int, touched: Iterable[Feature]
) -> FinalScoring:
    weights = [0] * table.position.rules.colours
    for (colour, piece), number in feature.pieces.items():
        weights[colour] += WEIGHT[piece] * number
    owning = owners(Builder(), tuple(map(Sum, weights)))
    return FinalScoring(
        parts=feature.segments,
        kind=feature.kind,
        value=value,
        weights=tuple((colour, weight) for colour, weight in enumerate(weights) if weight),
        owners=tuple(colour for colour, owns in enumerate(owning) if owns == TRUE),
        cities=tuple(sorted((city.segments[0] for city in touched), key=_place)),
    )


class _Cities:
    """Which completed cities touch which field."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._at: dict[Part, Feature] = {
            part: feature
            for feature in table.features
            if feature.kind == "city" and not feature.ports
            for part in feature.parts
        }
        self._lying = {placed.cell: placed for placed in table.position.placements}

    def completed(self, field: Feature) -> list[Feature]:
        """HOUSE-FINAL-5, AMB-42: those that it borders on a tile, each once."""
        found: dict[Feature, None] = {}
        for cell, first in field.parts:
            placed = self._lying[cell]
            for bordering, city in drawn(placed.tile, placed.rotation).borders:
                if bordering == first and (cell, city) in self._at:
                    found[self._at[cell, city]] = None
        return list(found)


def _place(at: FeatureAt) -> tuple[int, int, int]:
    x, y, name = at
    return (y, x, NAMES.index(name))
