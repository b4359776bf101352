"""Makes the demo catalogue: ``python -m verifier.neom.make_demo > verifier/neom/demo.json``.

Names, costs and effects are written by hand; a seed gives every tile its roads and its mark. The
file is the same, byte for byte, each time.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from verifier.neom.catalogue_document import catalogue_to_json
from verifier.neom.demo_tiles import IDEAS, Idea
from verifier.neom.parameters import (
    ByTier,
    Disaster,
    Loss,
    Neighbourhood,
    Overbuild,
    Parameters,
    Pollution,
    RequiredStructure,
    SoloRank,
    Target,
    Tier,
    TradeRoute,
)
from verifier.neom.tile_catalogue import Board, Deck, Good, Mark, Roads, Tile, TileCatalogue

__all__ = ["demo_text", "made"]

_SEED = 20181

_PROVENANCE = (
    "The demo of meepleproof. All tiles, City boards and numbers are invented; none is of the box. "
    "Public are the rules, the names of the six raw goods, £6 at the start, and £5 for a sale (one "
    "source). Steel, glass, copper and plastic are named in a review; all other goods are invented."
)

_GOODS: dict[Tier, str] = {
    "raw": "iron_ore natural_gas wood oil coal stone",
    "processed": "steel glass copper plastic paper cement fuel resin",
    "luxury": "clockwork porcelain perfume",
}

_PARAMETERS = Parameters(
    start_money=6,
    sell_value=5,
    good_price=ByTier(2, 4, 7),
    good_vp=ByTier(1, 3, 6),
    money_per_vp=2,
    money_rounding="down",
    cornerstone_cap=(1, 2, 3),
    neighbourhood=Neighbourhood("orth", (0, 2, 5, 9, 14, 20)),
    pollution=Pollution(Target(type="industrial"), "orth+diag", "pair", -2),
    required_structures=(RequiredStructure("dwelling", 5), RequiredStructure("power", 5)),
    trade_route=TradeRoute(rows=(1, 2, 3), linked=True, scope="per_good"),
    flood=Disaster(pay=4, lose=Loss(1, "residential"), protected_by=(), partial="tiles"),
    fire=Disaster(pay=7, lose=Loss(1, "any"), protected_by=("fire_station",), partial="tiles"),
    crime=Disaster(pay=10, lose=Loss(2, "commercial"), protected_by=("police",), partial="money"),
    overbuild=Overbuild(keep_token=False, must_keep_links=False, cornerstone_may=True),
    disaster_before_income=True,
    disaster_keeps_token=False,
    centre_counts_as_raw=True,
    requirements_read="before",
    cornerstones_counted="in_city",
    covered_centre="covering_tile",
    unlinked_tiles="count",
    solo_table=(
        SoloRank(0, "a camp"),
        SoloRank(30, "a village"),
        SoloRank(50, "a town"),
        SoloRank(75, "a city"),
        SoloRank(100, "a capital"),
    ),
)

_BOARDS = (
    Board("harbour", "oil", Roads(north=True, east=True, south=False, west=True)),
    Board("hillfoot", "iron_ore", Roads(north=True, east=True, south=True, west=False)),
    Board("woodside", "wood", Roads(north=True, east=True, south=True, west=True)),
    Board("gasworks", "natural_gas", Roads(north=False, east=True, south=True, west=True)),
    Board("colliery", "coal", Roads(north=True, east=False, south=True, west=True)),
    Board("quarry", "stone", Roads(north=True, east=True, south=True, west=True)),
)

_ROADS = (
    *["NESW"] * 3,
    *["NES", "ESW", "NSW", "NEW"] * 2,
    *["NS", "EW", "NE", "ES", "SW", "NW"],
    *["N", "E", "S", "W"][:2],
)
"""Road patterns, the usual ones several times: money is to be the brake, not roads."""


def made() -> TileCatalogue:
    """Return the demo catalogue."""
    chance = random.Random(_SEED)  # noqa: S311 - a seed, and no secret
    return TileCatalogue(
        provenance=_PROVENANCE,
        invented=True,
        parameters=_PARAMETERS,
        goods=tuple(Good(name, tier) for tier, names in _GOODS.items() for name in names.split()),
        boards=_BOARDS,
        tiles=tuple(tile for deck in IDEAS for tile in _deck(deck, chance)),
    )


def demo_text() -> str:
    """Return the demo catalogue as the text of its file: a line for each good, board and tile."""
    document = catalogue_to_json(made())
    parts = [f" {json.dumps(key)}: {_value(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {_line(each)}" for each in value) + "\n ]"
    if isinstance(value, dict):
        lines = (f"  {json.dumps(key)}: {_line(each)}" for key, each in value.items())
        return "{\n" + ",\n".join(lines) + "\n }"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _deck(deck: Deck, chance: random.Random) -> list[Tile]:
    ideas = IDEAS[deck]
    marks = _marks(deck, ideas, chance)
    return [
        _tile(f"demo-{deck}-{number:02}", deck, mark, idea, chance)
        for number, (idea, mark) in enumerate(zip(ideas, marks, strict=True), start=1)
    ]


def _marks(deck: Deck, ideas: tuple[Idea, ...], chance: random.Random) -> list[Mark]:
    """Return a mark for each tile, spread over the types: of five, three 1+, a 4+ and a 5+."""
    if deck == "C":
        return ["C"] * len(ideas)
    found: list[Mark] = ["1+"] * len(ideas)
    # Only random() itself is the same in every version of Python, so it is the order to sort by.
    free = [(idea.type, chance.random(), n) for n, idea in enumerate(ideas) if not idea.always]
    spread = [n for _, _, n in sorted(free)]
    others = len(ideas) // 5
    for place in range(others):
        found[spread[place * len(spread) // others]] = "4+"
        found[spread[place * len(spread) // others + 1]] = "5+"
    return found


def _tile(name: str, deck: Deck, mark: Mark, idea: Idea, chance: random.Random) -> Tile:
    edges = "" if idea.type == "disaster" else _ROADS[int(chance.random() * len(_ROADS))]
    return Tile(
        id=name,
        deck=deck,
        mark=mark,
        type=idea.type,
        roads=Roads(*(edge in edges for edge in "NESW")),
        cost=idea.cost,
        needs_goods=tuple(idea.needs.split()),
        needs_tiles=tuple(idea.needs_tiles.split()),
        produces=tuple(idea.produces.split()),
        on_place=idea.on_place,
        income=idea.income,
        vp=idea.vp,
        effects=idea.effects,
        tags=tuple(idea.tags.split()),
        conditional=any(effect.kind.startswith("vp_") for effect in idea.effects),
        name=idea.name,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(demo_text().encode())
