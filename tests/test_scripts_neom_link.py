"""Tiles of NEOM are linked without a connection: the browser makes the tables of the server."""

from __future__ import annotations

import random

import pytest

from generator.collection.index import PuzzleFilter
from generator.pack import Packed
from meepleproof.service.play.neom.document import to_play
from meepleproof.service.play.neom.tables import answers_document, neom_puzzle_table
from meepleproof.service.shelf import Shelf, open_shelf
from tests.deno import by_script, needs_deno
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle
from verifier.neom.state import SQUARES

pytestmark = needs_deno


def links(shelf: Shelf) -> list[Packed[NeomPuzzle]]:
    every = [one.packed for one in shelf.matching(PuzzleFilter(game="neom"))]
    return [one for one in every if isinstance(one.puzzle.question, LinkQuestion)]


def random_lines(cities: Document, chance: random.Random) -> list[str]:
    """Return a line of tiles placed where they fit, until the end, and every shorter one."""
    placed, lines = list[str](), list[str]()
    while not isinstance(city := cities["~".join(sorted(placed))], int):
        fits = [
            to_play(tile, square)
            for tile, closed in city.items()
            for square, reason in zip(SQUARES, closed, strict=True)
            if reason < 0
        ]
        placed.append(chance.choice(fits))
        lines.append("~".join(placed))
    return lines


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


def told(packed: Packed[NeomPuzzle]) -> Document:
    """Return what a page has of a puzzle, and lines to make tables after."""
    first, listed = neom_puzzle_table(packed, ""), answers_document(packed)
    chance = random.Random(packed.puzzle.id)
    lines = [line for _ in range(3) for line in random_lines(listed["cities"], chance)]
    return {"first": first, "listed": listed, "lines": lines}


@pytest.mark.parametrize(
    "every", [3, pytest.param(1, marks=pytest.mark.slow)], ids=["every third", "all"]
)
def test_tables_are_those_of_the_server(shelf: Shelf, every: int) -> None:
    """All members: on squares that are covered, off the track, and at the end."""
    ends = set[str]()
    chosen = links(shelf)[::every]
    made = by_script("neom_tables.js", map(told, chosen))
    for packed, tables in zip(chosen, made, strict=True):
        for table in tables:
            assert neom_puzzle_table(packed, table["line"]) == table
            ends.add(table.get("end", {}).get("kind", ""))
    assert {"", "missed"} <= ends


def test_the_solution_is_among_them(shelf: Shelf) -> None:
    """Where the server solves, the list says so; and nowhere else."""
    for packed in links(shelf)[:3]:
        told = answers_document(packed)
        solution = neom_puzzle_table(packed, "")["help"]["solution"]["line"]
        (solved,) = [key for key, end in told["cities"].items() if is_solved(told, end)]
        assert sorted(solution.split("~")) == solved.split("~")


def is_solved(told: Document, end: object) -> bool:
    return isinstance(end, int) and told["ends"][end]["kind"] == "solved"


def test_a_link_of_too_many_cities_has_no_list(shelf: Shelf) -> None:
    packed = links(shelf)[0]
    number = len(answers_document(packed)["cities"])
    assert answers_document(packed, number) != {} == answers_document(packed, number - 1)
