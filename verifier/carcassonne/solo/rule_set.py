"""Rule sets: the Solo Variant with its options, and one answer for every switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.tiles import TileSheet, tiles_in_play
from verifier.catalogue.catalogue import Catalogue
from verifier.catalogue.choices import SwitchChoices, in_normal_form
from verifier.errors import Illegal, Malformed

# SOLO-SETUP-6, SOLO-OPTION-2
_PILE_SIZES = {3: (24, 24, 23), 4: (18, 18, 18, 17)}
_FEWEST_MEEPLES, MOST_MEEPLES = 3, 7
_CAN_BE_LEFT_OUT = ("lowest", "order", "return")


@dataclass(frozen=True, slots=True)
class RuleSet(SwitchChoices):
    """Number of colours, meeples per colour, and the switches that are not at their default.

    ``switches`` is kept sorted and without defaults, so that equal rule sets compare equal.
    ``without`` names rules that are left out, to see what a puzzle rests on; see
    :mod:`verifier.carcassonne.solo.puzzle`. No document states such a rule set.

    :raises Illegal: for numbers of colours or meeples that the rules do not allow.
    :raises Malformed: for unknown switches or values.
    :raises Ambiguous: for a switch set twice.

    >>> RuleSet(colours=4, switches=(("score.soleMajority", "never"), ("city.two", "4")))
    RuleSet(colours=4, meeples=4, switches=(('score.soleMajority', 'never'),), without=())
    >>> RuleSet(colours=2)
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: 2 colours: the Solo Variant is played with 3, or 4 by SOLO-OPTION-2 \
(at colours; SOLO-SETUP-2)
    """

    catalogue: ClassVar[Catalogue] = CATALOGUE
    sheets: ClassVar[tuple[str, ...]] = ("base",)
    """The names of the tile sets in play (BASE-TILE-1)."""

    colours: int = 3
    meeples: int = 4
    switches: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the options and bring the switches into their normal form."""
        _check_colours(self.colours)
        _check_meeples(self.meeples)
        object.__setattr__(self, "switches", in_normal_form(CATALOGUE, self.switches))
        object.__setattr__(self, "without", _known_rules(self.without))

    def applies(self, rule: str) -> bool:
        """Return whether one of the rules that can be left out is in force.

        >>> RuleSet(without=("lowest",)).applies("lowest"), SOLO.applies("lowest")
        (False, True)
        """
        return rule not in self.without

    def with_switches(self, choices: Mapping[str, str]) -> RuleSet:
        """Return this rule set with other answers; a default answer resets a switch.

        >>> SOLO.with_switches({"end.rescue": "yes"}).switches
        (('end.rescue', 'yes'),)
        """
        return replace(self, switches=tuple((dict(self.switches) | dict(choices)).items()))

    @property
    def sheet(self) -> TileSheet:
        """The tiles in play.

        >>> SOLO.sheet.start_tile
        'base/D'
        """
        return tiles_in_play(self.sheets)

    @property
    def start_scores(self) -> tuple[int, ...]:
        """The score of each colour before the first turn (SOLO-SETUP-9, SOLO-OPTION-2).

        >>> RuleSet(colours=4).with_switches({"start.spaces": "0-1-2"}).start_scores
        (0, 1, 2, 3)
        """
        first = self.choose("start.spaces", {"1-2-3": 1, "0-1-2": 0})
        return tuple(range(first, first + self.colours))

    @property
    def pile_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each colour's pile before the first turn (SOLO-SETUP-6).

        >>> SOLO.pile_sizes
        (24, 24, 23)
        """
        return _PILE_SIZES[self.colours]


def _known_rules(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in _CAN_BE_LEFT_OUT:
            known = ", ".join(_CAN_BE_LEFT_OUT)
            raise Malformed(f"{name!r} cannot be left out; {known} can", where="without")
    return tuple(sorted(set(names)))


def _check_colours(colours: int) -> None:
    _check_number(colours, "colours")
    if colours not in _PILE_SIZES:
        rule = "SOLO-SETUP-2" if colours < min(_PILE_SIZES) else "SOLO-OPTION-2"
        raise Illegal(
            f"{colours} colours: the Solo Variant is played with 3, or 4 by SOLO-OPTION-2",
            where="colours",
            rule=rule,
        )


def _check_meeples(meeples: int) -> None:
    _check_number(meeples, "meeples")
    if not _FEWEST_MEEPLES <= meeples <= MOST_MEEPLES:
        rule = "SOLO-OPTION-3" if meeples < _FEWEST_MEEPLES else "SOLO-OPTION-1"
        raise Illegal(
            f"{meeples} meeples per colour: there are 4, or 3 (harder) and 5 to 7 (easier)",
            where="meeples",
            rule=rule,
        )


def _check_number(number: object, where: str) -> None:
    # True is an int to Python, and 3.0 equals 3; neither is a number of colours.
    if type(number) is not int:
        raise Malformed(f"{where} must be a whole number, not {number!r}", where=where)


# The rules as printed, with every question answered by its default.
SOLO = RuleSet()
