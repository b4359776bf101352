"""The kinds of solo puzzles beside those for goals, by name."""

from __future__ import annotations

from typing import Any

from generator.solo.records.find_the_error import FIND_THE_ERROR
from generator.solo.records.help import HELP
from generator.solo.records.kind import Kind
from generator.solo.records.past import PROOF_GAME, RETRO
from generator.solo.records.which_rule import WHICH_RULE
from verifier.errors import Malformed

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind for kind in (FIND_THE_ERROR, WHICH_RULE, HELP, RETRO, PROOF_GAME)
}


def kind_named(name: str, where: str) -> Kind[Any]:
    """Return the kind of that name.

    :raises Malformed: if there is none.

    >>> kind_named("find-the-error", "--kind").title
    'Find the error'
    """
    if name not in KINDS:
        known = ", ".join(KINDS)
        raise Malformed(f"there is no kind {name!r} of solo puzzles; there is {known}", where=where)
    return KINDS[name]
