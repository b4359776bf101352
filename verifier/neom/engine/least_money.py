"""The least money with which some tiles can be placed one after another, by search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from verifier.neom.engine.position import Position, position_of
from verifier.neom.engine.prepared import Prepared
from verifier.neom.engine.turns import Deed, placements
from verifier.neom.state import Action, State

_ENOUGH = 10**9

_Tiles = frozenset[int]
_Step = tuple[int, Deed, Position]


def least_money(prepared: Prepared, state: State, tiles: frozenset[str], last: str) -> int | None:
    """Return the least money; None if there is no way to place the tiles.

    ``last`` comes after all the others, unless it is empty. The money of the state does not count.

    :raises Missing: if unknown values decide.
    """
    return _Search(prepared).least(position_of(prepared, state), *_numbers(prepared, tiles, last))


def cheapest_way(
    prepared: Prepared, state: State, tiles: frozenset[str], last: str
) -> tuple[tuple[Action, int], ...]:
    """Return one way that needs no more than the least money: actions, and what is paid for each.

    :raises Missing: if unknown values decide.
    """
    search = _Search(prepared)
    position = position_of(prepared, state)._replace(money=_ENOUGH)
    left, final = _numbers(prepared, tiles, last)
    way = []
    while steps := list(search.steps(position, left, final)):
        _, deed, position = min(steps, key=itemgetter(0, 1))
        way.append((deed.public(prepared, None), deed.payment.paid))
        left -= {deed.placed}
    return tuple(way)


def _numbers(prepared: Prepared, tiles: frozenset[str], last: str) -> tuple[_Tiles, int]:
    final = prepared.tile(last).index if last else -1
    return frozenset(prepared.tile(tile).index for tile in tiles), final


class _Search:
    """A search whose positions are all rich; what it finds of one is kept."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._known: dict[tuple[Position, _Tiles], int | None] = {}

    def least(self, position: Position, tiles: _Tiles, last: int) -> int | None:
        """Return the least money to place the tiles, ``last`` after the others; None if none is."""
        if not tiles:
            return 0
        rich = position._replace(money=_ENOUGH)
        key = (rich, tiles)
        if key not in self._known:
            before = self._prepared.parameters.requirements_read == "before"
            if before and len(tiles) == 1:
                self._known[key] = self._wherever_it_lies(rich, *tiles)
            else:
                steps = self.steps(rich, tiles, last)
                self._known[key] = min((money for money, _, _ in steps), default=None)
        return self._known[key]

    def _wherever_it_lies(self, position: Position, number: int) -> int | None:
        """Return the least money for one tile: that of the first square is that of them all."""
        ways = placements(self._prepared, position, self._prepared.tiles[number])
        for _, of_square in groupby(ways, key=itemgetter(1)):
            return min(payment.paid for payment, _, _ in of_square)
        return None

    def steps(self, position: Position, tiles: _Tiles, last: int) -> Iterator[_Step]:
        """Yield each first step with the least money of a way that begins with it.

        What a tile brings when it is placed comes after it was paid (NEOM-EFFECT-1), so the money
        must be enough for this step, and then for the others.
        """
        for number in sorted(tiles - {last} or tiles):
            tile = self._prepared.tiles[number]
            kind = "cornerstone" if tile.is_cornerstone else "place"
            for payment, square, after in placements(self._prepared, position, tile):
                later = self.least(after, tiles - {number}, last)
                if later is None:
                    continue
                spent = position.money - after.money
                deed = Deed(kind, number, number, square, payment)
                yield max(payment.paid, spent + later), deed, after
