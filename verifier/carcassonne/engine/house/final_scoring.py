"""What each feature brings in final scoring (HOUSE-FINAL-1 to -5)."""

from __future__ import annotations

from collections import defaultdict

from verifier.carcassonne.engine.house.laid_out import LaidOut
from verifier.carcassonne.engine.house.outcomes import KIND, owners, weighing
from verifier.carcassonne.engine.house.tables import segments_of
from verifier.carcassonne.engine.tables import SEGMENTS
from verifier.carcassonne.house.drawing import NAMES
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring
from verifier.carcassonne.house.position import Position


def final_scorings(position: Position, table: LaidOut) -> tuple[FinalScoring, ...]:
    """Return them in the order of the features; ``position`` lies on the table."""
    parts = _parts(position, table)
    cities = _touched_cities(position, table)
    found = []
    for root, (kind, value, each) in table.kernel.final_features().items():
        weights = weighing(each)
        touched = sorted((parts[city][0] for city in cities[root]), key=_order)
        found.append(
            FinalScoring(
                tuple(parts[root]), KIND[kind], value, weights, owners(weights), tuple(touched)
            )
        )
    return tuple(sorted(found, key=lambda scoring: _order(scoring.feature)))


def _parts(position: Position, table: LaidOut) -> dict[int, list[FeatureAt]]:
    """Return the segments of each feature, the least first, by its root."""
    parts: dict[int, list[FeatureAt]] = defaultdict(list)
    for placement in position.placements:
        roots = table.kernel.roots(table.number(placement.cell))
        drawn = segments_of(placement.tile, placement.rotation)
        for root, segment in zip(roots, drawn, strict=True):
            parts[root].append((placement.x, placement.y, segment.name))
    for each in parts.values():
        each.sort(key=_order)
    return parts


def _touched_cities(position: Position, table: LaidOut) -> dict[int, set[int]]:
    """Return the roots of the completed cities that touch each field, by its root."""
    touched: dict[int, set[int]] = defaultdict(set)
    for placement in position.placements:
        roots = table.kernel.roots(table.number(placement.cell))
        first = SEGMENTS * table.drawing_number(placement)
        for number, root in enumerate(roots):
            beside = table.tables.cities_beside[first + number]
            cities = {roots[city] for city in range(number) if beside >> city & 1}
            touched[root] |= {city for city in cities if table.kernel.is_complete_city(city)}
    return touched


def _order(feature: FeatureAt) -> tuple[int, int, int]:
    x, y, name = feature
    return (y, x, NAMES.index(name))
