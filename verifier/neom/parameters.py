"""The numbers and readings of NEOM that the public rules leave open, as a catalogue states them.

``None`` is *unknown* everywhere: nothing may be concluded from it. ``False`` is *there is no such
way*, where a way may be missing. The paths in :class:`verifier.neom.parameters.Unknown` are the
names of these fields, joined by points: ``good_price.luxury``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Adjacency = Literal["orth", "orth+diag", "road"]
"""Which squares are next to each other: by an edge; by an edge or a corner; by an edge that both
tiles have a road on."""

Tier = Literal["raw", "processed", "luxury"]
DisasterName = Literal["flood", "fire", "crime"]

TIERS: tuple[Tier, ...] = ("raw", "processed", "luxury")

DISASTERS: tuple[DisasterName, ...] = ("flood", "fire", "crime")
"""The Disasters of Generations I, II and III (NEOM-DISASTER-1)."""


@dataclass(frozen=True, slots=True)
class ByTier:
    """One number for each tier of goods."""

    raw: int | None
    processed: int | None
    luxury: int | None

    def of(self, tier: Tier) -> int | None:
        """Return the number of a tier."""
        return {"raw": self.raw, "processed": self.processed, "luxury": self.luxury}[tier]


@dataclass(frozen=True, slots=True)
class Target:
    """Tiles of a type, or tiles with a tag; exactly one of the two is given."""

    type: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """How groups of residential tiles score (NEOM-SCORE-3).

    ``vp_by_size`` has the points of a group of 1, 2, 3 ... tiles; a larger group has the last.
    """

    adjacency: Adjacency | None
    vp_by_size: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Pollution:
    """What polluting tiles next to residential ones cost (NEOM-SCORE-6).

    ``vp`` (at most 0) is added for each pair, each polluted residential tile, or each polluting
    tile. The bare City Center neither pollutes nor is polluted.
    """

    source: Target | None
    adjacency: Adjacency | None
    unit: Literal["pair", "residential", "industrial"] | None
    vp: int | None


@dataclass(frozen=True, slots=True)
class RequiredStructure:
    """A tag that some tile of the city must have, and the points lost if none does."""

    tag: str
    penalty: int | None


@dataclass(frozen=True, slots=True)
class TradeRoute:
    """When the two Trade Routes are active, and what they bring (NEOM-TRADE-1 to -6).

    The west route is active if a tile in column 0, in one of ``rows``, has a road to the west;
    the east route likewise in column 4. If ``linked``, that tile must be linked to the Center.
    Each may be used ``per_generation`` times a Generation. A use lowers what is paid by
    ``discount``, never below ``floor``; a use that lowers nothing is not allowed. With
    ``per_good`` a use lowers the price of one good, with ``per_purchase`` the sum of them all.
    """

    rows: tuple[int, ...] | None
    linked: bool | None
    discount: int = 1
    per_generation: int = 1
    floor: int = 1
    scope: Literal["per_good", "per_purchase"] | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """Tiles lost to a Disaster: ``count`` of a type (or ``any``), chosen by the player."""

    count: int | None
    type: str | None
    chooser: Literal["player"] | None = "player"


@dataclass(frozen=True, slots=True)
class Disaster:
    """What a Disaster that strikes does (NEOM-DISASTER-4, -5).

    The player pays ``pay``, or loses tiles, and chooses where both are possible. ``False`` is: not
    offered; with both ``False`` nothing happens. ``partial`` is what happens if neither money nor
    tiles are enough: all tiles of the type are lost, all the money is paid, or nothing.
    """

    pay: int | Literal[False] | None
    lose: Loss | Literal[False] | None
    protected_by: tuple[str, ...] | None
    partial: Literal["tiles", "money", "nothing"] | None


@dataclass(frozen=True, slots=True)
class Overbuild:
    """What covering a tile does (NEOM-PLACE-9).

    ``keep_token``: a good stays, though its only producer is covered. ``must_keep_links``: every
    other tile that was linked to the Center must stay so; this says nothing of covering the
    Center, which may cut roads (NEOM-PLACE-7). ``cornerstone_may``: Cornerstones may be placed on
    tiles and on the Center.
    """

    keep_token: bool | None
    must_keep_links: bool | None
    cornerstone_may: bool | None


@dataclass(frozen=True, slots=True)
class SoloRank:
    """A line of the solo table: the title from this many points on (NEOM-END-2)."""

    points: int
    title: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """All of them.

    ``requirements_read``: needed goods and tiles, prices, routes and tokens are read in the city
    before the tile is placed, or after; it is never one of the other tiles that it needs.
    ``cornerstones_counted``: the cap counts the Cornerstones in the city, or all that were ever
    placed. ``covered_centre``: for overbuilding and for every
    count, a covered Center has the type of the covering tile, or is a raw-material tile still.
    ``unlinked_tiles``: tiles no longer linked to the Center count for income and score, or are
    left out of both, as if they were not there. ``centre_counts_as_raw``: the bare Center is a
    raw-material tile for the effects of other tiles. ``disaster_keeps_token``: a good stays,
    though its only producer was lost to a Disaster. ``disaster_before_income``: which comes first
    at the end of turn 7.
    """

    start_money: int | None
    sell_value: int | None
    good_price: ByTier
    good_vp: ByTier
    money_per_vp: int | None
    money_rounding: Literal["down", "up"] | None
    cornerstone_cap: tuple[int, int, int] | None
    neighbourhood: Neighbourhood
    pollution: Pollution
    required_structures: tuple[RequiredStructure, ...] | None
    trade_route: TradeRoute
    flood: Disaster
    fire: Disaster
    crime: Disaster
    overbuild: Overbuild
    disaster_before_income: bool | None
    disaster_keeps_token: bool | None
    centre_counts_as_raw: bool | None
    requirements_read: Literal["before", "after"] | None
    cornerstones_counted: Literal["in_city", "ever_placed"] | None
    covered_centre: Literal["covering_tile", "raw"] | None
    unlinked_tiles: Literal["count", "ignored"] | None
    solo_table: tuple[SoloRank, ...] | None

    def disaster(self, generation: int) -> Disaster:
        """Return the Disaster of a Generation, 1 to 3 (NEOM-DISASTER-1)."""
        return (self.flood, self.fire, self.crime)[generation - 1]


@dataclass(frozen=True, slots=True, order=True)
class Unknown:
    """A value that a rule needs and nobody has stated.

    ``parameter`` is its path in the catalogue: ``good_price.luxury``, ``tiles/demo-I-07/cost``,
    ``boards/harbour/roads``; or ``money``, where an amount before it could not be followed.

    >>> print(Unknown("NEOM-BUY-5", "good_price.luxury"))
    cannot be determined: NEOM-BUY-5 needs good_price.luxury
    """

    rule: str
    parameter: str

    def __str__(self) -> str:
        """Return it as verdicts state it."""
        return f"cannot be determined: {self.rule} needs {self.parameter}"
