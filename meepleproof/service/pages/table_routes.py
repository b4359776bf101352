"""The address at which a page reads a table: a puzzle or free game after some turns."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.service.http.messages import Content, answer, json_content
from meepleproof.service.http.reading import find_puzzle, require_known
from meepleproof.service.pages.errors import with_problem
from meepleproof.service.pages.house.game import PARAMETERS, game_table
from meepleproof.service.pages.solo.free_games import Games, game_of
from meepleproof.service.pages.url import read_text, read_turns
from meepleproof.service.play.house.game import HouseGames
from meepleproof.service.play.house.puzzles import HousePuzzles
from meepleproof.service.play.house.tables import asked_house_puzzle, house_table
from meepleproof.service.play.neom.puzzles import NeomPuzzles
from meepleproof.service.play.neom.tables import neom_puzzle_table
from meepleproof.service.play.solo.tables import (
    coded_puzzle,
    free_table,
    puzzle_table,
    same_on_shelf,
)
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.documents.strict_json import Document

PATH = "/api/table"
_PARAMETERS = ("puzzle", "code", "seed", "colours", "meeples", "line", "exactly", "game")


def table_routes(shelf: Shelf, games: Games, evenings: HouseGames) -> list[BaseRoute]:
    """Return the route of tables, of puzzles on the shelf or not and of free games."""
    house = HousePuzzles(shelf)

    def table(request: Request) -> Response:
        if request.query_params.get("game") == "house":
            require_known(request, (*_PARAMETERS, *PARAMETERS))
            return answer(json_content(game_table(evenings, request.query_params)))
        require_known(request, _PARAMETERS)
        return answer(read_table(shelf, house, games, request.query_params))

    return [Route(PATH, with_problem(table))]


def read_table(
    shelf: Shelf, house: HousePuzzles, games: Games, query: Mapping[str, str]
) -> Content:
    """Return the table that a query asks for.

    :raises Problem: if it asks for nothing that there is.
    :raises MeepleproofError: if a part of it cannot be read.
    """
    asked = [name for name in ("puzzle", "code", "seed") if name in query]
    if len(asked) != 1:
        raise Problem("parameter", "give one of puzzle, code and seed", parameter="puzzle")
    if asked == ["seed"]:
        return json_content(free_table(game_of(query, games), query))
    packed = asked_house_puzzle(house, query)
    if packed is not None:
        return json_content(_house_table(house, packed, query))
    city = NeomPuzzles(shelf).puzzle(query.get("puzzle", ""))
    if city is not None:
        return json_content(neom_puzzle_table(city, read_text(query, "line")))
    shelved, puzzle = _puzzle(shelf, query)
    return json_content(puzzle_table(puzzle, shelved, read_turns(query)))


def _house_table(
    house: HousePuzzles, packed: Packed[HousePuzzle], query: Mapping[str, str]
) -> Document:
    exactly = read_text(query, "exactly") == "1"
    return house_table(house, packed, read_text(query, "line"), answered=not exactly)


def _puzzle(shelf: Shelf, query: Mapping[str, str]) -> tuple[ShelvedPuzzle | None, Puzzle]:
    if "puzzle" in query:
        shelved = find_puzzle(shelf, query["puzzle"])
        return shelved, shelved.puzzle
    puzzle = coded_puzzle(query)
    return same_on_shelf(shelf, puzzle), puzzle
