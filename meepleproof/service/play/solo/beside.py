"""What lies beside the base game, in addresses and in words.

An address has ``with=itL``: the letters of the boxes in the order of codes, then ``L`` for large
meeples (SOLO-BOX-1, -5). Games of the base game alone leave it out.
"""

from __future__ import annotations

from collections.abc import Mapping

from meepleproof.rendering.solo.notes import BOX_NAMES
from verifier.carcassonne.solo.letters import BOX_LETTERS
from verifier.carcassonne.solo.notation import beside_text
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.errors import Malformed

__all__ = [
    "BESIDE",
    "BRIEF",
    "WITH",
    "beside_in_words",
    "pieces_file",
    "played_with",
    "read_beside",
    "rules_file",
]

WITH = "with"
"""The part of an address that says what lies beside the base game."""

LARGE = "L"
BESIDE: Mapping[str, str] = {
    **{BOX_LETTERS[box]: name for box, name in BOX_NAMES.items()},
    LARGE: "Large meeples",
}
"""All that may lie beside the base game, by its letter, in the order that addresses have."""

BRIEF: Mapping[str, str] = dict(
    zip(BESIDE, ("River", "Inns", "Traders", "King", "large meeples"), strict=True)
)
"""The same in few words, for the head of a game and for the record sheet."""

_BOXES = {letter: box for box, letter in BOX_LETTERS.items()}


def read_beside(letters: str) -> tuple[tuple[str, ...], bool]:
    """Return the boxes that letters stand for, and whether there are large meeples.

    Their order and repeated ones do not matter: a form sends what was ticked.

    :raises Malformed: for a letter that stands for nothing.

    >>> read_beside("Lti")
    (('ic', 'tb'), True)
    """
    for letter in letters:
        if letter not in BESIDE:
            known = ", ".join(f"{each} ({name})" for each, name in BESIDE.items())
            why = f"{letter!r} stands for no box; there are {known}"
            raise Malformed(why, where=WITH, rule="SOLO-BOX-1")
    return tuple(box for each, box in _BOXES.items() if each in letters), LARGE in letters


def beside_in_words(rules: RuleSet) -> str:
    """Return what lies beside the base game in few words; empty if nothing does.

    >>> beside_in_words(RuleSet(boxes=("ic",), large=True))
    'Inns, large meeples'
    """
    return ", ".join(BRIEF[letter] for letter in beside_text(rules))


def played_with(rules: RuleSet) -> tuple[str, ...]:
    """Return the same as a sentence below the head of a puzzle; nothing if nothing does.

    >>> played_with(RuleSet(boxes=("river",)))
    ('with River',)
    """
    words = beside_in_words(rules)
    return (f"with {words}",) if words else ()


def pieces_file(rules: RuleSet) -> str:
    """Return the name of the file with the drawings that a game by these rules needs."""
    return "pieces.svg" if rules.plain else "pieces-boxes.svg"


def rules_file(rules: RuleSet) -> str:
    """Return the name of the file from which a browser plays on alone by these rules."""
    return "solo.json" if rules.plain else "solo-boxes.json"
