"""Everything that a turn can be: each possibility is supposed, and the demands fold.

A possibility is left out at the first demand that is broken. If none is broken and one stays open,
the catalogue does not say enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product

from verifier.constraints.builder import FALSE, TRUE, Lit, Sum
from verifier.neom.model.action import (
    Move,
    Placement,
    after_action,
    bought_for,
    placement,
    placing_demands,
    where_demands,
)
from verifier.neom.model.disaster import (
    Answer,
    Threat,
    after_turn,
    answer_demands,
    before_strike,
    due,
    struck,
    threat,
)
from verifier.neom.model.facts import Facts, undecided
from verifier.neom.model.table import City, Demand, Table, constant_table, state_of
from verifier.neom.state import (
    PREVENTABLE,
    SQUARES,
    Action,
    DisasterAnswer,
    Outcome,
    RouteSide,
    Square,
    State,
    require_few_losses,
)

_Answered = tuple[DisasterAnswer | None, State]


def legal_squares(facts: Facts, city: City, tile_id: str) -> frozenset[Square]:
    """Return where roads and overbuilding allow a tile.

    :raises Undecided: if the catalogue does not say enough.
    """
    if facts.tile(tile_id).type == "disaster":
        return frozenset()
    found = []
    for square in SQUARES:
        placing = {(tile_id, square): TRUE}
        if met(facts, placing_demands(city, city.laid(placing), placing)):
            found.append(square)
    return frozenset(found)


def met(facts: Facts, demands: Iterable[Demand]) -> bool:
    """Return whether all demands hold; False at the first that is broken.

    :raises Undecided: if none is broken and one stays open.
    """
    open_demands = _unless_broken(demands)
    if open_demands is None:
        return False
    _settle(facts, open_demands)
    return True


def _unless_broken(demands: Iterable[Demand]) -> list[Demand] | None:
    """Return the demands that stay open; None at the first that is broken."""
    open_demands = []
    for demand in demands:
        if demand.literal == FALSE:
            return None
        if demand.literal != TRUE:
            open_demands.append(demand)
    return open_demands


def every_outcome(facts: Facts, state: State, pack: tuple[str, ...]) -> Iterator[Outcome]:
    """Yield everything the turn can be when this pack is revealed.

    :raises Undecided: if the catalogue does not say enough.
    """
    table = constant_table(facts, state)
    if table.ended:
        return
    disasters = [tile for tile in pack if facts.tile(tile).type == "disaster"]
    others = [tile for tile in dict.fromkeys(pack) if tile not in disasters]
    turn = _Turn(table, shown=bool(disasters))
    if table.turn <= PREVENTABLE:
        for selected in disasters:
            yield from turn.outcomes([Action("prevent", selected)], Move({}, prevents=TRUE))
    sold = [Action("sell", selected) for selected in others]
    if sold:
        yield from turn.outcomes(sold, Move({}, sells=TRUE))
    for selected in others:
        yield from turn.placings([Action("place", selected, selected)], selected)
    for corner in sorted(state.reserve) if others else ():
        yield from turn.placings([Action("cornerstone", tile, corner) for tile in others], corner)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to pay for a tile, by the uses of the routes; some of its demands may stay open."""

    move: Move
    paid: Sum
    bought: Mapping[str, Lit]
    open_demands: list[Demand]


class _Turn:
    """A turn from a constant table; what comes of a placement is worked out once."""

    def __init__(self, table: Table, *, shown: bool) -> None:
        self.table = table
        self.facts = table.facts
        self.shown = shown

    def placings(self, actions: list[Action], tile_id: str) -> Iterator[Outcome]:
        """Yield the outcomes of placing a tile; ``actions`` differ in what was selected."""
        ways: list[_Way] | None = None
        per_city = self.facts.parameters.requirements_read != "before"
        for square in SQUARES:
            laid = placement(self.table, {(tile_id, square): TRUE})
            where = _unless_broken(where_demands(laid))
            if where is None:
                continue
            if ways is None or per_city:
                ways = list(self._ways(laid))
            for way in ways:
                _settle(self.facts, (*where, *way.open_demands))
                done = [self._named(action, square, way) for action in actions]
                paid = self.facts.amount("NEOM-REQ-1", way.paid)
                yield from self._ends(done, after_action(laid, way.move, way.paid), paid)

    def _named(self, action: Action, square: Square, way: _Way) -> Action:
        bought = [
            g for g, literal in way.bought.items() if self.facts.decided("NEOM-BUY-1", literal)
        ]
        routes = _sides(way.move)
        return replace(action, square=square, bought=tuple(sorted(bought)), routes=routes)

    def _ways(self, laid: Placement) -> Iterator[_Way]:
        """Yield the ways to use the routes for a tile, if it may lie where it was laid."""
        left = [
            max(0, self.facts.parameters.trade_route.per_generation - used.constant)
            for used in self.table.used
        ]
        for west, east in product(*(range(number + 1) for number in left)):
            move = Move(laid.placing, uses=(Sum(west), Sum(east)))
            bill, bought = bought_for(laid, move)
            open_demands = _unless_broken(bill.demands)
            if open_demands is not None:
                yield _Way(move, bill.paid, bought, open_demands)

    def outcomes(self, actions: list[Action], move: Move) -> Iterator[Outcome]:
        """Yield the outcomes of an action that places nothing."""
        table = after_action(placement(self.table, {}), move, Sum())
        yield from self._ends(actions, table, 0)

    def _ends(self, actions: list[Action], table: Table, paid: int) -> Iterator[Outcome]:
        for answer, after in self._answers(table):
            for action in actions:
                yield Outcome(replace(action, disaster=answer), paid, after)

    def _answers(self, table: Table) -> Iterator[_Answered]:
        """Yield the answers to a Disaster if it strikes now, and what each leads to."""
        strikes = due(table, shown=self.shown)
        if strikes == FALSE:
            yield None, state_of(after_turn(table, FALSE))
            return
        danger = threat(before_strike(table, strikes))
        for answer, named in _possible_answers(self.facts, danger):
            if met(self.facts, answer_demands(strikes, danger, answer)):
                yield named, state_of(struck(danger, strikes, answer))


def _possible_answers(facts: Facts, danger: Threat) -> Iterator[tuple[Answer, DisasterAnswer]]:
    """Yield every answer that may be possible: losses are sets of squares of the right number.

    :raises Undecided: if it is unknown which squares, how many, or who chooses them, or there are
        too many.
    """
    if facts.decided("NEOM-DISASTER-5", danger.protected):
        yield Answer(protected=TRUE), DisasterAnswer("protected")
        return
    yield Answer(pays=TRUE), DisasterAnswer("pay")
    yield Answer(nothing=TRUE), DisasterAnswer("nothing")
    if danger.offers_loss == FALSE:
        eligible: list[Square] = []
        sizes = {0}
    else:
        facts.decided("NEOM-DISASTER-4", danger.offers_loss)
        eligible = [
            square
            for square, fits in danger.eligible.items()
            if facts.decided("NEOM-DISASTER-4", fits)
        ]
        count = facts.amount("NEOM-DISASTER-4", danger.count)
        sizes = {count} if count <= len(eligible) else {len(eligible)}
    for size in sizes:
        require_few_losses(len(eligible), size)
        for squares in combinations(sorted(eligible), size):
            lost = dict.fromkeys(squares, TRUE)
            yield Answer(loses=TRUE, lost=lost), DisasterAnswer("lose", squares)
    if any(0 < size < len(eligible) for size in sizes):
        unknown = facts.unknown_in("NEOM-DISASTER-4", [danger.player_chooses])
        if unknown:
            raise undecided(unknown)


def _settle(facts: Facts, open_demands: Iterable[Demand]) -> None:
    for demand in open_demands:
        facts.decided(demand.rule, demand.literal)


def _sides(move: Move) -> tuple[RouteSide, ...]:
    west, east = (number.constant for number in move.uses)
    sides: tuple[RouteSide, RouteSide] = ("west", "east")
    return sides[:1] * west + sides[1:] * east
