"""The last turns where all that is needed is known: a search with bounds, exact all the same.

A position is remembered by what counts from there on. If more money is never worse, an
equal city is dropped when another has so much more money that its own Trade Route uses could not
make up for it. A last turn is skipped where its bound cannot beat what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import chain
from math import inf

from verifier.neom.engine.bounds import Bounds, usual_signs
from verifier.neom.engine.bounds_ahead import BoundsAhead
from verifier.neom.engine.disasters import Answer, eligible_tiles
from verifier.neom.engine.grid import SQUARE_AT, indices
from verifier.neom.engine.last_strike import Ending, LastStrike
from verifier.neom.engine.last_turn import LastTurn
from verifier.neom.engine.moves import Moves
from verifier.neom.engine.needs import fields_needed
from verifier.neom.engine.nodes import PREVENT, SELL, Clock, Move, Node
from verifier.neom.engine.position import Position
from verifier.neom.engine.prepared import TILES, Prepared, PreparedTile, tile_at
from verifier.neom.engine.scoring import effect_of_means
from verifier.neom.engine.towns import Towns, points_of_means
from verifier.neom.parameters import Disaster
from verifier.neom.state import PREVENTABLE, TURNS, DisasterAnswer, FirstAction
from verifier.neom.tile_catalogue import Effect

_NO_DISASTER = Disaster(pay=False, lose=False, protected_by=(), partial="nothing")

Packs = tuple[tuple[PreparedTile, ...], ...]


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
        self._last_turn = LastTurn(
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
