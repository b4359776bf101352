"""Upper bounds on what one more turn can bring.

Each part of the score is bounded by itself, for any square where the tile may lie:

- Points printed, tokens, and money are those of the tile; least payment, and all its goods new.
- Effects count at most what they could count on the best square. Another tile's effect counts one
  more at most. Where the tile covers another, that one's points are gone, and nothing grows by it
  but negative effects and pollution, which can at most all be gone.
- Neighbourhoods grow at most as on the best square that a residential tile may take.
- Pollution never falls by a tile on an empty square.

That takes numbers of the usual signs: :func:`usual_signs`. Else nothing is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from verifier.neom.engine import scoring
from verifier.neom.engine.counting import RAW
from verifier.neom.engine.grid import (
    AROUND,
    BESIDE,
    CENTRE_BIT,
    CENTRE_INDEX,
    FULL,
    SIZE,
    indices,
)
from verifier.neom.engine.prepared import (
    IGNORES_POLLUTION,
    INCOME_KINDS,
    TILES,
    Counting,
    Layout,
    Prepared,
    PreparedBoard,
    PreparedTile,
)
from verifier.neom.engine.roads import ROAD_PLANES
from verifier.neom.engine.towns import Town, Worth
from verifier.neom.parameters import TIERS, Adjacency, Target
from verifier.neom.tile_catalogue import Effect


def usual_signs(prepared: Prepared, tiles: Iterable[PreparedTile]) -> bool:
    """Return whether goods, money and income never cost points, pollution never gains any.

    And all tiles count, so that a lost link loses nothing.
    """
    parameters = prepared.parameters
    required = parameters.required_structures or ()
    effects = [effect for tile in tiles for effect in tile.source.effects or ()]
    never_negative = (
        *((parameters.good_vp.of(tier) or 0) for tier in TIERS),
        *((each.penalty or 0) for each in required),
        -(parameters.pollution.vp or 0),
        parameters.trade_route.floor,
        *((tile.source.income or 0) for tile in tiles),
        *((tile.source.cost or 0) for tile in tiles),
        *((effect.amount or 0) for effect in effects if _must_not_be_negative(effect)),
    )
    return parameters.unlinked_tiles == "count" and min(never_negative) >= 0


def _must_not_be_negative(effect: Effect) -> bool:
    return (
        effect.kind in INCOME_KINDS | {"vp_per_money", "vp_per_good_tier"}
        or effect.position == "isolated"
    )


_FEW = 2
"""Up to how many residential tiles are tried out on all squares."""


class _Own(NamedTuple):
    """What a tile brings whatever the city: points and income at most, and what it is."""

    points: int
    income: int
    kind: int
    required: tuple[tuple[int, int], ...]
    is_home: bool
    cleans: tuple[int, ...]
    """The planes of homes and polluting tiles of which it need not be where it covers one."""


class Bounds:
    """Bounds for a search in which all signs are usual."""

    def __init__(self, prepared: Prepared, board: PreparedBoard, tiles: list[PreparedTile]) -> None:
        self._prepared = prepared
        self._board = board
        self._homes = prepared.plane_of[scoring.RESIDENTIAL]
        self._raw = prepared.plane_of[RAW]
        printed = [tile.source.vp or 0 for tile in tiles]
        self._least_printed = min([0, *printed])
        required = prepared.parameters.required_structures or ()
        self._required = [
            (prepared.plane_of[Target(tag=each.tag)], each.penalty or 0) for each in required
        ]
        self._stays_raw = (prepared.parameters.covered_centre == "raw") << self._raw
        rule = prepared.parameters.pollution
        self._polluted_by_road = rule.adjacency == "road"
        self._in_pollution = [self._homes]
        if rule.source:
            self._in_pollution.append(prepared.plane_of[rule.source])
        self._own: dict[int, _Own] = {}
        self._near: dict[tuple[int, Adjacency], int] = {}
        self._most_of_homes: dict[tuple[int, int, int], int] = {}
        self._points: dict[int, int] = {}
        by_road = prepared.parameters.neighbourhood.adjacency == "road"
        self._roads = ROAD_PLANES if by_road else 0
        table = prepared.parameters.neighbourhood.vp_by_size or ()
        self._most_in_groups = most_in_groups(table)
        self._orderly = orderly_up_to(table)

    def gain(self, town: Town, worth: Worth, tile: PreparedTile) -> tuple[int, int]:
        """Return the most points and the most income that placing a tile adds to the city's.

        Those for tokens and money are left out.
        """
        planes = town.planes
        own = self._own.get(tile.index) or self._own_of(tile)
        points = own.points + worth.unease
        if self._least_printed or worth.polluted:
            if (planes >> self._raw | planes >> own.kind) & planes >> TILES & FULL:
                points -= self._least_printed
            if worth.polluted and self._may_clean(planes, own):
                points += worth.polluted
        for plane, penalty in own.required:
            if not planes >> plane & FULL:
                points += penalty
        if own.is_home:
            points += self.home_gain(planes, 1)
        by_counts = self._by_counts(planes, worth, tile, 0)
        return points + by_counts[0], own.income + by_counts[1]

    def gain_among(
        self, town: Town, worth: Worth, tile: PreparedTile, others: int
    ) -> tuple[int, int]:
        """Return the most points and income that a tile adds if so many others are placed, too.

        Those for tokens, money and neighbourhoods are left out, and what :meth:`mended` tells.
        """
        own = self._own_of(tile)
        missing = (p for plane, p in own.required if not town.planes >> plane & FULL)
        points, amount = self._by_counts(town.planes, worth, tile, others)
        return own.points + sum(missing) + points, own.income + amount

    def mended(self, town: Town, worth: Worth, tiles: Iterable[PreparedTile], turns: int) -> int:
        """Return the most points that covering with some of these on so many turns brings back."""
        back = worth.unease - turns * self._least_printed
        if worth.polluted and any(
            self._may_clean(town.planes, self._own_of(tile)) for tile in tiles
        ):
            back += worth.polluted
        return back

    def _may_clean(self, planes: int, own: _Own) -> bool:
        """Return whether a tile may cover another so that there is less pollution.

        A home that covers a home, or a polluting tile a polluting one, changes nothing.
        """
        coverable = (planes >> self._raw | planes >> own.kind) & planes >> TILES & FULL
        return any(planes >> plane & coverable for plane in own.cleans)

    def home_gain(self, planes: int, more: int) -> int:
        """Return the most that so many more residential tiles add to the neighbourhoods."""
        if not more:
            return 0
        homes = planes >> self._homes & FULL
        if more > _FEW or self._roads:
            most = self._most_in_groups[min(SIZE, homes.bit_count() + more)]
        else:
            free = FULL & ~homes
            if more == 1:
                free &= planes >> self._raw | ~(planes >> TILES)
            most = self._most_with(homes, free, more)
        return most - self._neighbourhoods(planes)

    def _most_with(self, homes: int, free: int, more: int) -> int:
        """Return the most of neighbourhoods with more homes on the squares that are free for them.

        Those are bare ones, and raw-material tiles; all others stay what they are (NEOM-PLACE-6).
        """
        key = (homes, free, more)
        most = self._most_of_homes.get(key)
        if most is None:
            most = self._neighbourhoods(homes << self._homes)
            for index in indices(free if more else 0):
                square = 1 << index
                most = max(most, self._most_with(homes | square, free ^ square, more - 1))
            self._most_of_homes[key] = most
        return most

    def is_home(self, tile: PreparedTile) -> bool:
        """Return whether a tile is residential."""
        return self._own_of(tile).is_home

    def _by_counts(
        self, planes: int, worth: Worth, tile: PreparedTile, others: int
    ) -> tuple[int, int]:
        """Return the points and income of effects that can count more tiles with this one.

        Those of the tile count so many tiles placed on other turns, too.
        """
        points = income = 0
        if worth.counting:
            own = tile.planes | self._stays_raw
            for plane, of_points, of_income, _ in worth.counting:
                if own >> plane & 1:
                    points += of_points
                    income += of_income
        for counting in tile.counting:
            count = self._most_counted(planes, counting) + others
            points += count * counting.points
            income += count * counting.income
        return points, income

    def _own_of(self, tile: PreparedTile) -> _Own:
        own = self._own.get(tile.index)
        if own is None:
            own = self._own[tile.index] = self._of_tile(tile)
        return own

    def _of_tile(self, tile: PreparedTile) -> _Own:
        points = tile.source.vp or 0
        for effect in tile.point_effects:
            if effect.kind == "custom":
                points += effect.hand_score or 0
            elif effect.kind == "vp_if_position":
                points += max(0, effect.amount or 0)
        return _Own(
            points,
            tile.source.income or 0,
            tile.type_plane,
            tuple(each for each in self._required if tile.planes >> each[0] & 1),
            bool(tile.planes >> self._homes & 1),
            tuple(plane for plane in self._in_pollution if self._cleans(tile, plane)),
        )

    def _cleans(self, tile: PreparedTile, plane: int) -> bool:
        """Return whether a tile that covers one of a plane might not pollute, or be polluted."""
        everywhere = tile.planes & tile.planes_at[CENTRE_INDEX] >> CENTRE_INDEX
        ignores = tile.planes >> IGNORES_POLLUTION & 1
        return bool(self._polluted_by_road or ignores or not everywhere >> plane & 1)

    def _most_counted(self, planes: int, counting: Counting) -> int:
        """Return how many tiles of a city an effect of a further tile can count at most."""
        plane, _, _, adjacency = counting
        counted = planes >> plane & FULL
        if not adjacency:
            return counted.bit_count() + 1 + (plane == self._raw)  # 1 is the tile itself
        centre = CENTRE_BIT if plane == self._raw else 0
        return self._most_near(counted | centre, adjacency)

    def _most_near(self, counted: int, adjacency: Adjacency) -> int:
        """Return the most of some squares that are next to one square."""
        most = self._near.get((counted, adjacency))
        if most is None:
            near = AROUND if adjacency == "orth+diag" else BESIDE
            most = max((counted & squares).bit_count() for squares in near)
            self._near[counted, adjacency] = most
        return most

    def regrouped(self, planes: int, more: int = 0) -> int:
        """Return the most that fewer residential tiles can score more than those of a city.

        They are some of the city's and ``more`` others, and score more where large groups score
        less than their parts.
        """
        homes = (planes >> self._homes & FULL).bit_count() + more
        if homes <= self._orderly:
            return 0
        return max(0, self._most_in_groups[homes] - self._neighbourhoods(planes))

    def neighbourhoods_less(self, planes: int, lost: int) -> int:
        """Return what the neighbourhoods score more once some squares are cleared."""
        left = planes & ~(lost << self._homes)
        return self._neighbourhoods(left) - self._neighbourhoods(planes)

    def _neighbourhoods(self, planes: int) -> int:
        key = planes & (FULL << self._homes | self._roads)
        points = self._points.get(key)
        if points is None:
            layout = Layout(self._board, 0, planes)
            points = self._points[key] = scoring.neighbourhoods(self._prepared, layout)
        return points


def most_in_groups(table: tuple[int, ...]) -> tuple[int, ...]:
    """Return the most points of at most 0, 1, 2 ... 25 residential tiles, in any groups.

    >>> most_in_groups((1, 3))[:6]
    (0, 1, 3, 4, 6, 7)
    """
    most = [0]
    for tiles in range(1, SIZE + 1):
        of_group = [
            table[min(size, len(table)) - 1] if table else 0 for size in range(1, tiles + 1)
        ]
        ways = [of_group[size - 1] + most[tiles - size] for size in range(1, tiles + 1)]
        most.append(max(most[-1], *ways))
    return tuple(most)


def orderly_up_to(table: tuple[int, ...]) -> int:
    """Return up to how many tiles a city never scores less if groups grow or join, at most 25.

    >>> orderly_up_to((0, 2, 5)), orderly_up_to((1, 1))
    (4, 1)
    """
    of_group = [
        0,
        *(table[min(size, len(table)) - 1] if table else 0 for size in range(1, SIZE + 1)),
    ]
    for size in range(1, SIZE + 1):
        parts = (of_group[part] + of_group[size - part] for part in range(size))
        if of_group[size] < max(of_group[size - 1], *parts, 0):
            return size - 1
    return SIZE
