"""The odds by formula: every tile not seen yet is equally likely in every place not seen yet."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, prod

from verifier.errors import Illegal
from verifier.neom.odds.seen import (
    PACK_TILES,
    Chances,
    CornerstoneChances,
    DisasterChances,
    GameChances,
    Seen,
    WantedChances,
)

_STACKS = (4, 3, 2)
_CORNERSTONES = 30


def chances(seen: Seen) -> Chances:
    """Return the odds of the packs to come.

    :raises Illegal: if more tiles are wanted than are left.

    >>> chances(Seen("1+", packs=6)).disaster.places
    (Fraction(2, 3), Fraction(1, 3))
    """
    sizes = _sizes(seen.tile_set)[seen.packs :]
    tiles = sum(sizes)
    others = tiles - (not seen.disaster)
    if seen.wanted > others:
        raise Illegal(
            f"more tiles are wanted ({seen.wanted}) than are left besides the Disaster ({others})",
            rule="NEOM-SOLO-PACK-6",
        )
    contents = factorial(tiles) // prod(map(factorial, sizes))
    disaster = None if seen.disaster else _disaster(sizes, seen.packs)
    wanted = _wanted(sizes, seen) if seen.wanted else None
    return Chances(sizes, contents, disaster, wanted)


def game(tile_set: str) -> GameChances:
    """Return the odds of a whole game with a tile set.

    >>> game("1+,4+").expected
    Fraction(3, 2)
    """
    sizes = _sizes(tile_set)
    early = Fraction(sum(sizes[:3]), sum(sizes))
    preventable = tuple(comb(3, n) * early**n * (1 - early) ** (3 - n) for n in range(4))
    shown = sum(sizes) - sizes[-1]
    return GameChances(preventable, 3 * early, shown, shown - 7, prod(sizes[:7]))


def cornerstones() -> CornerstoneChances:
    """Return the odds of the Preliminary Round.

    >>> cornerstones().obtainable[0]
    Fraction(3, 10)
    """
    # The n places of n given ones: one in each of n stacks, out of all n places of the 30.
    four, three, two = _STACKS
    in_places = (four + three + two, four * three + four * two + three * two, four * three * two)
    obtainable = tuple(
        Fraction(ways, comb(_CORNERSTONES, n)) for n, ways in enumerate(in_places, 1)
    )
    unseen = _CORNERSTONES - sum(_STACKS)
    to_come = tuple(
        Fraction(left, left + unseen) for left in (four + three + two, three + two, two)
    )
    deals = factorial(_CORNERSTONES) // prod(map(factorial, (*_STACKS, unseen)))
    return CornerstoneChances(obtainable, to_come, deals, prod(_STACKS))


def _sizes(tile_set: str) -> tuple[int, ...]:
    """Return the tiles in packs 1 to 8 after the moves (NEOM-SOLO-PACK-6)."""
    dealt = PACK_TILES[tile_set]
    return (dealt + 2, dealt + 1, dealt + 1, dealt, dealt, dealt - 1, dealt - 1, dealt - 2)


def _disaster(sizes: tuple[int, ...], packs: int) -> DisasterChances:
    tiles = sum(sizes)
    early, late = sizes[: max(3 - packs, 0)], sizes[max(3 - packs, 0) : -1]
    return DisasterChances(
        places=tuple(Fraction(size, tiles) for size in sizes),
        preventable=Fraction(sum(early), tiles),
        shown_late=Fraction(sum(late), tiles),
        never_shown=Fraction(sizes[-1], tiles),
        at_turn_7=Fraction(sum(sizes[-2:]), tiles),
        one_left=Fraction(2 * late.count(2), tiles),
    )


def _wanted(sizes: tuple[int, ...], seen: Seen) -> WantedChances:
    *shown, hidden = sizes
    tiles, number = sum(sizes), seen.wanted
    every = comb(tiles, number)
    by_packs = _choices_by_packs(shown, hidden, number)
    apart = sum(
        _one_from_each(shown, number - unseen) * comb(hidden, unseen)
        for unseen in range(number + 1)
    )
    early = () if seen.disaster else shown[: max(3 - seen.packs, 0)]
    # With the Disaster in a pack of n, tiles - n of the other tiles - 1 places are outside it.
    return WantedChances(
        places=tuple(Fraction(size, tiles) for size in sizes),
        all_shown=Fraction(comb(tiles - hidden, number), every),
        together=1 - Fraction(apart, every),
        takeable=tuple(Fraction(ways, every) for ways in by_packs),
        with_disaster=sum(
            (
                Fraction(size, tiles)
                * (1 - Fraction(comb(tiles - size, number), comb(tiles - 1, number)))
                for size in early
            ),
            Fraction(0),
        ),
    )


def _choices_by_packs(shown: list[int], hidden: int, number: int) -> list[int]:
    """Return in how many ways ``number`` places lie in exactly 0, 1, 2 ... of the shown packs.

    That is the coefficient of x^number y^packs in (1+x)^hidden times, for each shown pack of n
    tiles, 1 + y ((1+x)^n - 1).
    """
    ways = [[comb(hidden, n) for n in range(number + 1)]]
    for size in shown:
        longer = [*map(list, ways), [0] * (number + 1)]
        for packs, row in enumerate(ways, 1):
            for n in range(number + 1):
                longer[packs][n] += sum(comb(size, k) * row[n - k] for k in range(1, n + 1))
        ways = longer
    of_all = [row[number] for row in ways] + [0] * number
    return of_all[: number + 1]


def _one_from_each(sizes: list[int], number: int) -> int:
    """Return the elementary symmetric polynomial of this degree: the places in different packs."""
    sums = [1] + [0] * number
    for size in sizes:
        for degree in range(number, 0, -1):
            sums[degree] += size * sums[degree - 1]
    return sums[number]
