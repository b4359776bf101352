"""Rule sets of the house game: who plays, with which sets, and one answer for every switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.tiles import SETS
from verifier.catalogue.catalogue import Catalogue
from verifier.catalogue.choices import SwitchChoices, in_normal_form
from verifier.errors import Illegal, Malformed

_COLOURS = {2: 4, 3: 3, 4: 4, 5: 5, 6: 6}
"""The number of colours by the number of players: two play two each (HOUSE-2P-1)."""

_MOST_IN_HAND = 6


class Pieces(NamedTuple):
    """How many pieces of each sort one colour has."""

    little: int
    big: int
    builder: int


@dataclass(frozen=True, slots=True)
class RuleSet(SwitchChoices):
    """Players, tile sets, the size of the shared hand, and the switches not at their default.

    ``hand`` is 3 (HOUSE-SETUP-10) or the number of colours (HOUSE-SETUP-11); other sizes from 1
    to 6 are a variant of ours. ``supply`` is what a colour starts with where that differs from
    what the boxes of the sets hold. ``sets`` and ``switches`` are kept in one order, so that
    equal rules are equal rule sets.

    >>> RuleSet(players=2).colours, RuleSet().start_supply
    (4, Pieces(little=7, big=1, builder=1))
    >>> RuleSet(players=7)
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: 7 players: the house game is for 2 to 6 (at players; HOUSE-SETUP-1)
    """

    catalogue: ClassVar[Catalogue] = CATALOGUE

    players: int = 4
    sets: tuple[str, ...] = ("base", "ic", "tb", "ks")
    hand: int = 3
    supply: Pieces | None = None
    switches: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Hold the options to their rules and bring sets and switches into their one order."""
        _require_number(self.players, "players")
        if self.players not in _COLOURS:
            raise Illegal(
                f"{self.players} players: the house game is for 2 to 6",
                where="players",
                rule="HOUSE-SETUP-1",
            )
        _require_number(self.hand, "hand")
        if not 1 <= self.hand <= _MOST_IN_HAND:
            raise Illegal(
                f"a shared hand of {self.hand}: it is 3 tiles, or as many as there are colours",
                where="hand",
                rule="HOUSE-SETUP-10",
            )
        _require_sets(self.sets)
        object.__setattr__(self, "sets", tuple(name for name in SETS if name in self.sets))
        if self.supply is not None:
            _require_supply(self.supply)
        object.__setattr__(self, "switches", in_normal_form(CATALOGUE, self.switches))

    def with_switches(self, choices: Mapping[str, str]) -> RuleSet:
        """Return this rule set with other answers; a default given puts a switch back."""
        return replace(self, switches=tuple((dict(self.switches) | dict(choices)).items()))

    @property
    def colours(self) -> int:
        """The number of colours in play (HOUSE-2P-1)."""
        return _COLOURS[self.players]

    def player_of(self, colour: int) -> int:
        """Return whose colour it is, players numbered from 0 (HOUSE-2P-1).

        >>> [RuleSet(players=2).player_of(colour) for colour in range(4)]
        [0, 1, 0, 1]
        """
        return colour % self.players

    @property
    def start_supply(self) -> Pieces:
        """The pieces of each colour before the first turn (AMB-25).

        The big follower comes with Inns & Cathedrals, the builder with Traders & Builders
        (HOUSE-SETUP-1).
        """
        if self.supply is not None:
            return self.supply
        little = self.choose("house.followers", {"7": 7, "8": 8})
        return Pieces(little, int("ic" in self.sets), int("tb" in self.sets))

    @property
    def has_river(self) -> bool:
        """Whether the game opens with the river (HOUSE-SETUP-5)."""
        return "river" in self.sets


def _require_number(number: object, where: str) -> None:
    # True is an int to Python, and 3.0 equals 3; neither is a number of players.
    if type(number) is not int:
        raise Malformed(f"{where} must be a whole number, not {number!r}", where=where)


def _require_sets(sets: tuple[str, ...]) -> None:
    for name in sets:
        if name not in SETS:
            raise Malformed(
                f"there is no tile set {name!r}; there are {', '.join(SETS)}",
                where="sets",
                rule="HOUSE-SETUP-1",
            )
    if "base" not in sets:
        raise Illegal(
            "the base game is always in play; add 'base'", where="sets", rule="HOUSE-SETUP-1"
        )


def _require_supply(supply: Pieces) -> None:
    for sort, number in zip(supply._fields, supply, strict=True):
        _require_number(number, f"supply/{sort}")
    little, big, builder = supply
    if not (0 <= little <= 8 and 0 <= big <= 1 and 0 <= builder <= 1):  # noqa: PLR2004 - AMB-25
        raise Illegal(
            f"a supply of {little} little followers, {big} big ones and {builder} builders: "
            "a colour has at most 8, 1 and 1",
            where="supply",
            rule="HOUSE-SETUP-1",
        )


HOUSE = RuleSet()
"""The house rules for four players, with every set but the river and every default."""
