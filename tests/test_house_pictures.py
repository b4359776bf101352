"""Drawings of the house game: fields are tinted where they lie, pieces stand where they should.

After a wanted change of the drawing, `python -m tests.test_house_pictures` writes the golden files
anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from meepleproof.rendering.carcassonne.layout import SIZE, is_inside, layout, points_on
from meepleproof.rendering.carcassonne.tiles import (
    PITCH,
    FieldArea,
    Square,
    field_areas,
    squares_by_field,
)
from meepleproof.rendering.house.board import Farms, Mark, house_board, spot, standing_spot
from meepleproof.rendering.house.text import house_text
from verifier.carcassonne.house.position import Piece, Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles import SETS, Tile, tile_sheet
from verifier.carcassonne.tiles.drawing import segments

GOLDEN = Path(__file__).parent / "golden"
TILES = [tile for name in SETS for tile in tile_sheet(name).tiles]
RULES = RuleSet(players=6)
TABLE = Position(
    rules=RULES,
    placements=(
        Placement("base/D", 0, 0, 0, StandingPiece("little", "Er", 1)),
        Placement("base/E", 2, 0, 1),
        Placement("base/U", 1, 1, 0, StandingPiece("builder", "N", 0)),
        Placement("ic/A", 1, -1, 0, StandingPiece("big", "N", 3)),
        Placement("ks/C", 0, 0, -1, StandingPiece("little", "NW", 5)),
        Placement("base/B", 0, -1, -1, StandingPiece("little", "M", 2)),
        Placement("ic/K", 0, 0, -2, StandingPiece("big", "N", 4)),
    ),
    scores=(12, 0, 104, 3, 7, 9),
    supplies=(Pieces(7, 1, 0), *[Pieces(6, 1, 1)] * 4, Pieces(1, 0, 1)),
    to_move=2,
    second=True,
    hand=("base/V", "tb/C", "ic/H"),
    bag=("base/W",),
    hidden=5,
)
FARMS: Farms = {(0, 0, "El"): (1,), (0, -1, "NW"): (5, 0)}


def picture() -> str:
    mark = Mark("2", next(each for each in TABLE.placements if each.tile == "base/D"), "Er")
    return house_board(TABLE, title="A table", farms=FARMS, marks=[mark])


def board() -> str:
    return house_text(TABLE, colour=False)


DRAWN: Mapping[str, Callable[[], str]] = {"house-board.svg": picture, "house-board.txt": board}


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_field_is_seen_at_all_its_half_edges(tile: Tile) -> None:
    shown = squares_by_field(tile)
    for field in tile.fields:
        assert dict.fromkeys(field.half_edges, True) == {
            half: bool(at_the_rim(half) & shown[field.id]) for half in field.half_edges
        }
    for one, other in combinations(shown.values(), 2):
        assert not one & other


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_farmers_lie_in_their_fields(tile: Tile) -> None:
    cities = [points_on(area.ground) for area in layout(tile).areas]
    for area in field_areas(tile):
        assert any(is_inside(area.farmer, points_on(f"M{part}")) for part in rectangles(area))
        assert not any(is_inside(area.farmer, city) for city in cities)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
@pytest.mark.parametrize("rotation", range(4))
def test_pieces_stand_apart_on_the_features_of_a_tile(tile: Tile, rotation: int) -> None:
    placement = Placement(tile.id, rotation, 0, 0)
    places = [
        spot(placement, segment.name)
        for segment in segments(tile.id, rotation)
        if segment.kind != "river"
    ]
    assert len(places) == len(set(places))
    assert all(0 < x < SIZE and 0 < y < SIZE for x, y in places)


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_are_the_same_bytes_every_time(name: str) -> None:
    assert (GOLDEN / name).read_text(encoding="utf-8") == DRAWN[name]()


def test_a_picture_draws_from_what_it_defines() -> None:
    root = fromstring(picture())  # noqa: S314 - our own picture
    defined = {f"#{each.get('id')}" for each in root.iter() if each.get("id")}
    used = {each.get("href") for each in root.iter() if each.get("href")}
    used |= {each.get("fill", "")[4:-1] for each in root.iter() if "url" in each.get("fill", "")}
    assert defined == used


def test_colours_are_drawn_on_a_terminal_that_has_them() -> None:
    assert "\x1b[" in house_text(TABLE, colour=True)


def at_the_rim(half: str) -> set[Square]:
    """Return the squares of the grid along a half-edge, but for those at its ends."""
    near, far = range(2, 10), range(15, 23)
    along = near if half in ("Nl", "El", "Sr", "Wr") else far
    last = SIZE // PITCH - 1
    if half[0] in "NS":
        return {(x, 0 if half[0] == "N" else last) for x in along}
    return {(last if half[0] == "E" else 0, y) for y in along}


def rectangles(area: FieldArea) -> list[str]:
    return [part for part in area.area.split("M") if part]


if __name__ == "__main__":
    for file, draw in DRAWN.items():
        (GOLDEN / file).write_text(draw(), encoding="utf-8")


HALVES: Mapping[Piece, tuple[int, int]] = {"little": (20, 14), "big": (28, 20)}
"""Half of what a piece that lies takes up, across and down."""


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
@pytest.mark.parametrize("piece", HALVES)
def test_one_sees_on_which_field_a_piece_lies(tile: Tile, piece: Piece) -> None:
    wide, high = HALVES[piece]
    for area in field_areas(tile):
        name = (area.field.half_edges or area.field.corners)[0]
        lying = StandingPiece(piece, name, 0)
        (x, y), point = standing_spot(Placement(tile.id, 0, 0, 0, lying), lying)
        if point is None:  # more of the field is to be seen than the piece can cover
            assert area.size > 4 * wide * high * 0.9
        else:
            assert abs(x - point[0]) > wide or abs(y - point[1]) > high
