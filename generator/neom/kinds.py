"""The kinds of puzzles of NEOM: what each asks, where it comes from, how it is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from generator.chance import Chance
from generator.neom.best_first import (
    disaster_candidates,
    last_turn_candidates,
    prove_disaster,
    prove_last_turns,
)
from generator.neom.link import link_candidates, prove_link
from generator.neom.proved import Keys, Proved, Reason
from generator.neom.purchase import prove_purchase
from generator.neom.purchase_draws import helper_candidates, money_candidates
from verifier.errors import Malformed
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.tiles import TileCatalogue

Candidates = Callable[[TileCatalogue, Chance], Iterator[NeomPuzzle | Reason]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzles by the name that commands take, with its title for readers.

    ``sources`` take turns from one candidate to the next.
    """

    name: str
    title: str
    sources: tuple[Candidates, ...]


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "last-turns",
            "The last turns",
            (
                partial(last_turn_candidates, turns=2),
                partial(last_turn_candidates, turns=2),
                partial(last_turn_candidates, turns=3),
            ),
        ),
        Kind("link", "Link these tiles", (link_candidates,)),
        Kind("purchase", "The least money", (money_candidates, helper_candidates)),
        Kind(
            "disaster",
            "Take the Disaster?",
            (
                partial(disaster_candidates, turns=2, deceived=1),
                partial(disaster_candidates, turns=2, deceived=2),
                partial(disaster_candidates, turns=3, deceived=2),
                partial(disaster_candidates, turns=2, deceived=2, richer=True),
                partial(disaster_candidates, turns=3, deceived=2, richer=True),
                partial(disaster_candidates, turns=2, deceived=3),
            ),
        ),
    )
}

_PROVE: dict[str, Callable[[NeomPuzzle, Keys], Proved]] = {
    "last-turns": prove_last_turns,
    "disaster": prove_disaster,
    "link": prove_link,
    "purchase": prove_purchase,
}


def prove(puzzle: NeomPuzzle, keys: Keys) -> Proved:
    """Return the puzzle with its answer by both keys.

    :raises Illegal: if it is none of its kind.
    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    return _PROVE[puzzle.question.kind](puzzle, keys)


def kind_named(name: str) -> Kind:
    """Return the kind of that name.

    :raises Malformed: if there is none.
    """
    if name not in KINDS:
        raise Malformed(
            f"there is no kind {name!r} of NEOM puzzles; there are {', '.join(KINDS)}",
            where="--kind",
        )
    return KINDS[name]
