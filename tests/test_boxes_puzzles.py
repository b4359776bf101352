"""Puzzles with other boxes: where they come from, how packs state them, and the four that ship."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from generator.chance import Chance
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.goal_puzzles import KIND, goal_wish
from generator.solo.pack import GOAL_PACKS
from generator.solo.solved_puzzle import SolvedPuzzle
from generator.solo.sources.cathedrals import cathedral_puzzles
from generator.solo.sources.played_games import stages
from generator.solo.sources.river import river_puzzles
from generator.solo.sources.rows import dealt_rows
from generator.solo.wanted import ANY_START
from meepleproof.rendering.solo.guide import rules_in_short
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_in_box, tiles_to_draw
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import LAKE, setup, with_nothing_known, with_row
from verifier.carcassonne.solo.puzzle import parse_goal
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet

PACKS = Path("puzzles")
ON_RIVER, INNS, LARGE = RuleSet(boxes=("river",)), RuleSet(boxes=("ic",)), RuleSet(large=True)
SHIPPED = {
    "inns": ("inns", INNS),
    "cathedrals": ("cathedrals", INNS),
    "large-meeple": ("large", LARGE),
    "river": ("river", ON_RIVER),
}
"""What each puzzle of a pack needs, and what it is played with."""


def test_while_a_river_is_to_come_its_tiles_are_drawn_and_the_lake_last() -> None:
    start = setup(ON_RIVER)
    assert not [tile for tile in tiles_to_draw(start) if not tile.startswith("river/")]
    assert LAKE not in tiles_to_draw(start)
    near = replace(start, river=replace(start.river, hidden=1))
    assert {LAKE: 1} == tiles_to_draw(near)
    after = replace(start, river=replace(start.river, hidden=0))
    assert not [tile for tile in tiles_to_draw(after) if tile.startswith("river/")]
    assert tiles_in_box(setup()) == tiles_to_draw(setup())


def test_rows_dealt_on_the_river_have_the_lake_after_its_other_tiles() -> None:
    game = [stage for stage, _ in stages(Player("random"), 5, ON_RIVER)]
    position = game[8].position
    rows = list(dealt_rows(position, 5, 20, ANY_START, Chance(1)))
    left = 10 - 8
    assert {LAKE} == {row[left] for row in rows}
    assert {0} == {sum(tile.startswith("river/") for tile in row[left + 1 :]) for row in rows}
    assert {left} == {sum(tile.startswith("river/") for tile in row[:left]) for row in rows}
    dealt = with_row(position, rows[0])
    assert (rows[0][: left + 1], 0) == (dealt.river.known, dealt.river.hidden)
    assert with_nothing_known(dealt) == position


def test_a_game_drafted_on_the_river_takes_no_tile_from_the_piles() -> None:
    draft = Draft((), setup(ON_RIVER))
    tile = next(iter(tiles_to_draw(draft.position)))
    longer = then(draft, outcomes_with(draft.position, tile)[0])
    assert draft.position.piles == longer.position.piles
    assert draft.position.river.hidden - 1 == longer.position.river.hidden


def test_puzzles_on_the_river_begin_with_its_tiles_and_end_with_land() -> None:
    made = river_puzzles(parse_goal("city.4.x.1"), 4, ON_RIVER, 2, Chance(7, "river", 1))
    tried = (one for one in made if isinstance(one, SolvedPuzzle))
    for one in islice(tried, 2):
        row = [turn.tile for turn in one.solution.turns]
        assert ([True] * 3 + [False], LAKE) == ([t.startswith("river/") for t in row], row[2])
        assert 1 == len(one.solution.ways) or one.solution.also


def test_puzzles_with_a_cathedral_begin_where_one_stands() -> None:
    found = next(
        one
        for number in range(9)
        for one in cathedral_puzzles(checklist()["city-16"], 3, INNS, 2, Chance(7, number))
        if isinstance(one, SolvedPuzzle)
    )
    assert "ic/K" in [laid.tile for laid in found.puzzle.position.placements]


def test_every_large_meeple_of_a_reduced_puzzle_is_on_a_tile_or_in_hand() -> None:
    pack = json.loads((PACKS / "large-meeple.json").read_text("utf-8"))
    for document in pack["puzzles"]:
        position = GOAL_PACKS.packed(document, None, "here").puzzle.position
        pairs = zip(position.large, position.large_on_tiles(), strict=True)
        assert [1] * 3 == [in_hand + standing for in_hand, standing in pairs]


def test_rows_for_three_colours_are_dealt_where_they_cannot_be_sought() -> None:
    asked = {"tiles": 3, "boxes": ["ic"]}
    assert "dealt" == goal_wish(checklist()["road-10-3c"], asked).source
    assert "sought" == goal_wish(checklist()["road-10-3c"], {"tiles": 3}).source


def test_a_pack_states_boxes_and_large_meeples_and_else_nothing() -> None:
    asked = {"goal": "road-10", "tiles": 3, "count": 1, "candidates": 9, "meeples": 4}
    beside = {"boxes": ("ic", "river"), "large": True}
    assert {"boxes": "ic river", "large": "yes"}.items() <= KIND.pack_parameters(
        {**asked, **beside}
    ).items()
    assert not {"boxes", "large"} & set(
        KIND.pack_parameters({**asked, "boxes": "", "large": False})
    )
    stated = GOAL_PACKS.entries((), beside, 1, {})
    assert ("base+river+ic", True) == (stated["tileset"], stated["rules"]["large"])
    assert "base" == GOAL_PACKS.entries((), {}, 1, {})["tileset"]


def test_all_wishes_of_a_planned_pack_are_played_with_its_boxes() -> None:
    plan = json.loads((PACKS / "plan.json").read_text("utf-8"))
    packs = {pack["id"]: pack for pack in plan["packs"]}
    for name, (need, rules) in SHIPPED.items():
        for options in GOAL_PACKS.planned(packs[name]):
            (wish,) = KIND.wishes(options)
            assert rules == wish.given.rules
            assert need in wish.given.needs


@pytest.mark.parametrize("name", SHIPPED)
def test_each_puzzle_of_a_pack_needs_what_the_pack_is_named_for(name: str) -> None:
    need, rules = SHIPPED[name]
    pack = json.loads((PACKS / f"{name}.json").read_text("utf-8"))
    solutions = json.loads((PACKS / f"{name}.solutions.json").read_text("utf-8"))["solutions"]
    assert "+".join(rules.sheets) == pack["tileset"]
    packed = [GOAL_PACKS.packed(one, None, "here") for one in pack["puzzles"]]
    assert {rules} == {one.puzzle.position.rules for one in packed}
    assert len(packed) >= 10
    counted = Counter(name for one in pack["puzzles"] for name in one["needs"])
    assert len(packed) == counted[need]
    for one in packed:
        solution = solutions[one.id]
        assert solution["line"]
        assert solution["game"]
        assert solution["tries"], one.id


def test_a_booklet_says_what_its_boxes_change() -> None:
    heads = [rule.head for rule in rules_in_short(INNS)]
    assert "Other boxes" in heads
    assert "Other boxes" not in [rule.head for rule in rules_in_short(SOLO)]
    (said,) = [rule.text for rule in rules_in_short(LARGE) if rule.head == "Other boxes"]
    assert said.startswith("A large meeple counts as two for the majority.")


def test_the_meeples_in_hand_are_counted_with_the_large_one() -> None:
    position = parse_position("s3.4.L~D0.0.0~p1.2.3~h4.3.4~l1.1.0~t1~n..")
    assert (5, 4, 4) == position.in_hand()
