"""The odds by counting: the packs are laid out and moved, and every equally likely case is counted.

A case says in which places of the eight packs, as they were dealt, the Disaster and the wanted
tiles lie. Which tiles of a pack are moved to another is not said by the rules; here they are the
first ones. Any others give the same counts, because exchanging two places of a dealt pack turns
the cases of one choice into those of the other, one to one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb

from verifier.errors import Illegal, Undecided
from verifier.neom.odds.seen import (
    PACK_TILES,
    Chances,
    CornerstoneChances,
    DisasterChances,
    GameChances,
    Seen,
    WantedChances,
)
from verifier.neom.state import TURNS

_MOST_CASES = 5_000_000

_MOVES = ((8, 1, 2), (7, 2, 1), (6, 3, 1))  # NEOM-SOLO-PACK-2 to -4: from, to, how many
_HIDDEN = 8
_PREVENTABLE = (1, 2, 3)
_STACKS = (4, 3, 2)
_CORNERSTONES = 30

_Case = tuple[int, tuple[int, ...]]
"""The pack of the Disaster, and the packs of the wanted tiles."""


def chances(seen: Seen) -> Chances:
    """Return the odds of the packs to come.

    :raises Illegal: if more tiles are wanted than are left.
    :raises Undecided: if there are more than ``MOST_CASES`` cases.

    >>> chances(Seen("1+", packs=6)).disaster.places
    (Fraction(2, 3), Fraction(1, 3))
    """
    cases = _cases(seen)
    number_in = Counter(_final_packs(seen.tile_set))
    to_come = range(seen.packs + 1, _HIDDEN + 1)
    sizes = tuple(number_in[pack] for pack in to_come)
    return Chances(
        sizes,
        _fillings(tuple(sorted(sizes))),
        None if seen.disaster else _disaster(cases, number_in, to_come),
        _wanted(cases, seen, to_come) if seen.wanted else None,
    )


def game(tile_set: str) -> GameChances:
    """Return the odds of a whole game with a tile set: each Disaster in each place.

    >>> game("1+,4+").expected
    Fraction(3, 2)
    """
    packs = _final_packs(tile_set)
    early = [pack in _PREVENTABLE for pack in packs]
    by_number = Counter(map(sum, product(early, repeat=3)))
    all_cases = by_number.total()
    shown = [[place for place in packs if place == pack] for pack in range(1, TURNS + 1)]
    return GameChances(
        tuple(Fraction(by_number[number], all_cases) for number in range(4)),
        Fraction(sum(number * cases for number, cases in by_number.items()), all_cases),
        sum(map(len, shown)),
        sum(len(pack[1:]) for pack in shown),
        sum(1 for _ in product(*shown)),
    )


def cornerstones() -> CornerstoneChances:
    """Return the odds of the Preliminary Round: given Cornerstones in all places of the pile.

    >>> cornerstones().obtainable[0]
    Fraction(3, 10)
    """
    stacks = [stack for stack, size in enumerate(_STACKS, 1) for _ in range(size)]
    places = stacks + [0] * (_CORNERSTONES - len(stacks))  # 0 is the rest, which nobody sees
    return CornerstoneChances(
        tuple(_all_kept(places, number) for number in (1, 2, 3)),
        tuple(_to_come(places, seen) for seen in range(len(_STACKS))),
        _fillings(tuple(sorted(Counter(places).values()))),
        sum(1 for _ in product(*map(range, _STACKS))),
    )


def number_of_cases(seen: Seen) -> int:
    """Return how many cases are counted for the odds of the packs to come."""
    packs = _final_packs(seen.tile_set)
    to_come = sum(pack > seen.packs for pack in packs)
    if seen.disaster:
        return packs.count(seen.disaster) * comb(to_come, seen.wanted)
    return to_come * comb(to_come - 1, seen.wanted)


def _final_packs(tile_set: str) -> list[int]:
    """Return in which pack each place of the deal ends up, 1 to 8."""
    packs = [pack for pack in range(1, _HIDDEN + 1) for _ in range(PACK_TILES[tile_set])]
    for source, target, number in _MOVES:
        first = packs.index(source)
        packs[first : first + number] = [target] * number
    return packs


def _cases(seen: Seen) -> Counter[_Case]:
    """Return how many cases agree with what was seen, by the packs of the tiles asked about."""
    packs = _final_packs(seen.tile_set)
    unseen = [place for place, pack in enumerate(packs) if pack > seen.packs]
    disaster = [place for place, pack in enumerate(packs) if pack == seen.disaster] or unseen
    number = number_of_cases(seen)
    if not number:
        left = len(unseen) - (not seen.disaster)
        raise Illegal(
            f"more tiles are wanted ({seen.wanted}) than are left besides the Disaster ({left})",
            rule="NEOM-SOLO-PACK-6",
        )
    if number > _MOST_CASES:
        raise Undecided(
            f"{number:,} cases are too many to be counted, the limit is {_MOST_CASES:,}: "
            "ask about fewer tiles"
        )
    cases: Counter[_Case] = Counter()
    for place in disaster:
        others = [packs[other] for other in unseen if other != place]
        for wanted, times in Counter(combinations(others, seen.wanted)).items():
            cases[packs[place], wanted] += times
    return cases


def _share(cases: Counter[_Case], holds: Callable[[int, tuple[int, ...]], bool]) -> Fraction:
    favourable = sum(times for case, times in cases.items() if holds(*case))
    return Fraction(favourable, cases.total())


def _disaster(cases: Counter[_Case], sizes: Counter[int], to_come: range) -> DisasterChances:
    by_pack: Counter[int] = Counter()
    for (disaster, _), times in cases.items():
        by_pack[disaster] += times

    def share(*packs: int) -> Fraction:
        return Fraction(sum(by_pack[pack] for pack in packs), by_pack.total())

    late = [pack for pack in range(1, TURNS + 1) if pack not in _PREVENTABLE]
    return DisasterChances(
        places=tuple(share(pack) for pack in to_come),
        preventable=share(*_PREVENTABLE),
        shown_late=share(*late),
        never_shown=share(_HIDDEN),
        at_turn_7=share(TURNS, _HIDDEN),
        one_left=share(*(pack for pack in late if sizes[pack] - 1 == 1)),
    )


def _wanted(cases: Counter[_Case], seen: Seen, to_come: range) -> WantedChances:
    def places(pack: int) -> Fraction:
        times = sum(wanted.count(pack) * times for (_, wanted), times in cases.items())
        return Fraction(times, seen.wanted * cases.total())

    def takeable(wanted: tuple[int, ...]) -> int:
        return len({pack for pack in wanted if pack != _HIDDEN})

    def shown(wanted: tuple[int, ...]) -> int:
        return sum(pack != _HIDDEN for pack in wanted)

    return WantedChances(
        places=tuple(places(pack) for pack in to_come),
        all_shown=_share(cases, lambda _, wanted: _HIDDEN not in wanted),
        together=_share(cases, lambda _, wanted: takeable(wanted) < shown(wanted)),
        takeable=tuple(
            _share(cases, lambda _, wanted, number=number: takeable(wanted) == number)  # type: ignore[misc]  # mypy infers no lambda with a default
            for number in range(seen.wanted + 1)
        ),
        with_disaster=_share(
            cases, lambda disaster, wanted: disaster in _PREVENTABLE and disaster in wanted
        ),
    )


def _all_kept(places: list[int], number: int) -> Fraction:
    """Return the chance that so many given Cornerstones are in different stacks."""
    cases = Counter(
        0 not in stacks and len(set(stacks)) == number for stacks in permutations(places, number)
    )
    return Fraction(cases[True], cases.total())


def _to_come(places: list[int], seen: int) -> Fraction:
    """Return the chance that a Cornerstone which was not in the first stacks comes in another."""
    cases = Counter(stack != 0 for stack in places if stack == 0 or stack > seen)
    return Fraction(cases[True], cases.total())


@cache
def _fillings(rooms: tuple[int, ...]) -> int:
    """Return in how many ways tiles fill packs with this much room, one tile after the other.

    The room is sorted, since packs with equal room are filled in equally many ways.
    """
    if not any(rooms):
        return 1
    ways = 0
    for room, packs in Counter(rooms).items():
        if room:
            pack = rooms.index(room)
            left = (*rooms[:pack], room - 1, *rooms[pack + 1 :])
            ways += packs * _fillings(tuple(sorted(left)))
    return ways
