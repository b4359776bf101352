"""A little catalogue of NEOM for vectors, in which every number is known and plain."""

from __future__ import annotations

from dataclasses import replace

from verifier.neom.parameters import (
    ByTier,
    Disaster,
    Loss,
    Neighbourhood,
    Overbuild,
    Parameters,
    Pollution,
    RequiredStructure,
    Target,
    TradeRoute,
)
from verifier.neom.state import City, Square, State
from verifier.neom.tiles import Board, Good, Roads, Tile, TileCatalogue

CROSS = Roads(north=True, east=True, south=True, west=True)
ACROSS = Roads(north=False, east=True, south=False, west=True)
UPRIGHT = Roads(north=True, east=False, south=True, west=False)
NO_ROADS = Roads(north=False, east=False, south=False, west=False)

_STRIKE = Disaster(pay=4, lose=Loss(1, "any"), protected_by=(), partial="nothing")

PARAMETERS = Parameters(
    start_money=6,
    sell_value=5,
    good_price=ByTier(2, 4, 6),
    good_vp=ByTier(1, 2, 4),
    money_per_vp=2,
    money_rounding="down",
    cornerstone_cap=(1, 2, 3),
    neighbourhood=Neighbourhood("orth", (1, 3, 6)),
    pollution=Pollution(Target(type="industrial"), "orth+diag", "pair", -1),
    required_structures=(RequiredStructure("power", 3),),
    trade_route=TradeRoute(rows=(2,), linked=True, scope="per_good"),
    flood=_STRIKE,
    fire=replace(_STRIKE, protected_by=("fire_station",)),
    crime=replace(_STRIKE, protected_by=("police",)),
    overbuild=Overbuild(keep_token=False, must_keep_links=False, cornerstone_may=True),
    disaster_before_income=True,
    disaster_keeps_token=False,
    centre_counts_as_raw=True,
    requirements_read="before",
    cornerstones_counted="in_city",
    covered_centre="covering_tile",
    unlinked_tiles="count",
    solo_table=(),
)

GOODS = (
    Good("wood", "raw"),
    Good("coal", "raw"),
    Good("steel", "processed"),
    Good("jewels", "luxury"),
)

BOARD = "crossing"


def tile(tile_id: str, kind: str = "commercial", **fields: object) -> Tile:
    """Return a tile of Generation I with roads on all sides that costs nothing."""
    base = Tile(tile_id, "I", "1+", "public", CROSS)
    return replace(base, type=kind, **fields)  # type: ignore[arg-type]  # a test's fields


def cornerstone(tile_id: str, kind: str = "public", **fields: object) -> Tile:
    """Return a Cornerstone with roads on all sides that costs nothing."""
    return tile(tile_id, kind, deck="C", mark="C", **fields)


def catalogue(*tiles: Tile, **parameters: object) -> TileCatalogue:
    """Return a catalogue of these tiles, with some parameters changed."""
    return TileCatalogue(
        "made for a test",
        invented=True,
        parameters=replace(PARAMETERS, **parameters),  # type: ignore[arg-type]  # a test's fields
        goods=GOODS,
        boards=(Board(BOARD, "wood", CROSS),),
        tiles=tiles,
        complete=False,
    )


def city(**at: str) -> City:
    """Return a city by the names of its squares: ``city(C2="mill")``."""
    laid = {_square(name): tile_id for name, tile_id in at.items()}
    return City(BOARD, tuple(sorted(laid.items())))


def state(where: City | None = None, **fields: object) -> State:
    """Return the state of a first turn with £6 and the Center's wood."""
    base = State(("1+",), where or city(), frozenset({"wood"}), 6, frozenset())
    return replace(base, **fields)  # type: ignore[arg-type]  # a test's fields


def _square(name: str) -> Square:
    return (int(name[1]) - 1, ord(name[0]) - ord("A"))
