"""Switches: where the texts can be read in several ways, each reading has a name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Switch:
    """One question with its possible answers.

    ``why`` gives the reason for the default, ``effect`` what changes with the answer, ``rules`` the
    ids of the rules concerned. One question (AMB-..) can need two switches.
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
    """A question that needs no switch, since its answer is fixed.

    ``formerly`` is the key of the switch that it had in earlier versions, if any.
    """

    amb: str
    question: str
    answer: str
    rules: tuple[str, ...]
    formerly: str = ""
