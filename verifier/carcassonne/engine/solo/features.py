"""The features on a table with tiles, open ends and meeples, for evaluating turns."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.laid_out import laid_out
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.tiles import Kind

KIND: dict[int, Kind] = {1: "road", 2: "city", 3: "monastery"}
"""The kernel's numbers of the kinds."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature on the table (DEF-3): its tiles (DEF-6), open ends, coats, meeples by colour.

    For a monastery the tiles are the occupied cells of its 3 x 3 block and the open ends the empty
    ones. A completed feature has no meeples any more.
    """

    kind: Kind
    tiles: int
    open_ends: int
    shields: int
    meeples: tuple[int, ...]

    @property
    def points(self) -> int:
        """Its points as if it were complete (DEF-9, city.two: 4)."""
        if self.kind == "monastery":
            return 9
        return self.tiles if self.kind == "road" else 2 * (self.tiles + self.shields)


def features(position: Position) -> tuple[Feature, ...]:
    """Return the features on the table.

    >>> from verifier.carcassonne.solo.position import setup
    >>> [(feature.kind, feature.open_ends) for feature in features(setup())]
    [('city', 1), ('road', 2)]
    """
    with laid_out(position, kernel.Lister) as table:
        return tuple(
            Feature(KIND[kind], tiles, open_ends, shields, meeples)
            for kind, tiles, open_ends, shields, meeples in table.kernel.features()
        )
