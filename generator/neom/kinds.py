"""The kinds of puzzles of NEOM: what each asks, where it comes from, how it is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from generator.chance import Chance
from generator.kind import Candidate, Proved, ProvedKind, Reason, Wish
from generator.neom.best_first import (
    disaster_candidates,
    last_turn_candidates,
    prove_disaster,
    prove_last_turns,
)
from generator.neom.link import link_candidates, prove_link
from generator.neom.pack import NEOM_PACKS, catalogue_of
from generator.neom.proved import BothKeys, Keys
from generator.neom.purchase import prove_purchase
from generator.neom.purchase_draws import helper_candidates, money_candidates
from generator.pack import Packed, Title
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.tiles import TileCatalogue

Candidates = Callable[[TileCatalogue, Chance], Iterator[NeomPuzzle | Reason]]


class NeomKind(ProvedKind[NeomPuzzle]):
    """A kind of puzzles of NEOM; its ``sources`` take turns from one candidate to the next."""

    form = NEOM_PACKS

    def __init__(self, name: str, title: str, sources: tuple[Candidates, ...]) -> None:
        self.name, self.title, self.sources = name, title, sources

    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        """Return the only wish for puzzles of the kind, on a catalogue.

        :raises Malformed: if the catalogue cannot be read, or contradicts the public rules.
        """
        return (Wish(self.name, self.name, catalogue_of(options)),)

    def keys(self, solver: CpSatSolver) -> BothKeys:
        """Return both keys."""
        return BothKeys(solver)

    def chance(self, seed: int, number: int) -> Chance:
        """Return the chance of a candidate."""
        return Chance(seed, "neom", self.name, number)

    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[NeomPuzzle] | Reason]:
        """Yield the puzzles of a source.

        :raises Illegal: if the catalogue has too few tiles for a game.
        """
        source = self.sources[number % len(self.sources)]
        for one in source(wish.given, chance):
            yield one if isinstance(one, Reason) else Candidate(one)

    def prove(self, puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
        """Return the puzzle with its answer, see :func:`prove`."""
        return prove(puzzle, keys)

    def sound(self, puzzle: NeomPuzzle, keys: BothKeys) -> Proved[NeomPuzzle] | Reason:
        """Return the puzzle of a candidate proved, or why the first key alone finds it is none."""
        seen = super().sound(puzzle, keys.first)
        return seen if isinstance(seen, Reason) else super().sound(puzzle, keys)

    def puzzle_document(self, puzzle: NeomPuzzle) -> Document:
        """Return the entries of a pack's document that are the puzzle."""
        return {"game": "neom", "id": puzzle.id, "question": puzzle.question.to_json()}

    def marks(self, packed: Packed[NeomPuzzle]) -> set[str]:
        """Return what is asked."""
        return {f"question {packed.puzzle.question}"}

    def side(self, packed: Packed[NeomPuzzle]) -> str:
        """Return what is answered about a Disaster, or asked about a purchase."""
        asked = str(packed.document["question"].get("asks", ""))
        return str((packed.solution or {}).get("answer", asked))

    def pack_title(self, wishes: object) -> Title:
        """Return id and title of a pack of such puzzles."""
        return Title(f"neom-{self.name}", f"NEOM: {self.title}")


KINDS: dict[str, NeomKind] = {
    kind.name: kind
    for kind in (
        NeomKind(
            "last-turns",
            "The last turns",
            (
                partial(last_turn_candidates, turns=2),
                partial(last_turn_candidates, turns=2),
                partial(last_turn_candidates, turns=3),
            ),
        ),
        NeomKind("link", "Link these tiles", (link_candidates,)),
        NeomKind("purchase", "The least money", (money_candidates, helper_candidates)),
        NeomKind(
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

_PROVE: dict[str, Callable[[NeomPuzzle, Keys], Proved[NeomPuzzle]]] = {
    "last-turns": prove_last_turns,
    "disaster": prove_disaster,
    "link": prove_link,
    "purchase": prove_purchase,
}


def prove(puzzle: NeomPuzzle, keys: Keys) -> Proved[NeomPuzzle]:
    """Return a puzzle of any kind with its answer.

    :raises Illegal: if it is none of its kind.
    :raises KeysDisagree: if the keys do.
    :raises Undecided: if the catalogue does not say enough.
    """
    return _PROVE[puzzle.question.kind](puzzle, keys)
