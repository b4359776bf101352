"""Makes the demo catalogue: ``python -m verifier.neom.make_demo > verifier/neom/demo.json``.

Names, costs and effects are written by hand; a seed gives every tile its roads and its mark. The
file is the same, byte for byte, each time.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.neom.parameters import (
    Adjacency,
    ByTier,
    Disaster,
    DisasterName,
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
from verifier.neom.tiles import (
    Board,
    Deck,
    Effect,
    Good,
    Mark,
    Roads,
    Tile,
    TileCatalogue,
    TileType,
)
from verifier.neom.tiles_document import catalogue_to_json

__all__ = ["demo_text"]


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


def _made() -> TileCatalogue:
    """Return the demo catalogue."""
    chance = random.Random(_SEED)  # noqa: S311 - a seed, and no secret
    return TileCatalogue(
        provenance=_PROVENANCE,
        invented=True,
        parameters=_PARAMETERS,
        goods=tuple(Good(name, tier) for tier, names in _GOODS.items() for name in names.split()),
        boards=_BOARDS,
        tiles=tuple(tile for deck in _IDEAS for tile in _deck(deck, chance)),
    )


def demo_text() -> str:
    """Return the demo catalogue as the text of its file: a line for each good, board and tile."""
    document = catalogue_to_json(_made())
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
    ideas = _IDEAS[deck]
    marks = _marks(deck, ideas, chance)
    return [
        _tile(f"demo-{deck}-{number:02}", deck, mark, idea, chance)
        for number, (idea, mark) in enumerate(zip(ideas, marks, strict=True), start=1)
    ]


def _marks(deck: Deck, ideas: tuple[_Idea, ...], chance: random.Random) -> list[Mark]:
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


def _tile(name: str, deck: Deck, mark: Mark, idea: _Idea, chance: random.Random) -> Tile:
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


# --- the invented tiles, without marks and roads, which chance gives them
#
# No tile of the box is among them. Costs are such that money is short; several tiles of Generations
# I and II need goods that cannot be bought yet (NEOM-BUY-2, NEOM-BUY-3).


@dataclass(frozen=True, slots=True)
class _Idea:
    """A tile as it was thought up; goods, needed tiles and tags are words with blanks between.

    ``always`` says that it is in play in every tile set.
    """

    name: str
    type: TileType
    cost: int = 0
    needs: str = ""
    produces: str = ""
    vp: int = 0
    income: int = 0
    on_place: int = 0
    effects: tuple[Effect, ...] = ()
    tags: str = ""
    needs_tiles: str = ""
    always: bool = False


def _home(name: str, cost: int, vp: int, needs: str, *effects: Effect) -> _Idea:
    return _Idea(name, "residential", cost, needs, vp=vp, effects=effects, tags="dwelling")


def _shop(name: str, cost: int, income: int, needs: str, *effects: Effect) -> _Idea:
    return _Idea(name, "commercial", cost, needs, income=income, effects=effects)


def _works(name: str, cost: int, vp: int, needs: str, produces: str, *effects: Effect) -> _Idea:
    return _Idea(name, "industrial", cost, needs, produces, vp, effects=effects)


def _site(name: str, cost: int, produces: str, on_place: int) -> _Idea:
    return _Idea(name, "raw", cost, produces=produces, on_place=on_place)


def _public(name: str, cost: int, vp: int, needs: str, *effects: Effect) -> _Idea:
    return _Idea(name, "public", cost, needs, vp=vp, effects=effects)


def _stone(name: str, cost: int, vp: int, needs: str, *effects: Effect, tiles: str = "") -> _Idea:
    return _Idea(name, "public", cost, needs, vp=vp, effects=effects, needs_tiles=tiles)


def _disaster(name: str) -> _Idea:
    return _Idea(name, "disaster", always=True)


def _beside(amount: int, kind: TileType, adjacency: Adjacency = "orth") -> Effect:
    return Effect("vp_per_neighbour", amount, Target(type=kind), adjacency)


def _earns_beside(amount: int, kind: TileType, adjacency: Adjacency = "orth") -> Effect:
    return Effect("income_per_neighbour", amount, Target(type=kind), adjacency)


def _each(amount: int, kind: TileType) -> Effect:
    return Effect("vp_per_count", amount, Target(type=kind))


def _each_tagged(amount: int, tag: str) -> Effect:
    return Effect("vp_per_count", amount, Target(tag=tag))


def _earns_each(amount: int, kind: TileType) -> Effect:
    return Effect("income_per_count", amount, Target(type=kind))


def _goods(amount: int, tier: Tier) -> Effect:
    return Effect("vp_per_good_tier", amount, tier=tier)


def _prices(amount: int, tier: Tier) -> Effect:
    return Effect("price_change", amount, tier=tier)


def _protects(disaster: DisasterName) -> Effect:
    return Effect("protect", disaster=disaster)


_CORNER = Effect("vp_if_position", 4, position="corner")
_BORDER = Effect("vp_if_position", 2, position="edge")
_ALONE = Effect("vp_if_position", 6, position="isolated")
_AT_THE_CENTRE = Effect("vp_if_position", 3, position="centre-adjacent")
_POWER = Effect("power")
_CLEAN = Effect("ignore_pollution")

_GENERATION_I = (
    _disaster("Flood"),
    _Idea("Tent Rows", "residential", 0, vp=3, tags="dwelling", always=True),
    _home("Timber Cottages", 2, 4, "wood"),
    _home("Stone Terraces", 3, 5, "stone"),
    _home("Quarrymen's Yard", 2, 3, "", _beside(1, "raw")),
    _home("Garden Plots", 3, 4, "wood", _CLEAN),
    _home("Gaslight Lane", 4, 6, "natural_gas wood"),
    _home("Glasshouse Row", 3, 7, "glass wood"),
    _home("Watermen's Quay", 3, 4, "", _BORDER),
    _shop("Corner Stall", 0, 3, ""),
    _shop("Farmers' Market", 2, 4, ""),
    _shop("Coal Merchant", 2, 5, "coal"),
    _shop("Timber Yard Office", 3, 5, "wood"),
    _shop("Wayside Inn", 3, 4, "", _earns_beside(1, "public")),
    _shop("Lamp Oil Shop", 3, 6, "oil"),
    _shop("Ironmonger", 4, 8, "steel"),
    _shop("Paper Stand", 1, 5, "paper"),
    _works("Little Foundry", 4, 2, "iron_ore coal", "steel"),
    _works("Bottle Works", 4, 2, "stone natural_gas", "glass"),
    _works("Paper Mill", 3, 2, "wood", "paper"),
    _works("Lime Kiln", 3, 2, "stone coal", "cement"),
    _works("Still House", 4, 2, "oil", "fuel"),
    _works("Copper Smithy", 4, 2, "coal", "copper"),
    _works("Resin Boilers", 3, 2, "wood", "resin"),
    _works("Button Press", 5, 2, "fuel", "plastic"),
    _site("Hillside Mine", 1, "iron_ore", 2),
    _site("Gas Seep", 2, "natural_gas", 2),
    _site("Pine Stand", 0, "wood", 2),
    _site("Bore Hole", 2, "oil", 2),
    _site("Coal Seam", 1, "coal", 2),
    _site("Gravel Pit", 1, "stone", 3),
    _site("River Forest", 1, "wood", 4),
    _site("Deep Quarry", 3, "stone iron_ore", 2),
    _site("Old Shaft", 0, "coal", 2),
    _Idea("Bucket Brigade", "public", 3, vp=3, tags="fire_station", always=True),
    _Idea("Dam Turbine", "public", 4, "stone", vp=3, effects=(_POWER,), always=True),
    _public("Village School", 3, 3, "wood", _beside(1, "residential")),
    _public("Toll Bridge", 2, 2, "wood", Effect("money_now", 4)),
    _public("Trade Post", 3, 3, "", _prices(-1, "raw")),
    _public("Glass Pavilion", 3, 7, "glass"),
)

_GENERATION_II = (
    _disaster("Fire"),
    _Idea("Workers' Blocks", "residential", 2, vp=5, tags="dwelling", always=True),
    _home("Brickwork Mews", 4, 7, "cement"),
    _home("Canal Houses", 4, 6, "glass", _BORDER),
    _home("Villa Hill", 6, 9, "glass wood"),
    _home("Park Crescent", 4, 5, "stone", _beside(1, "public", "orth+diag")),
    _home("Resin Lofts", 4, 6, "resin", _CLEAN),
    _home("Clockmakers' Close", 4, 11, "clockwork"),
    _home("Steel Frame Flats", 6, 10, "steel cement"),
    _shop("Department Hall", 5, 7, "glass"),
    _shop("Fuel Depot Office", 4, 8, "fuel"),
    _shop("Printing House", 4, 7, "paper"),
    _shop("Arcade Row", 5, 5, "", _earns_beside(1, "residential")),
    _shop("Copper Exchange", 6, 9, "copper"),
    _shop("Freight Broker", 5, 4, "", _earns_each(1, "industrial")),
    _shop("Porcelain Rooms", 4, 10, "porcelain"),
    _shop("Savings Hall", 4, 4, "", Effect("vp_per_money", 1, per=6)),
    _works("Rolling Mill", 5, 3, "iron_ore coal", "steel"),
    _works("Plate Glass Works", 5, 3, "stone natural_gas", "glass"),
    _works("Polymer Plant", 6, 3, "oil natural_gas", "plastic"),
    _works("Wire Works", 5, 3, "copper", "copper resin"),
    _works("Cement Towers", 5, 3, "stone coal", "cement"),
    _works("Cracking Towers", 6, 3, "oil", "fuel plastic"),
    _works("Pulp Works", 4, 3, "wood coal", "paper"),
    _works("Clock Factory", 6, 3, "steel copper", "clockwork"),
    _works("Porcelain Kilns", 6, 3, "cement glass", "porcelain"),
    _works("Scent Distillery", 6, 3, "glass resin", "perfume"),
    _site("Open Cast Mine", 2, "iron_ore coal", 3),
    _site("Gas Field", 3, "natural_gas", 6),
    _site("Oil Terrace", 3, "oil", 5),
    _site("Managed Forest", 1, "wood", 6),
    _site("Granite Works", 2, "stone", 7),
    _Idea("Engine Company", "public", 4, vp=4, tags="fire_station", always=True),
    _Idea("Watch House", "public", 4, vp=4, tags="police", always=True),
    _Idea("Coal Power House", "public", 6, "coal", vp=4, effects=(_POWER,), always=True),
    _public("Technical College", 6, 4, "paper", _beside(2, "industrial", "orth+diag")),
    _public("Rail Yard", 5, 4, "steel", _prices(-1, "processed")),
    _public("Hill Observatory", 5, 4, "glass", _ALONE),
    _public("Concert Shell", 5, 4, "", _beside(2, "residential", "road")),
    _public("Perfume Garden", 4, 11, "perfume"),
)

_GENERATION_III = (
    _disaster("Crime Wave"),
    _Idea("Tower Blocks", "residential", 3, vp=8, tags="dwelling", always=True),
    _home("Glass Towers", 6, 13, "glass steel"),
    _home("Marina Homes", 5, 10, "plastic", _BORDER),
    _home("Clocktower Court", 7, 16, "clockwork cement"),
    _home("Scented Terraces", 6, 15, "perfume"),
    _home("Green Roofs", 5, 10, "resin wood", _CLEAN),
    _home("Centre Lofts", 6, 10, "copper", _AT_THE_CENTRE),
    _home("Garden City", 6, 7, "cement", _each(1, "residential")),
    _Idea(
        "Skyline Quarter",
        "residential",
        7,
        "steel glass",
        vp=17,
        tags="dwelling",
        needs_tiles="power",
    ),
    _shop("Glass Mall", 5, 10, "glass plastic"),
    _shop("Stock Exchange", 6, 7, "", Effect("vp_per_money", 2, per=5)),
    _shop("Airship Office", 6, 12, "fuel"),
    _shop("Perfumery", 5, 12, "perfume"),
    _shop("Grand Bazaar", 6, 7, "", _earns_beside(2, "residential", "road")),
    _shop("Clock Arcade", 5, 13, "clockwork"),
    _shop("Shipping Line", 6, 6, "fuel", _earns_each(2, "industrial")),
    _Idea(
        "Card Palace",
        "commercial",
        5,
        "porcelain",
        income=14,
        needs_tiles="dwelling dwelling",
    ),
    _works("Precision Works", 6, 4, "steel copper", "clockwork"),
    _works("Fine China Works", 6, 4, "cement glass", "porcelain"),
    _works("Perfume House", 6, 4, "glass resin", "perfume"),
    _works("Alloy Works", 5, 4, "iron_ore copper", "steel copper"),
    _works("Composite Plant", 5, 4, "plastic resin", "plastic resin", _goods(1, "processed")),
    _works("Fuel Refinery", 5, 4, "oil natural_gas", "fuel"),
    _works("Glass Furnaces", 5, 4, "stone natural_gas", "glass"),
    _works("Printing Combine", 4, 4, "wood fuel", "paper"),
    _works("Concrete Combine", 5, 4, "stone fuel", "cement", _each(1, "industrial")),
    _site("Deep Sea Well", 3, "oil natural_gas", 7),
    _site("Terraced Mine", 2, "iron_ore stone", 7),
    _site("Replanted Hills", 2, "wood coal", 9),
    _Idea("Police Headquarters", "public", 5, vp=7, tags="police", always=True),
    _Idea("Solar Farm", "public", 5, "glass", vp=7, effects=(_POWER,), always=True),
    _public("University", 7, 8, "paper glass", _beside(2, "residential", "orth+diag")),
    _public("Central Station", 7, 9, "steel", _beside(2, "commercial", "road")),
    _public("Botanic Dome", 7, 8, "glass plastic", _each(1, "public")),
    _public("Museum of Goods", 7, 6, "", _goods(3, "luxury"), _goods(1, "raw")),
    _public("Sea Fort", 5, 8, "cement", _CORNER),
    _Idea(
        "City Archive",
        "public",
        10,
        "paper",
        vp=4,
        effects=(_each_tagged(2, "dwelling"),),
        needs_tiles="dwelling",
    ),
    _public("Opera of Clocks", 7, 17, "clockwork porcelain"),
    _Idea("Court of Law", "public", 6, "stone", vp=10, tags="police", needs_tiles="police"),
)

_CORNERSTONES = (
    _stone("First Bank", 5, 3, "", Effect("money_now", 3), Effect("vp_per_money", 1, per=4)),
    _stone("Great Lighthouse", 5, 4, "stone", _CORNER),
    _stone("Hermit Monastery", 4, 3, "", _ALONE),
    _stone("Grand Square", 6, 4, "stone", _AT_THE_CENTRE),
    _stone("Tide Power Station", 8, 6, "cement", _POWER, _BORDER),
    _stone("Rangers' Lodge", 4, 3, "wood", _each(2, "raw")),
    _stone("Chamber of Trades", 6, 4, "", _each(1, "commercial")),
    _stone("Engineers' Guild", 6, 4, "", _each(1, "industrial")),
    _stone("Residents' Hall", 6, 4, "", _each(1, "residential")),
    _stone("Civic Forum", 6, 4, "", _each(1, "public")),
    _Idea("Safety Bureau", "public", 7, vp=5, tags="fire_station police"),
    _stone("Watch Tower", 5, 5, "", _protects("crime")),
    _stone("Water Tower", 5, 5, "", _protects("fire")),
    _stone("Wind Filter", 5, 6, "glass", _CLEAN),
    _stone("Raw Goods Exchange", 4, 3, "", _prices(-1, "raw"), _goods(1, "raw")),
    _stone("Customs House", 6, 4, "", _prices(-1, "processed")),
    _stone("Free Port", 7, 5, "fuel", _prices(-2, "luxury"), _BORDER),
    _stone("Crafts Museum", 6, 4, "", _goods(1, "processed")),
    _stone("Treasury of Rarities", 8, 5, "", _goods(4, "luxury")),
    _stone("Market Cross", 5, 3, "", _earns_each(1, "commercial")),
    _stone("Tram Depot", 7, 4, "steel", _earns_beside(2, "residential", "road")),
    _stone("Peoples' Theatre", 7, 5, "", _beside(2, "residential")),
    _stone("Exhibition Grounds", 8, 5, "glass", _beside(2, "commercial", "orth+diag")),
    _stone("Guild of Smelters", 7, 5, "coal", _beside(2, "industrial")),
    _stone("Old Town Gate", 4, 7, "stone"),
    _stone("Founders' Column", 3, 5, ""),
    _stone("Palace of Clocks", 9, 14, "clockwork"),
    _stone("Power Ministry", 8, 8, "", _each_tagged(2, "power"), tiles="power"),
    _stone("Second Choice", 4, 4, "", Effect("extra_cornerstone")),
    _stone(
        "Painters' Colony",
        4,
        3,
        "",
        Effect(
            "custom",
            text="Points as the table agrees on the look of the city; entered by hand.",
            hand_score=3,
        ),
    ),
)

_IDEAS: Mapping[Deck, tuple[_Idea, ...]] = {
    "I": _GENERATION_I,
    "II": _GENERATION_II,
    "III": _GENERATION_III,
    "C": _CORNERSTONES,
}
"""The tiles of each deck: 40 in each Generation, 30 Cornerstones."""


if __name__ == "__main__":
    sys.stdout.buffer.write(demo_text().encode())
