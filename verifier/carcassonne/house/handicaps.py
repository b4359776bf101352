"""Handicaps: points that players start with, and how past games shift them (HOUSE-SETUP-7, -8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from verifier.errors import Malformed

CHILD_SHIFT = Fraction(1, 2)
ADULT_SHIFT = Fraction(1, 4)
"""Which part of the difference from the winner is made good for the next game. HOUSE-SETUP-8 says
"about half" for children and "more slowly" for adults; a quarter is our number."""


@dataclass(frozen=True, slots=True)
class Handicap:
    """So many points for each tile in the bag, and so many more (or fewer) whatever their number.

    >>> five_years_old = Handicap(per_tile=1, points=-30)
    >>> five_years_old.at(60), five_years_old.at(30), five_years_old.at(24)
    (30, 0, -6)
    """

    per_tile: int = 0
    points: int = 0

    def at(self, tiles: int) -> int:
        """Return the points to start with when that many tiles are in the bag.

        They can be less than 0: the text sets no lower limit.
        """
        return self.per_tile * tiles + self.points


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the ledger, with the handicap before the first game of it."""

    name: str
    child: bool = False
    handicap: Handicap = Handicap()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that was played: tiles in the bag, and what each player there scored on the board.

    ``scores`` are without handicaps; of two players, the sums of both colours (HOUSE-2P-3).
    """

    tiles: int
    scores: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Who plays, and the games so far."""

    players: tuple[Player, ...]
    games: tuple[PastGame, ...] = ()

    def handicaps(self) -> dict[str, Handicap]:
        """Return each player's handicap after all games of the ledger.

        :raises Malformed: if a game names somebody who is not in the ledger.

        >>> ada = Player("Ada", child=True, handicap=Handicap(1, -30))
        >>> ledger = Ledger((ada, Player("Ben")), (PastGame(60, (("Ada", 40), ("Ben", 91))),))
        >>> ledger.handicaps()["Ada"]
        Handicap(per_tile=1, points=-20)
        """
        children = {player.name: player.child for player in self.players}
        handicaps = {player.name: player.handicap for player in self.players}
        for number, game in enumerate(self.games):
            for name, _ in game.scores:
                if name not in handicaps:
                    raise Malformed(
                        f"{name!r} is not among the players {', '.join(handicaps)}",
                        where=f"/games/{number}/scores",
                    )
            handicaps |= _shifted(game, handicaps, children)
        return handicaps


def totals(game: PastGame, handicaps: Mapping[str, Handicap]) -> dict[str, int]:
    """Return what each player of a game came to, handicap included (HOUSE-WIN-1)."""
    return {name: score + handicaps[name].at(game.tiles) for name, score in game.scores}


def _shifted(
    game: PastGame, handicaps: Mapping[str, Handicap], children: Mapping[str, bool]
) -> dict[str, Handicap]:
    """Return the handicaps after a game: all but the winners' grow (HOUSE-SETUP-8)."""
    reached = totals(game, handicaps)
    most = max(reached.values(), default=0)
    shifted = {}
    for name, total in reached.items():
        part = CHILD_SHIFT if children[name] else ADULT_SHIFT
        before = handicaps[name]
        shifted[name] = replace(before, points=before.points + int((most - total) * part))
    return shifted
