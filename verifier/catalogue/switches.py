"""The switches: where the texts allow more than one reading, each reading has a name."""

from __future__ import annotations

from dataclasses import dataclass


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
