"""What a player knows of the packs of a Generation, and what a key says about the rest.

Players note the packs that they have seen as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from verifier.errors import Illegal, Malformed
from verifier.neom.state import TURNS

PACK_TILES = MappingProxyType({"1+": 3, "1+,4+": 4, "1+,4+,5+": 5})
"""Tiles in each of the eight packs before any is moved, by tile set (NEOM-SOLO-PACK-1)."""


def tiles_in_play(tile_set: str) -> int:
    """Return how many tiles a Generation has, those of pack 8 too.

    >>> [tiles_in_play(tile_set) for tile_set in PACK_TILES]
    [24, 32, 40]
    """
    return (TURNS + 1) * PACK_TILES[tile_set]


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known after some packs of a Generation were revealed.

    ``packs`` of the seven were revealed. ``disaster`` is the pack in which the Disaster was, 0 if
    it has not been seen. ``wanted`` other tiles are asked about; none of them has been seen.

    :raises Malformed: for a tile set that there is not, or a negative number.
    :raises Illegal: for more packs than a Generation has, or a Disaster in a pack not revealed.

    >>> Seen("1+", packs=6)
    Seen(tile_set='1+', packs=6, disaster=0, wanted=0)
    >>> Seen("1+,5+")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: there is no tile set '1+,5+'; there are '1+', '1+,4+' and \
'1+,4+,5+' (NEOM-SOLO-CONFIG-1)
    """

    tile_set: str
    packs: int = 0
    disaster: int = 0
    wanted: int = 0

    def __post_init__(self) -> None:
        if self.tile_set not in PACK_TILES:
            *most, last = map(repr, PACK_TILES)
            raise Malformed(
                f"there is no tile set {self.tile_set!r}; there are {', '.join(most)} and {last}",
                rule="NEOM-SOLO-CONFIG-1",
            )
        if min(self.packs, self.disaster, self.wanted) < 0:
            raise Malformed("packs, disaster and wanted are 0 or more")
        if self.packs > TURNS:
            raise Illegal(f"{self.packs} packs: a Generation shows seven", rule="NEOM-SOLO-TURN-4")
        if self.disaster > self.packs:
            raise Illegal(
                f"the Disaster was seen in pack {self.disaster}, but only {self.packs} were "
                "revealed",
                rule="NEOM-SOLO-TURN-1",
            )


@dataclass(frozen=True, slots=True)
class DisasterChances:
    """Where the Disaster is that has not been seen yet.

    ``places`` has the chance for each pack to come, and for pack 8 at the end. ``preventable`` is
    pack 1, 2 or 3, ``shown_late`` packs 4 to 7, ``never_shown`` pack 8. ``at_turn_7`` is pack 7 or
    8, where it strikes at the end of turn 7. ``one_left`` is a pack of two tiles from the fourth
    on, where a single tile can be selected (NEOM-SOLO-DIS-1 to -5).
    """

    places: tuple[Fraction, ...]
    preventable: Fraction
    shown_late: Fraction
    never_shown: Fraction
    at_turn_7: Fraction
    one_left: Fraction


@dataclass(frozen=True, slots=True)
class WantedChances:
    """Where tiles are that a player waits for.

    ``places`` has, for any one of them, the chance for each pack to come, and for pack 8 at the
    end. ``all_shown``: none is in pack 8. ``together``: some pack to come has two or more of them.
    ``takeable`` has the chances that 0, 1, 2 ... of them can be taken, one from a pack
    (NEOM-SOLO-TURN-2). ``with_disaster``: the Disaster, not seen yet, comes in pack 1, 2 or 3
    together with one of them, so that only one of the two can be selected.
    """

    places: tuple[Fraction, ...]
    all_shown: Fraction
    together: Fraction
    takeable: tuple[Fraction, ...]
    with_disaster: Fraction


@dataclass(frozen=True, slots=True)
class Chances:
    """What a key says about the packs to come.

    ``sizes`` are the tiles in each pack to come, those of pack 8 at the end; ``contents`` is how
    many contents of these packs are equally likely. ``disaster`` is None if the Disaster has been
    seen, ``wanted`` if no tile is asked about.
    """

    sizes: tuple[int, ...]
    contents: int
    disaster: DisasterChances | None
    wanted: WantedChances | None


@dataclass(frozen=True, slots=True)
class GameChances:
    """What a key says about a game with a tile set, before it begins.

    ``preventable`` has the chances that 0, 1, 2, 3 of the three Disasters are in packs 1 to 3 of
    their Generation, ``expected`` their expected number. ``shown`` tiles are seen in a Generation,
    ``unused`` of them are discarded because another one was selected. ``sequences`` is in how many
    ways one tile a turn can be selected in a Generation, Disasters left aside.
    """

    preventable: tuple[Fraction, ...]
    expected: Fraction
    shown: int
    unused: int
    sequences: int


@dataclass(frozen=True, slots=True)
class CornerstoneChances:
    """What a key says about the stacks of Cornerstones (NEOM-SOLO-CORNER-1, -2).

    ``obtainable`` has the chances that one, two, three given Cornerstones can all be kept.
    ``to_come`` has the chances that a given one comes, not having been in the first 0, 1, 2 stacks.
    ``deals`` is the number of ways to deal the stacks, ``choices`` that of choosing from a deal.
    """

    obtainable: tuple[Fraction, ...]
    to_come: tuple[Fraction, ...]
    deals: int
    choices: int


# --- packs as players note them

DISASTER_WORDS = ("disaster", "flood", "fire", "crime", "crime wave")
_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Noted:
    """The names noted in each revealed pack, in the player's words, and the tiles waited for.

    ``gone`` are the tiles waited for that were seen, each with its pack, ``wanted`` the others.
    """

    seen: Seen
    packs: tuple[tuple[str, ...], ...]
    wanted: tuple[str, ...]
    gone: tuple[tuple[str, int], ...]


def read_noted(tile_set: str, text: str, wanted: Sequence[str] = ()) -> Noted:
    """Return what a player's note says; no note at all says that no pack was revealed.

    Packs are parted by ``/`` and names by commas; ``-`` is a pack with nothing to note. Names are
    the player's own, and tiles without a name have been seen, too. ``disaster``, ``flood``,
    ``fire`` and ``crime`` say that the Disaster was there.

    :raises Malformed: for a pack without a name or ``-``, or a tile set that there is not.
    :raises Illegal: if no Generation can show what is noted.

    >>> read_noted("1+", "market,mill/-/flood", ["market", "park"])
    Noted(seen=Seen(tile_set='1+', packs=3, disaster=3, wanted=1), packs=(('market', 'mill'), (), \
('flood',)), wanted=('park',), gone=(('market', 1),))
    >>> read_noted("1+", "market,,mill")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: a name is missing in pack 1, 'market,,mill'; write - for a pack \
with nothing to note (at --seen)
    """
    # The set-up is checked before the packs, which need its number of tiles.
    Seen(tile_set)
    packs = tuple(_pack(number, each) for number, each in enumerate(_parts(text, "/"), 1))
    if len(packs) > TURNS:
        raise Illegal(
            f"{len(packs)} packs are noted, but a Generation shows seven",
            where="--seen",
            rule="NEOM-SOLO-TURN-4",
        )
    found = _by_name(packs)
    names = _wanted(wanted)
    disaster = _disaster(packs)
    gone = tuple((name, found[name.casefold()]) for name in names if name.casefold() in found)
    open_names = tuple(name for name in names if name.casefold() not in found)
    seen = Seen(tile_set, len(packs), disaster, len(open_names))
    _require_room(seen, packs)
    return Noted(seen, packs, open_names, gone)


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator)] if text.strip() else []


def _pack(number: int, text: str) -> tuple[str, ...]:
    if text == _NOTHING:
        return ()
    names = tuple(_parts(text, ","))
    if not names or not all(names) or _NOTHING in names:
        raise Malformed(
            f"a name is missing in pack {number}, {text!r}; "
            f"write {_NOTHING} for a pack with nothing to note",
            where="--seen",
        )
    return names


def _by_name(packs: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """Return the pack of each name that is no Disaster's, in small letters."""
    found: dict[str, int] = {}
    for number, names in enumerate(packs, 1):
        for name in names:
            folded = name.casefold()
            if folded in found:
                raise Illegal(
                    f"{name!r} is noted twice, in pack {found[folded]} and in pack {number}; "
                    "a tile is shown once, so give two tiles two names",
                    where="--seen",
                    rule="NEOM-SOLO-TURN-3",
                )
            if folded not in DISASTER_WORDS:
                found[folded] = number
    return found


def _disaster(packs: tuple[tuple[str, ...], ...]) -> int:
    """Return the pack of the Disaster, 0 if there is none."""
    there = [
        number
        for number, names in enumerate(packs, 1)
        for name in names
        if name.casefold() in DISASTER_WORDS
    ]
    if len(there) > 1:
        raise Illegal(
            f"two Disasters are noted, in pack {there[0]} and in pack {there[1]}; "
            "a Generation has one",
            where="--seen",
            rule="NEOM-DISASTER-1",
        )
    return there[0] if there else 0


def _wanted(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names once each."""
    by_fold = {name.strip().casefold(): name.strip() for name in names}
    if "" in by_fold:
        raise Malformed("a tile needs a name", where="--want")
    for folded, name in by_fold.items():
        if "," in name or "/" in name:
            raise Malformed(
                f"{name!r} can be no name in --seen, where commas and slashes part them; "
                "give --want once for each tile",
                where="--want",
            )
        if folded in DISASTER_WORDS:
            raise Malformed(
                f"{name!r} is a Disaster, whose odds are always given; "
                "name another tile, or leave this out",
                where="--want",
            )
    return tuple(by_fold.values())


def _require_room(seen: Seen, packs: tuple[tuple[str, ...], ...]) -> None:
    dealt = PACK_TILES[seen.tile_set]
    sizes = [dealt + more for more in (2, 1, 1, 0, 0, -1, -1)]  # NEOM-SOLO-PACK-6
    for number, (names, size) in enumerate(zip(packs, sizes, strict=False), 1):
        if len(names) > size:
            raise Illegal(
                f"pack {number} holds {size} tiles with {{{seen.tile_set}}}, "
                f"but {len(names)} are noted: {', '.join(names)}",
                where="--seen",
                rule="NEOM-SOLO-PACK-6",
            )
