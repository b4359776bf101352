"""An evening with the house game: what a table of players takes out of the boxes, and handicaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles import tile_sheet
from verifier.documents.validation import validate
from verifier.errors import Ambiguous, Illegal, Malformed

TILES_A_MINUTE = 2
HELD_BACK_AT_LEAST = 3
"""HOUSE-SETUP-4 says "a few"; three is our number."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What to take out of the boxes.

    ``mixed`` gives for each set how many of its tiles are mixed face down; ``bag`` of these go
    into the bag, from which the shared hand of ``hand`` tiles is drawn, and the ``held_back`` ones
    stay unseen (HOUSE-SETUP-4). ``wanted`` is the number before rounding (HOUSE-SETUP-3).
    ``river`` counts the river tiles that open the game, spring and lake included.
    """

    rules: RuleSet
    minutes: int
    wanted: int
    bag: int
    mixed: tuple[tuple[str, int], ...]
    river: int

    @property
    def held_back(self) -> int:
        """How many of the tiles mixed are not put into the bag."""
        return sum(number for _, number in self.mixed) - self.bag

    @property
    def hand(self) -> int:
        """How many tiles of the bag lie face up before the first turn."""
        return min(self.rules.hand, self.bag)

    @property
    def supply(self) -> Pieces:
        """The pieces of each colour."""
        return self.rules.start_supply


def plan_table(rules: RuleSet, minutes: int) -> TablePlan:
    """Return what to take out of the boxes for a game of so many minutes.

    The number of tiles is rounded to the nearest multiple (AMB-24), down if two are as near, and
    is at most what leaves :data:`HELD_BACK_AT_LEAST` tiles unseen.

    :raises Malformed: if the minutes are not a whole number.
    :raises Illegal: if they are too few for one tile for each player.

    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> plan_table(HOUSE, 30).bag, plan_table(RuleSet(players=3), 20).bag
    (60, 39)
    """
    if type(minutes) is not int:
        raise Malformed(f"minutes must be a whole number, not {minutes!r}", where="minutes")
    step = rules.players * rules.choose("house.tiles", {"multiple": 1, "multiple_of_2n": 2})
    wanted = TILES_A_MINUTE * minutes
    mixed = tuple((name, _tiles_to_mix(rules, name)) for name in rules.sets if name != "river")
    most = (sum(number for _, number in mixed) - HELD_BACK_AT_LEAST) // step * step
    below = wanted // step * step
    nearest = below if wanted - below <= below + step - wanted else below + step
    if nearest < step:
        raise Illegal(
            f"{minutes} minutes are {wanted} tiles, less than {step} for a round of all players",
            where="minutes",
            rule="HOUSE-SETUP-3",
        )
    river = sum(tile.count for tile in tile_sheet("river").tiles) if rules.has_river else 0
    return TablePlan(rules, minutes, wanted, min(nearest, most), mixed, river)


def _tiles_to_mix(rules: RuleSet, name: str) -> int:
    tiles = sum(tile.count for tile in tile_sheet(name).tiles)
    if name != "base":
        return tiles
    # HOUSE-SETUP-9: the start tile lies on the table. With the river it does not (AMB-37).
    stays = {"out": 0, "river": 0, "bag": 1}
    return tiles - 1 + (rules.choose("house.riverStart", stays) if rules.has_river else 0)


# --- Handicaps: points that players start with, and how past games shift them (HOUSE-SETUP-7, -8)


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


# --- A ledger of past games as a JSON document of the schema ``ledger``


SCHEMA = "urn:meepleproof:ledger:1"


def read_ledger(document: Any, where: str = "") -> Ledger:
    """Return the ledger that a document states.

    :raises Malformed: if it does not follow the schema, or a game names an unknown player.
    :raises Ambiguous: if two players have one name.

    >>> read_ledger(ledger_to_json(Ledger((Player("Ada", child=True), Player("Ben"))))).players[1]
    Player(name='Ben', child=False, handicap=Handicap(per_tile=0, points=0))
    """
    validate("ledger", document, where)
    players = tuple(
        Player(each["name"], each.get("child", False), Handicap(**each.get("handicap", {})))
        for each in document["players"]
    )
    names = [player.name for player in players]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise Ambiguous(f"two players are called {name!r}", where=f"/players/{number}/name")
    games = tuple(
        PastGame(each["tiles"], tuple(each["scores"].items())) for each in document.get("games", ())
    )
    ledger = Ledger(players, games)
    ledger.handicaps()
    return ledger


def ledger_to_json(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as a document of the schema."""
    return {
        "$schema": SCHEMA,
        "game": "house",
        "players": [_player(player) for player in ledger.players],
        "games": [{"tiles": game.tiles, "scores": dict(game.scores)} for game in ledger.games],
    }


def _player(player: Player) -> dict[str, Any]:
    handicap = {"per_tile": player.handicap.per_tile, "points": player.handicap.points}
    return {
        "name": player.name,
        **({"child": True} if player.child else {}),
        **({"handicap": handicap} if player.handicap != Handicap() else {}),
    }
