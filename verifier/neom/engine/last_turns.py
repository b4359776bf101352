"""The most points of the turns to come, their packs known.

Where all that is needed is known, that is a search with bounds, exact all the same. A position is
remembered by what counts from there on. If more money is never worse, an equal city is dropped
when another has so much more money that its own Trade Route uses could not make up for it. A last
turn is skipped where its bound cannot beat what was found. Else all turns are played out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import chain
from math import inf
from typing import NamedTuple

from verifier.neom.engine.bounds import Bounds, BoundsAhead, usual_signs
from verifier.neom.engine.disasters import Answer, eligible_tiles
from verifier.neom.engine.grid import SQUARE_AT, indices
from verifier.neom.engine.last_strike import Ending, LastStrike
from verifier.neom.engine.moves import PREVENT, SELL, Clock, Move, Moves, Node
from verifier.neom.engine.position import Findings, Position, Tokens, position_of
from verifier.neom.engine.prepared import TILES, Missing, Prepared, PreparedTile, tile_at
from verifier.neom.engine.scoring import effect_of_means, fields_needed, score
from verifier.neom.engine.towns import Towns, Worth, points_of_means
from verifier.neom.engine.turns import income_of, turns
from verifier.neom.parameters import Disaster
from verifier.neom.state import (
    PREVENTABLE,
    TURNS,
    DisasterAnswer,
    FirstAction,
    State,
    first_action,
    total,
)
from verifier.neom.tiles import Effect

Packs = tuple[tuple[PreparedTile, ...], ...]


def best_by_first_action(
    prepared: Prepared, state: State, packs: tuple[tuple[str, ...], ...], *, income_at_end: bool
) -> dict[FirstAction, int]:
    """Return the most points that each first action can lead to.

    Where something is unknown that might matter, all turns are played out one by one.

    :raises Missing: if unknown values decide.
    """
    tiles = tuple(tuple(prepared.tile(tile) for tile in pack) for pack in packs)
    if not tiles:
        return {}
    position = position_of(prepared, state)
    if all_known(prepared, position, tiles):
        return KnownTurns(prepared, position, tiles, income_at_end=income_at_end).best()
    return played_out(prepared, position, tiles, income_at_end=income_at_end)


def played_out(
    prepared: Prepared, position: Position, packs: Packs, *, income_at_end: bool
) -> dict[FirstAction, int]:
    """Return the most points of each first action, by trying everything.

    :raises Missing: if unknown values decide.
    """
    known: dict[tuple[Position, int], int] = {}
    best: dict[FirstAction, int] = {}
    for deed, answer, after in turns(prepared, position, packs[0]):
        first = first_action(deed.public(prepared, answer))
        points = _most(prepared, after, packs[1:], known, income_at_end=income_at_end)
        best[first] = max(points, best.get(first, points))
    return best


def _most(
    prepared: Prepared,
    position: Position,
    packs: Packs,
    known: dict[tuple[Position, int], int],
    *,
    income_at_end: bool,
) -> int:
    key = (position, len(packs))
    if key not in known:
        known[key] = (
            max(
                _most(prepared, after, packs[1:], known, income_at_end=income_at_end)
                for _, _, after in turns(prepared, position, packs[0])
            )
            if packs
            else _points(prepared, position, income_at_end=income_at_end)
        )
    return known[key]


def _points(prepared: Prepared, position: Position, *, income_at_end: bool) -> int:
    """Return the score of the city as it stands, after an income if one is still to come."""
    money = position.money
    if income_at_end and not _income_came(position):
        found = Findings()
        amount = income_of(prepared, position.layout, found)
        if amount is None:
            raise Missing(found.unknown)
        money += amount
    tokens = Tokens(position.tokens, position.tokens)
    headings = score(prepared, position.layout, tokens, money)
    points = total(headings)
    if points is None:
        raise Missing([each for heading in headings for each in heading.unknown])
    return points


def _income_came(position: Position) -> bool:
    return position.turn == 1 or position.turn > TURNS


# --- the search where all that is needed is known

_NO_DISASTER = Disaster(pay=False, lose=False, protected_by=(), partial="nothing")


class KnownTurns:
    """A question about the last turns."""

    def __init__(
        self, prepared: Prepared, position: Position, packs: Packs, *, income_at_end: bool
    ) -> None:
        self._prepared = prepared
        self._packs = packs
        self._clocks = clocks(position, packs)
        self._income_at_end = income_at_end and self._clocks[-1].turn < TURNS
        tiles = tiles_of_question(prepared, position, packs)
        self._cornerstones = [tile for tile in tiles if position.reserve >> tile.index & 1]
        self._towns = Towns(prepared, position.layout.board)
        usual = usual_signs(prepared, tiles)
        self._bounds = Bounds(prepared, position.layout.board, tiles) if usual else None
        rules = [
            prepared.parameters.disaster(clock.generation)
            for clock in self._clocks
            if clock.disaster_shown or clock.turn == TURNS
        ]
        self._merge = usual and all(
            money_is_harmless(rule) or tiles_suffice(prepared, position, rules) for rule in rules
        )
        self._moves = Moves(prepared, self._towns, merge=self._merge)
        self._start = Node(
            self._towns.town(position.layout),
            position.tokens,
            position.money,
            position.reserve,
            position.placed,
            position.used,
            position.disaster_over,
        )
        self._ahead = self._bounds_ahead(self._bounds, tiles) if self._bounds else None
        clock = self._clocks[-1]
        ending = Ending(
            clock,
            income_at_end or clock.turn == TURNS,
            self._income_at_end or self._moves.income_after(clock),
            self._value,
            self._means_value,
        )
        self._last_turn = _LastTurn(
            self._towns,
            self._moves,
            ending,
            packs[-1],
            bounds=self._bounds,
            ahead=self._ahead,
            strike=(
                LastStrike(prepared, self._towns, self._moves, self._bounds, ending)
                if self._bounds
                else None
            ),
        )
        self._most: list[dict[Node, float]] = [{} for _ in packs]
        self._means: dict[tuple[int, int], int] = {}
        self._placed: dict[tuple[int, int], list[PreparedTile]] = {}

    def _bounds_ahead(self, bounds: Bounds, tiles: list[PreparedTile]) -> BoundsAhead:
        return BoundsAhead(
            self._prepared,
            bounds,
            self._clocks,
            tiles,
            self._means_value,
            income_at_end=self._income_at_end,
        )

    def best(self) -> dict[FirstAction, int]:
        """Return the most points that each first action can lead to."""
        found: dict[tuple[Move, Answer | None], float] = {}
        for move, answer, node in self._turn(self._start, 0):
            first = (move, answer)
            beat = found.get(first, -inf)
            points = self._follow(node, 1, beat)
            if points > beat:
                found[first] = points
        given = {answer for _, answer in found}
        answers = {answer: answer.public() if answer else None for answer in given}
        return {
            self._first_action(move, answers[answer]): int(points)
            for (move, answer), points in found.items()
        }

    def _first_action(self, move: Move, answer: DisasterAnswer | None) -> FirstAction:
        placed = "" if move.placed < 0 else self._prepared.tiles[move.placed].source.id
        square = None if move.square < 0 else SQUARE_AT[move.square]
        return FirstAction(move.kind, placed, square, answer)

    def _turn(self, node: Node, depth: int) -> Iterator[tuple[Move, Answer | None, Node]]:
        """Yield what a turn can be, and the node of the next."""
        for tile in (None, *self._placed_from(node, depth)):
            yield from self._turn_with(node, tile, depth)

    def _turn_with(
        self, node: Node, tile: PreparedTile | None, depth: int
    ) -> Iterator[tuple[Move, Answer | None, Node]]:
        """Yield what a turn can be in which a tile is placed, or none."""
        clock = self._clocks[depth]
        acted = (
            self._moves.actions(node, tile, clock) if tile else self._without_placing(node, depth)
        )
        for move, after in acted:
            for answer, ended in self._moves.ends(after, clock):
                yield move, answer, ended

    def _without_placing(self, node: Node, depth: int) -> Iterator[tuple[Move, Node]]:
        clock = self._clocks[depth]
        pack = [tile for tile in self._packs[depth] if not tile.is_disaster]
        if len(pack) < len(self._packs[depth]) and clock.turn <= PREVENTABLE:
            yield PREVENT, node._replace(disaster_over=True)
        if pack:
            yield SELL, self._moves.sold(node)

    def _placed_from(self, node: Node, depth: int) -> list[PreparedTile]:
        """Return the tiles that can be placed: those of the pack, and Cornerstones for one."""
        found = self._placed.get((depth, node.reserve))
        if found is None:
            pack = [tile for tile in self._packs[depth] if not tile.is_disaster]
            reserve = [tile for tile in self._cornerstones if node.reserve >> tile.index & 1]
            found = self._placed[depth, node.reserve] = [*pack, *reserve] if pack else []
        return found

    def _follow(self, node: Node, depth: int, beat: float) -> float:
        """Return the most points from a node on; if they do not beat a number, perhaps less.

        Without any line to the end, that is minus infinity.
        """
        if depth == len(self._packs):
            return self._value(node)
        most = self._most[depth]
        known = most.get(node)
        if known is not None:
            return known
        last = depth == len(self._packs) - 1
        if last:
            best = self._last_turn.best(node, self._placed_from(node, depth), beat)
        else:
            best = self._inner_turn(node, depth, beat)
        if best > beat:
            most[node] = best
        return best

    def _inner_turn(self, node: Node, depth: int, beat: float) -> float:
        best = -inf
        for bound, tile in self._ahead_by_tile(node, depth):
            if bound <= max(beat, best):
                break
            after = {node for _, _, node in self._turn_with(node, tile, depth)}
            for each in sorted(self._worth_following(after), key=self._value, reverse=True):
                best = max(best, self._follow(each, depth + 1, max(beat, best)))
                if best >= bound:
                    break
        return best

    def _ahead_by_tile(self, node: Node, depth: int) -> list[tuple[float, PreparedTile | None]]:
        """Return the tiles that can be placed, and None for none, the best bounds first."""
        placed = partial(self._placed_from, node)
        if self._ahead is None:
            return [(inf, tile) for tile in (None, *placed(depth))]
        worth = self._towns.worth(node.town)
        found = self._ahead.by_tile(node, worth, depth, placed)
        return sorted(found, key=_bound_of, reverse=True)

    def _worth_following(self, nodes: Iterable[Node]) -> list[Node]:
        """Return the nodes that no other node equals or beats in every case."""
        if not self._merge:
            return list(nodes)
        discount = max(0, self._prepared.parameters.trade_route.discount)
        alike: dict[tuple[object, ...], list[Node]] = {}
        for node in nodes:
            kept = alike.setdefault(node.alike(), [])
            if not any(each.at_least(node, discount) for each in kept):
                kept[:] = [each for each in kept if not node.at_least(each, discount)] + [node]
        return [node for kept in alike.values() for node in kept]

    def _value(self, node: Node) -> float:
        """Return the points of a node as it stands, after the income that the question adds."""
        worth = self._towns.worth(node.town)
        money = node.money + (worth.income if self._income_at_end else 0)
        return worth.points + self._means_value(worth.means, node.tokens, money)

    def _means_value(self, means: tuple[Effect, ...], tokens: int, money: int) -> int:
        key = (tokens, money)
        points = self._means.get(key)
        if points is None:
            points = self._means[key] = points_of_means(self._prepared, (), tokens, money)
        for effect in means:
            points += effect_of_means(self._prepared, effect, tokens, money)
        return points


def _bound_of(pair: tuple[float, object]) -> float:
    return pair[0]


def clocks(position: Position, packs: Packs) -> tuple[Clock, ...]:
    """Return when each of the packs is played."""
    generation, turn = position.generation, position.turn
    found = []
    for number, pack in enumerate(packs):
        shown = any(tile.is_disaster for tile in pack)
        found.append(Clock(generation, turn, shown, last=number == len(packs) - 1))
        generation, turn = (generation, turn + 1) if turn < TURNS else (generation + 1, 1)
    return tuple(found)


def tiles_of_question(prepared: Prepared, position: Position, packs: Packs) -> list[PreparedTile]:
    """Return the tiles that can lie in the city when the question ends, each once."""
    layout = position.layout
    laid = [tile_at(prepared, layout, index) for index in indices(layout.plane(TILES))]
    kept = [tile for tile in prepared.tiles if position.reserve >> tile.index & 1]
    found = {tile.index: tile for tile in [*laid, *kept, *chain(*packs)] if tile}
    return list(found.values())


def money_is_harmless(rule: Disaster) -> bool:
    """Return whether more money never makes a strike worse.

    It does where too little money would have saved the player: neither money nor tiles enough,
    and then nothing is lost, or fewer tiles are.
    """
    return rule.pay is False or rule.pay == 0 or rule.partial == "money"


def tiles_suffice(prepared: Prepared, position: Position, rules: Sequence[Disaster]) -> bool:
    """Return whether there are tiles enough for each of these strikes, whatever is placed.

    Then more money only adds an answer. Raw-material tiles can become fewer by overbuilding; those
    of other types are covered by their like alone (NEOM-PLACE-6).
    """
    losses = [rule.lose for rule in rules if rule.lose]
    if len(losses) < len(rules) or any(lose.type == "raw" for lose in losses):
        return False
    together = sum(lose.count or 0 for lose in losses)
    return all(
        eligible_tiles(prepared, position.layout, lose.type or "any").bit_count() >= together
        for lose in losses
    )


def all_known(prepared: Prepared, position: Position, packs: Packs) -> bool:
    """Return whether everything that the question could need is known."""
    tiles = tiles_of_question(prepared, position, packs)
    disasters = {
        prepared.parameters.disaster(clock.generation) for clock in clocks(position, packs)
    }
    parameters = replace(
        prepared.parameters,
        solo_table=(),
        start_money=0,
        flood=_NO_DISASTER,
        fire=_NO_DISASTER,
        crime=_NO_DISASTER,
    )
    sources = [tile.source for tile in tiles]
    board = position.layout.board.source
    return None not in (board.good, board.roads) and all(
        _is_known(value) for value in (parameters, *disasters, *sources)
    )


def _is_known(value: object) -> bool:
    """Return whether there is no None in a value or what it is made of."""
    if isinstance(value, tuple):
        return all(_is_known(each) for each in value)
    if isinstance(value, Effect):
        return _effect_is_known(value)
    if is_dataclass(value):
        left_out = {"number"}
        return all(
            _is_known(getattr(value, each.name))
            for each in fields(value)
            if each.name not in left_out
        )
    return value is not None


def _effect_is_known(effect: Effect) -> bool:
    """Return whether the fields that count for its kind are known."""
    return not list(fields_needed(effect, "", ""))


# --- the last turn of the search: tiles are tried in the order of their bounds


class _Promise(NamedTuple):
    """A tile that may be placed on the last turn, a bound on its points, and on what is paid."""

    bound: float
    tile: PreparedTile
    paid: int


class _LastTurn:
    """Finds the most points of the last turn.

    ``bounds``, ``ahead`` and ``strike`` are None where nothing can be bounded.
    """

    def __init__(
        self,
        towns: Towns,
        moves: Moves,
        ending: Ending,
        pack: tuple[PreparedTile, ...],
        *,
        bounds: Bounds | None,
        ahead: BoundsAhead | None,
        strike: LastStrike | None,
    ) -> None:
        self._towns = towns
        self._moves = moves
        self._clock = ending.clock
        self._with_income = ending.with_income
        self._means_value = ending.means_value
        self._value = ending.value
        self._bounds = bounds
        self._ahead = ahead
        self._strike = strike
        self._can_sell = not all(tile.is_disaster for tile in pack)
        self._can_prevent = self._clock.disaster_shown and self._clock.turn <= PREVENTABLE
        self._likely: dict[int, int] = {}

    def best(self, node: Node, tiles: list[PreparedTile], beat: float) -> float:
        """Return the most points with these tiles, perhaps less if they do not beat a number."""
        struck = not node.disaster_over and self._moves.strikes(node, self._clock)
        worth = self._towns.worth(node.town)
        best = -inf
        if self._can_prevent:
            best = self._answered(node._replace(disaster_over=True), beat)
        if self._can_sell and struck:
            best = max(best, self._answered(self._moves.sold(node), max(best, beat)))
        elif self._can_sell:
            money = node.money + self._moves.sell_value
            best = max(best, self._unstruck(worth, node.tokens, money))
        beat = max(best, beat)
        for promise in self._promising(node, worth, tiles, beat, struck=struck):
            if promise.bound <= beat:
                break
            best = max(best, self._best_of_tile(node, worth, promise, beat, struck=struck))
            beat = max(best, beat)
        return best

    def _promising(
        self, node: Node, worth: Worth, tiles: list[PreparedTile], beat: float, *, struck: bool
    ) -> list[_Promise]:
        """Return the tiles whose bounds beat a number, the best bounds first.

        The bounds assume the least that goods can ever cost.
        """
        generation = self._clock.generation
        promising = []
        for tile in tiles:
            paid: float = tile.source.cost or 0
            if self._ahead is not None:
                paid = self._ahead.least_paid(tile, node.tokens, generation)
            if paid <= node.money:
                bound = self._bound(node, worth, tile, int(paid), struck=struck)
                if bound > beat:
                    promising.append(_Promise(bound, tile, int(paid)))
        promising.sort(key=_promised, reverse=True)
        return promising

    def _best_of_tile(
        self, node: Node, worth: Worth, promise: _Promise, beat: float, *, struck: bool
    ) -> float:
        """Return the most points of a tile, perhaps less if they do not beat a number."""
        bound, tile, least = promise
        paid = self._moves.cheapest(node, tile, self._clock)
        if paid is None:
            return -inf
        if paid > least:
            bound = min(bound, self._bound(node, worth, tile, paid, struck=struck))
            if bound <= beat:
                return -inf
        if struck or self._moves.differs_by_square(tile):
            return self._best_action(node, tile, bound, beat)
        return self._best_square(node, worth, tile, paid, bound)

    def _best_action(self, node: Node, tile: PreparedTile, bound: float, beat: float) -> float:
        """Return the most points of a tile by playing its actions, up to its bound.

        Those that are worth most before a strike come first.
        """
        best = -inf
        nodes = [acted for _, acted in self._moves.actions(node, tile, self._clock)]
        for acted in sorted(nodes, key=self._value, reverse=True):
            best = max(best, self._answered(acted, max(best, beat)))
            if best >= bound:
                break
        return best

    def _best_square(
        self, node: Node, worth: Worth, tile: PreparedTile, paid: int, bound: float
    ) -> float:
        """Return the most points of a tile that can be paid so, up to its bound.

        The square that was best before is tried first: it often reaches the bound.
        """
        best = -inf
        money = node.money - paid + (tile.received or 0)
        likely = self._likely.get(tile.index, -1)
        if likely >= 0 and self._moves.may_lie(node, tile, self._clock, likely):
            best = self._points_on(likely, node, worth, tile, money, best)
            if best >= bound:
                return best
        for index in indices(self._moves.squares(node, tile, self._clock)):
            total = self._points_on(index, node, worth, tile, money, best)
            if total > best:
                best = total
                self._likely[tile.index] = index
                if best >= bound:
                    break
        return best

    def _points_on(
        self, index: int, node: Node, worth: Worth, tile: PreparedTile, money: int, beat: float
    ) -> float:
        """Return the points with a tile on a square; if they do not beat a number, perhaps more.

        More, but no more than that number.
        """
        gained = self._moves.gained(node, tile)
        points, income, means = self._towns.grown(node.town, worth, index, tile)
        owned = money + income if self._with_income else money
        total = points + self._means_value(means, gained, owned)
        if self._bounds is not None and total <= beat:  # fewer tokens are never better
            return total
        tokens = self._moves.tokens(node, tile, index)
        return total if tokens == gained else points + self._means_value(means, tokens, owned)

    def _bound(
        self, node: Node, worth: Worth, tile: PreparedTile, paid: int, *, struck: bool
    ) -> float:
        """Return a bound on the points of every placement of a tile."""
        if self._bounds is None:
            return inf
        points, income = self._bounds.gain(node.town, worth, tile)
        money = node.money - paid + (tile.received or 0)
        if self._with_income:
            money += worth.income + income
        tokens = node.tokens | (tile.produces or 0)
        means = worth.means + tile.means
        unstruck = worth.points + points + self._means_value(means, tokens, money)
        if self._strike is None or not struck:
            return unstruck
        return self._strike.bound(node, tile, worth.points + max(0, points), money, unstruck)

    def _answered(self, acted: Node, beat: float) -> float:
        """Return the most points once the turn ends, perhaps less if they do not beat a number."""
        if not self._moves.strikes(acted, self._clock):
            return self._unstruck(self._towns.worth(acted.town), acted.tokens, acted.money)
        if self._strike is None:
            return max(self._value(node) for _, node in self._moves.ends(acted, self._clock))
        return self._strike.best(acted, beat)

    def _unstruck(self, worth: Worth, tokens: int, money: int) -> float:
        """Return the points of a city once the turn ends without a strike."""
        if self._with_income:
            money += worth.income
        return worth.points + self._means_value(worth.means, tokens, money)


def _promised(promise: _Promise) -> float:
    return promise.bound
