"""The rules with which a page plays on without a connection pass the conformance suite."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from service.pages.assets import asset_routes
from service.pages.solo_sheet import game_start, goal_whole, puzzle_start
from service.pages.tables import free_table, puzzle_table
from service.play.free import deal, play_on
from service.shelf import open_shelf
from tests.browser import needs_chromium, opener
from tests.service_client import listening
from verifier.carcassonne.conformance.case_results import judge
from verifier.carcassonne.conformance.cases import Case, cases
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.notation import line_text, turn_text
from verifier.carcassonne.position import Position
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Turn
from verifier.strict_json import Document

pytestmark = needs_chromium

ANSWERS = Path(__file__).with_name("solo_answers.js")
PAGE = """<!doctype html><title>Answers</title><link rel="icon" href="data:,">
<script type="module" src="/answers.js"></script>"""
ASKED = ("turns", "play", "goals", "final", "count")
"""Areas about turns; the others ask whether what is given has faults, and a page is given none."""

SHALLOW = 5_000
"""How many lines of play are counted in the normal run."""


def goals(_: Request) -> Response:
    return JSONResponse([goal_whole(goal) for goal in checklist().values()])


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    routes = [
        *asset_routes(),
        Route("/", lambda _: HTMLResponse(PAGE)),
        Route("/answers.js", lambda _: Response(ANSWERS.read_text(), media_type="text/javascript")),
        Route("/goals", goals),
    ]
    with listening(Starlette(routes=routes)) as address, opener(browser, address) as opened:
        shown = opened("/")
        shown.wait_for_function("() => 'answersTo' in window")
        yield shown


def wrong(page: Page, chosen: list[Case]) -> list[str]:
    assert chosen
    answers: list[dict[str, Any]] = page.evaluate(
        "(requests) => window.answersTo(requests)", [case.request for case in chosen]
    )
    judged = [judge(case, found) for case, found in zip(chosen, answers, strict=True)]
    return [f"{one.case.id}: {one.why}" for one in judged if one.ruling != "passed"]


@pytest.mark.parametrize("area", ASKED)
def test_every_case_about_turns_is_answered(page: Page, area: str) -> None:
    every = [case for case in cases() if case.area == area]
    assert [] == wrong(page, [c for c in every if sum(c.answer.get("leaves", [])) <= SHALLOW])


@pytest.mark.slow
def test_long_rows_are_counted_too(page: Page) -> None:
    deep = [case for case in cases() if sum(case.answer.get("leaves", [])) > SHALLOW]
    assert [] == wrong(page, deep)


# Tables

SAMPLE = 25
LEFT_OUT = ("help", "notice")
"""Members that only the server knows, and the one by which the browser says that it plays alone."""


def some_line(position: Position, turns: int, chance: random.Random) -> tuple[Turn, ...]:
    """Return legal turns, fewer if the game ends or a tile is not known."""
    engine, line = Engine(), list[Turn]()
    while len(line) < turns and not position.over and engine.draw(position).known:
        outcome = chance.choice(engine.outcomes_in_order(position))
        if outcome.turn is None:
            break
        line.append(outcome.turn)
        position = outcome.after
    return tuple(line)


def comparable(table: Document) -> Document:
    """Return a table with what it refers to by number in place, and without what may differ."""
    effects, reasons = table.pop("effects", []), table.pop("reasons", [])
    for square in table.get("squares", ()):
        square["not"] = [[rotation, reasons[number]] for rotation, number in square["not"]]
        for way in square["ways"]:
            for refused, name in [(way, "why"), *((claim, "not") for claim in way["claims"])]:
                if name in refused:
                    refused[name] = reasons[refused[name]]
            for claim in way["claims"]:
                claim["plays"] = sorted([line, effects[n]] for line, n in claim.get("plays", ()))
    for name in LEFT_OUT:
        table.pop(name, None)
    if "end" in table:
        for name in ("says", "file", "record"):
            table["end"].pop(name, None)
    table["goals"] = [{**goal, "so_far": ""} for goal in table.get("goals", ())]
    return table


def compare(page: Page, asked: list[tuple[Document, Document]]) -> None:
    """Compare tables of the server with the browser's, each given with its start."""
    made = page.evaluate(
        "(asked) => window.tablesAfter(asked)", [[start, told["line"]] for start, told in asked]
    )
    for (_, expected), actual in zip(asked, made, strict=True):
        assert comparable(expected) == comparable(actual), expected["line"]


def test_tables_of_puzzles_are_those_of_the_server(page: Page) -> None:
    chance, asked = random.Random(1), list[tuple[Document, Document]]()
    shelf = open_shelf()
    for identity in chance.sample(list(shelf.puzzles.ids), SAMPLE):
        shelved = shelf.known(identity)
        for turns in range(shelved.puzzle.tiles + 1):
            line = some_line(shelved.puzzle.position, turns, chance)
            told = puzzle_table(shelved.puzzle, None, tuple(map(turn_text, line)))
            asked.append((puzzle_start(shelved.puzzle), told))
    compare(page, asked)


def test_solutions_of_puzzles_reach_their_goals(page: Page) -> None:
    chance, asked = random.Random(2), list[tuple[Document, Document]]()
    shelf = open_shelf()
    for identity in chance.sample(list(shelf.puzzles.ids), SAMPLE):
        shelved = shelf.known(identity)
        told = puzzle_table(shelved.puzzle, None, tuple(map(turn_text, shelved.line)))
        asked.append((puzzle_start(shelved.puzzle), told))
    assert {"solved"} == {told["end"]["kind"] for _, told in asked}
    compare(page, asked)


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(colours=4), RuleSet(meeples=3)])
def test_tables_of_free_games_are_those_of_the_server(page: Page, rules: RuleSet) -> None:
    chance, asked = random.Random(3), list[tuple[Document, Document]]()
    for seed in range(4):
        game = deal(seed, rules)
        for turns in (0, 5, 15, 71):
            line = some_line(game.start, turns, chance)
            asked.append((game_start(game.start), free_table(play_on(game, line), {"seed": "1"})))
            assert line_text(line) == asked[-1][1]["line"]
    compare(page, asked)
