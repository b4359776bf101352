"""The kinds of puzzles of the house game: what each asks, where it comes from, how it is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from generator.chance import Chance
from generator.house.farms import farm_candidates, prove_farms
from generator.house.pack import HOUSE_PACKS, goal_to_json
from generator.house.part_turns import part_turn_candidates, prove_part_turns
from generator.house.proved import require_game
from generator.house.studies import prove_study, study_proved_by
from generator.house.study_candidates import (
    farms_joined,
    four_tiles,
    last_bag_tile,
    three_tiles,
)
from generator.kind import Candidate, Proved, ProvedKind, Reason, Wish
from generator.pack import Packed, Title
from verifier.carcassonne.house.certificates import certificate_from_json
from verifier.carcassonne.house.codec import GAME, position_to_json, record_from_json
from verifier.carcassonne.house.puzzle import STUDIES, GoalKind, HousePuzzle, canonical_text
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import KeysDisagree
from verifier.verdict import Answer

Candidates = Callable[[Chance], Iterator[Candidate[HousePuzzle] | Reason]]


class HouseKind(ProvedKind[HousePuzzle]):
    """A kind of puzzles of the house game.

    Its ``sources`` take turns from one candidate to the next. A solution holds the game that leads
    to the position, which no proof gives.
    """

    form = HOUSE_PACKS
    known = frozenset({"game"})

    def __init__(self, name: str, title: str, sources: tuple[Candidates, ...]) -> None:
        self.name, self.title, self.sources = name, title, sources

    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        """Return the only wish for puzzles of the kind."""
        return (Wish(self.name, self.name),)

    def keys(self, solver: CpSatSolver) -> None:
        """Return nothing: each proof asks both keys itself, without a solver of ours."""

    def chance(self, seed: int, number: int) -> Chance:
        """Return the chance of a candidate."""
        return Chance(seed, "house", self.name, number)

    def candidates(
        self,
        wish: Wish,
        chance: Chance,
        number: int,
    ) -> Iterator[Candidate[HousePuzzle] | Reason]:
        """Yield the puzzles of a source."""
        return self.sources[number % len(self.sources)](chance)

    def prove(self, puzzle: HousePuzzle, keys: None = None) -> Proved[HousePuzzle]:
        """Return the puzzle with its answer by both keys, see :func:`prove`."""
        return prove(puzzle)

    def prove_packed(self, packed: Packed[HousePuzzle], keys: None) -> Proved[HousePuzzle]:
        """Return a puzzle proved again; the certificate of a study is checked, not made anew."""
        if packed.puzzle.goal.kind not in STUDIES:
            return self.prove(packed.puzzle, keys)
        stated = (packed.solution or {}).get("certificate")
        return study_proved_by(packed.puzzle, certificate_from_json(stated, "its certificate"))

    def answer(self, proved: Proved[HousePuzzle]) -> Answer:
        """Return whether there is an answer, be it an easy one to see."""
        return "holds" if proved.solutions else "violated"

    def contradictions(
        self,
        puzzle: HousePuzzle,
        solution: Document,
        keys: None,
    ) -> Iterator[str]:
        """Yield nothing if the game is legal and leads to the position.

        :raises KeysDisagree: if it does not.
        """
        if "game" not in solution:
            raise KeysDisagree("the game that leads to the puzzle is missing")
        require_game(record_from_json(solution["game"], "its game"), puzzle.position)
        yield from ()

    def puzzle_document(self, puzzle: HousePuzzle) -> Document:
        """Return the entries of a pack's document that are the puzzle."""
        return {
            "game": GAME,
            "id": puzzle.id,
            "code": puzzle.code,
            "goal": goal_to_json(puzzle.goal),
            "part_turns": puzzle.part_turns,
            "position": position_to_json(puzzle.position),
        }

    def verdict(self, proved: Proved[HousePuzzle]) -> Document:
        """Return what a pack states of the proof, with the number of answers."""
        verdict = super().verdict(proved)
        keys = verdict.pop("keys")
        return {**verdict, "solutions": 1, "keys": keys}

    def marks(self, packed: Packed[HousePuzzle]) -> set[str]:
        """Return the table in a canonical form."""
        return {f"table {canonical_text(packed.puzzle.position)}"}

    def pack_title(self, wishes: Sequence[Wish]) -> Title:
        """Return id and title of a pack of such puzzles."""
        return Title(f"house-{self.name}", self.title)


def _turn_source(goal: str) -> Candidates:
    return partial(part_turn_candidates, wanted=goal)


KINDS: dict[str, HouseKind] = {
    kind.name: kind
    for kind in (
        HouseKind("whose-farm", "Whose farm?", (farm_candidates,)),
        HouseKind(
            "part-turn",
            "One part-turn",
            tuple(map(_turn_source, ("points", "city", "farm"))),
        ),
        HouseKind("study", "The last three tiles", (three_tiles,)),
        HouseKind("farm-study", "Farms joined at the end", (farms_joined,)),
        HouseKind("study-of-four", "The last four tiles", (four_tiles,)),
        HouseKind("last-bag-tile", "The last bag tile", (last_bag_tile,)),
        HouseKind("double-turn", "The builder's second part", (_turn_source("double"),)),
    )
}

_PROVE: dict[GoalKind, Callable[[HousePuzzle], Proved[HousePuzzle]]] = {
    "farms": prove_farms,
    "points": prove_part_turns,
    "own": prove_part_turns,
    "double": prove_part_turns,
    "win": prove_study,
    "save": prove_study,
    "most": prove_study,
}


def prove(puzzle: HousePuzzle) -> Proved[HousePuzzle]:
    """Return a puzzle of any kind with its answer by both keys.

    :raises Illegal: if the position is none for its goal.
    :raises KeysDisagree: if the keys do.
    """
    return _PROVE[puzzle.goal.kind](puzzle)
