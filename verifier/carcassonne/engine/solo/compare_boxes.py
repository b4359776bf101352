"""Games that part two readings of a switch about boxes, played from seeds.

Such a switch decides how a game is set up, or how the River is drawn. So the turn in which readings
can part at the earliest is found by counting; a game that parts them there is sought by playing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.solo.key import FinalState
from verifier.carcassonne.solo.position import LAKE, Pile, Position
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.carcassonne.table.cells import AROUND
from verifier.carcassonne.tiles import is_of_river

_RIVER = -1
_LOOKED_AT = 40
"""How many ways to go on with a game are looked at."""

_PLAYED_ON = 8
"""How many games of one deal are played on."""

_Pair: TypeAlias = tuple[Position, Position]


@dataclass(frozen=True, slots=True)
class PartingGame:
    """A game that parts two readings in its last turn: its start by either, and its turns."""

    one: Position
    other: Position
    line: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """How many games were played to find the one that parts the readings, None if none did."""

    game: PartingGame | None
    played: int


# What counting shows


def fewest_by_engine(one: Position, other: Position, switch: str) -> int:
    """Return the turn in which readings may part at the earliest.

    The positions are set-ups, or with ``box.riverUnplaceable`` any with river tiles to come, and
    differ in what this switch about boxes decides.

    >>> from verifier.carcassonne.solo.position import setup
    >>> from verifier.carcassonne.solo.rule_set import RuleSet
    >>> added = RuleSet(large=True)
    >>> instead = added.with_switches({"box.large": "instead"})
    >>> fewest_by_engine(setup(added), setup(instead), "box.large")
    10
    """
    return _COUNTED[switch](one, other)


def _first_without_a_meeple(one: Position, other: Position) -> int:
    """Count until the first colour, claiming in each turn, has a meeple too few (SOLO-BOX-5)."""
    fewer = min(one.supplies[0], other.supplies[0])
    return one.rules.colours * fewer + 1


def _first_of_other_piles(one: Position, other: Position) -> int:
    """Count until a tile is drawn from another pile, or by one reading only (SOLO-BOX-2)."""
    ones, others = (list(_piles_drawn_from(each)) for each in (one, other))
    same = 0
    while same < min(len(ones), len(others)) and ones[same] == others[same]:
        same += 1
    return same if same in (len(ones), len(others)) else same + 1


def _first_of_other_tiles(one: Position, other: Position) -> int:
    """Count land tiles until the start tile may be drawn more often than one reading has it."""
    tile = one.sheet.start_tile
    fewer = min(each.rules.tile_counts()[tile] for each in (one, other))
    return min(one.rules.river_tiles + fewer + 1, _first_of_other_piles(one, other))


def _first_lake(one: Position, _: Position) -> int:
    """Count up to the lake, which comes a turn sooner where a tile went out (SOLO-BOX-7)."""
    return one.river.size - 1


_COUNTED: dict[str, Callable[[Position, Position], int]] = {
    "box.large": _first_without_a_meeple,
    "box.pileOrder": _first_of_other_piles,
    "box.riverStart": _first_of_other_tiles,
    "box.riverUnplaceable": _first_lake,
}


def _piles_drawn_from(position: Position) -> Iterator[int]:
    """Yield where the tile of each turn is drawn from if all have a place (SOLO-PLACE-1, -5)."""
    left = [pile.size for pile in position.piles]
    river = position.river.size
    colour = position.to_move
    while river or any(left):
        pile = position.pile_of(colour)
        if river:
            river -= 1
            yield _RIVER
        elif left[pile]:
            left[pile] -= 1
            yield pile
        colour = (colour + 1) % position.rules.colours


# What playing finds


def play_apart(
    one: Position, other: Position, switch: str, turns: int, *, games: int
) -> PlayedGames:
    """Play games of so many turns until one parts the readings in its last turn.

    The tiles that are not known are dealt anew for each game, from its number alone.
    """
    for number in range(games):
        rng = random.Random(number)  # noqa: S311 - no secrets
        pair = _dealt(rng, one, other, turns)
        line = _played(rng, pair, _LIKED[switch], turns)
        if line:
            return PlayedGames(PartingGame(*pair, line), number + 1)
    return PlayedGames(None, games)


def _dealt(rng: random.Random, one: Position, other: Position, turns: int) -> _Pair:
    """Return both starts with the tiles of the turns known: the same up to the last turn.

    If that is drawn from another pile by the other reading, or the other has a tile more, it is of
    another kind.
    """
    ones, others = (
        (Counter(each.rules.tile_counts()) - Counter(each.known_tiles())) for each in (one, other)
    )
    land = [tile for tile in sorted((ones & others).elements()) if not is_of_river(tile)]
    river = [tile for tile in sorted(ones.elements()) if is_of_river(tile) and tile != LAKE]
    rng.shuffle(land)
    rng.shuffle(river)
    more = sorted((others - ones).elements())
    if more:  # all tiles of that kind come first, so that there is seen to be one more
        land.sort(key=lambda tile: tile not in more)
    if one.river.hidden:
        stack = Pile((*one.river.known, *river[: one.river.hidden - 1], LAKE))
        one, other = replace(one, river=stack), replace(other, river=stack)
    if one.rules.pile_sizes == other.rules.pile_sizes:
        return _with_known(one, land, turns), _with_known(other, land, turns)
    end = sum(pile != _RIVER for pile in list(_piles_drawn_from(one))[:turns]) - 1
    last = more or land[end + 1 :]
    differing = next((tile for tile in last if tile != land[end]), land[end])
    return _with_known(one, land, turns), _with_known(other, [*land[:end], differing], turns)


def _with_known(position: Position, land: Sequence[str], turns: int) -> Position:
    """Return the position with these tiles on its piles, in the order in which they are drawn."""
    known: list[list[str]] = [list(pile.known) for pile in position.piles]
    drawn = [pile for pile in list(_piles_drawn_from(position))[:turns] if pile != _RIVER]
    for pile, tile in zip(drawn, land, strict=False):
        known[pile].append(tile)
    piles = tuple(
        Pile(tuple(tiles), pile.size - len(tiles))
        for tiles, pile in zip(known, position.piles, strict=True)
    )
    return replace(position, piles=piles)


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as far as it is played, by the first reading."""

    table: Position
    line: tuple[Turn, ...] = ()


def _played(
    rng: random.Random, pair: _Pair, liked: Callable[[Outcome], object], turns: int
) -> tuple[Turn, ...]:
    """Return the turns of a game whose last one parts the readings; nothing if none is found.

    Of the games so far those are played on that are liked best.
    """
    one, other = pair
    games = [_Game(one)]
    for _ in range(turns - 1):
        ways = [
            (_Game(outcome.after, (*game.line, turn)), outcome)
            for game in games
            for turn, outcome in _some(rng, game.table)
        ]
        rng.shuffle(ways)
        ways.sort(key=lambda way: liked(way[1]), reverse=True)  # type: ignore[arg-type,return-value]  # numbers
        games = [game for game, _ in ways[:_PLAYED_ON]]
    for game in games:
        last = _parting_turn(game, other)
        if last is not None:
            return (*game.line, last)
    return ()


def _some(rng: random.Random, table: Position) -> list[tuple[Turn, Outcome]]:
    going_on = [way for way in _by_turn(table).items() if not way[1].after.over]
    return rng.sample(going_on, min(len(going_on), _LOOKED_AT))


def _parting_turn(game: _Game, other: Position) -> Turn | None:
    """Return a turn after this game that parts the readings; None if they part before or in none.

    By the other reading the game is played again.
    """
    for turn in game.line:
        outcome = _by_turn(other).get(turn)
        if outcome is None or outcome.after.over:
            return None
        other = outcome.after
    if other.scores != game.table.scores:
        return None
    ones, others = _by_turn(game.table), _by_turn(other)
    both = (*ones, *others)
    return next((turn for turn in both if _seen(ones, turn) != _seen(others, turn)), None)


def _by_turn(table: Position) -> dict[Turn, Outcome]:
    """Return the outcomes by their turns; none if a tile is drawn that is not known."""
    if not Engine().draw(table).known:
        return {}
    outcomes = Engine().outcomes_in_order(table)
    return {outcome.turn: outcome for outcome in outcomes if outcome.turn is not None}


def _seen(ways: dict[Turn, Outcome], turn: Turn) -> FinalState | None:
    outcome = ways.get(turn)
    if outcome is None:
        return None
    return FinalState(outcome.after.scores, outcome.after.over, outcome.result)


def _meeples_in_hand(outcome: Outcome) -> tuple[int, int, int]:
    """Return how well a game can go on: with meeples in hand, and on a table without holes."""
    after, turn = outcome.after, outcome.turn
    hands = after.in_hand()
    if turn is None:
        return sum(hands), min(hands), 0
    around = {(turn.x + east, turn.y + north) for east, north in AROUND.values()}
    return sum(hands), min(hands), sum(laid.cell in around for laid in after.placements)


def _ordinary_meeples_out(outcome: Outcome) -> int:
    """Return more the fewer ordinary meeples the first colour has in its supply."""
    return -outcome.after.supplies[0]


def _river_curled_up(outcome: Outcome) -> int:
    """Return more the nearer the tile lies to the spring, as there a river runs into itself."""
    turn = outcome.turn
    return 0 if turn is None else -abs(turn.x) - abs(turn.y)


_LIKED: dict[str, Callable[[Outcome], object]] = {
    "box.large": _ordinary_meeples_out,
    "box.pileOrder": _meeples_in_hand,
    "box.riverStart": _meeples_in_hand,
    "box.riverUnplaceable": _river_curled_up,
}
"""What a player prefers, so that the game goes on or the case of the switch comes up."""
