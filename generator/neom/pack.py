"""Packs of NEOM as documents: a catalogue, the puzzles on it, and solutions in another document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from generator.neom.pipeline import MadePuzzle
from generator.neom.proved import Proved
from generator.pack_form import (
    Title,
    pack_head,
    provenance,
    read_solutions,
    reports_of_both,
    require_form,
    require_once,
    sealed,
    solutions_of,
    source_of,
)
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.puzzle import NeomPuzzle, Question, cut, puzzle_of, question_from_json
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_check import tags_of
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json

__all__ = [
    "PackedNeomPuzzle",
    "pack_document",
    "part_for",
    "proved_document",
    "read_pack",
    "solutions_document",
]

GAME = "neom"


@dataclass(frozen=True, slots=True)
class PackedNeomPuzzle:
    """A puzzle of a pack; ``solution`` is None if it was not read.

    ``document`` is everything that the pack states about it.
    """

    puzzle: NeomPuzzle
    document: Document
    solution: Document | None = None


# --- writing


def pack_document(
    catalogue: TileCatalogue,
    puzzles: Sequence[MadePuzzle],
    title: Title,
    *,
    seed: int,
    parameters: Document,
) -> Document:
    """Return the pack of these puzzles; equal arguments give equal bytes.

    It has the part of the catalogue that its puzzles need.
    """
    part = part_for(catalogue, [one.proved.puzzle.question for one in puzzles])
    return sealed(
        {
            **pack_head("neom-pack", title, GAME),
            "provenance": provenance(seed, parameters),
            "catalogue": catalogue_to_json(part),
            "puzzles": [_made_document(one) for one in puzzles],
        }
    )


def part_for(catalogue: TileCatalogue, questions: Sequence[Question]) -> TileCatalogue:
    """Return the part of a catalogue that questions need.

    What a tile of theirs needs in the city is in it, too, or a tile that has the tag needed:
    otherwise the part would be no catalogue.
    """
    tiles = frozenset[str]().union(*(question.tiles for question in questions))
    while lacking := _lacking(catalogue, tiles):
        tiles |= lacking
    return cut(catalogue, tiles, frozenset(question.city.board for question in questions))


def _lacking(catalogue: TileCatalogue, tiles: frozenset[str]) -> frozenset[str]:
    """Return a tile for each one or tag that some tiles need, and that is not among them."""
    among = [catalogue.tile(each) for each in sorted(tiles)]
    there = tiles.union(*(tags_of(tile) for tile in among))
    needed = {each for tile in among for each in tile.needs_tiles or ()} - there
    found = set[str]()
    for each in sorted(needed):
        having = (one.id for one in catalogue.tiles if each == one.id or each in tags_of(one))
        found.update(islice(having, 1))
    return frozenset(found)


def solutions_document(puzzles: Sequence[MadePuzzle], title: Title) -> Document:
    """Return the solutions of the pack of these puzzles."""
    solutions = {one.id: one.proved.solution for one in puzzles}
    return solutions_of("neom-solutions", solutions, title, GAME)


def _made_document(made: MadePuzzle) -> Document:
    return {**proved_document(made.proved), "source": source_of(made)}


def proved_document(proved: Proved) -> Document:
    """Return the document of a puzzle without where it comes from."""
    return {
        "game": GAME,
        "id": proved.puzzle.id,
        "question": proved.puzzle.question.to_json(),
        "verdict": {
            "claim": proved.claim,
            "answer": "holds",
            "keys": reports_of_both(dict(proved.examined)),
        },
        "difficulty": {"level": proved.level, "rating": proved.rating},
        "themes": list(proved.themes),
    }


# --- reading


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedNeomPuzzle, ...]:
    """Return the puzzles of a pack, with their solutions if these are given.

    :raises Malformed: if it does not have the form of a pack, was changed after it was made, names
        a puzzle twice, or is not the pack of these solutions.
    :raises Illegal: if a question contradicts the rules.
    """
    require_form("neom-pack", document, where)
    require_once(document, where)
    solution_of = read_solutions("neom-solutions", solutions, document, f"{where}, solutions")
    catalogue = catalogue_from_json(document["catalogue"], f"{where}/catalogue")
    return tuple(
        _packed(catalogue, puzzle, solution_of.get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def _packed(
    catalogue: TileCatalogue, document: Document, solution: Document | None, where: str
) -> PackedNeomPuzzle:
    question = question_from_json(document["question"], catalogue, f"{where}/question")
    puzzle = puzzle_of(catalogue, question)
    if document["id"] != puzzle.id:
        raise Malformed(
            f"the puzzle states the id {document['id']!r}, its question and the tiles give "
            f"{puzzle.id!r}",
            where=f"{where}/id",
        )
    return PackedNeomPuzzle(puzzle, document, solution)
