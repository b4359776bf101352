"""Players of the house rules: whole games played by chance, and greedy choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.house.endgame import plays_by_margin
from verifier.carcassonne.engine.house.engine import HouseEngine
from verifier.carcassonne.engine.house.laid_out import LaidOut, laid_out, lay_out
from verifier.carcassonne.engine.tables import house_tables
from verifier.carcassonne.house.endgame import PLAYERS
from verifier.carcassonne.house.part_turn import Outcome, Record, RecordedPartTurn, RecordedPiece
from verifier.carcassonne.house.position import PIECES, START_TILE, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import tile_sheet
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.errors import Illegal, Malformed

_MOST_SEED = 2**64


@dataclass(frozen=True, slots=True)
class HouseGames:
    """What came of games: how many, ties among them, part-turns, second parts, points by colour.

    Points are the sums over all games, after final scoring but of ties. Equal games have equal
    checksums.
    """

    games: int
    ties: int
    part_turns: int
    seconds: int
    points: tuple[int, ...]
    checksum: int


def random_games(
    rules: RuleSet, games: int, *, tiles: int = 60, seed: int = 0, first: int = 0
) -> HouseGames:
    """Play games by chance with so many tiles besides the start tile, numbered from ``first``.

    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> random_games(HOUSE, 20, seed=1) == random_games(HOUSE, 20, seed=1)
    True

    :raises Illegal: if the sets have fewer tiles, or the river opens the game.
    :raises Malformed: if a number is none that can be.
    """
    if games < 1 or first < 0:
        raise Malformed(f"{games} games from number {first} on: give one or more, from 0 on")
    table = _player(rules, tiles, seed)
    ties, part_turns, seconds, points, checksum = table.kernel.play(first, games, seed)
    return HouseGames(games, ties, part_turns, seconds, tuple(points), checksum)


def random_game(rules: RuleSet, *, tiles: int = 60, seed: int = 0, number: int = 0) -> Record:
    """Return one of the games that :func:`random_games` plays as a record, scores noted.

    :raises Illegal: as :func:`random_games`.
    :raises Malformed: as :func:`random_games`.
    """
    table = _player(rules, tiles, seed)
    dealt, written = table.kernel.write(number, seed)
    kinds = table.tables.kinds
    start = set_up(rules, tuple(kinds[kind] for kind in dealt))
    turns = []
    for colour, second, drawing, cell, piece, name, scores in written:
        x, y = table.cell(cell)
        pieces = (RecordedPiece(PIECES[piece - 1], NAMES[name]),) if piece else ()
        tile, rotation = kinds[drawing // 4], drawing % 4
        turns.append(RecordedPartTurn(colour, tile, rotation, x, y, pieces, second, scores))
    return Record(start, tuple(turns))


def deck(rules: RuleSet) -> tuple[str, ...]:
    """Return all tiles in play but the start tile.

    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> len(deck(HOUSE))
    118
    """
    sheets = [tile for name in rules.sets for tile in tile_sheet(name).tiles]
    tiles = [tile.id for tile in sheets for _ in range(tile.count)]
    tiles.remove(START_TILE)
    return tuple(tiles)


def _player(rules: RuleSet, tiles: int, seed: int) -> LaidOut:
    """Return a kernel that plays games with the start tile on it."""
    if rules.has_river:
        raise Illegal(
            "games by chance are played without the river", where="sets", rule="HOUSE-SETUP-5"
        )
    in_play = deck(rules)
    if not 1 <= tiles <= len(in_play):
        raise Illegal(
            f"{tiles} tiles: the sets have 1 to {len(in_play)} besides the start tile",
            where="tiles",
            rule="HOUSE-SETUP-3",
        )
    if not 0 <= seed < _MOST_SEED:
        raise Malformed(f"the seed {seed} is not a number from 0 to 2**64 - 1", where="seed")
    start: Position = set_up(rules, ())
    table = lay_out(start, kernel.HousePlayer(house_tables()), in_play)
    aside = rules.choose("house.unplayableHand", {"tie": 0, "discard_and_continue": 1})
    numbers = [table.kind_number(tile) for tile in in_play]
    table.kernel.set_deck(numbers, tiles, rules.hand, aside)
    return table


# --- Greedy players: they choose the part-turn after which the game could end best for them


_BUILDER, _SECOND = 4, 5
"""What a builder on the table, and a second part of the turn, are worth by eye."""
_CARELESS, _LOOKED_AT = 4, 30
"""One part-turn in so many is any of so many of the best."""


def margins_if_ended(outcomes: Sequence[Outcome], before: Position) -> list[int]:
    """Return by how much each outcome's player would lead the best other one if the game ended.

    Points of a player's colours are added up; handicaps are left out. The outcomes are those of
    one position, ``before``.
    """
    player = before.rules.player_of(before.to_move)
    if before.rules.players != PLAYERS:
        return [_margin(outcome.after, player) for outcome in outcomes]
    added, standing = dict(plays_by_margin(before)), _margin(before, player)
    return [standing + added[outcome.part_turn] for outcome in outcomes]


def worths_by_eye(outcomes: Sequence[Outcome], before: Position) -> list[int]:
    """Return an estimate of what each outcome is worth to its player: margin, builder, second part.

    The outcomes are those of one position, ``before``.
    """
    margins = margins_if_ended(outcomes, before)
    return [margin + _bonus(one) for one, margin in zip(outcomes, margins, strict=True)]


def _margin(position: Position, player: int) -> int:
    with laid_out(position) as table:
        scores = table.kernel.final_scores()
    totals = [0] * position.rules.players
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    own = totals.pop(player)
    return own - max(totals)


def greedy_game(start: Position, below: Callable[[int], int]) -> tuple[Outcome, ...]:
    """Return the outcomes of a game of greedy players, to its end.

    ``below`` decides between part-turns that look equally good: it gets a bound and returns a
    number from 0 to the bound - 1.
    """
    found: list[Outcome] = []
    position = start
    while not position.end:
        outcomes = HouseEngine().outcomes_in_order(position)
        if not outcomes:
            break
        found.append(_best(outcomes, position, below))
        position = found[-1].after
    return tuple(found)


def _best(outcomes: Sequence[Outcome], before: Position, below: Callable[[int], int]) -> Outcome:
    worths = worths_by_eye(outcomes, before)
    # Now and then the player is careless, or all games would be alike.
    careless = below(_CARELESS) == 0
    least = sorted(worths)[-min(len(worths), _LOOKED_AT)] if careless else max(worths)
    best = [one for one, worth in zip(outcomes, worths, strict=True) if worth >= least]
    return best[below(len(best))]


def _bonus(outcome: Outcome) -> int:
    turn = outcome.part_turn
    return (_BUILDER if turn.piece == "builder" else 0) + _SECOND * turn.second
