"""The puzzle of the house game that an address asks for, if any."""

from __future__ import annotations

from collections.abc import Mapping

from generator.house.pack import PackedHousePuzzle
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.house.attempt import house_puzzle_of_code
from meepleproof.service.play.house.puzzles import HousePuzzles
from verifier.games import game_of


def asked_house_puzzle(puzzles: HousePuzzles, query: Mapping[str, str]) -> PackedHousePuzzle | None:
    """Return the puzzle of the house game that a query names by id or code, None if it does not.

    :raises Malformed: if its code cannot be read, or is a study that no pack here has.
    :raises Illegal: if its position contradicts the rules.
    """
    if "puzzle" in query:
        return puzzles.puzzle(query["puzzle"])
    code = read_text(query, "code")
    if game_of(code).name != "house":
        return None
    shelved = puzzles.shelf.other_puzzle_of_code(code)
    return house_puzzle_of_code(code) if shelved is None else puzzles.puzzle(shelved.id)
