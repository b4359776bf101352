"""Packs of NEOM: a catalogue and the puzzles on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from generator.pack import Packed, PackForm, provenance, require_stated
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import NeomPuzzle, Question, cut, puzzle_of, question_from_json
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_changes import catalogue_hash
from verifier.neom.tiles_check import tags_of
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json, demo_catalogue

__all__ = ["NEOM_PACKS", "catalogue_of", "part_for"]


class NeomPacks(PackForm[NeomPuzzle]):
    """Packs of NEOM, each with the part of the catalogue that its puzzles need."""

    name, puzzle = "neom-pack", "neom-puzzle"
    solutions, plan, game = "neom-solutions", "neom-plan", "neom"
    shared = ("catalogue", "licence", "attribution")

    def entries(
        self,
        puzzles: Sequence[Packed[NeomPuzzle]],
        options: Mapping[str, Any],
        seed: int,
        parameters: Document,
    ) -> Document:
        """Return provenance and catalogue; one that somebody typed is named by its hash."""
        questions = [one.puzzle.question for one in puzzles]
        whole = catalogue_of(options)
        part = part_for(whole, questions)
        named = {} if whole.invented else {"catalogue": catalogue_hash(whole)}
        return {
            "provenance": provenance(seed, {**parameters, **named}),
            "catalogue": catalogue_to_json(part),
        }

    def beside(self, document: Document, where: str) -> TileCatalogue:
        """Return the catalogue of a pack."""
        return catalogue_from_json(document["catalogue"], f"{where}/catalogue")

    def beside_of(self, given: TileCatalogue) -> TileCatalogue:
        """Return the catalogue of a wish."""
        return given

    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> Packed[NeomPuzzle]:
        """Return the puzzle of a document whose form has been checked, on the pack's catalogue."""
        question = question_from_json(document["question"], beside, f"{where}/question")
        puzzle = puzzle_of(beside, question)
        require_stated(document, {"id": puzzle.id}, "its question and the tiles give", where)
        return Packed(question.kind, puzzle, document, solution)


NEOM_PACKS = NeomPacks()


def catalogue_of(options: Mapping[str, Any]) -> TileCatalogue:
    """Return the catalogue that options name, or the demo.

    :raises Malformed: if it cannot be read, or contradicts the public rules.
    """
    given = options.get("catalogue")
    return demo_catalogue() if given is None else catalogue_from_json(*given)


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
