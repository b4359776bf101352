"""Players for whole games, and statistics of many games played from seeds.

There are three players: ``random`` takes any legal turn, ``greedy`` the one that looks best at
once, and ``lookahead`` the one that looks best some turns later;
:mod:`verifier.carcassonne.engine.kernel.player` defines them exactly. A game depends only on the
rule set, the player, the seed and its number, so that any part of a run can be played separately.

On average games end after 15.1 turns with a result of 8.1 at random, after 36 with 21.7 greedily,
and after 41, 42 and 46 with 28.9, 31.3 and 34.7 looking 1, 2 and 3 turns ahead.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo.laid_out import (
    FROM_RIVER,
    LaidOut,
    by_large,
    claim_name,
    lay_out,
)
from verifier.carcassonne.engine.solo.search import require_seed, set_end_readings, set_goal
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.position import LAKE, Pile, setup
from verifier.carcassonne.solo.rule_set import SOLO, SPRING, RuleSet
from verifier.carcassonne.solo.turn import FEATURES, LARGE, Record, RecordedMeeple, RecordedTurn
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Malformed, Undecided

_CHOOSING = {"random": 0, "greedy": 1, "lookahead": 2}
PLAYERS = tuple(_CHOOSING)

MOST_GAMES = 10**9
MOST_AHEAD = 9

_WIDTH, _SAMPLES = 8, 8
"""How many outcomes a player that looks ahead compares, and how often each is played on."""

_AT_ONCE = {"random": 20_000, "greedy": 300, "lookahead": 4}
"""The games of a piece of work, about a tenth of a second in compiled code."""
_SLOWER = 64
"""The factor by which pieces are smaller with the uncompiled kernel."""
_PIECES_WAITING = 64
"""The most pieces that wait in an executor."""

_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Player:
    """A player: ``random``, ``greedy`` or ``lookahead``, which looks ``ahead`` turns ahead.

    :raises Malformed: if there is no such player, or it cannot look so many turns ahead.
    """

    name: str = "greedy"
    ahead: int = 0

    def __post_init__(self) -> None:
        """Refuse unknown players."""
        if self.name not in PLAYERS:
            message = f"there is no player {self.name!r}; there are {', '.join(PLAYERS)}"
            raise Malformed(message, where="player")
        least, most = (1, MOST_AHEAD) if self.name == "lookahead" else (0, 0)
        if not least <= self.ahead <= most:
            advice = f"give 1 to {MOST_AHEAD}" if most else f"the {self.name} player looks at none"
            raise Malformed(f"{self.ahead} turns ahead: {advice}", where="ahead")


GREEDY = Player()


@dataclass(frozen=True, slots=True)
class Odds:
    """The statistics of a run of games.

    ``goals`` counts the games in which each goal of the checklist was met. ``lengths`` counts the
    games by turns with a tile, ``results`` by SOLO-RESULT-1, ``lowest`` by the lowest score
    before final scoring. ``best`` is the number of the first game with the best result, counted
    from 0. ``checksum`` differs between runs in which any choice or tile differs.
    """

    games: int
    player: Player
    seed: int
    rules: RuleSet
    goals: Mapping[str, int]
    lengths: Mapping[int, int]
    results: Mapping[int, int]
    lowest: Mapping[int, int]
    best: int
    checksum: int


@dataclass(frozen=True, slots=True)
class _Tally:
    """Games by goal, length, result, lowest score; the best result and minus its game."""

    goals: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    results: Counter[int] = field(default_factory=Counter)
    lowest: Counter[int] = field(default_factory=Counter)
    best: tuple[int, int] = (-1, 0)
    checksum: int = 0

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(
            self.goals + other.goals,
            self.lengths + other.lengths,
            self.results + other.results,
            self.lowest + other.lowest,
            max(self.best, other.best),  # of equally good games the first
            (self.checksum + other.checksum) & _WORD,
        )


def playouts(
    games: int,
    player: Player = GREEDY,
    *,
    seed: int = 1,
    rules: RuleSet = SOLO,
    executor: Executor | None = None,
    tell: Callable[[int], None] | None = None,
) -> Odds:
    """Play ``games`` games from the set-up and return their statistics.

    An executor's workers share the games, with the same answer. ``tell`` is called from time to
    time with the number of games played since the last call.

    >>> odds = playouts(30, Player("random"), seed=7)
    >>> min(odds.lengths), max(odds.lengths), sum(odds.results.values())
    (13, 19, 30)

    :raises Malformed: if the number of games or the seed is out of range.
    :raises Undecided: if a worker died.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Malformed(f"{games} games: give 1 to {MOST_GAMES:,}", where="games")
    require_seed(seed)
    total = _Tally()
    for number, tally in _played(_pieces(games, player), player, seed, rules, executor):
        total += tally
        if tell is not None:
            tell(number)
    return Odds(
        games,
        player,
        seed,
        rules,
        {goal: total.goals[goal] for goal in checklist()},
        dict(sorted(total.lengths.items())),
        dict(sorted(total.results.items())),
        dict(sorted(total.lowest.items())),
        -total.best[1],
        total.checksum,
    )


def game(number: int, player: Player = GREEDY, *, seed: int = 1, rules: RuleSet = SOLO) -> Record:
    """Return one game of a run as a record.

    >>> turn = game(0, seed=7).turns[0]
    >>> turn.colour, turn.tile, turn.meeples
    (0, 'base/K', (RecordedMeeple(segment='S', colour=None, cell=None, piece='meeple'),))

    :raises Malformed: if there is no such game, or the seed is out of range.
    """
    if not 0 <= number < MOST_GAMES:
        raise Malformed(f"game {number}: give 0 to {MOST_GAMES - 1:,}", where="game")
    require_seed(seed)
    table = _table(player, rules, goals=())
    turns, before = [], 0
    for written in table.kernel.written(seed, number)[0]:
        turns.append(_turn(table, written, before))
        before = len(written[2])
    return Record(setup(rules), tuple(turns))


def length_and_result(player: Player, *, seed: int, rules: RuleSet = SOLO) -> tuple[int, int]:
    """Return how many tiles the first game of a seed lasts, and its result.

    >>> length_and_result(Player("random"), seed=7)
    (16, 9)

    :raises Malformed: if the seed is out of range.
    """
    require_seed(seed)
    _, lengths, results, *_ = _table(player, rules, goals=()).kernel.play(seed, 0, 1)
    (length,), (result,) = dict(lengths), dict(results)
    return length, result


def _table(player: Player, rules: RuleSet, goals: Iterable[Goal]) -> LaidOut[Any]:
    """Return the set-up on a kernel with this player, and goals to be tallied."""
    position = setup(rules)
    if position.rules.river_tiles:
        _require_no_foresight(player)
        position = replace(position, river=_whole_river(rules))
    table: LaidOut[Any] = lay_out(position, kernel.Player)
    table.kernel.keep_river()
    left = rules.tile_counts()
    for placement in position.placements:
        left[placement.tile] -= 1
    for tile in position.river.known:
        left[tile] -= 1
    table.kernel.set_bag([table.kind_number(tile) for tile in left for _ in range(left[tile])])
    set_end_readings(table, rules)
    for goal in goals:
        set_goal(table, goal, rules)
        table.kernel.add_goal()
    table.kernel.set_player(_CHOOSING[player.name], player.ahead, _WIDTH, _SAMPLES)
    return table


def _require_no_foresight(player: Player) -> None:
    """Refuse a player that would see the river's stack, which is shuffled before the game.

    :raises Malformed: if it looks ahead.
    """
    if player.ahead:
        why = "with the River the player that looks ahead would know its tiles; take another"
        raise Malformed(why, where="player", rule="SOLO-BOX-7")


def _whole_river(rules: RuleSet) -> Pile:
    """Return the stack of the river in the order of the sheet, the lake the last."""
    river = [tile for tile in rules.sheet.counts() if is_of_river(tile)]
    counts = rules.tile_counts()
    before = [each for each in river if each not in (SPRING, LAKE) for _ in range(counts[each])]
    return Pile((*before, LAKE))


def _turn(
    table: LaidOut[Any],
    written: tuple[int, int, list[int], int, int, int, list[int], int, list[int]],
    discarded: int,
) -> RecordedTurn:
    """Return a turn from the kernel's notes, after the tiles discarded before it."""
    colour, pile, discards, cell, drawing, claim, order, _, _ = written
    x, y = table.cell(cell)
    return RecordedTurn(
        colour,
        table.tile(drawing),
        drawing % 4,
        x,
        y,
        _put_down(claim),
        tuple(FEATURES[name] for name in order),
        table.tiles(discards[discarded:]),
        None if pile in (colour, FROM_RIVER) else pile,
    )


def _put_down(claim: int) -> tuple[RecordedMeeple, ...]:
    """Return the meeple that a claim puts down, if any."""
    if claim < 0:
        return ()
    return (RecordedMeeple(claim_name(claim), piece=LARGE if by_large(claim) else "meeple"),)


# Shares of a run


def _pieces(games: int, player: Player) -> Iterator[tuple[int, int]]:
    """Yield the first game and the number of games of each piece of the run."""
    at_once = _AT_ONCE[player.name]
    if not kernel.COMPILED:
        at_once = max(1, at_once // _SLOWER)
    for first in range(0, games, at_once):
        yield first, min(at_once, games - first)


def _played(
    pieces: Iterator[tuple[int, int]],
    player: Player,
    seed: int,
    rules: RuleSet,
    executor: Executor | None,
) -> Iterator[tuple[int, _Tally]]:
    """Yield the number of games and the tally of each piece."""
    if executor is None:
        for first, games in pieces:
            yield games, _play(player, seed, rules, first, games)
        return
    begun: deque[tuple[int, Future[_Tally]]] = deque()
    try:
        for first, games in pieces:
            begun.append((games, executor.submit(_play, player, seed, rules, first, games)))
            if len(begun) == _PIECES_WAITING:
                done, future = begun.popleft()
                yield done, future.result()
        while begun:
            done, future = begun.popleft()
            yield done, future.result()
    except BrokenExecutor as error:
        raise Undecided(f"a worker died over its games: {error}") from error
    finally:
        for _, future in begun:
            future.cancel()


def _play(player: Player, seed: int, rules: RuleSet, first: int, games: int) -> _Tally:
    played = _table(player, rules, checklist().values()).kernel.play(seed, first, games)
    counts, lengths, results, lowest, best, best_game, checksum = played
    return _Tally(
        Counter(dict(zip(checklist(), counts, strict=True))),
        Counter(lengths),
        Counter(results),
        Counter(lowest),
        (best, -best_game),
        checksum,
    )
