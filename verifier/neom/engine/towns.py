"""Cities of a search: laid and cleared by sums, and worth what was remembered.

A heading looks at some planes of a city only: neighbourhoods at residential tiles, say. Their bits
are the key under which its points are remembered. All that is needed must be known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from verifier.neom.engine import scoring
from verifier.neom.engine.grid import (
    AROUND,
    BESIDE,
    CENTRE_BIT,
    CENTRE_INDEX,
    FULL,
    SIZE,
    RoadMasks,
    indices,
)
from verifier.neom.engine.placing import ROAD_PLANES, roads_in
from verifier.neom.engine.position import counted
from verifier.neom.engine.prepared import (
    IGNORES_POLLUTION,
    INCOME_EFFECTS,
    POINT_EFFECTS,
    RAW,
    TILES,
    Counting,
    Layout,
    Prepared,
    PreparedBoard,
    PreparedTile,
)
from verifier.neom.engine.scoring import city_that_counts, income, income_by_effect
from verifier.neom.parameters import Adjacency, Target
from verifier.neom.tiles import Effect

_NEAR: dict[Adjacency | None, tuple[int, ...]] = {
    "orth": BESIDE,
    "orth+diag": AROUND,
    "road": BESIDE,
    None: (FULL,) * SIZE,
}
"""For each square the squares on which an effect can count tiles."""


_POLLUTION = 1
"""Its number among the headings of a town."""


class Town(NamedTuple):
    """A city of a search: its layout without the board, printed points and income of its tiles.

    ``made`` counts how many of its squares produce each good, the bare Center's among them.
    """

    cells: int
    planes: int
    printed: int
    income: int
    made: int


class Watching(NamedTuple):
    """A tile with effects: its square, what they watch, and what they bring.

    That is points and income, the points lost to negative effects, and those that effects would
    add if the tile was isolated.
    """

    at: int
    tile: PreparedTile
    watched: int
    points: int
    income: int
    unease: int
    lonely: int


class Worth(NamedTuple):
    """The points of a city's tiles, its income, and its effects that look at tokens or money.

    ``watching`` are its tiles with effects. For bounds: ``counting`` are its
    effects that count tiles and can bring something; ``polluted`` the points lost to pollution,
    ``unease`` those lost to negative effects. ``headings`` are the points of some headings by
    themselves.
    """

    points: int
    income: int
    means: tuple[Effect, ...] = ()
    watching: tuple[Watching, ...] = ()
    counting: tuple[Counting, ...] = ()
    polluted: int = 0
    unease: int = 0
    headings: tuple[int, ...] = ()


Grown = tuple[int, int, tuple[Effect, ...]]
"""What a city is worth with one more tile: points, income and means, as in :class:`Worth`."""


class Towns:
    """Lays and clears tiles on one board, and remembers what cities are worth."""

    def __init__(self, prepared: Prepared, board: PreparedBoard) -> None:
        self._prepared = prepared
        self.board = board
        self.centre_good = board.good or 0
        self._made = [counted(tile.produces or 0) for tile in prepared.tiles]
        self._made_by_centre = counted(self.centre_good)
        self._bits = prepared.cell_bits
        self._cell = (1 << self._bits) - 1
        self._worth: dict[int, Worth] = {}
        self._roads: dict[int, RoadMasks] = {}
        self._by_tile: dict[tuple[int, int, int], Watching] = {}
        self._watched: dict[tuple[int, int], int] = {}
        parameters = prepared.parameters
        homes = prepared.plane_of[scoring.RESIDENTIAL]
        source = parameters.pollution.source
        polluting = [prepared.plane_of[source]] if source else []
        required = parameters.required_structures or ()
        self._headings = (
            (
                scoring.neighbourhoods,
                _planes([homes]) | _roads_if(parameters.neighbourhood.adjacency),
            ),
            (
                scoring.pollution,
                _planes([homes, IGNORES_POLLUTION, *polluting])
                | _roads_if(parameters.pollution.adjacency),
            ),
            (
                scoring.structures,
                _planes([prepared.plane_of[Target(tag=each.tag)] for each in required]),
            ),
        )
        self._remembered: list[dict[int, int]] = [{} for _ in self._headings]
        self._looks_at = [(number, mask) for number, (_, mask) in enumerate(self._headings)]
        self._all_count = parameters.unlinked_tiles == "count"

    def town(self, layout: Layout) -> Town:
        """Return a layout as the search holds it."""
        tiles = [self.at(layout.cells, index) for index in indices(layout.plane(TILES))]
        laid = [tile for tile in tiles if tile]
        made = sum(self._made[tile.index] for tile in laid)
        if not layout.plane(TILES) & CENTRE_BIT:
            made += self._made_by_centre
        return Town(
            layout.cells,
            layout.planes,
            sum(tile.source.vp or 0 for tile in laid),
            sum(tile.source.income or 0 for tile in laid),
            made,
        )

    def layout(self, town: Town) -> Layout:
        """Return a town as the rules take it."""
        return Layout(self.board, town.cells, town.planes)

    def at(self, cells: int, index: int) -> PreparedTile | None:
        """Return the tile on top of a square."""
        number = cells >> self._bits * index & self._cell
        return self._prepared.tiles[number - 1] if number else None

    def lay(self, town: Town, index: int, tile: PreparedTile) -> Town:
        """Return the town with a tile laid on a square, over what lay there."""
        cells, planes, printed, fixed_income, made = town
        below = self.at(cells, index)
        number = tile.index + 1
        planes += tile.planes_at[index]
        made += self._made[tile.index]
        if below is not None:
            number -= below.index + 1
            planes -= below.planes_at[index]
            made -= self._made[below.index]
            printed -= below.source.vp or 0
            fixed_income -= below.source.income or 0
        elif index == CENTRE_INDEX:
            planes -= self.board.planes
            made -= self._made_by_centre
        return Town(
            cells + (number << self._bits * index),
            planes,
            printed + (tile.source.vp or 0),
            fixed_income + (tile.source.income or 0),
            made,
        )

    def clear(self, town: Town, squares: int) -> Town:
        """Return the town without the tiles on top of some squares."""
        cells, planes, printed, fixed_income, made = town
        for index in indices(squares):
            tile = self.at(cells, index)
            if tile is not None:
                cells -= tile.index + 1 << self._bits * index
                planes -= tile.planes_at[index]
                printed -= tile.source.vp or 0
                fixed_income -= tile.source.income or 0
                made -= self._made[tile.index]
                if index == CENTRE_INDEX:
                    planes += self.board.planes
                    made += self._made_by_centre
        return Town(cells, planes, printed, fixed_income, made)

    def roads(self, town: Town) -> RoadMasks:
        """Return the roads of a town."""
        planes = town.planes & ROAD_PLANES
        found = self._roads.get(planes)
        if found is None:
            found = self._roads[planes] = roads_in(planes)
        return found

    def produced_at(self, town: Town, index: int) -> int:
        """Return the goods that are produced on a square, by a tile or the bare Center."""
        tile = self.at(town.cells, index)
        if tile is not None:
            return tile.produces or 0
        return self.centre_good if index == CENTRE_INDEX else 0

    def worth(self, town: Town) -> Worth:
        """Return what a town is worth."""
        found = self._worth.get(town.cells)
        if found is None:
            found = self._of_all(town) if self._all_count else self._of_linked(self.layout(town))
            self._worth[town.cells] = found
        return found

    def grown(self, town: Town, worth: Worth, index: int, tile: PreparedTile) -> Grown:
        """Return what a town of some worth has with a tile laid on a square, over what lay there.

        Only what looks at the square is valued again.
        """
        if not self._all_count:
            found = self.worth(self.lay(town, index, tile))
            return found.points, found.income, found.means
        below = self.at(town.cells, index)
        points = worth.points + (tile.source.vp or 0)
        amount = worth.income + (tile.source.income or 0)
        means = worth.means + tile.means
        before = self.board.planes if index == CENTRE_INDEX else 0
        if below is not None:
            before = below.planes_at[index]
            points -= below.source.vp or 0
            amount -= below.source.income or 0
            if below.means:
                means = sum((each.tile.means for each in worth.watching if each.at != index), ())
                means += tile.means
        laid = tile.planes_at[index]
        changed = before ^ laid
        planes = town.planes - before + laid
        for number, looks_at in self._looks_at:
            if changed & looks_at:
                points += self._heading(number, planes) - worth.headings[number]
        for other in worth.watching:
            if other.at == index:
                points -= other.points
                amount -= other.income
            elif changed & other.watched:
                now = self.by_effects(planes, other.at, other.tile)
                points += now.points - other.points
                amount += now.income - other.income
        if tile.point_effects or tile.income_effects:
            own = self.by_effects(planes, index, tile)
            points += own.points
            amount += own.income
        return points, amount, means

    def _of_all(self, town: Town) -> Worth:
        cells, planes, points, amount, _ = town
        headings = tuple([self._heading(number, planes) for number, _ in self._looks_at])
        points += sum(headings)
        means: tuple[Effect, ...] = ()
        watching: list[Watching] = []
        counting: tuple[Counting, ...] = ()
        unease = 0
        for index in indices((planes >> POINT_EFFECTS | planes >> INCOME_EFFECTS) & FULL):
            tile = self.at(cells, index)
            if tile is None:
                continue
            of_tile = self.by_effects(planes, index, tile)
            points += of_tile.points
            amount += of_tile.income
            unease += of_tile.unease
            watching.append(of_tile)
            if tile.means:
                means += tile.means
            if tile.counting:
                counting += tile.counting
        polluted = -headings[_POLLUTION]
        return Worth(points, amount, means, tuple(watching), counting, polluted, unease, headings)

    def _heading(self, number: int, planes: int) -> int:
        """Return the points of a heading for some planes of a city."""
        rule, looks_at = self._headings[number]
        remembered = self._remembered[number]
        value = remembered.get(planes & looks_at)
        if value is None:
            city = Layout(self.board, 0, planes)
            value = remembered[planes & looks_at] = rule(self._prepared, city)
        return value

    def by_effects(self, planes: int, index: int, tile: PreparedTile) -> Watching:
        """Return what the effects of a tile on a square bring."""
        watched = self._watched.get((tile.index, index))
        if watched is None:
            watched = self._watched[tile.index, index] = self._watches(tile, index)
        key = (tile.index, index, planes & watched)
        found = self._by_tile.get(key)
        if found is None:
            city = Layout(self.board, 0, planes)
            found = self._by_tile[key] = self._of_effects(city, index, tile, watched)
        return found

    def _of_effects(self, city: Layout, index: int, tile: PreparedTile, watched: int) -> Watching:
        prepared = self._prepared
        points = [scoring.effect_on_city(prepared, city, index, e) for e in tile.point_effects]
        lonely = [
            effect.amount or 0
            for effect, got in zip(tile.point_effects, points, strict=True)
            if effect.position == "isolated" and not got
        ]
        return Watching(
            index,
            tile,
            watched,
            sum(points),
            sum(income_by_effect(prepared, city, index, e) for e in tile.income_effects),
            -sum(each for each in points if each < 0),
            sum(lonely),
        )

    def _of_linked(self, layout: Layout) -> Worth:
        """Return the worth where unlinked tiles are ignored."""
        prepared = self._prepared
        city = city_that_counts(prepared, layout)
        points = (
            scoring.printed(prepared, city)
            + scoring.conditional(prepared, city, 0, 0)
            + scoring.neighbourhoods(prepared, city)
            + scoring.pollution(prepared, city)
            + scoring.structures(prepared, city)
        )
        tiles = [self.at(city.cells, index) for index in indices(city.plane(POINT_EFFECTS))]
        means = tuple(effect for tile in tiles if tile for effect in tile.means)
        return Worth(points, income(prepared, city), means)

    def _watches(self, tile: PreparedTile, index: int) -> int:
        """Return what of the planes the effects of a tile on a square look at."""
        watched = 0
        for effect in (*tile.point_effects, *tile.income_effects):
            near = _NEAR[effect.adjacency][index]
            if effect.target is not None:
                watched |= near << self._prepared.plane_of[effect.target]
                if effect.target == RAW:
                    watched |= (near & CENTRE_BIT) << TILES
            if effect.adjacency == "road":
                around = near | 1 << index
                watched |= sum(around << plane for plane in range(0, TILES, SIZE))
            if effect.position == "isolated":
                watched |= BESIDE[index] << TILES
        return watched


def points_of_means(prepared: Prepared, means: Sequence[Effect], tokens: int, money: int) -> int:
    """Return the points for tokens and money, those of effects included."""
    points = scoring.goods(prepared, tokens) + scoring.money_points(prepared, money)
    for effect in means:
        points += scoring.effect_of_means(prepared, effect, tokens, money)
    return points


def _planes(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= FULL << number
    return mask


def _roads_if(adjacency: Adjacency | None) -> int:
    return ROAD_PLANES if adjacency == "road" else 0
