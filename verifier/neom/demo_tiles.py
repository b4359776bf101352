"""The invented tiles of the demo catalogue, without marks and roads, which chance gives them.

No tile of the box is among them. Costs are such that money is short; several tiles of Generations
I and II need goods that cannot be bought yet (NEOM-BUY-2, NEOM-BUY-3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.neom.parameters import Adjacency, DisasterName, Target, Tier
from verifier.neom.tile_catalogue import Deck, Effect, TileType

__all__ = ["IDEAS", "Idea"]


@dataclass(frozen=True, slots=True)
class Idea:
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


def _home(name: str, cost: int, vp: int, needs: str, *effects: Effect) -> Idea:
    return Idea(name, "residential", cost, needs, vp=vp, effects=effects, tags="dwelling")


def _shop(name: str, cost: int, income: int, needs: str, *effects: Effect) -> Idea:
    return Idea(name, "commercial", cost, needs, income=income, effects=effects)


def _works(name: str, cost: int, needs: str, produces: str, *effects: Effect) -> Idea:
    return Idea(name, "industrial", cost, needs, produces, effects=effects)


def _site(name: str, cost: int, produces: str, on_place: int = 0) -> Idea:
    return Idea(name, "raw", cost, produces=produces, on_place=on_place)


def _public(name: str, cost: int, vp: int, needs: str, *effects: Effect) -> Idea:
    return Idea(name, "public", cost, needs, vp=vp, effects=effects)


def _stone(name: str, cost: int, vp: int, needs: str, *effects: Effect, tiles: str = "") -> Idea:
    return Idea(name, "public", cost, needs, vp=vp, effects=effects, needs_tiles=tiles)


def _disaster(name: str) -> Idea:
    return Idea(name, "disaster", always=True)


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
    Idea("Tent Rows", "residential", 0, vp=1, tags="dwelling", always=True),
    _home("Timber Cottages", 2, 2, "wood"),
    _home("Stone Terraces", 3, 3, "stone"),
    _home("Quarrymen's Yard", 2, 1, "", _beside(1, "raw")),
    _home("Garden Plots", 3, 2, "wood", _CLEAN),
    _home("Gaslight Lane", 4, 4, "natural_gas wood"),
    _home("Glasshouse Row", 3, 5, "glass wood"),
    _home("Watermen's Quay", 3, 2, "", _BORDER),
    _shop("Corner Stall", 0, 1, ""),
    _shop("Farmers' Market", 2, 2, ""),
    _shop("Coal Merchant", 2, 3, "coal"),
    _shop("Timber Yard Office", 3, 3, "wood"),
    _shop("Wayside Inn", 3, 2, "", _earns_beside(1, "public")),
    _shop("Lamp Oil Shop", 3, 4, "oil"),
    _shop("Ironmonger", 4, 6, "steel"),
    _shop("Paper Stand", 1, 3, "paper"),
    _works("Little Foundry", 4, "iron_ore coal", "steel"),
    _works("Bottle Works", 4, "stone natural_gas", "glass"),
    _works("Paper Mill", 3, "wood", "paper"),
    _works("Lime Kiln", 3, "stone coal", "cement"),
    _works("Still House", 4, "oil", "fuel"),
    _works("Copper Smithy", 4, "coal", "copper"),
    _works("Resin Boilers", 3, "wood", "resin"),
    _works("Button Press", 5, "fuel", "plastic"),
    _site("Hillside Mine", 1, "iron_ore"),
    _site("Gas Seep", 2, "natural_gas"),
    _site("Pine Stand", 0, "wood"),
    _site("Bore Hole", 2, "oil"),
    _site("Coal Seam", 1, "coal"),
    _site("Gravel Pit", 1, "stone", 1),
    _site("River Forest", 1, "wood", 2),
    _site("Deep Quarry", 3, "stone iron_ore"),
    _site("Old Shaft", 0, "coal"),
    Idea("Bucket Brigade", "public", 3, vp=1, tags="fire_station", always=True),
    Idea("Dam Turbine", "public", 4, "stone", vp=1, effects=(_POWER,), always=True),
    _public("Village School", 3, 1, "wood", _beside(1, "residential")),
    _public("Toll Bridge", 2, 0, "wood", Effect("money_now", 4)),
    _public("Trade Post", 3, 1, "", _prices(-1, "raw")),
    _public("Glass Pavilion", 3, 5, "glass"),
)

_GENERATION_II = (
    _disaster("Fire"),
    Idea("Workers' Blocks", "residential", 3, vp=3, tags="dwelling", always=True),
    _home("Brickwork Mews", 6, 5, "cement"),
    _home("Canal Houses", 6, 4, "glass", _BORDER),
    _home("Villa Hill", 8, 7, "glass wood"),
    _home("Park Crescent", 6, 3, "stone", _beside(1, "public", "orth+diag")),
    _home("Resin Lofts", 6, 4, "resin", _CLEAN),
    _home("Clockmakers' Close", 6, 9, "clockwork"),
    _home("Steel Frame Flats", 9, 8, "steel cement"),
    _shop("Department Hall", 7, 5, "glass"),
    _shop("Fuel Depot Office", 6, 6, "fuel"),
    _shop("Printing House", 6, 5, "paper"),
    _shop("Arcade Row", 7, 3, "", _earns_beside(1, "residential")),
    _shop("Copper Exchange", 8, 7, "copper"),
    _shop("Freight Broker", 7, 2, "", _earns_each(1, "industrial")),
    _shop("Porcelain Rooms", 6, 8, "porcelain"),
    _shop("Savings Hall", 6, 2, "", Effect("vp_per_money", 1, per=6)),
    _works("Rolling Mill", 7, "iron_ore coal", "steel"),
    _works("Plate Glass Works", 7, "stone natural_gas", "glass"),
    _works("Polymer Plant", 8, "oil natural_gas", "plastic"),
    _works("Wire Works", 7, "copper", "copper resin"),
    _works("Cement Towers", 7, "stone coal", "cement"),
    _works("Cracking Towers", 8, "oil", "fuel plastic"),
    _works("Pulp Works", 6, "wood coal", "paper"),
    _works("Clock Factory", 9, "steel copper", "clockwork"),
    _works("Porcelain Kilns", 9, "cement glass", "porcelain"),
    _works("Scent Distillery", 8, "glass resin", "perfume"),
    _site("Open Cast Mine", 3, "iron_ore coal"),
    _site("Gas Field", 4, "natural_gas", 3),
    _site("Oil Terrace", 4, "oil", 2),
    _site("Managed Forest", 2, "wood", 3),
    _site("Granite Works", 3, "stone", 4),
    Idea("Engine Company", "public", 6, vp=2, tags="fire_station", always=True),
    Idea("Watch House", "public", 6, vp=2, tags="police", always=True),
    Idea("Coal Power House", "public", 8, "coal", vp=2, effects=(_POWER,), always=True),
    _public("Technical College", 8, 2, "paper", _beside(2, "industrial", "orth+diag")),
    _public("Rail Yard", 7, 2, "steel", _prices(-1, "processed")),
    _public("Hill Observatory", 7, 2, "glass", _ALONE),
    _public("Concert Shell", 7, 2, "", _beside(2, "residential", "road")),
    _public("Perfume Garden", 6, 9, "perfume"),
)

_GENERATION_III = (
    _disaster("Crime Wave"),
    Idea("Tower Blocks", "residential", 7, vp=6, tags="dwelling", always=True),
    _home("Glass Towers", 12, 11, "glass steel"),
    _home("Marina Homes", 11, 8, "plastic", _BORDER),
    _home("Clocktower Court", 13, 14, "clockwork cement"),
    _home("Scented Terraces", 12, 13, "perfume"),
    _home("Green Roofs", 11, 8, "resin wood", _CLEAN),
    _home("Centre Lofts", 12, 8, "copper", _AT_THE_CENTRE),
    _home("Garden City", 12, 5, "cement", _each(1, "residential")),
    Idea(
        "Skyline Quarter",
        "residential",
        14,
        "steel glass",
        vp=15,
        tags="dwelling",
        needs_tiles="power",
    ),
    _shop("Glass Mall", 11, 7, "glass plastic"),
    _shop("Stock Exchange", 12, 4, "", Effect("vp_per_money", 2, per=5)),
    _shop("Airship Office", 12, 9, "fuel"),
    _shop("Perfumery", 10, 9, "perfume"),
    _shop("Grand Bazaar", 12, 4, "", _earns_beside(2, "residential", "road")),
    _shop("Clock Arcade", 11, 10, "clockwork"),
    _shop("Shipping Line", 12, 3, "fuel", _earns_each(2, "industrial")),
    Idea(
        "Casino Royale Demo",
        "commercial",
        11,
        "porcelain",
        income=11,
        needs_tiles="dwelling dwelling",
    ),
    _works("Precision Works", 12, "steel copper", "clockwork"),
    _works("Fine China Works", 12, "cement glass", "porcelain"),
    _works("Perfume House", 12, "glass resin", "perfume"),
    _works("Alloy Works", 10, "iron_ore copper", "steel copper"),
    _works("Composite Plant", 11, "plastic resin", "plastic resin", _goods(1, "processed")),
    _works("Fuel Refinery", 10, "oil natural_gas", "fuel"),
    _works("Glass Furnaces", 10, "stone natural_gas", "glass"),
    _works("Printing Combine", 9, "wood fuel", "paper"),
    _works("Concrete Combine", 10, "stone fuel", "cement", _each(1, "industrial")),
    _site("Deep Sea Well", 5, "oil natural_gas", 4),
    _site("Terraced Mine", 4, "iron_ore stone", 4),
    _site("Replanted Hills", 3, "wood coal", 6),
    Idea("Police Headquarters", "public", 10, vp=5, tags="police", always=True),
    Idea("Solar Farm", "public", 11, "glass", vp=5, effects=(_POWER,), always=True),
    _public("University", 14, 6, "paper glass", _beside(2, "residential", "orth+diag")),
    _public("Central Station", 14, 7, "steel", _beside(2, "commercial", "road")),
    _public("Botanic Dome", 13, 6, "glass plastic", _each(1, "public")),
    _public("Museum of Goods", 13, 4, "", _goods(3, "luxury"), _goods(1, "raw")),
    _public("Sea Fort", 11, 6, "cement", _CORNER),
    Idea(
        "City Archive",
        "public",
        10,
        "paper",
        vp=4,
        effects=(_each_tagged(2, "dwelling"),),
        needs_tiles="dwelling",
    ),
    _public("Opera of Clocks", 13, 15, "clockwork porcelain"),
    Idea("Court of Law", "public", 12, "stone", vp=8, tags="police", needs_tiles="police"),
)

_CORNERSTONES = (
    _stone("First Bank", 5, 1, "", Effect("money_now", 3), Effect("vp_per_money", 1, per=4)),
    _stone("Great Lighthouse", 5, 2, "stone", _CORNER),
    _stone("Hermit Monastery", 4, 1, "", _ALONE),
    _stone("Grand Square", 6, 2, "stone", _AT_THE_CENTRE),
    _stone("Tide Power Station", 8, 4, "cement", _POWER, _BORDER),
    _stone("Rangers' Lodge", 4, 1, "wood", _each(2, "raw")),
    _stone("Chamber of Trades", 6, 2, "", _each(1, "commercial")),
    _stone("Engineers' Guild", 6, 2, "", _each(1, "industrial")),
    _stone("Residents' Hall", 6, 2, "", _each(1, "residential")),
    _stone("Civic Forum", 6, 2, "", _each(1, "public")),
    Idea("Safety Bureau", "public", 7, vp=3, tags="fire_station police"),
    _stone("Watch Tower", 5, 3, "", _protects("crime")),
    _stone("Water Tower", 5, 3, "", _protects("fire")),
    _stone("Wind Filter", 5, 4, "glass", _CLEAN),
    _stone("Raw Goods Exchange", 4, 1, "", _prices(-1, "raw"), _goods(1, "raw")),
    _stone("Customs House", 6, 2, "", _prices(-1, "processed")),
    _stone("Free Port", 7, 3, "fuel", _prices(-2, "luxury"), _BORDER),
    _stone("Crafts Museum", 6, 2, "", _goods(1, "processed")),
    _stone("Treasury of Rarities", 8, 3, "", _goods(4, "luxury")),
    _stone("Market Cross", 5, 1, "", _earns_each(1, "commercial")),
    _stone("Tram Depot", 7, 2, "steel", _earns_beside(2, "residential", "road")),
    _stone("Peoples' Theatre", 7, 3, "", _beside(2, "residential")),
    _stone("Exhibition Grounds", 8, 3, "glass", _beside(2, "commercial", "orth+diag")),
    _stone("Guild of Smelters", 7, 3, "coal", _beside(2, "industrial")),
    _stone("Old Town Gate", 4, 5, "stone"),
    _stone("Founders' Column", 3, 3, ""),
    _stone("Palace of Clocks", 9, 12, "clockwork"),
    _stone("Power Ministry", 8, 6, "", _each_tagged(2, "power"), tiles="power"),
    _stone("Second Choice", 4, 2, "", Effect("extra_cornerstone")),
    _stone(
        "Painters' Colony",
        4,
        1,
        "",
        Effect(
            "custom",
            text="Points as the table agrees on the look of the city; entered by hand.",
            hand_score=3,
        ),
    ),
)

IDEAS: Mapping[Deck, tuple[Idea, ...]] = {
    "I": _GENERATION_I,
    "II": _GENERATION_II,
    "III": _GENERATION_III,
    "C": _CORNERSTONES,
}
"""The tiles of each deck: 40 in each Generation, 30 Cornerstones."""
