"""Endgames of the house game: positions in which every tile to come is known, and their solutions.

With the bag empty, or its last tiles known, the shared hand lies open and two players with two
colours each play a game of perfect information. What they play for is the *margin*: the sum of a
player's colours and handicap less the other's (HOUSE-2P-3, AMB-34), after final scoring; a tie by
HOUSE-TURN-11 is a margin of 0 (AMB-43). A *value* is the margin under best play of both. All
margins and values are from the point of view of the player to move in the endgame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Illegal

PLAYERS = 2
MOST_TILES = 5
"""So many tiles of hand and bag together are solved."""
MOST_HANDICAP = 9999
"""As far as any score goes in a position, and far beyond any game's."""


@dataclass(frozen=True, slots=True)
class Endgame:
    """A position in which every tile to come is known, and the handicaps of both players.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import RuleSet
    >>> rules = RuleSet(players=2)
    >>> Endgame(set_up(rules, ("base/V", "base/E", "ic/K"))).player
    0
    >>> Endgame(set_up(rules, ("base/V", "base/E", "ic/K"), hidden=1))
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: tiles_unknown: the bag holds tiles that are not known; in an endgame \
every tile to come is known (at /hidden; HOUSE-TURN-2)

    :raises Illegal: with the first of :func:`endgame_faults`.
    """

    position: Position
    handicaps: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Refuse what is no endgame."""
        for fault in endgame_faults(self.position, self.handicaps):
            raise Illegal(f"{fault.name}: {fault.why}", where=fault.where, rule=fault.rule)

    @property
    def player(self) -> int:
        """The player to move, from 0."""
        return self.position.rules.player_of(self.position.to_move)


@dataclass(frozen=True, slots=True)
class ValuedPlay:
    """A part-turn with its exact value, and the line: it, then best play of both to the end."""

    part_turn: PartTurn
    value: int
    line: tuple[PartTurn, ...]


@dataclass(frozen=True, slots=True)
class ValuedPlacement:
    """A placement with the exact value of the best part-turn that makes it.

    ``placement`` has no piece. ``line`` starts with that best part-turn, best play of both follows:
    of a placement that is not best, what follows is its refutation.
    """

    placement: Placement
    value: int
    line: tuple[PartTurn, ...]


@dataclass(frozen=True, slots=True)
class EndgameSolution:
    """The value of an endgame, and of every placement the player to move can make, best first.

    ``nodes`` are the part-turns the engine looked at.
    """

    endgame: Endgame
    value: int
    placements: tuple[ValuedPlacement, ...]
    nodes: int

    @property
    def best(self) -> tuple[ValuedPlacement, ...]:
        """The placements with the value of the endgame."""
        return tuple(each for each in self.placements if each.value == self.value)

    @property
    def only(self) -> ValuedPlacement | None:
        """The best placement if there is a single one."""
        return self.best[0] if len(self.best) == 1 else None

    @property
    def lead(self) -> int | None:
        """How many points the best placement is ahead of the second; None if there is only one."""
        if len(self.placements) == 1:
            return None
        return self.placements[0].value - self.placements[1].value

    @property
    def line(self) -> tuple[PartTurn, ...]:
        """Best play of both from the first part-turn to the end."""
        return self.placements[0].line


def endgame_faults(position: Position, handicaps: tuple[int, int] = (0, 0)) -> tuple[Fault, ...]:
    """Return why a position is no endgame; an empty tuple means that it is one.

    Whether the hand can be placed is left to the keys, and whether the position is valid to
    :func:`verifier.carcassonne.house.faults.faults`.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import RuleSet
    >>> [each.name for each in endgame_faults(set_up(RuleSet(players=3), ("base/V",) * 6))]
    ['number_of_players', 'too_many_tiles_to_come']
    """
    return (*_players(position, handicaps), *_tiles(position))


def _players(position: Position, handicaps: tuple[int, int]) -> Iterator[Fault]:
    rules = position.rules
    if rules.players != PLAYERS:
        why = f"{rules.players} players; endgames are for two, with two colours each"
        yield Fault("number_of_players", "HOUSE-2P-1", "/rules/players", why)
    if len(handicaps) != PLAYERS:
        why = f"{len(handicaps)} handicaps for {PLAYERS} players"
        yield Fault("number_of_handicaps", "AMB-34", "/handicaps", why)
    for player, handicap in enumerate(handicaps):
        if abs(handicap) > MOST_HANDICAP:
            why = f"player {player + 1} has a handicap of {handicap}; {MOST_HANDICAP} is the most"
            yield Fault("handicap_out_of_range", "AMB-34", f"/handicaps/{player}", why)


def _tiles(position: Position) -> Iterator[Fault]:
    hand, bag = position.hand, position.bag
    if position.end:
        yield Fault("game_over", "HOUSE-END-1", "/end", "the game has ended")
        return
    if position.river or any(map(is_of_river, hand + bag)):
        why = "the river is not laid yet"
        yield Fault("river_not_laid", "HOUSE-SETUP-5", "/river", why)
    if position.hidden:
        why = "the bag holds tiles that are not known; in an endgame every tile to come is known"
        yield Fault("tiles_unknown", "HOUSE-TURN-2", "/hidden", why)
    if not hand:
        yield Fault("no_tiles_left", "HOUSE-END-1", "/hand", "no tile is in hand")
    elif bag and len(hand) < position.rules.hand:
        why = f"{len(hand)} tiles are in hand and the bag has more: the hand is refilled first"
        yield Fault("hand_not_full", "HOUSE-TURN-2", "/hand", why)
    if len(hand) + len(bag) > MOST_TILES:
        why = f"{len(hand) + len(bag)} tiles are to come; endgames have at most {MOST_TILES}"
        yield Fault("too_many_tiles_to_come", "", "/bag" if bag else "/hand", why)
