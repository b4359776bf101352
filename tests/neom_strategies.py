"""Hypothesis strategies for documents of NEOM: catalogues, states and logs, legal or not."""

from __future__ import annotations

from hypothesis import strategies as st

from verifier.neom.log import (
    Act,
    ChooseTiles,
    Claims,
    End,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.state import HEADINGS, SQUARES, TILE_SETS, City, Square, State
from verifier.neom.tiles import Tile
from verifier.neom.tiles_document import demo_catalogue

DEMO = demo_catalogue()
TILES = [tile.id for tile in DEMO.tiles]
GOODS = [good.id for good in DEMO.goods]
BOARDS = [board.id for board in DEMO.boards]


def ids(tiles: list[Tile]) -> list[str]:
    return [tile.id for tile in tiles]


CORNERSTONES = ids([tile for tile in DEMO.tiles if tile.deck == "C"])
PLACEABLE = ids([tile for tile in DEMO.tiles if tile.type != "disaster"])

goods = st.frozensets(st.sampled_from(GOODS), max_size=6)
money = st.integers(0, 99)


@st.composite
def cities(draw: st.DrawFn) -> City:
    """Any city without a tile twice, linked or not."""
    tiles = draw(st.lists(st.sampled_from(PLACEABLE), unique=True, max_size=21))
    squares = draw(st.permutations(SQUARES))[: len(tiles)]
    lying = sorted(zip(squares, tiles, strict=True))
    return City(draw(st.sampled_from(BOARDS)), tuple(lying))


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any state that a document can state, reachable or not."""
    city = draw(cities())
    lying = {tile for _, tile in city.tiles}
    free = [tile for tile in CORNERSTONES if tile not in lying]
    generation = draw(st.integers(1, 3))
    return State(
        tile_set=draw(st.sampled_from(TILE_SETS)),
        city=city,
        tokens=draw(goods),
        money=draw(money),
        reserve=draw(st.frozensets(st.sampled_from(free), max_size=3)) if free else frozenset(),
        generation=generation,
        turn=draw(st.integers(1, 8 if generation == 3 else 7)),
        cornerstones_placed=draw(st.integers(0, 3)),
        routes_used=(draw(st.integers(0, 2)), draw(st.integers(0, 2))),
        disaster_over=draw(st.booleans()),
    )


claims = st.builds(Claims, st.none() | money, st.none() | goods)
tiles = st.lists(st.sampled_from(TILES), max_size=8).map(tuple)
squares: st.SearchStrategy[Square] = st.tuples(st.integers(-3, 8), st.integers(-3, 8))
bought = st.lists(st.sampled_from(GOODS), max_size=3).map(tuple)
routes = st.lists(st.sampled_from(["west", "east"]), max_size=3).map(tuple)
acts = st.one_of(
    st.builds(
        Act,
        st.sampled_from(["place", "build"]),
        st.sampled_from(TILES),
        square=st.none() | squares,
        bought=bought,
        routes=routes,
        claims=claims,
    ),
    st.builds(
        Act,
        st.just("cornerstone"),
        st.sampled_from(TILES),
        cornerstone=st.sampled_from(TILES),
        square=st.none() | squares,
        bought=bought,
        routes=routes,
        claims=claims,
    ),
    st.builds(Act, st.sampled_from(["sell", "prevent"]), st.sampled_from(TILES), claims=claims),
)
headings = st.dictionaries(st.sampled_from(list(HEADINGS)), st.integers(-99, 99)).map(
    lambda noted: tuple((name, noted[name]) for name in HEADINGS if name in noted)
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(RevealCornerstones, tiles, claims),
    st.builds(KeepCornerstone, st.sampled_from(TILES), claims),
    st.builds(ChooseTiles, st.sampled_from([*TILE_SETS, ("1+", "5+"), ()]), claims),
    st.builds(Reveal, tiles, claims),
    acts,
    st.builds(Strike, st.sampled_from(["protected", "pay", "nothing"]), claims=claims),
    st.builds(Strike, st.just("lose"), st.lists(squares, max_size=3).map(tuple), claims),
    st.builds(End, headings, st.none() | st.integers(-99, 99), claims),
)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Any log that a document can state, legal or not."""
    written = tuple(draw(st.lists(events, max_size=8)))
    start = draw(st.none() | states())
    board = draw(st.sampled_from(BOARDS)) if start is None else start.city.board
    return Log(board, written, start)
