"""What is read or printed: a puzzle's sheet of paper, and the pictures of the rules."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib import resources
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.pages.solo.rules import lessons
from meepleproof.service.play.solo.tables import solution_line
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import STILL, Client
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.turn import turns_of


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([STILL])


@pytest.fixture(scope="module")
def client(shelf: Shelf) -> Client:
    return Client(Starlette(routes=page_routes(shelf)), "127.0.0.1", "127.0.0.1:8128", {})


def pictures(client: Client, page: str) -> list[str]:
    """Return the texts of all pictures of a page, each of which must be an SVG file."""
    drawn = [
        client.get(unescape(source)) for source in re.findall(r'<img[^>]* src="([^"]+)"', page)
    ]
    for answer in drawn:
        assert (200, "{http://www.w3.org/2000/svg}svg") == (
            answer.status_code,
            ET.fromstring(answer.text).tag,  # noqa: S314 - our own
        )
    return [answer.text for answer in drawn]


def test_a_puzzle_is_printed_with_a_code_that_opens_it_and_without_its_solution(
    client: Client, shelf: Shelf
) -> None:
    one = shelf.puzzles[0]
    page = client.get(f"/print?{urlencode({'code': one.puzzle.code})}")
    assert 200 == page.status_code
    assert f'href="/puzzle/{one.id}"' in page.text
    assert f"{urlencode({'path': f'/puzzle/{one.id}'})}" in page.text
    assert 4 == len(pictures(client, page.text))
    assert line_text(solution_line(one.packed)) not in page.text
    assert "One solution: two independent programs proved it." in page.text


@pytest.mark.parametrize("path", ["/print", "/print?code=x", "/print/board.svg?code=s3.4~nU"])
def test_what_cannot_be_printed_is_explained(client: Client, path: str) -> None:
    answer = client.get(path)
    assert 400 == answer.status_code
    assert "This link cannot be read" in answer.text
    assert 404 == client.get("/print/other.svg").status_code


def test_the_pictures_of_the_rules_are_turns_that_solve_their_lessons(client: Client) -> None:
    page = client.get("/rules")
    text = resources.files("meepleproof.service.pages").joinpath("rules.json").read_text("utf-8")
    told = json.loads(text)
    for one in told:
        puzzle = lessons()[one["lesson"] - 1].puzzle
        (line,) = solve(puzzle.position, puzzle.goal, puzzle.tiles).lines
        assert one["line"] == line_text(turns_of(line))
        assert one["says"] in unescape(page.text)
    assert 2 * len(told) < len(pictures(client, page.text))
