"""The first steps: each has one solution by both keys, and teaches what it says."""

from __future__ import annotations

from html import unescape

import pytest
from starlette.applications import Starlette

from meepleproof.service.pages.routes import page_routes
from meepleproof.service.pages.solo.rules import Lesson, lessons
from meepleproof.service.shelf import Shelf
from tests.service_client import Client
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome

NUMBERS = range(1, 6)


@pytest.fixture(scope="module")
def client() -> Client:
    routes = page_routes(Shelf([], {}))
    return Client(Starlette(routes=routes), "127.0.0.1", "127.0.0.1:8128", {})


def solved(lesson: Lesson) -> Outcome:
    found = solve(lesson.puzzle.position, lesson.puzzle.goal, lesson.puzzle.tiles)
    ((outcome,),) = found.lines
    return outcome


@pytest.mark.parametrize("number", NUMBERS)
def test_a_step_has_one_solution_and_no_fault(number: int) -> None:
    lesson = lessons()[number - 1]
    assert not faults(lesson.puzzle.position)
    outcome = solved(lesson)
    assert outcome in Model().outcomes(lesson.puzzle.position)


def test_they_teach_what_they_say() -> None:
    place, claim, lowest, shared, order = map(solved, lessons())
    assert 1 == len(place.scorings)
    assert claim.turn is not None
    assert NO_CLAIM != claim.turn.claim
    position = lessons()[2].puzzle.position
    assert min(position.scores) == position.scores[lowest.scorings[0].colours[0]]
    assert 2 == len(shared.scorings[0].colours)
    assert ["road", "city"] == [scoring.kind for scoring in order.scorings]


def test_they_follow_one_another(client: Client) -> None:
    listed = client.get("/first-steps").text
    for number in NUMBERS:
        assert f'href="/first-steps/{number}"' in listed
        assert 200 == client.get(f"/first-steps/{number}/board.svg").status_code
        page = unescape(client.get(f"/first-steps/{number}").text)
        assert lessons()[number - 1].says in page
    assert 404 == client.get("/first-steps/6").status_code
