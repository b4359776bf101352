"""Parameters of NEOM drawn at random: every number and every reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from verifier.neom.parameters import (
    Adjacency,
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
from verifier.neom.state import SIDE

if TYPE_CHECKING:
    from random import Random

    from verifier.neom.tiles import TileCatalogue

_ADJACENCIES: tuple[Adjacency, ...] = ("orth", "orth+diag", "road")
_TAGS = ("power", "dwelling", "fire_station", "police", "polluting")


def with_random_parameters(catalogue: TileCatalogue, rng: Random) -> TileCatalogue:
    """Return the catalogue with other numbers and readings, all of them known."""
    return replace(catalogue, parameters=random_parameters(catalogue.parameters, rng))


def random_parameters(base: Parameters, rng: Random) -> Parameters:
    """Return parameters in which everything but the solo table is drawn anew."""
    return replace(
        base,
        start_money=rng.randrange(3, 120),
        sell_value=rng.randrange(1, 7),
        good_price=ByTier(rng.randrange(5), rng.randrange(1, 6), rng.randrange(2, 8)),
        good_vp=ByTier(rng.randrange(3), rng.randrange(4), rng.randrange(6)),
        money_per_vp=rng.randrange(1, 5),
        money_rounding=rng.choice(("down", "up")),
        cornerstone_cap=rng.choice(((1, 2, 3), (1, 1, 2), (3, 3, 3))),
        neighbourhood=Neighbourhood(
            rng.choice(_ADJACENCIES), tuple(rng.randrange(8) for _ in range(rng.randrange(1, 6)))
        ),
        pollution=Pollution(
            rng.choice((Target(type="industrial"), Target(tag="polluting"), Target(type="raw"))),
            rng.choice(_ADJACENCIES),
            rng.choice(("pair", "residential", "industrial")),
            -rng.randrange(3),
        ),
        required_structures=tuple(
            RequiredStructure(tag, rng.randrange(6)) for tag in _TAGS if rng.randrange(2)
        ),
        trade_route=TradeRoute(
            tuple(row for row in range(SIDE) if rng.randrange(3)),
            bool(rng.randrange(2)),
            rng.randrange(1, 3),
            rng.randrange(1, 3),
            rng.randrange(3),
            rng.choice(("per_good", "per_purchase")),
        ),
        flood=random_disaster(rng),
        fire=random_disaster(rng),
        crime=random_disaster(rng),
        overbuild=Overbuild(*(bool(rng.randrange(2)) for _ in range(3))),
        disaster_before_income=bool(rng.randrange(2)),
        disaster_keeps_token=bool(rng.randrange(2)),
        centre_counts_as_raw=bool(rng.randrange(2)),
        requirements_read=rng.choice(("before", "after")),
        cornerstones_counted=rng.choice(("in_city", "ever_placed")),
        covered_centre=rng.choice(("covering_tile", "raw")),
        unlinked_tiles=rng.choice(("count", "ignored")),
    )


def random_disaster(rng: Random) -> Disaster:
    """Return what a Disaster does, any of the ways."""
    types = ("any", "residential", "commercial", "industrial", "raw", "public")
    return Disaster(
        rng.choice((False, rng.randrange(12))),
        rng.choice((False, Loss(rng.randrange(1, 4), rng.choice(types)))),
        tuple(tag for tag in _TAGS if not rng.randrange(4)),
        rng.choice(("tiles", "money", "nothing")),
    )
