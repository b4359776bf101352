"""Puzzles of NEOM as commands show and solve them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.neom.kinds import prove
from generator.neom.pack import PackedNeomPuzzle, read_pack
from generator.neom.proved import BothKeys, Proved
from meepleproof.cli.console import in_colour
from meepleproof.cli.neom.inputs import filled
from meepleproof.cli.pack_puzzles import chosen, print_solved, solved_in_time
from meepleproof.rendering.neom.drawings import neom_puzzle_svg
from meepleproof.rendering.neom.puzzles import (
    found_in_words,
    question_in_words,
    setting_in_words,
    solution_in_words,
)
from meepleproof.rendering.neom.text import city_text
from verifier.errors import Malformed
from verifier.neom.key import SHARED
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.tiles_document import provenance_to_json
from verifier.verdict import Answer

__all__ = [
    "ShownNeomPuzzle",
    "chosen_puzzles",
    "solve_neom",
]


def chosen_puzzles(
    document: dict[str, Any], name: str, wanted: str | None
) -> tuple[PackedNeomPuzzle, ...]:
    """Return all puzzles of a pack, or the one with that id or number (from 1).

    :raises Malformed: if the document is no pack, cannot be read, or has no such puzzle.
    """
    if "puzzles" not in document:
        raise Malformed("this document of NEOM has no puzzles; a pack has 'puzzles'", where=name)
    return chosen(read_pack(document, name), wanted, name)


@dataclass(frozen=True, slots=True)
class ShownNeomPuzzle:
    """A puzzle to be drawn."""

    puzzle: NeomPuzzle

    def head(self) -> Sequence[str]:
        """Return the question and the tiles."""
        puzzle = self.puzzle
        setting = [part for line in setting_in_words(puzzle) for part in filled(line)]
        return [f"Puzzle {puzzle.id}", *filled(question_in_words(puzzle)), "", *setting, ""]

    def drawing(self) -> str:
        """Return the city as text."""
        return city_text(self.puzzle.catalogue, self.puzzle.question.city, colour=in_colour())

    def svg(self) -> str:
        """Return the puzzle as SVG."""
        return neom_puzzle_svg(self.puzzle)

    def data(self) -> dict[str, Any]:
        """Return the puzzle as a document."""
        puzzle = self.puzzle
        return {
            **_head(puzzle),
            "catalogue": provenance_to_json(puzzle.catalogue),
            "text": question_in_words(puzzle),
            "setting": list(setting_in_words(puzzle)),
        }


def solve_neom(puzzles: Sequence[PackedNeomPuzzle], seconds: float, *, as_json: bool) -> int:
    """Print what both keys find for each of the puzzles, and return the exit code.

    Each may take so many seconds, if they are not 0.

    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    solved = solved_in_time(
        puzzles,
        seconds,
        lambda one: _Solved(prove(one.puzzle, keys)),
        lambda one: _head(one.puzzle),
    )
    return print_solved(solved, as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Solved:
    proved: Proved

    @property
    def answer(self) -> Answer:
        return "violated" if self.proved.flaw else "holds"

    def page(self) -> Iterator[str]:
        proved, puzzle = self.proved, self.proved.puzzle
        yield f"Puzzle {puzzle.id}."
        yield from filled(question_in_words(puzzle))
        if proved.flaw:
            yield f"No puzzle: {proved.flaw}."
            yield from _found_of_flawed(proved)
            return
        examined = _examined(proved)
        claim = "One answer" if proved.claim == "unique" else "Decided"
        yield f"{claim}: engine and model agree ({examined})."
        yield ""
        for line in solution_in_words(puzzle, proved.solution):
            yield from filled(line)
        if puzzle.catalogue.note:
            yield puzzle.catalogue.note

    def data(self) -> dict[str, Any]:
        proved, puzzle = self.proved, self.proved.puzzle
        found: dict[str, Any] = {"solution": proved.solution}
        if proved.flaw:
            found = {"flaw": proved.flaw, "found": proved.solution}
        keys: dict[str, Any] = {"keys": ["engine"]}
        if proved.examined:
            keys = {"keys": ["engine", "model"], "shared": list(SHARED)}
        return {
            **_head(puzzle),
            "catalogue": provenance_to_json(puzzle.catalogue),
            "claim": proved.claim,
            "holds": not proved.flaw,
            **found,
            **keys,
        }


def _found_of_flawed(proved: Proved) -> Iterator[str]:
    """Yield what the keys found before a question turned out to be no puzzle."""
    if not proved.examined:
        yield "The first turn alone says so, by the engine; the model was not asked."
        return
    yield f"Engine and model agree on what they found ({_examined(proved)})."
    for line in found_in_words(proved.puzzle, proved.solution):
        yield from filled(line)
    if proved.puzzle.catalogue.note:
        yield proved.puzzle.catalogue.note


def _examined(proved: Proved) -> str:
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in proved.examined)


def _head(puzzle: NeomPuzzle) -> dict[str, Any]:
    return {"game": "neom", "id": puzzle.id, "question": puzzle.question.to_json()}
