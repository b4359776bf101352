"""Whether a game that ends as early as it can may have so high a result.

A colour that ends a game with its first turn without a meeple (SOLO-END-1) has claimed in every
turn before and got no meeple back. So of roads and cities it scores those alone that the last tile
completes. What else is counted leaves out where the tiles lie and who is lowest: a colour needs a
meeple of its own for each feature that it scores, no road has more than two ends, nobody else
scores the same monastery, and the others have no more meeples on a city that the ending colour
scores than that colour has itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import TileSheet

_PER_MEEPLE = 2  # SOLO-FINAL-1
_MONASTERY = 9  # BASE-MON-2
_ENDS = 2  # of a road: what lies there touches one edge of its tile

_NEVER = 1_000


@dataclass(frozen=True, slots=True, order=True)
class _Tile:
    """How many features of each kind a tile shows; ``through`` are roads that touch two edges."""

    cities: int
    shields: int
    roads: int
    through: int
    monasteries: int

    @property
    def features(self) -> int:
        return self.cities + self.roads + self.monasteries

    @property
    def only_city(self) -> bool:
        """Whether a meeple on this tile must stand in its city (SOLO-MEEPLE-3)."""
        return self.cities == self.features == 1

    def points(self, cities: int, roads: int) -> int:
        """Return the most that it adds to so many cities and roads, without the roads' ends."""
        shields = self.shields if cities else 0  # BASE-CITY-2, BASE-ROAD-3
        return 2 * (min(self.cities, cities) + shields) + min(self.through, roads)


def result_in_reach(rules: RuleSet, turns: int, result: int) -> bool:
    """Return whether counting allows a game of so many turns to have at least this result.

    ``turns`` is one of those in which a colour can have its first turn without a meeple. Where a
    switch is not at its default or a rule is left out, nothing is counted.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [result_in_reach(SOLO, turns, 60) for turns in (13, 14)]
    [False, True]
    """
    if rules.switches or rules.without:
        return True
    game = _ShortGame(rules, turns, result)
    monasteries = sum(tile.monasteries for tile in game.box)
    return any(game.in_reach(number) for number in range(monasteries + 1))


@dataclass(frozen=True, slots=True)
class _Ending:
    """What brings enough to the colour that ends the game.

    So many monasteries, meeples in cities that it scores, and tiles that show a city alone and
    belong to these.
    """

    monasteries: int
    in_cities: int
    only_cities: int


class _ShortGame:
    """A game of so many turns with at least this result, ended by the colour of its last turn."""

    def __init__(self, rules: RuleSet, turns: int, result: int) -> None:
        self.turns, self.meeples = turns, rules.meeples
        self.start = _tile(rules.sheet, rules.sheet.start_tile)
        self.box = _box(rules.sheet)
        self.ends = (turns - 1) % rules.colours
        self.others = [colour for colour in range(rules.colours) if colour != self.ends]
        self.needed = [result - score for score in rules.start_scores]

    def in_reach(self, monasteries: int) -> bool:
        """Return whether it may be, with so many monasteries on the table."""
        fewest = [self._fewest_monasteries(colour, monasteries) for colour in self.others]
        return any(
            ending.monasteries + self._others_take(ending, fewest) <= monasteries
            for ending in self._endings(monasteries)
        )

    def _endings(self, monasteries: int) -> Iterator[_Ending]:
        """Yield what may bring enough to the colour that ends the game."""
        for last, cities, roads in self._scored_by_last_tile():
            for only_cities in range(self.turns + 1) if cities else (0,):
                tiles = self._tiles(cities, roads, monasteries, last, only_cities)
                missing = self.needed[self.ends] - tiles
                free = self.meeples - roads
                for own in range(min(free - cities, monasteries) + 1):
                    # SOLO-SCORE-6: a meeple more in a city may be worth more than its 2 points.
                    for in_cities in range(cities, free - own + 1) if cities else (0,):
                        standing = free - own - in_cities
                        if _MONASTERY * own + _PER_MEEPLE * standing >= missing:
                            yield _Ending(own, in_cities, only_cities)

    def _scored_by_last_tile(self) -> Iterator[tuple[_Tile, int, int]]:
        """Yield each tile with the cities and roads that the ending colour may score by it.

        A feature of the tile is free, or the game would not end (SOLO-END-1).
        """
        for last in sorted(set(self.box)):
            for cities, roads in product(range(last.cities + 1), range(last.roads + 1)):
                if cities + roads < last.features:
                    yield last, cities, roads

    def _others_take(self, ending: _Ending, fewest: list[list[int]]) -> int:
        """Return with how few monasteries the other colours get enough.

        The ending colour claimed in every turn, so it placed no more of the tiles that show a city
        alone than it has meeples there. The others placed the rest, and no more of their claims
        were on these.
        """
        placed = max(0, ending.only_cities - ending.in_cities)
        return min(
            (
                sum(
                    colour[-1 - max(0, number - ending.in_cities)]
                    for colour, number in zip(fewest, numbers, strict=True)
                )
                for numbers in product(*(range(len(colour)) for colour in fewest))
                if sum(numbers) == placed
            ),
            default=_NEVER,
        )

    def _fewest_monasteries(self, colour: int, monasteries: int) -> list[int]:
        """Return with how few monasteries a colour may get enough, by its number of claims."""
        turns = len(range(colour, self.turns, len(self.needed)))
        fewest = [_NEVER] * (turns + 1)
        for cities, roads in product(range(turns + 1), repeat=2):
            missing = self.needed[colour] - self._tiles(cities, roads, monasteries)
            for own in range(min(monasteries, turns - cities - roads) + 1):
                for claims in range(cities + roads + own, turns + 1):
                    standing = min(self.meeples, claims - cities - roads - own)
                    if _MONASTERY * own + _PER_MEEPLE * standing >= missing:
                        fewest[claims] = min(fewest[claims], own)
        return fewest

    def _tiles(
        self,
        cities: int,
        roads: int,
        monasteries: int,
        last: _Tile | None = None,
        only_cities: int | None = None,
    ) -> int:
        """Return the most points of so many cities and roads, with those monasteries on the table.

        If ``only_cities`` is given, so many tiles that show a city alone count, and no more.
        """
        lying = [self.start] if last is None else [self.start, last]
        box = list(self.box)
        for tile in lying:
            box.remove(tile)
        box.sort(key=lambda tile: -tile.points(cities, roads))
        some = [tile for tile in box if tile.monasteries]
        alone = [tile for tile in box if tile.only_city and only_cities is not None]
        rest = [tile for tile in box if not tile.monasteries and tile not in alone]
        numbers = [monasteries - sum(tile.monasteries for tile in lying), only_cities or 0]
        numbers.append(self.turns + 1 - len(lying) - sum(numbers))
        for tiles, number in zip((some, alone, rest), numbers, strict=True):
            if not 0 <= number <= len(tiles):
                return -_NEVER
            lying += tiles[:number]
        return sum(tile.points(cities, roads) for tile in lying) + _ENDS * roads


@cache
def _box(sheet: TileSheet) -> tuple[_Tile, ...]:
    """Return all tiles of the box, the start tile among them."""
    return tuple(
        _tile(sheet, kind) for kind, number in sheet.counts().items() for _ in range(number)
    )


def _tile(sheet: TileSheet, kind: str) -> _Tile:
    segments = sheet.orientation(kind, 0).segments
    kinds = [segment.kind for segment in segments]
    return _Tile(
        cities=kinds.count("city"),
        shields=sum(segment.shields for segment in segments),
        roads=kinds.count("road"),
        through=sum(len(segment.edges) > 1 for segment in segments if segment.kind == "road"),
        monasteries=kinds.count("monastery"),
    )
