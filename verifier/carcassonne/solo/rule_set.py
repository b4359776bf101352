"""Rule sets: the Solo Variant with its options, and one answer for every switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.tiles import SETS, TileSheet, tiles_in_play
from verifier.catalogue.catalogue import Catalogue
from verifier.catalogue.choices import SwitchChoices, in_normal_form
from verifier.errors import Illegal, Malformed, Undecided

BOXES = tuple(name for name in SETS if name != "base")
"""The sets that may lie beside the base game, in the order that rules have (SOLO-BOX-1)."""

SPRING = "river/A"
"""The tile with which the river begins (SOLO-BOX-7)."""

_COLOURS = (3, 4)  # SOLO-SETUP-2, SOLO-OPTION-2
_FEWEST_MEEPLES, MOST_MEEPLES = 3, 7
_CAN_BE_LEFT_OUT = ("lowest", "order", "return", "duty", "inns", "cathedrals", "large", "river")


@dataclass(frozen=True, slots=True)
class RuleSet(SwitchChoices):
    """Colours, meeples per colour, other boxes, and the switches that are not at their default.

    ``boxes`` are the sets in play beside the base game, and ``large`` says whether each colour has
    a large meeple (SOLO-BOX-5). ``switches`` is kept sorted and without defaults, so that equal
    rule sets compare equal. ``without`` names rules that are left out, to see what a puzzle rests
    on; see :mod:`verifier.carcassonne.solo.puzzle`. No document states such a rule set.

    :raises Illegal: for numbers of colours or meeples that the rules do not allow.
    :raises Malformed: for unknown boxes, switches or values.
    :raises Ambiguous: for a switch set twice.

    >>> RuleSet(colours=4, switches=(("score.soleMajority", "never"), ("city.two", "4")))
    RuleSet(colours=4, meeples=4, boxes=(), large=False, \
switches=(('score.soleMajority', 'never'),), without=())
    >>> RuleSet(boxes=("tb", "ic")).sheets
    ('base', 'ic', 'tb')
    >>> RuleSet(colours=2)
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: 2 colours: the Solo Variant is played with 3, or 4 by SOLO-OPTION-2 \
(at colours; SOLO-SETUP-2)
    """

    catalogue: ClassVar[Catalogue] = CATALOGUE

    colours: int = 3
    meeples: int = 4
    boxes: tuple[str, ...] = ()
    large: bool = False
    switches: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the options and bring the switches into their normal form."""
        _check_colours(self.colours)
        _check_meeples(self.meeples)
        object.__setattr__(self, "boxes", _known_boxes(self.boxes))
        _check_large(self.large)
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
    def sheets(self) -> tuple[str, ...]:
        """The names of the tile sets in play (BASE-TILE-1, SOLO-BOX-1)."""
        return ("base", *self.boxes)

    @property
    def plain(self) -> bool:
        """Whether the base game is played alone, with ordinary meeples (SOLO-BOX-12)."""
        return not self.boxes and not self.large

    @property
    def sheet(self) -> TileSheet:
        """The tiles in play.

        >>> SOLO.sheet.start_tile
        'base/D'
        """
        return tiles_in_play(self.sheets)

    @property
    def start_tile(self) -> str:
        """The tile that lies on the table at set-up (SOLO-SETUP-5, SOLO-BOX-7).

        >>> SOLO.start_tile, RuleSet(boxes=("river",)).start_tile
        ('base/D', 'river/A')
        """
        return SPRING if "river" in self.boxes else self.sheet.start_tile

    def tile_counts(self) -> dict[str, int]:
        """Return how many tiles of each kind are in the game, the one at set-up included.

        With the river the base game's start tile is out (SOLO-BOX-7).

        >>> sum(SOLO.tile_counts().values()), RuleSet(boxes=("river",)).tile_counts()["base/D"]
        (72, 3)
        """
        counts = self.sheet.counts()
        if "river" in self.boxes:
            counts[self.sheet.start_tile] -= self.choose("box.riverStart", {"out": 1, "pile": 0})
        return counts

    @property
    def tiles_to_place(self) -> int:
        """How many tiles lie on the table at the end of a game that uses all, but for the first.

        >>> SOLO.tiles_to_place, RuleSet(boxes=("river",)).tiles_to_place
        (71, 82)
        """
        return sum(self.tile_counts().values()) - 1

    @property
    def river_tiles(self) -> int:
        """How many river tiles come after the spring, the lake among them (SOLO-BOX-7)."""
        return sum(_RIVER.counts().values()) - 1 if "river" in self.boxes else 0

    @property
    def ordinary(self) -> int:
        """How many ordinary meeples each colour has (SOLO-BOX-5).

        >>> RuleSet(large=True).ordinary
        4
        >>> RuleSet(large=True).with_switches({"box.large": "instead"}).ordinary
        3
        """
        given_up = self.choose("box.large", {"added": 0, "instead": 1})
        return self.meeples - given_up if self.large else self.meeples

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

        The larger piles go to the colours that come first to draw from them: after the river, that
        begins with the colour after the lake's (SOLO-BOX-2).

        >>> SOLO.pile_sizes, RuleSet(boxes=("river",)).pile_sizes
        ((24, 24, 23), (24, 23, 24))
        """
        land = sum(self.tile_counts().values()) - 1 - self.river_tiles
        small, larger = divmod(land, self.colours)
        after_the_lake = self.river_tiles % self.colours
        first = self.choose("box.pileOrder", {"drawing": after_the_lake, "seat": 0})
        return tuple(
            small + ((colour - first) % self.colours < larger) for colour in range(self.colours)
        )


def require_plain(rules: RuleSet, question: str) -> None:
    """Check that a question is about the base game alone, where only its facts answer it.

    :raises Undecided: naming the question, with other boxes or large meeples (SOLO-BOX-11).

    >>> require_plain(RuleSet(boxes=("ic",)), "the best game")
    Traceback (most recent call last):
    ...
    verifier.errors.Undecided: the best game is found by facts of the base set (FACT-7 to \
FACT-14), which do not hold with ic; ask it of the base game alone (at boxes; SOLO-BOX-11)
    """
    if not rules.plain:
        others = " and ".join((*rules.boxes, *(["large meeples"] if rules.large else [])))
        raise Undecided(
            f"{question} is found by facts of the base set (FACT-7 to FACT-14), which do not hold "
            f"with {others}; ask it of the base game alone",
            where="boxes",
            rule="SOLO-BOX-11",
        )


def _known_rules(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in _CAN_BE_LEFT_OUT:
            known = ", ".join(_CAN_BE_LEFT_OUT)
            raise Malformed(f"{name!r} cannot be left out; {known} can", where="without")
    return tuple(sorted(set(names)))


def _known_boxes(names: Iterable[str]) -> tuple[str, ...]:
    given = tuple(names)
    for name in given:
        _check_box(name)
        if given.count(name) > 1:
            raise Malformed(f"box {name} is named twice", where="boxes", rule="SOLO-BOX-1")
    return tuple(name for name in BOXES if name in given)


def _check_box(name: object) -> None:
    if name in BOXES:
        return
    why = f"there is no box {name!r}; there are {', '.join(BOXES)}"
    if name == "base":
        why = "the base game is always in play; 'boxes' names only what lies beside it"
    raise Malformed(why, where="boxes", rule="SOLO-BOX-1")


def _check_large(large: object) -> None:
    if type(large) is not bool:
        why = f"'large' says yes or no: each colour has one large meeple or none, not {large!r}"
        raise Malformed(why, where="large", rule="SOLO-BOX-5")


def _check_colours(colours: int) -> None:
    _check_number(colours, "colours")
    if colours not in _COLOURS:
        rule = "SOLO-SETUP-2" if colours < min(_COLOURS) else "SOLO-OPTION-2"
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


_RIVER = tiles_in_play(("river",))

# The rules as printed, with every question answered by its default.
SOLO = RuleSet()
