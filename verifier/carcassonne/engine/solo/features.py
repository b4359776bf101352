"""The features on a table: tiles, open ends and meeples, and what it takes to complete them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.laid_out import laid_out
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import Kind, Segment

KIND: dict[int, Kind] = {1: "road", 2: "city", 3: "monastery"}
"""The kernel's numbers of the kinds."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature on the table (DEF-3): its tiles (DEF-6), open ends, coats, meeples by colour.

    ``inns`` and ``cathedrals`` count those of a road or city (SOLO-BOX-3, -4). For a monastery the
    tiles are the occupied cells of its 3 x 3 block and the open ends the empty ones. A completed
    feature has no meeples any more.
    """

    kind: Kind
    tiles: int
    open_ends: int
    shields: int
    meeples: tuple[int, ...]
    inns: int = 0
    cathedrals: int = 0

    @property
    def points(self) -> int:
        """Its points as if it were complete (DEF-9, city.two: 4).

        >>> Feature("road", 3, 0, 0, (1, 0, 0), inns=2).points
        6
        >>> Feature("city", 6, 0, 1, (1, 0, 0), cathedrals=1).points
        21
        """
        if self.kind == "monastery":
            return 9
        if self.kind == "road":
            return (2 if self.inns else 1) * self.tiles
        return (3 if self.cathedrals else 2) * (self.tiles + self.shields)


def features(position: Position) -> tuple[Feature, ...]:
    """Return the features on the table.

    >>> from verifier.carcassonne.solo.position import setup
    >>> [(feature.kind, feature.open_ends) for feature in features(setup())]
    [('city', 1), ('road', 2)]
    """
    with laid_out(position, kernel.Lister) as table:
        return tuple(
            _feature(KIND[kind], tiles, open_ends, extras, meeples)
            for kind, tiles, open_ends, extras, meeples in table.kernel.features()
        )


def _feature(
    kind: Kind, tiles: int, open_ends: int, extras: int, meeples: tuple[int, ...]
) -> Feature:
    """Return a feature of the kernel, whose extras are inns, or coats and cathedrals."""
    if kind == "road":
        return Feature(kind, tiles, open_ends, 0, meeples, inns=extras)
    cathedrals, shields = divmod(extras, 16)
    return Feature(kind, tiles, open_ends, shields, meeples, cathedrals=cathedrals)


# --- Open roads and cities, with what it takes to complete them


_TWO = 2


@dataclass(frozen=True, slots=True)
class Front:
    """An open road or city: the empty cells at its open ends, the colours of its meeples.

    ``worth`` is its points if it were complete as it is.
    """

    gaps: frozenset[Cell]
    meeples: tuple[int, ...]
    worth: int

    @property
    def colours(self) -> frozenset[int]:
        """The colours that have a meeple on it."""
        return frozenset(self.meeples)


def fronts(position: Position, kind: Kind) -> Iterator[Front]:
    """Yield the open features of a kind, road or city."""
    table = {placement.cell: placement for placement in position.placements}
    seen: set[tuple[Cell, Segment]] = set()
    for cell, placement in table.items():
        for segment in placement.drawing.segments:
            if segment.kind == kind and (cell, segment) not in seen:
                parts, gaps = feature_of(table, cell, segment)
                seen |= parts
                if gaps:
                    meeples = tuple(sorted(_meeples(table, parts)))
                    yield Front(frozenset(gaps), meeples, worth_of(kind, parts))


def feature_of(
    table: dict[Cell, Placement], cell: Cell, segment: Segment
) -> tuple[set[tuple[Cell, Segment]], set[Cell]]:
    """Return the parts of the feature of a segment (DEF-3), and the empty cells at its ends."""
    parts, todo, gaps = {(cell, segment)}, [(cell, segment)], set[Cell]()
    while todo:
        (x, y), here = todo.pop()
        for edge in here.edges:
            beyond = (x + STEPS[edge][0], y + STEPS[edge][1])
            if beyond not in table:
                gaps.add(beyond)
                continue
            joined = table[beyond].drawing.segment_at((edge + 2) % 4)
            if joined is not None and (beyond, joined) not in parts:
                parts.add((beyond, joined))
                todo.append((beyond, joined))
    return parts, gaps


def worth_of(kind: str, parts: set[tuple[Cell, Segment]]) -> int:
    """Return the points of a road or city of these parts, as if it were complete."""
    tiles = len({cell for cell, _ in parts})
    return tiles if kind == "road" else 2 * (tiles + sum(part.shields for _, part in parts))


def _meeples(table: dict[Cell, Placement], parts: set[tuple[Cell, Segment]]) -> Iterator[int]:
    for cell, segment in parts:
        meeple = table[cell].meeple
        if meeple is not None and table[cell].drawing.segment_named(meeple.segment) == segment:
            yield meeple.colour


def meet_in_one_cell(gaps: Sequence[frozenset[Cell]], empty: Sequence[frozenset[Cell]]) -> bool:
    """Return whether two tiles can join these features and a new one claimed on the first tile.

    The first tile has one edge towards the cell of the second. If its own feature takes that edge,
    the others must be open to that cell already; otherwise a feature without meeples has to lead
    there from the first tile's cell.
    """
    return bool(gaps[0].intersection(*gaps)) or any(
        len(leads) == _TWO and leads.issuperset(frozenset[Cell]().union(*gaps)) for leads in empty
    )
