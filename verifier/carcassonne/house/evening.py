"""An evening with the house game: what to take out of the boxes, and what a handicap is."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles import tile_sheet
from verifier.errors import Illegal, Malformed

TILES_A_MINUTE = 2
HELD_BACK_AT_LEAST = 3
"""HOUSE-SETUP-4 says "a few"; three is our number."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What to take out of the boxes.

    ``mixed`` gives for each set how many of its tiles are mixed face down; ``bag`` of these go
    into the bag, from which the shared hand of ``hand`` tiles is drawn, and the ``held_back`` ones
    stay unseen (HOUSE-SETUP-4). ``wanted`` is the number before rounding (HOUSE-SETUP-3).
    ``river`` counts the river tiles that open the game, spring and lake included, ``opening`` the
    turns that these take.
    """

    rules: RuleSet
    minutes: int
    wanted: int
    bag: int
    mixed: tuple[tuple[str, int], ...]
    river: int
    opening: int

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
    is at most what leaves :data:`HELD_BACK_AT_LEAST` tiles unseen. With the river, the tiles that
    open the game are counted in, so that all players have as many turns.

    :raises Malformed: if the minutes are not a whole number.
    :raises Illegal: if they are too few for one tile for each player.

    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> plan_table(HOUSE, 30).bag, plan_table(RuleSet(players=3), 20).bag
    (60, 39)
    >>> plan_table(RuleSet(players=4, sets=("base", "river")), 30).bag  # after 11 turns
    61
    """
    if type(minutes) is not int:
        raise Malformed(f"minutes must be a whole number, not {minutes!r}", where="minutes")
    step = rules.players * rules.choose("house.tiles", {"multiple": 1, "multiple_of_2n": 2})
    wanted = TILES_A_MINUTE * minutes
    mixed = tuple((name, _tiles_to_mix(rules, name)) for name in rules.sets if name != "river")
    river = sum(tile.count for tile in tile_sheet("river").tiles) if rules.has_river else 0
    opening = _opening_turns(rules, river)
    least = (-opening) % step
    most = sum(number for _, number in mixed) - HELD_BACK_AT_LEAST
    below = least + (wanted - least) // step * step
    nearest = below if wanted - below <= below + step - wanted else below + step
    if nearest < rules.players:
        raise Illegal(
            f"{minutes} minutes are {wanted} tiles, less than {step} for a round of all players",
            where="minutes",
            rule="HOUSE-SETUP-3",
        )
    bag = min(nearest, least + (most - least) // step * step)
    return TablePlan(rules, minutes, wanted, bag, mixed, river, opening)


def _opening_turns(rules: RuleSet, river: int) -> int:
    """Return how many turns the river has; the spring lies on the table (HOUSE-RIVER-1)."""
    if not rules.has_river:
        return 0
    return river - 1 + rules.choose("house.riverStart", {"out": 0, "river": 1, "bag": 0})


def _tiles_to_mix(rules: RuleSet, name: str) -> int:
    tiles = sum(tile.count for tile in tile_sheet(name).tiles)
    if name != "base":
        return tiles
    # HOUSE-SETUP-9: the start tile lies on the table. With the river it does not (AMB-37).
    stays = {"out": 0, "river": 0, "bag": 1}
    return tiles - 1 + (rules.choose("house.riverStart", stays) if rules.has_river else 0)


@dataclass(frozen=True, slots=True)
class Handicap:
    """Points to start with: so many for each tile in the bag, and so many more or fewer.

    They follow HOUSE-SETUP-7.

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
