"""The rules with which a page plays on without a connection pass the conformance suite."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from generator.pack import Packed
from meepleproof.service.pages.layout import assets
from meepleproof.service.pages.solo.free_games import free_table
from meepleproof.service.play.solo.document import goal_whole, puzzle_start
from meepleproof.service.play.solo.free import deal, play_on
from meepleproof.service.play.solo.starts import game_start, undealt_games
from meepleproof.service.play.solo.tables import puzzle_table, solution_line
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf
from tests.deno import by_script, needs_deno
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.search import MOST_SEED
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_json
from verifier.carcassonne.solo.conformance import Case, cases, judge
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import line_text, turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.documents.strict_json import Document

pytestmark = needs_deno

ASKED = ("turns", "play", "goals", "final", "count")
"""Areas about turns; the others ask whether what is given has faults, and a page is given none."""

SHALLOW = 5_000
"""How many lines of play are counted in the normal run."""


def within_reach(case: Case) -> bool:
    """Return whether a page gets there: it asks for tiles when it needs them, and takes all points.

    So no tile is unknown to it, and no points are declined.
    """
    return "error" not in case.answer and not case.request.get("declined")


def answered(asked: Iterable[Document]) -> list[Any]:
    """Return what the scripts answer to each request, or the table they make of a start."""
    goals = [goal_whole(goal) for goal in checklist().values()]
    sheet = json.loads(assets()["solo.json"].content)
    return by_script("solo_answers.js", [{"sheet": sheet, "goals": goals}, *asked])


def wrong(chosen: list[Case]) -> list[str]:
    assert chosen
    answers = answered(case.request for case in chosen)
    judged = [judge(case, found) for case, found in zip(chosen, answers, strict=True)]
    return [f"{one.case.id}: {one.why}" for one in judged if one.ruling != "passed"]


@pytest.mark.parametrize("area", ASKED)
def test_every_case_about_turns_is_answered(area: str) -> None:
    every = [case for case in cases() if case.area == area and within_reach(case)]
    assert [] == wrong([c for c in every if sum(c.answer.get("leaves", [])) <= SHALLOW])


@pytest.mark.slow
def test_long_rows_are_counted_too() -> None:
    every = [case for case in cases() if case.area in ASKED and within_reach(case)]
    assert [] == wrong([c for c in every if sum(c.answer.get("leaves", [])) > SHALLOW])


# Tables

LEFT_OUT = ("help", "notice")
"""Members that only the server knows, and the one by which the browser says that it plays alone."""

TURNS = 71
"""No game has more (FACT-12)."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


def some_line(
    position: Position, turns: int, chance: random.Random, *, lasting: bool = False
) -> tuple[Turn, ...]:
    """Return legal turns, fewer if the game ends or a tile is not known.

    :param lasting: if true, turns are chosen that keep meeples in hand, as games of any turns are
        short.
    """
    engine, line = Engine(), list[Turn]()
    while len(line) < turns and not position.over and engine.draw(position).known:
        outcomes = engine.outcomes_in_order(position)
        if lasting:
            most = max(map(in_hand, outcomes))
            outcomes = [one for one in outcomes if in_hand(one) == most]
        outcome = chance.choice(outcomes)
        if outcome.turn is None:
            break
        line.append(outcome.turn)
        position = outcome.after
    return tuple(line)


def in_hand(outcome: Outcome) -> tuple[bool, int, int]:
    """Return whether a game goes on, the fewest meeples that a colour has in hand, and all."""
    return not outcome.after.over, min(outcome.after.supplies), sum(outcome.after.supplies)


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
    end = table.get("end", {})
    end.pop("file", None)
    if end.get("kind") != "over":
        end.pop("says", None)  # with how close one came
    table["goals"] = [{**goal, "so_far": ""} for goal in table.get("goals", ())]
    return table


def compare(asked: list[tuple[Document, Document]]) -> None:
    """Compare tables of the server with the browser's, each given with its start."""
    made = answered({"start": start, "line": told["line"]} for start, told in asked)
    for (start, expected), actual in zip(asked, made, strict=True):
        assert comparable(expected) == comparable(actual), (start, expected["line"])


def after(puzzle: Puzzle, line: tuple[Turn, ...]) -> tuple[Document, Document]:
    """Return the start of a puzzle, and the server's table after a line."""
    return puzzle_start(puzzle), puzzle_table(
        Packed("goal", puzzle, {}), tuple(map(turn_text, line))
    )


def of_the_base_game(shelf: Shelf) -> list[ShelvedPuzzle]:
    """Return the puzzles for goals in the base game; test_scripts_boxes has others."""
    found = map(shelf.known, shelf.matching(PuzzleFilter(kind="goal")).ids)
    return [one for one in found if one.puzzle.position.rules.plain]


def for_each_goal(shelf: Shelf, chance: random.Random) -> list[ShelvedPuzzle]:
    """Return a puzzle of the base game for each goal."""
    plain = of_the_base_game(shelf)
    chance.shuffle(plain)
    return list({one.puzzle.goal.id: one for one in plain}.values())


def test_tables_of_puzzles_are_those_of_the_server(shelf: Shelf) -> None:
    chance = random.Random(1)
    chosen = [shelved.puzzle for shelved in for_each_goal(shelf, chance)]
    lines = [(one, some_line(one.position, one.tiles, chance)) for one in chosen]
    compare([after(one, line[: chance.randint(0, one.tiles)]) for one, line in lines])


@pytest.mark.slow
def test_tables_of_all_puzzles_are_those_of_the_server(shelf: Shelf) -> None:
    chance, puzzles = random.Random(2), [one.puzzle for one in of_the_base_game(shelf)]
    for first in range(0, len(puzzles), 100):
        some = puzzles[first : first + 100]
        lines = [(one, some_line(one.position, one.tiles, chance)) for one in some]
        compare([after(one, line[:n]) for one, line in lines for n in range(len(line) + 1)])


def test_solutions_of_puzzles_reach_their_goals(shelf: Shelf) -> None:
    chosen = for_each_goal(shelf, random.Random(3))
    asked = [after(shelved.puzzle, solution_line(shelved.packed)) for shelved in chosen]
    assert {"solved"} == {told["end"]["kind"] for _, told in asked}
    compare(asked)


def tables_at(positions: list[str]) -> list[tuple[Document, Document]]:
    """Return the starts and first tables of puzzles at positions, given as JSON."""
    goal = checklist()["road-10"]
    return [after(Puzzle(goal, position_from_json(json.loads(one))), ()) for one in positions]


def asked_at(chosen: Iterable[Case]) -> list[str]:
    """Return the positions of cases, each once."""
    return sorted({json.dumps(case.request["position"], sort_keys=True) for case in chosen})


def test_tables_at_all_switches_and_orders_are_those_of_the_server() -> None:
    every = [case for case in cases() if case.area in ("play", "turns")]
    orders = [one for one in every if re.search(r"\w-\w", one.request.get("turn", ""))]
    switched = [one for one in every if "switches" in one.request["position"]["rules"]]
    chance = random.Random(4)
    chosen = asked_at(switched) + chance.sample(asked_at(orders), 12)
    values = [(switch.key, value) for switch in CATALOGUE.switches for value in switch.values]
    for key, value in values:
        position = json.loads(chance.choice(chosen))
        position["rules"]["switches"] = {key: value}
        chosen.append(json.dumps(position))
    compare(tables_at(chosen))


@pytest.mark.slow
def test_tables_at_the_positions_of_all_cases_are_those_of_the_server() -> None:
    compare(tables_at(asked_at(c for c in cases() if c.area in ("play", "turns", "goals"))))


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(colours=4), RuleSet(meeples=3)])
def test_tables_of_free_games_are_those_of_the_server(rules: RuleSet) -> None:
    game, asked = deal(1, rules), list[tuple[Document, Document]]()
    line = some_line(game.start, TURNS, random.Random(1), lasting=True)
    for turns in (0, len(line) // 2, len(line) - 1, len(line)):
        told = free_table(play_on(game, line[:turns]), {"seed": "1"})
        assert line_text(line[:turns]) == told["line"]
        asked.append((game_start(game.start, 1), told))
    assert "over" == asked[-1][1]["end"]["kind"]
    compare(asked)


def test_free_games_are_dealt_as_the_server_deals_them() -> None:
    seeds = (0, 1, 7, 20261126, 123456789012345, MOST_SEED)
    rules = [RuleSet(colours, meeples) for colours in (3, 4) for meeples in range(3, 8)]
    asked = [(seed, each) for each in rules for seed in seeds]
    starts = by_script(
        "deal.js",
        [
            undealt_games((3, 4), range(3, 8)),
            *(
                {"seed": seed, "colours": each.colours, "meeples": each.meeples}
                for seed, each in asked
            ),
        ],
    )
    assert [game_start(deal(seed, each).start, seed) for seed, each in asked] == starts
