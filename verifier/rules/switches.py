"""The switches: where the texts allow more than one reading, each reading has a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from verifier.rules import _data

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
    """A question of the register that needs no switch: its answer is fixed."""

    amb: str
    question: str
    answer: str
    rules: tuple[str, ...]


def all_switches() -> tuple[Switch, ...]:
    """Return every switch, in the order of the register."""
    return tuple(_by_key().values())


def switch(key: str) -> Switch:
    """Return the switch with this key; raise Malformed with the nearest keys if there is none.

    >>> switch("score.soleMajority").values
    ('lowest_only', 'any_present_lowest', 'never')
    >>> switch("score.majority")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: unknown switch 'score.majority'; did you mean score.soleMajority?
    """
    try:
        return _by_key()[key]
    except KeyError:
        raise _data.unknown("switch", key, _by_key()) from None


@cache
def settled_questions() -> tuple[SettledQuestion, ...]:
    """Return the questions whose answer is fixed."""
    return tuple(
        SettledQuestion(entry["amb"], entry["question"], entry["answer"], tuple(entry["rules"]))
        for entry in _data.read(REGISTER)["settled"]
    )


@cache
def _by_key() -> MappingProxyType[str, Switch]:
    entries = _data.read(REGISTER)["switches"]
    return MappingProxyType(
        {
            entry["key"]: Switch(
                **entry | {"values": tuple(entry["values"]), "rules": tuple(entry["rules"])}
            )
            for entry in entries
        }
    )
