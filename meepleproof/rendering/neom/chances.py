"""Chances of NEOM's packs in words: fractions, their per cent, and where the Disaster may be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verifier.neom.odds.seen import Chances, DisasterChances, Seen, WantedChances
from verifier.neom.state import PREVENTABLE, TURNS

__all__ = [
    "chance_in_text",
    "chance_in_words",
    "chance_to_json",
    "disaster_chances",
    "next_disaster",
    "packs_in_words",
    "wanted_chances",
]


def chance_in_words(chance: Fraction) -> str:
    """Return a chance as a fraction and per cent.

    >>> chance_in_words(Fraction(4, 15))
    '4/15  26.67 %'
    """
    return f"{chance}{_per_cent(chance):>7} %"


def chance_in_text(chance: Fraction) -> str:
    """Return a chance as it stands within a sentence, with a space that breaks no line.

    >>> chance_in_text(Fraction(4, 15)).replace("\N{NO-BREAK SPACE}", " ")
    '4/15 (26.67 %)'
    """
    return f"{chance} ({_per_cent(chance)}\N{NO-BREAK SPACE}%)"


def _per_cent(chance: Fraction) -> str:
    """Return it with two decimals, halves rounded up."""
    hundredths = int(10_000 * chance + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


def chance_to_json(chance: Fraction) -> dict[str, str]:
    """Return a chance as documents write it."""
    return {"fraction": str(chance), "per_cent": _per_cent(chance)}


def next_disaster(seen: Seen, chances: Chances) -> str:
    """Return the chance that the Disaster comes in the next pack, and what can be done then.

    >>> from verifier.neom.odds.question import chances
    >>> next_disaster(Seen("1+", packs=2, disaster=1), chances(Seen("1+", packs=2, disaster=1)))
    'The Disaster was in pack 1; this Generation has no other.'
    """
    if chances.disaster is None:
        return f"The Disaster was in pack {seen.disaster}; this Generation has no other."
    if seen.packs == TURNS:
        return "The Disaster was never seen: it strikes at the end of turn 7."
    coming = chance_in_text(chances.disaster.places[0])
    if seen.packs < PREVENTABLE:
        then = "It can still be prevented there, by selecting it"
    else:
        then = "It cannot be selected any more, and strikes at the end of the turn"
    return f"The Disaster comes in pack {seen.packs + 1} with a chance of {coming}. {then}."


def disaster_chances(seen: Seen, chances: DisasterChances) -> Iterator[tuple[str, Fraction | None]]:
    """Yield what may become of a Disaster not seen yet, each with its chance, None if it is sure.

    >>> from verifier.neom.odds.question import chances
    >>> seen = Seen("1+", packs=7)
    >>> list(disaster_chances(seen, chances(seen).disaster))
    [('was not in packs 1 to 7, so it strikes at the end of turn 7', None)]
    """
    if seen.packs == TURNS:
        yield "was not in packs 1 to 7, so it strikes at the end of turn 7", None
        return
    if seen.packs < PREVENTABLE:
        packs = packs_in_words(seen.packs + 1, PREVENTABLE)
        yield f"can be prevented, in {packs}", chances.preventable
    else:
        yield "cannot be prevented any more", None
    packs = packs_in_words(max(seen.packs, PREVENTABLE) + 1, TURNS)
    yield f"strikes when seen, in {packs}", chances.shown_late
    yield "is never seen, strikes on turn 7", chances.never_shown
    yield "strikes on turn 7, seen or not", chances.at_turn_7
    if chances.one_left:
        yield "leaves one tile to select", chances.one_left


def wanted_chances(seen: Seen, chances: WantedChances) -> Iterator[tuple[str, Fraction]]:
    """Yield what may become of the tiles waited for, each with its chance.

    >>> from verifier.neom.odds.question import chances
    >>> seen = Seen("1+", packs=6, wanted=1)
    >>> list(wanted_chances(seen, chances(seen).wanted))
    [('can be taken', Fraction(2, 3))]
    """
    number = seen.wanted
    if number == 1:
        yield "can be taken", chances.takeable[1]
    else:
        for most, chance in enumerate(chances.takeable):
            yield f"{_of_them(most, number)} can be taken", chance
        yield f"{_of_them(number, number)} are seen", chances.all_shown
        some = "both" if number == 2 else "two or more"  # noqa: PLR2004 - both are two
        yield f"{some} come in the same pack", chances.together
    if not seen.disaster and seen.packs < PREVENTABLE:
        comes = "comes" if number == 1 else "some come"
        yield f"{comes} with the Disaster", chances.with_disaster


def _of_them(some: int, number: int) -> str:
    if some == number:
        return "both" if number == 2 else f"all {number}"  # noqa: PLR2004 - both are two
    return f"exactly {some} of them" if some else "none of them"


def packs_in_words(first: int, last: int) -> str:
    """Return packs by their numbers.

    >>> packs_in_words(4, 7), packs_in_words(7, 7)
    ('packs 4 to 7', 'pack 7')
    """
    return f"pack {last}" if first == last else f"packs {first} to {last}"
