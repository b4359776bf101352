"""Plays games by two readings of the rules at once until they differ.

Until then, readings with the same rules for drawing play the same game on the same table, in games
in which every tile has a place; a game is abandoned when they can no longer differ. Readings that
draw differently may have different tables, and one tile may have no place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, permutations
from typing import TypeAlias

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.features import fronts
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.key import FinalState
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.tiles import Kind

_Pair: TypeAlias = tuple[Position, Position]
_Ways: TypeAlias = dict[Turn | None, dict[Outcome, None]]
"""The outcomes of each turn, in the order of listing."""

_OF_DRAWING = {"tile.unplaceable", "pile.empty"}
_TWO = 2

_JOINED: dict[Kind, int] = {"road": 2, "city": 4}
"""How many features of the kind one tile can join; it then has no other feature of that kind."""


@dataclass(frozen=True, slots=True)
class ComparedGames:
    """The result of playing all games of so many turns by two readings.

    They differ in the turn after ``position``. If it is None and the search was ``exhaustive``,
    they agree in all these games: each was played to its end, or until they could no longer
    differ. ``outcomes`` counts the turns played by both.
    """

    position: Position | None
    outcomes: int
    exhaustive: bool


def compare_by_engine(
    one: Position,
    other: Position,
    turns: int,
    *,
    nodes: int = 0,
    promising: Callable[[Position, Position, int], bool] | None = None,
) -> ComparedGames:
    """Play all games of at most ``turns`` turns by two readings until these differ.

    The positions differ in their rules only. ``promising`` returns whether the readings may differ
    within so many more turns, by default :func:`may_part`. The search stops after ``nodes``
    outcomes (0: never).

    >>> from verifier.carcassonne.solo.position import setup
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> never = setup(SOLO.with_switches({"score.soleMajority": "never"}))
    >>> compare_by_engine(setup(), never, 4)
    ComparedGames(position=None, outcomes=0, exhaustive=True)
    """
    alike = not _OF_DRAWING & _switches(one, other)
    aside = len(one.discards) + (0 if alike else 1)
    search = _Search(promising or may_part, nodes, alike=alike, aside=aside)
    position = search.parted([(one, other)], turns)
    return ComparedGames(position, search.outcomes, exhaustive=not search.stopped)


class _Search:
    def __init__(
        self,
        promising: Callable[[Position, Position, int], bool],
        nodes: int,
        *,
        alike: bool,
        aside: int,
    ) -> None:
        self.promising = promising
        self.nodes = nodes
        self.alike = alike
        self.aside = aside
        self.outcomes = 0
        self.stopped = False

    def parted(self, tables: Iterable[_Pair], turns: int) -> Position | None:
        """Return a position of the first reading after which they differ; None without one."""
        for left in range(turns, 0, -1):
            following: dict[_Pair, None] = {}
            for pair in tables:
                if not self.promising(*pair, left):
                    continue
                for one, other in self._with_every_tile(pair):
                    if self._gives_up():
                        return None
                    ways = (self._ways(one), self._ways(other))
                    if not self._in_scope(ways):
                        continue
                    if _endings(ways[0]) != _endings(ways[1]):
                        return one
                    following.update(dict.fromkeys(_after(*ways)))
            tables = following
        return self._ended(tables)

    def _ended(self, tables: Iterable[_Pair]) -> Position | None:
        """Return a position in which drawing ends one game only, or both with different ends.

        This takes a tile without a place, or an empty pile (SOLO-END-6).
        """
        for pair in tables:
            if self.alike and not any(pile.empty for pile in pair[0].piles):
                continue
            for one, other in self._with_every_tile(pair, deep=False):
                if self._gives_up():
                    return None
                drawn = (Engine().draw(one), Engine().draw(other))
                self.outcomes += len(drawn)
                if all(each.known and each.tiles == 1 for each in drawn):
                    continue
                both = [
                    self._ways(position) if each.known else {}
                    for position, each in zip((one, other), drawn, strict=True)
                ]
                ends = [set(map(_ending, ways.get(None, {}))) for ways in both]
                if self._in_scope(both) and ends[0] != ends[1]:
                    return one
        return None

    def _gives_up(self) -> bool:
        self.stopped = 0 < self.nodes <= self.outcomes
        return self.stopped

    def _in_scope(self, ways: Sequence[_Ways]) -> bool:
        """Return whether no more tiles are laid aside than the search covers."""
        return all(
            len(outcome.after.discards) <= self.aside
            for each in ways
            for outcomes in each.values()
            for outcome in outcomes
        )

    def _with_every_tile(self, pair: _Pair, *, deep: bool = True) -> Iterator[_Pair]:
        """Yield the two tables with every tile that may be drawn next.

        If that tile has no place and ``deep`` is set, further ones follow until a tile has one, the
        game ends, or more tiles have none than the search covers.
        """
        for position in pair:
            drawn = Engine().draw(position)
            if not drawn.known:
                if len(position.discards) + drawn.tiles > self.aside:
                    return
                for tile in sorted(tiles_in_box(position)):
                    known = [
                        replace(pile, known=(*pile.known, tile), hidden=pile.hidden - 1)
                        if number == drawn.pile
                        else pile
                        for number, pile in enumerate(position.piles)
                    ]
                    one, other = (replace(each, piles=tuple(known)) for each in pair)
                    yield from self._with_every_tile((one, other)) if deep else [(one, other)]
                return
        yield pair

    def _ways(self, position: Position) -> _Ways:
        """Return the outcomes of each turn; each scoring order is a turn of its own."""
        engine, found = Engine(), defaultdict[Turn | None, dict[Outcome, None]](dict)
        merged = engine.outcomes_in_order(position)
        orders = {
            order: None
            for outcome in merged
            if outcome.turn is not None and len(outcome.turn.order) > 1
            for order in permutations(outcome.turn.order)
        }
        in_orders = (engine.outcomes_in_order(position, order) for order in orders)
        for outcome in (*merged, *chain.from_iterable(in_orders)):
            found[outcome.turn][outcome] = None
        self.outcomes += sum(map(len, found.values()))
        return found


def _ending(outcome: Outcome) -> FinalState:
    return FinalState(outcome.after.scores, outcome.after.over, outcome.result)


def _endings(ways: _Ways) -> dict[Turn | None, set[FinalState]]:
    """Return by turn what can be seen after it."""
    return {turn: set(map(_ending, outcomes)) for turn, outcomes in ways.items()}


def _after(by_one: _Ways, by_other: _Ways) -> Iterator[_Pair]:
    """Yield the tables after turns with the same visible result by both."""
    for turn, outcomes in by_one.items():
        for one in outcomes:
            for other in by_other[turn]:
                if not one.after.over and _ending(one) == _ending(other):
                    yield one.after, other.after


# When readings can no longer differ


def may_part(one: Position, other: Position, left: int) -> bool:
    """Return whether two readings at the same table may differ within ``left`` more turns.

    What this takes depends on the switches in which they differ; a switch not listed here may
    matter in any turn. Turns are counted by colour, so no pile may run out, which skips turns.
    """
    if any(pile.size <= left for pile in one.piles):
        return True
    return any(
        key not in _NEEDED or rules.choose(key, _NEEDED[key])(one, left)
        for key in _switches(one, other)
        for rules in (one.rules, other.rules)
    )


def _switches(one: Position, other: Position) -> set[str]:
    """Return the switches in which the positions' rules differ."""
    chosen = {key for position in (one, other) for key, _ in position.rules.switches}
    return {key for key in chosen if one.rules.value(key) != other.rules.value(key)}


def _turns(position: Position, colour: int, left: int) -> int:
    """Return how many of the next ``left`` turns belong to a colour (SOLO-TURN-1)."""
    first = (colour - position.to_move) % position.rules.colours
    return len(range(first, left, position.rules.colours))


def _may_end(position: Position, left: int) -> bool:
    """Return whether a colour may be out of meeples when it must place one (SOLO-END-1, FACT-11).

    Each of its turns takes at most one meeple.
    """
    supplies = enumerate(position.supplies)
    return any(_turns(position, colour, left) > supply for colour, supply in supplies)


def _may_have_sole_majority(position: Position, left: int) -> bool:
    """Return whether a feature may be completed on which one of several colours has the majority.

    That colour has at least two meeples there.
    """
    return any(
        _may_meet(position, left, {colour: 2, beside: 1})
        for colour, beside in permutations(range(position.rules.colours), 2)
    )


def _may_have_leading_majority(position: Position, left: int) -> bool:
    """Return whether one colour may have the majority over another that is lower.

    Otherwise it makes no difference whether it must be lowest itself, or any colour present.
    """
    return any(
        _may_meet(position, left, {colour: 2, beside: 1})
        for colour, beside in permutations(range(position.rules.colours), 2)
        if _may_lead(position, left, colour, beside)
    )


def _may_have_lower_minority(position: Position, left: int) -> bool:
    """Return whether a feature may be completed whose tied majority is not lowest.

    The lowest colour has fewer meeples there, so each of the tied ones has at least two.
    """
    return any(
        _may_meet(position, left, {beside: 1, **dict.fromkeys(tied, 2)})
        for beside in range(position.rules.colours)
        for tied in combinations(
            [
                colour
                for colour in range(position.rules.colours)
                if colour != beside and _may_lead(position, left, colour, beside)
            ],
            _TWO,
        )
    )


def _may_lead(position: Position, left: int, colour: int, beside: int) -> bool:
    """Return whether a colour with two meeples on a feature may then lead another colour.

    Unless it leads now, another feature must bring it points first, which takes a third meeple.
    """
    meeples = position.meeples_on_tiles()[colour] + _turns(position, colour, left)
    return position.scores[colour] > position.scores[beside] or meeples > _TWO


def _may_meet(position: Position, left: int, wanted: Mapping[int, int]) -> bool:
    """Return whether so many meeples of these colours may stand on a completed feature.

    Those not there yet come one a turn, each to a feature of its own (SOLO-MEEPLE-5), and further
    tiles join these features.
    """
    return any(_may_meet_on(kind, position, left, wanted) for kind in _JOINED)


def _may_meet_on(kind: Kind, position: Position, left: int, wanted: Mapping[int, int]) -> bool:
    standing = Counter(
        colour
        for front in fronts(position, kind)
        if len(front.gaps) <= left
        for colour in front.meeples
    )
    coming = {colour: max(0, number - standing[colour]) for colour, number in wanted.items()}
    if any(number > _turns(position, colour, left - 1) for colour, number in coming.items()):
        return False
    claims = sum(coming.values())
    apart = claims + (claims < sum(wanted.values()))
    joining = -(-(apart - 1) // (_JOINED[kind] - 1))
    return claims + joining <= left


_Need: TypeAlias = Callable[[Position, int], bool]

_NEEDED: Mapping[str, Mapping[str, _Need]] = {
    "end.rescue": {"no": _may_end, "yes": _may_end},
    "final.unit": {"meeple": _may_end, "colour": _may_end},
    "result.offset": {"keep": _may_end, "subtract_own_start": _may_end},
    "score.qualifier": {
        "majority_colours": _may_have_lower_minority,
        "any_present": _may_have_lower_minority,
    },
    # At one table, so not before the first turn: what each colour's own start is (AMB-01).
    "start.spaces": {"1-2-3": _may_end, "0-1-2": _may_end},
    "score.soleMajority": {
        "lowest_only": _may_have_leading_majority,
        "any_present_lowest": _may_have_leading_majority,
        "never": _may_have_sole_majority,
    },
}
"""By switch and value: whether the case it is about may occur within so many turns.

Games by two values do not differ unless the case of one of them occurs."""
