"""What is told of puzzles of a pack that a player made from a catalogue of their own.

Nothing is kept here. The browser sends the pack once and gets a small pack for each of its puzzles,
which it keeps, and which it sends along with each answer.
"""

from __future__ import annotations

from typing import Any

from generator.neom.pack import NEOM_PACKS, part_for
from generator.pack import Packed, sealed
from meepleproof.service.play.neom import GAME
from meepleproof.service.play.neom.document import neom_sheet, task_in_words
from meepleproof.service.play.neom.proofs import read_catalogue
from meepleproof.service.play.neom.tables import answers_document, neom_puzzle_table
from meepleproof.service.play.play import kind_in_words
from meepleproof.service.problems import Problem
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, TurnsQuestion
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_changes import catalogue_changes, catalogue_hash
from verifier.neom.tiles_document import catalogue_from_json, catalogue_to_json

HOME = "/neom/own"
PACK, TOLD = f"{HOME}/pack", f"{HOME}/told"
"""Where a page has a pack taken apart, and where it asks what an answer leads to."""
SCHEMA = "neom-play-request"
CHANGES = f"{HOME}/changes"
"""Where a page asks what has changed in a catalogue since a pack was made from it."""
CHANGES_SCHEMA = "neom-changes-request"
_MOST_TURNS = 3
_MOST_LINKED = 6
_MOST_CITIES = 500
"""So many cities of a link are listed at most while its player waits."""


def taken_apart(asked: Document) -> Document:
    """Return the title of a pack, and of each of its puzzles what a list shows, with its own pack.

    :raises Malformed: if the pack was changed, is not the one of these solutions, or has a puzzle
        that is not played here.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    found = _read(asked)
    catalogue = catalogue_from_json(asked["pack"]["catalogue"])
    return {
        "id": asked["pack"]["id"],
        "title": asked["pack"]["title"],
        "made_from": asked["pack"]["provenance"]["parameters"].get("catalogue", ""),
        "puzzles": [
            {
                "id": packed.puzzle.id,
                "title": task_in_words(packed.puzzle),
                "kind": kind_in_words(GAME, packed.kind),
                **_own_pack(asked, catalogue, packed),
            }
            for packed in found
        ],
    }


def told(asked: Document) -> Document:
    """Return the table of the first puzzle of a pack after a line.

    Without a line it comes with what the page says about the puzzle, the drawings of its tiles, and
    what its answers lead to, so that it can be played without a connection.

    :raises Malformed: if pack or line cannot be read.
    :raises Illegal: if the puzzle contradicts the rules.
    """
    packed, line = _read(asked)[0], asked.get("line", "")
    document: Document = {"table": neom_puzzle_table(packed, line)}
    if line:
        return document
    puzzle = packed.puzzle
    kind = puzzle.question.kind
    about: Document = {
        "asks": {},
        "puzzle": puzzle.id,
        "line": "",
        "proof": "One answer, as its pack says.",
        "sort": {"game": "neom-own", "kind": kind, "goal": kind},
    }
    facts = ["your own", *(["invented tiles"] if puzzle.catalogue.invented else [])]
    return {
        **document,
        "about": about | {"answers": answers_document(packed, _MOST_CITIES)},
        "title": task_in_words(puzzle),
        "facts": " · ".join(["NEOM", *facts, packed.level]),
        "sheet": neom_sheet(puzzle.catalogue),
    }


def changes(asked: Document) -> Document:
    """Return the hash of a catalogue, and what is other in it than in parts that packs have of it.

    :raises Malformed: if the catalogue or a part of it has a fault.
    """
    now = read_catalogue(asked["catalogue"])
    parts = [catalogue_from_json(one, f"/parts/{n}") for n, one in enumerate(asked["parts"])]
    found = dict.fromkeys(change for part in parts for change in catalogue_changes(part, now))
    return {
        "hash": catalogue_hash(now),
        "changes": [{"what": one.what, "values": list(one.values)} for one in found],
    }


def _read(asked: Document) -> list[Packed[NeomPuzzle]]:
    found = NEOM_PACKS.read(asked["pack"], "/pack", asked["solutions"])
    for number, packed in enumerate(found):
        where, question = f"/pack/puzzles/{number}", packed.puzzle.question
        if packed.solution is None:
            message = f"the solution of the puzzle {packed.puzzle.id} is missing"
            raise Malformed(message, where="/solutions/solutions")
        if isinstance(question, TurnsQuestion) and len(question.packs) > _MOST_TURNS:
            message = f"a puzzle of more than {_MOST_TURNS} turns takes too long to be played here"
            raise Malformed(message, where=f"{where}/question/packs")
        if isinstance(question, LinkQuestion) and len(question.tiles_to_place) > _MOST_LINKED:
            message = f"a link of more than {_MOST_LINKED} tiles takes too long to be played here"
            raise Malformed(message, where=f"{where}/question/tiles")
    if not found:
        raise Problem("malformed", "the pack has no puzzle")
    return list(found)


def _own_pack(
    asked: Document, catalogue: TileCatalogue, packed: Packed[NeomPuzzle]
) -> dict[str, Any]:
    """Return a pack with this puzzle alone and the tiles that it needs, and its solutions."""
    puzzle, solutions = packed.puzzle, asked["solutions"]
    part = part_for(catalogue, [puzzle.question])
    pack = {
        **asked["pack"],
        "catalogue": catalogue_to_json(part),
        "puzzles": [packed.document],
    }
    solution = {puzzle.id: packed.solution}
    return {
        "pack": sealed(pack),
        "solutions": sealed({**solutions, "solutions": solution}),
    }
