"""The switches: where the texts allow more than one reading, each reading has a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from verifier.catalogue import package_data
from verifier.errors import Malformed

REGISTER = "switches.json"


@dataclass(frozen=True, slots=True)
class Switch:
    """One question with its possible answers.

    ``why`` gives the default and its reason, ``effect`` what a verifier does differently, ``rules``
    the ids of the rules concerned. One question (AMB-..) can need two switches.
    """

    key: str
    values: tuple[str, ...]
    default: str
    amb: str
    question: str
    why: str
    effect: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettledQuestion:
    """A question of the register that needs no switch: its answer is fixed.

    ``formerly`` is the key of the switch that the question had in earlier versions, if any.
    """

    amb: str
    question: str
    answer: str
    rules: tuple[str, ...]
    formerly: str = ""


def all_switches() -> tuple[Switch, ...]:
    """Return every switch, in the order of the register."""
    return tuple(_by_key().values())


def switch(key: str) -> Switch:
    """Return the switch with this key.

    :raises Malformed: if there is none, with the nearest keys or the answer that settled it.

    >>> switch("score.soleMajority").values
    ('lowest_only', 'any_present_lowest', 'never')
    >>> switch("score.majority")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: unknown switch 'score.majority'; did you mean score.soleMajority?
    >>> switch("four.start")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: unknown switch 'four.start'; it was a switch, and its question is \
settled: One above the third, on space 4: the natural continuation of 1, 2, 3. No other space is \
offered; with start.spaces 0-1-2 it is space 3. Leave it out. (AMB-12)
    """
    try:
        return _by_key()[key]
    except KeyError:
        for settled in settled_questions():
            if key and settled.formerly == key:
                raise Malformed(
                    f"unknown switch {key!r}; it was a switch, and its question is settled: "
                    f"{settled.answer} Leave it out.",
                    rule=settled.amb,
                ) from None
        raise package_data.unknown("switch", key, _by_key()) from None


@cache
def settled_questions() -> tuple[SettledQuestion, ...]:
    """Return the questions whose answer is fixed."""
    return tuple(
        SettledQuestion(**entry | {"rules": tuple(entry["rules"])})
        for entry in package_data.read(REGISTER)["settled"]
    )


@cache
def _by_key() -> MappingProxyType[str, Switch]:
    entries = package_data.read(REGISTER)["switches"]
    return MappingProxyType(
        {
            entry["key"]: Switch(
                **entry | {"values": tuple(entry["values"]), "rules": tuple(entry["rules"])}
            )
            for entry in entries
        }
    )
