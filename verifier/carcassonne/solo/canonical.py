"""The canonical form of a position, version c1: one text for all forms of a puzzle.

No rule depends on how the whole table is turned or mirrored (the base set is its own mirror image:
J and K swap, three of each), nor on which colour comes first in turn order. Colours keep their
places only if each colour's own start is subtracted from the result (AMB-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import EDGES, drawing_of, tiles_in_play

VERSION = "c1"

_MIRRORED = {0: 0, 1: 3, 2: 2, 3: 1}
"""Edges seen in a mirror that keeps north and south."""


def canonical_text(position: Position) -> str:
    """Return the smallest text over all turns, mirror images and recolourings of the position.

    >>> from verifier.carcassonne.solo.position import setup
    >>> canonical_text(setup()).split("~")[:3]
    ['c1', 's3.4', 'D0.0.0']
    """
    own_starts_count = position.rules.choose(
        "result.offset", {"keep": False, "subtract_own_start": True}
    )
    start = position if own_starts_count else _first_to_move(position)
    texts = (
        position_text(_turned_to_origin(image, turns))
        for image in (start, mirrored(start))
        for turns in range(4)
    )
    return f"{VERSION}~{min(texts)}"


def turned(position: Position, quarter_turns: int) -> Position:
    """Return the position with the whole table turned clockwise by so many quarter turns."""
    return replace(position, placements=tuple(_turn_all(position.placements, quarter_turns)))


def mirrored(position: Position) -> Position:
    """Return the position seen in a mirror that swaps east and west."""
    sheets = position.rules.sheets
    return replace(
        position,
        placements=tuple(_mirror_placement(placement, sheets) for placement in position.placements),
        piles=tuple(
            replace(pile, known=tuple(_mirror_kind(tile, 0, sheets)[0] for tile in pile.known))
            for pile in position.piles
        ),
        discards=tuple(_mirror_kind(tile, 0, sheets)[0] for tile in position.discards),
    )


def _turn_all(
    placements: Iterable[Placement], quarter_turns: int, east: int = 0, north: int = 0
) -> Iterator[Placement]:
    """Yield the placements turned, and then moved east and north by so many cells."""
    for placement in placements:
        x, y = _turned_cell(placement.x, placement.y, quarter_turns)
        meeple = placement.meeple
        if meeple is not None and meeple.segment in EDGES:
            edge = (EDGES.index(meeple.segment) + quarter_turns) % 4
            meeple = Meeple(EDGES[edge], meeple.colour)
        rotation = (placement.rotation + quarter_turns) % 4
        yield Placement(placement.tile, rotation, x + east, y + north, meeple)


def _turned_cell(x: int, y: int, quarter_turns: int) -> Cell:
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter_turns % 4]


def _turned_to_origin(position: Position, quarter_turns: int) -> Position:
    """Return the position turned, and moved so that its least x and y are 0."""
    cells = [_turned_cell(laid.x, laid.y, quarter_turns) for laid in position.placements]
    west, south = min(x for x, _ in cells), min(y for _, y in cells)
    moved = _turn_all(position.placements, quarter_turns, -west, -south)
    return replace(position, placements=tuple(moved))


def _mirror_placement(placement: Placement, sheets: tuple[str, ...]) -> Placement:
    tile, rotation = _mirror_kind(placement.tile, placement.rotation, sheets)
    meeple = placement.meeple
    if meeple is not None and meeple.segment in EDGES:
        meeple = Meeple(EDGES[_MIRRORED[EDGES.index(meeple.segment)]], meeple.colour)
    return Placement(tile, rotation, -placement.x, placement.y, meeple)


@cache
def _mirror_kind(tile: str, rotation: int, sheets: tuple[str, ...]) -> tuple[str, int]:
    """Return the letter and rotation of the tile's mirror image."""
    drawing = drawing_of(tile, rotation)
    terrain = tuple(drawing.terrain[_MIRRORED[edge]] for edge in range(4))
    segments = {
        (s.kind, frozenset(_MIRRORED[edge] for edge in s.edges), s.shields)
        for s in drawing.segments
    }
    for kind in tiles_in_play(sheets).kinds:
        for number in kind.rotations:
            other = kind.orientations[number]
            same = {(s.kind, frozenset(s.edges), s.shields) for s in other.segments} == segments
            if same and other.terrain == terrain and len(other.segments) == len(drawing.segments):
                return kind.id, number
    raise LookupError(tile)  # the sheet is checked: every tile of the base set has a mirror image


def _first_to_move(position: Position) -> Position:
    """Return the position with the colours renumbered so that the one to move is the first."""
    shift, colours = position.to_move, position.rules.colours

    def passed_on(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[shift:] + values[:shift]

    piles = position.piles
    return replace(
        position,
        placements=tuple(_recolour(p, shift, colours) for p in position.placements),
        scores=passed_on(position.scores),
        supplies=passed_on(position.supplies),
        to_move=0,
        piles=piles if len(piles) == 1 else piles[shift:] + piles[:shift],
    )


def _recolour(placement: Placement, shift: int, colours: int) -> Placement:
    meeple = placement.meeple
    if meeple is None:
        return placement
    return replace(placement, meeple=Meeple(meeple.segment, (meeple.colour - shift) % colours))
