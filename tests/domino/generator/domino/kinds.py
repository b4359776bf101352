"""The kind of puzzles about dominoes: to find all numbers in which the line can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from generator.chance import Chance
from generator.kind import Candidate, Proved, ProvedKind, Reason, Wish, agreed_answer, by_both
from generator.pack import Packed, PackForm, require_stated
from tests.domino.game import Engine, Key, Model, Position, read_position
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document

Keys = tuple[Key, ...]
_PIPS = [(one, other) for one in range(7) for other in range(one, 7)]


class DominoPacks(PackForm[Position]):
    """Packs of puzzles about dominoes."""

    name, puzzle = "domino-pack", "domino-puzzle"
    solutions, plan, game = "domino-solutions", "domino-plan", "domino"

    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> Packed[Position]:
        puzzle = read_position(document["position"], where)
        require_stated(document, {"id": puzzle.id}, "its position gives", where)
        return Packed(kind or "ends", puzzle, document, solution)

    def is_alone(self, document: Any) -> bool:
        return isinstance(document, dict) and "position" in document

    def is_code(self, text: str) -> bool:
        return text.startswith("d")

    def of_code(self, code: str) -> Packed[Position]:
        return Packed("ends", read_position(code), {})


DOMINO_PACKS = DominoPacks()


class Ends(ProvedKind[Position]):
    """Lines of dominoes of which all ends after one more domino are to be found."""

    name, title, form = "ends", "How can it end?", DOMINO_PACKS

    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        return (Wish(self.name, self.name, options.get("dominoes", 4)),)

    def keys(self, solver: CpSatSolver) -> Keys:
        return (Engine(), Model())

    def chance(self, seed: int, number: int) -> Chance:
        return Chance(seed, self.name, number)

    def candidates(
        self,
        wish: Wish,
        chance: Chance,
        number: int,
    ) -> Iterator[Candidate[Position] | Reason]:
        first, *hand = chance.shuffled(_PIPS)[: 1 + wish.given]
        yield Candidate(Position((first,), tuple(hand)))

    def prove(self, puzzle: Position, keys: Keys) -> Proved[Position]:
        ends = agreed_answer(keys, "the ends", lambda key: key.ends(puzzle))
        return Proved(
            puzzle,
            {"ends": sorted(ends)},
            flaw="" if ends else "no domino fits",
            themes=("double",) if any(one == other for one, other in puzzle.hand) else (),
            work=by_both(ends=len(ends)),
            tries=Fraction(2 ** len(puzzle.hand), 2),
            bounds=(400, 600),
        )

    def puzzle_document(self, puzzle: Position) -> Document:
        return {"game": "domino", "id": puzzle.id, "position": puzzle.code}

    def marks(self, packed: Packed[Position]) -> set[str]:
        return {f"position {packed.puzzle.code}"}


KIND = Ends()
