"""The engine's part of ``best``: shows that no game of so many turns does better."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from verifier.carcassonne.engine.solo.all_games import SearchedGames, play_all
from verifier.carcassonne.engine.solo.features import Front, fronts, meet_in_one_cell
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell, beyond, cells_beside
from verifier.carcassonne.tiles import (
    Kind,
    Orientation,
    Segment,
    Terrain,
    drawing_of,
    tile_kind,
    tiles_in_play,
)

_A_TILE: dict[Kind, int] = {"road": 1, "city": 4}
"""The most points that a tile adds to one road or one city."""

_TILE = 5
"""The most points of a tile in all its roads and cities together."""

_TWO = 2
_BLOCK = 9
"""The tiles it takes to complete a monastery."""

BY_TABLES = range(5, _BLOCK - 1)
"""The numbers of turns for which the tables at the end are found first, then the games to them."""


def best_by_engine(rules: RuleSet, turns: int, lowest: int, *, nodes: int = 0) -> SearchedGames:
    """Play the games of ``turns`` turns until one ends with all scores above ``lowest``.

    The search stops after ``nodes`` outcomes and tables (0: never).

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> best_by_engine(SOLO, 1, 2).line, len(best_by_engine(SOLO, 1, 1).line)
    ((), 1)
    """

    def met(outcome: Outcome, left: int) -> bool:
        return not left and min(outcome.after.scores) > lowest

    def promising(position: Position, left: int) -> bool:
        return (way is None or laid_on(position) in way.tiles) and may_pass(position, left, lowest)

    def kinds(position: Position, left: int) -> Collection[Kind] | None:
        return kinds_wanted(position, left, lowest)

    def tiles(position: Position) -> Collection[str]:
        return tiles_in_box(position) if way is None else way.tiles.get(laid_on(position), ())

    way: TablesOnTheWay | None = None
    if turns in BY_TABLES:
        way = tables_on_the_way(rules, turns, lowest, most=nodes)
        if not way.exhaustive:
            return SearchedGames((), way.examined, exhaustive=False)
    examined = way.examined if way else 0
    left = max(1, nodes - examined) if nodes else 0
    played = play_all(rules, turns, met, promising, kinds=kinds, tiles=tiles, nodes=left)
    return replace(played, outcomes=played.outcomes + examined)


def kinds_wanted(position: Position, left: int, lowest: int) -> Collection[Kind] | None:
    """Return the kinds of features of which the colour to move must claim one; None if it need not.

    It must if it needs points, has no meeple on a tile, and this is its last turn.
    """
    if len(position.placements) + left >= _BLOCK:
        return None
    prospect = _Prospect(position, left)
    need = lowest + 1 - position.scores[position.to_move]
    if need <= 0 or prospect.chances(position.to_move) > 1:
        return None
    return [kind for kind in _A_TILE if prospect.most(kind) >= need]


def may_pass(position: Position, left: int, lowest: int) -> bool:
    """Return whether all colours may have more than ``lowest`` points after ``left`` more turns.

    A colour's points come from features that carry its meeples. A feature that can be
    completed has no more open ends than turns are left; it is worth at most what is open now and
    what later tiles add. A colour that can get only one more feature, and needs more points than a
    road is worth, needs a city.
    """
    if len(position.placements) + left >= _BLOCK:  # a monastery may bring points, too
        return True
    prospect = _Prospect(position, left)
    needs = {
        colour: lowest + 1 - score
        for colour, score in enumerate(position.scores)
        if score <= lowest
    }
    alone = {
        colour: need + need % 2  # a city is worth an even number
        for colour, need in needs.items()
        if prospect.chances(colour) == 1 and len(position.placements) + left < need
    }
    return (
        all(prospect.has_city(colour, alone, alone) for colour in alone)  # a bound for cities alone
        and all(prospect.has_city(colour, needs, alone) for colour in alone)
        and all(prospect.enough(colour, need) for colour, need in needs.items())
        and prospect.all_close(needs)
    )


class _Prospect:
    """Bounds on what can still be completed in so many turns."""

    def __init__(self, position: Position, left: int) -> None:
        self.position = position
        self.left = left
        colours = position.rules.colours
        self.coming = [(position.to_move + turn) % colours for turn in range(left)]
        self.meeples = position.meeples_on_tiles()
        self._open: dict[Kind, list[Front]] = {}

    def open(self, kind: Kind) -> list[Front]:
        """Return the open features that may be completed."""
        if kind not in self._open:
            found = fronts(self.position, kind)
            self._open[kind] = [front for front in found if len(front.gaps) <= self.left]
        return self._open[kind]

    def worth(self, kind: Kind) -> int:
        """Return what the open features are worth now."""
        return sum(front.worth for front in self.open(kind))

    def chances(self, colour: int) -> int:
        """Return the most features that may bring points to a colour."""
        return self.meeples[colour] + self.coming.count(colour)

    def most(self, kind: Kind) -> int:
        """Return the most points of one feature of the kind."""
        return self.worth(kind) + self.left * _A_TILE[kind]

    @property
    def all_in_all(self) -> int:
        """The most points of all features together."""
        return sum(map(self.worth, _A_TILE)) + self.left * _TILE

    def enough(self, colour: int, need: int) -> bool:
        """Return whether a colour's features may bring as much as it needs."""
        chances = self.chances(colour)
        kinds = [kind for kind in _A_TILE if self._may_have(colour, kind)]
        if chances == 1:
            return any(self.most(kind) >= need for kind in kinds)
        return chances > 0 and sum(map(self.worth, kinds)) + self.left * _TILE >= need

    def _may_have(self, colour: int, kind: Kind) -> bool:
        return colour in self.coming or any(colour in front.colours for front in self.open(kind))

    def has_city(self, colour: int, needs: dict[int, int], alone: dict[int, int]) -> bool:
        """Return whether a colour's only city may be completed, with those who must share it.

        Two colours that together need more points than there are must share a feature.
        """
        sharing = {colour}
        for other, need in needs.items():
            there_is = self.most("city") if other in alone else self.all_in_all
            if alone[colour] + alone.get(other, need) > there_is:
                sharing.add(other)
        needed = max(alone.get(each, 0) for each in sharing)
        return any(self._joined(chosen, sharing, needed) for chosen in self._choices(sharing))

    def _choices(self, sharing: set[int]) -> Iterator[tuple[Front, ...]]:
        manned = [front for front in self.open("city") if front.colours & sharing]
        for number in range(min(len(manned), len(sharing)) + 1):
            yield from combinations(manned, number)

    def _joined(self, chosen: Sequence[Front], sharing: set[int], needed: int) -> bool:
        """Return whether these may become one city of all that share it, worth enough.

        A colour without a meeple there claims another part on a later turn; the last tile, which
        joins occupied features, cannot bring a meeple.
        """
        missing = sharing.difference(*(front.colours for front in chosen))
        if not missing.issubset(self.coming[: len(self.coming) - (len(sharing) > 1)]):
            return False
        gaps = [front.gaps for front in chosen]
        covered = frozenset[Cell]().union(*gaps)
        worth = sum(f.worth for f in self.open("city") if len(covered | f.gaps) <= self.left)
        if len(covered) > self.left or worth + self.left * _A_TILE["city"] < needed:
            return False
        empty = [front.gaps for front in self.open("city") if not front.colours]
        brings_one = self.left == _TWO and missing and chosen
        return not brings_one or meet_in_one_cell(gaps, empty)

    def all_close(self, needs: dict[int, int]) -> bool:
        """Return whether one tile a turn can fill the gaps of a feature for each colour in need.

        In its last turn the colour to move may also claim a free feature.
        """
        waiting = []
        for colour in needs:
            if colour in self.coming and self.left > 1:
                continue
            mine = colour in self.coming
            waiting.append(
                [
                    front.gaps
                    for kind in _A_TILE
                    for front in self.open(kind)
                    if colour in front.colours or (mine and not front.colours)
                ]
            )
        return any(len(frozenset[Cell]().union(*gaps)) <= self.left for gaps in product(*waiting))


# --- The tables on which a game of a few turns may end with enough points for every colour
#
# Points come from complete features with meeples, and few tables have features worth as much as the
# best games bring. They are found without playing: beside the start tile one cell after the other
# gets a tile or stays empty for good, as long as the bounds below allow it. Which games lead to
# such a table, and what they bring, is then a matter of play.


Laid: TypeAlias = tuple[Cell, str, int]
"""A tile on a table: its cell, its id and its rotation."""

_START: Cell = (0, 0)

_End: TypeAlias = tuple[Cell, int]
"""An empty cell that a feature is open to, and the edge of that cell where it is."""


@dataclass(frozen=True, slots=True)
class _Feature:
    """A road or city: the cells of its tiles, its coats of arms, its open ends."""

    kind: Kind
    cells: frozenset[Cell]
    shields: int
    ends: frozenset[_End]

    @property
    def worth(self) -> int:
        """Its points if it were complete as it is (BASE-ROAD-3, BASE-CITY-2)."""
        return len(self.cells) if self.kind == "road" else 2 * (len(self.cells) + self.shields)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that is not finished, with the cells that stay empty.

    ``open`` are the features that can still be completed, and ``complete`` what the complete ones
    are worth, the greatest first.
    """

    drawings: dict[Cell, Orientation]
    empty: frozenset[Cell]
    open: tuple[_Feature, ...]
    complete: tuple[int, ...]
    left: int

    def laid(self) -> frozenset[Laid]:
        """Return the tiles on the table."""
        return frozenset((cell, lies.id, lies.rotation) for cell, lies in self.drawings.items())

    def tiles(self) -> tuple[str, ...]:
        """Return the ids of the tiles on the table, sorted."""
        return tuple(sorted(drawing.id for drawing in self.drawings.values()))

    def worth(self) -> Worth:
        """Return what the features are worth now that so many tiles may complete."""
        cities = roads = 0
        on_roads = set[Cell]()
        for feature in self.open:
            if len({cell for cell, _ in feature.ends}) > self.left:
                continue
            if feature.kind == "city":
                cities += feature.worth
            else:
                roads += feature.worth
                on_roads |= feature.cells
        return Worth(cities, len(on_roads), roads)


@dataclass(frozen=True, slots=True)
class TablesOnTheWay:
    """The tables of tiles alone that lead to a final table, with the tiles that lead on.

    ``examined`` counts the tables that were examined. If the search was not ``exhaustive``, there
    may be other tables.
    """

    tiles: dict[frozenset[Laid], set[str]]
    examined: int
    exhaustive: bool


def tables_on_the_way(rules: RuleSet, turns: int, lowest: int, *, most: int = 0) -> TablesOnTheWay:
    """Return the tables on the way to those of :func:`final_tables`.

    The search stops after ``most`` tables (0: never).
    """
    tiles = defaultdict[frozenset[Laid], set[str]](set)
    examined = 0
    for examined, table in enumerate(final_tables(rules, turns, lowest), start=1):
        if 0 < most < examined:
            return TablesOnTheWay({}, examined - 1, exhaustive=False)
        if table is not None:
            _lead_to(table, tiles)
    return TablesOnTheWay(dict(tiles), examined, exhaustive=True)


def _lead_to(table: frozenset[Laid], tiles: dict[frozenset[Laid], set[str]]) -> None:
    """Add the tables that this one has parts of; the start tile is on all of them."""
    later = [laid for laid in table if laid[0] != _START]
    for number in range(len(later)):
        for missing in combinations(later, number + 1):
            tiles[table.difference(missing)].update(tile for _, tile, _ in missing)


def laid_on(position: Position) -> frozenset[Laid]:
    """Return the tiles on the table of a position."""
    return frozenset((lies.cell, lies.tile, lies.rotation) for lies in position.placements)


def final_tables(rules: RuleSet, turns: int, lowest: int) -> Iterator[frozenset[Laid] | None]:
    """Yield the tables after so many turns on which all colours may have more than ``lowest``.

    None is yielded for each table on the way, so that the search can be counted and stopped. There
    must be too few tiles to complete a monastery.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> sum(table is not None for table in final_tables(SOLO, 2, 4))
    0
    """
    needs = tuple(lowest + 1 - score for score in rules.start_scores)
    return _tables_from(_start(rules, turns), Bound(rules, turns, needs))


def _start(rules: RuleSet, turns: int) -> _Table:
    """Return the table of the set-up before so many turns."""
    start = rules.sheet.orientation(rules.sheet.start_tile, 0)
    return _with_tile(_Table({}, frozenset(), (), (), turns + 1), _START, start)


def _tables_from(table: _Table, bound: Bound) -> Iterator[frozenset[Laid] | None]:
    if not table.left:
        yield table.laid()
        return
    yield None
    for after in _tables_after(table, bound):
        yield from _tables_from(after, bound)


def _tables_after(table: _Table, bound: Bound) -> Iterator[_Table]:
    """Yield the table with the next cell decided in every way that may be enough."""
    cell = _next_cell(table)
    if cell is None:
        return
    for after in (*_with_a_tile(table, cell, bound), _with_none(table, cell)):
        if bound.allows(after.complete, after.worth(), after.tiles(), after.left):
            yield after


def _with_a_tile(table: _Table, cell: Cell, bound: Bound) -> Iterator[_Table]:
    """Yield the table with each tile on the cell that may be worth enough there."""
    rim, worth, tiles = _rim(table, cell), table.worth(), table.tiles()
    counted = frozenset(edge for edge in range(4) if table.left > 1 or rim[edge])

    @cache
    def allowed(tile: str, more: Worth) -> bool:
        after = tuple(sorted((*tiles, tile)))
        return bound.allows(table.complete, worth + more, after, table.left - 1)

    for drawing in _fitting(bound.sets, rim):
        if tiles.count(drawing.id) < tile_kind(drawing.id).count and allowed(
            drawing.id, _worth_of(drawing.id, drawing.rotation, counted)
        ):
            yield _with_tile(table, cell, drawing)


# Laying tiles


def _next_cell(table: _Table) -> Cell | None:
    """Return the cell that is decided next: where a city is open, with the most tiles around."""
    best = max(
        (
            (feature.kind == "city", sum(map(bool, _rim(table, cell))), feature.worth, cell)
            for feature in table.open
            for cell, _ in feature.ends
        ),
        default=None,
    )
    if best is not None:
        return best[-1]
    near = (there for cell in table.drawings for there in cells_beside(cell))
    return min((c for c in near if c not in table.drawings and c not in table.empty), default=None)


def _with_tile(table: _Table, cell: Cell, drawing: Orientation) -> _Table:
    """Return the table with a tile on the cell."""
    features, complete = list(table.open), list(table.complete)
    for segment in drawing.segments:
        feature = _joined(table, features, cell, segment) if segment.edges else None
        if feature is not None and feature.ends:
            features.append(feature)
        elif feature is not None:
            complete.append(feature.worth)
    return _Table(
        {**table.drawings, cell: drawing},
        table.empty,
        tuple(features),
        tuple(sorted(complete, reverse=True)),
        table.left - 1,
    )


def _joined(
    table: _Table, features: list[_Feature], cell: Cell, segment: Segment
) -> _Feature | None:
    """Return the feature of a segment on the cell; None if it cannot be completed any more.

    What the segment joins is taken out of ``features``.
    """
    cells, ends = {cell}, set[_End]()
    shields, alive = segment.shields, True
    for edge in segment.edges:
        there = beyond(cell, edge)
        if there not in table.drawings:
            ends.add((there, (edge + 2) % 4))
            alive = alive and there not in table.empty
        elif (cell, edge) not in ends:  # else it has been joined over another edge
            joined = next((each for each in features if (cell, edge) in each.ends), None)
            if joined is None:
                alive = False
            else:
                features.remove(joined)
                cells |= joined.cells
                ends |= joined.ends
                shields += joined.shields
    ends.difference_update((cell, edge) for edge in segment.edges)
    return _Feature(segment.kind, frozenset(cells), shields, frozenset(ends)) if alive else None


def _with_none(table: _Table, cell: Cell) -> _Table:
    """Return the table with the cell empty for good."""
    features = (f for f in table.open if all(gap != cell for gap, _ in f.ends))
    empty = table.empty | {cell}
    return _Table(table.drawings, empty, tuple(features), table.complete, table.left)


def _rim(table: _Table, cell: Cell) -> tuple[Terrain | None, ...]:
    """Return what the tiles around a cell show towards it, by edge; None where there is none."""
    around = map(table.drawings.get, cells_beside(cell))
    return tuple(
        None if drawing is None else drawing.terrain[(edge + 2) % 4]
        for edge, drawing in enumerate(around)
    )


@cache
def _fitting(sets: tuple[str, ...], rim: tuple[Terrain | None, ...]) -> tuple[Orientation, ...]:
    """Return the tiles in all rotations that look different and fit there (BASE-PLACE-3)."""
    return tuple(
        kind.orientations[rotation]
        for kind in tiles_in_play(sets).kinds
        for rotation in kind.rotations
        if all(
            shown in (None, own)
            for shown, own in zip(rim, kind.orientations[rotation].terrain, strict=True)
        )
    )


# --- The bounds on a game of a few turns that is to end with enough points for every colour
#
# Each feature that a colour scores takes a claim, and each claim a turn. The open cities are
# together worth at most what they are worth now and what each tile to come may add, and so is the
# longest road. What is open to a cell that stays empty is worth nothing. A meeple that is placed in
# the last turn stands on a feature that was free until then, so no other colour scores that
# feature.


@dataclass(frozen=True, slots=True)
class Worth:
    """The most that all cities together, one road, and all roads together are worth."""

    cities: int
    road: int
    roads: int

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.cities + other.cities, self.road + other.road, self.roads + other.roads)

    def of(self, choice: _Choice) -> int:
        """Return the most points of a choice of features."""
        return choice.cities * self.cities + min(choice.roads * self.road, self.roads)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a colour scores: the open cities or none of them, open roads, complete features."""

    cities: int
    roads: int
    complete: int


class Bound:
    """What the colours need, each with its turns out of so many."""

    def __init__(self, rules: RuleSet, turns: int, needs: tuple[int, ...]) -> None:
        self.sets = rules.sheets
        colours = range(rules.colours)
        chances = [len(range(colour, turns, rules.colours)) for colour in colours]
        self.needs = {
            each: max(needs[colour] for colour in colours if chances[colour] == each)
            for each in sorted(set(chances))
        }
        last = (turns - 1) % rules.colours
        self.last_chances, self.last_needs = chances[last], needs[last]
        self.others_need = max(needs[colour] for colour in colours if colour != last)

    def allows(
        self, complete: tuple[int, ...], worth: Worth, tiles: tuple[str, ...], left: int
    ) -> bool:
        """Return whether all colours may get enough when so many more tiles are laid.

        ``tiles`` are those on the table and ``worth`` what the open features are worth on it.
        """
        for chances, need in self.needs.items():
            most = (
                worth.of(choice) + sum(complete[: choice.complete]) + coming
                for choice, coming, _ in _coming(self.sets, tiles, left, chances)
            )
            if all(points < need for points in most):
                return False
        # If it takes all claims of the last colour, the feature of its last turn is its own: what
        # that is worth the other colours do not get.
        all_now = worth.cities + worth.roads + sum(complete)
        for choice, coming, all_coming in _coming(self.sets, tiles, left, self.last_chances - 1):
            points = worth.of(choice) + sum(complete[: choice.complete])
            if points + coming >= self.last_needs:
                return True
            if points + all_now + all_coming >= self.last_needs + self.others_need:
                return True
        return False


@cache
def _choices(features: int) -> tuple[_Choice, ...]:
    """Return the choices of so many features; the open cities count as one."""
    return tuple(
        _Choice(cities, roads, features - cities - roads)
        for cities in range(min(features, 1), -1, -1)
        for roads in range(features - cities + 1)
    )


@cache
def _coming(
    sets: tuple[str, ...], tiles: tuple[str, ...], left: int, features: int
) -> tuple[tuple[_Choice, int, int], ...]:
    """Return by choice the most that so many more tiles add to it, and to it and all features.

    In the latter the features of the choice count twice. ``tiles`` are not in the box any more.
    """
    return tuple(
        (
            choice,
            _most(_box(sets, choice, also_all=False), tiles, left),
            _most(_box(sets, choice, also_all=True), tiles, left),
        )
        for choice in _choices(features)
    )


@cache
def _box(sets: tuple[str, ...], choice: _Choice, *, also_all: bool) -> tuple[tuple[int, str], ...]:
    """Return what each tile adds to a choice, or to it and to all features, the most first."""
    tiles: list[tuple[int, str]] = []
    for kind in tiles_in_play(sets).kinds:
        worth = _worth_of(kind.id, 0, frozenset(range(4)))
        points = worth.of(choice) + (worth.cities + worth.roads if also_all else 0)
        tiles += [(points, kind.id)] * kind.count
    return tuple(sorted(tiles, reverse=True))


def _most(box: tuple[tuple[int, str], ...], tiles: tuple[str, ...], left: int) -> int:
    """Return the most that so many tiles of the box add, without those on the table."""
    laid = list(tiles)
    total = 0
    for points, tile in box:
        if not left:
            break
        if tile in laid:
            laid.remove(tile)
        else:
            total += points
            left -= 1
    return total


@cache
def _worth_of(tile: str, rotation: int, edges: frozenset[int]) -> Worth:
    """Return what a tile adds to features, with only the segments within these edges."""
    drawing = drawing_of(tile, rotation)
    counted = [segment for segment in drawing.segments if edges.issuperset(segment.edges)]
    cities = sum(2 + 2 * segment.shields for segment in counted if segment.kind == "city")
    roads = sum(segment.kind == "road" for segment in counted)
    return Worth(cities, min(roads, 1), roads)
