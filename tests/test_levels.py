"""One difficulty: four words by the rating, from the limits of each kind, wherever puzzles are."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from generator.grade import LEVELS, UNGRADED
from generator.levels import level_of, ratings_of
from generator.listed import listed_kind, listed_kinds
from generator.solo.pack import GOAL_PACKS
from generator.solo.wanted import OTHER_LEVEL, OTHER_LEVEL_FOR_LENGTH, Wanted
from meepleproof.service.daily import Days
from meepleproof.service.jobs.requests import wish_of
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf
from tests.deno import by_script, needs_deno
from tests.test_wanted import GRADE
from verifier.errors import Malformed
from verifier.games import GAMES

VECTORS: list[dict[str, Any]] = json.loads(Path("tests/vectors/levels.json").read_text("utf-8"))
OF_TILES = {1: "1000", 2: "1100", 3: "1111", 4: "1111", 5: "1111", 6: "1111"} | dict.fromkeys(
    range(7, 11), "0111"
)
"""Which of the levels may be asked for, by the number of tiles."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["kind"])
def test_a_rating_has_the_level_that_the_limits_of_its_kind_say(vector: dict[str, Any]) -> None:
    kind = vector["kind"]
    for level in LEVELS:
        for rating in vector[level]:
            assert level == level_of(kind, rating), rating
            assert rating in ratings_of(kind, level)


def test_the_vectors_are_of_all_kinds() -> None:
    assert [kind.name for kind in listed_kinds()] == [vector["kind"] for vector in VECTORS]


@pytest.mark.parametrize("kind", listed_kinds(), ids=lambda kind: kind.name)
def test_every_rating_has_one_level(kind: Any) -> None:
    ratings = [ratings_of(kind.name, level) for level in LEVELS]
    assert [0, *kind.limits] == [each.start for each in ratings]
    assert [*kind.limits, UNGRADED] == [each.stop for each in ratings]
    assert all(ratings)


@needs_deno
def test_the_browser_finds_the_same_levels_by_the_limits_it_is_told() -> None:
    asked = [
        {
            "limits": listed_kind(vector["kind"]).limits,
            "ratings": [rating for level in LEVELS for rating in vector[level]],
        }
        for vector in VECTORS
    ]
    expected = [[level for level in LEVELS for _ in vector[level]] for vector in VECTORS]
    assert expected == by_script("levels.js", asked)


# --- what ships


def test_the_goals_of_all_lengths_are_on_one_scale(shelf: Shelf) -> None:
    found = Counter(one.level for one in shelf.facts(PuzzleFilter(kind="goal")))
    assert {"easy": 426, "medium": 534, "hard": 441, "expert": 162} == found


@pytest.mark.parametrize("game", GAMES)
def test_mondays_are_easy_and_sundays_hard_or_for_experts(shelf: Shelf, game: str) -> None:
    days, levels = Days(shelf), {one.id: one.level for one in shelf.facts(PuzzleFilter(game=game))}
    monday = date(2025, 12, 29)
    for first, allowed in ((monday, {"easy"}), (monday + timedelta(6), {"hard", "expert"})):
        every = [first + timedelta(7 * week) for week in range(10 * 52)]
        assert {levels[days.identity(game, day) or ""] for day in every} <= allowed


def test_a_level_finds_the_puzzles_that_have_it(shelf: Shelf) -> None:
    found = {str(level): list[ShelvedPuzzle]() for level in LEVELS}
    for one in shelf.puzzles:
        found[one.level].append(one)
    for level, puzzles in found.items():
        assert [one.id for one in puzzles] == list(shelf.matching(PuzzleFilter(level=level)).ids)
        assert {"goal", "retro", "study", "link"} <= {one.kind for one in puzzles}


# --- wishes


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (Wanted("easy"), ""),
        (Wanted("medium"), OTHER_LEVEL),
        (Wanted(level_for_length="hard"), ""),
        (Wanted("easy", level_for_length="hard"), ""),
        (Wanted("easy", level_for_length="easy"), OTHER_LEVEL_FOR_LENGTH),
    ],
)
def test_a_wish_for_a_level_goes_by_the_rating_or_by_the_length(
    wanted: Wanted, refusal: str
) -> None:
    assert refusal == wanted.refusal(GRADE)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tiles", OF_TILES)
def test_a_level_that_no_puzzle_of_a_length_has_is_refused_at_once(tiles: int, level: str) -> None:
    asked = {"goal": "road-10", "tiles": tiles, "level": level}
    lengths = [each for each, may in OF_TILES.items() if may[LEVELS.index(level)] == "1"]
    if tiles in lengths:
        assert level == wish_of(asked).given.wanted.level
        return
    with pytest.raises(Malformed) as refused:
        wish_of(asked)
    assert "/level" == refused.value.where
    assert refused.value.message.endswith(f"ask for {lengths[0]} to {lengths[-1]} tiles")
    assert lengths == list(range(lengths[0], lengths[-1] + 1))


def test_every_level_that_ships_may_be_asked_for(shelf: Shelf) -> None:
    goals = shelf.facts(PuzzleFilter(kind="goal"))
    for tiles, level in {(int(one.stated("tiles")), one.level) for one in goals}:
        wish = wish_of({"goal": "road-10", "tiles": tiles, "level": level})
        assert (tiles, level) == (wish.given.tiles, wish.given.wanted.level)


def test_a_plan_asks_for_levels_for_their_length() -> None:
    wish = {"goal": "road-10", "tiles": 2, "level": "hard"}
    (options,) = GOAL_PACKS.planned({"wishes": [wish]})
    assert Wanted(level_for_length="hard") == wish_of(dict(options)).given.wanted
