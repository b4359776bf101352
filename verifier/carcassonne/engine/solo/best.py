"""The engine's part of ``best``: shows that no game of so many turns does better."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from verifier.carcassonne.engine.solo.all_games import SearchedGames, play_all, tiles_in_box
from verifier.carcassonne.engine.solo.final_tables import TablesOnTheWay, laid_on, tables_on_the_way
from verifier.carcassonne.engine.solo.fronts import Front, fronts, meet_in_one_cell
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Kind

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
