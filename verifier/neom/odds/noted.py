"""What a player notes of the packs while playing: ``market,mill/-/flood``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.errors import Illegal, Malformed
from verifier.neom.odds.seen import PACK_TILES, Seen
from verifier.neom.state import TURNS

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
