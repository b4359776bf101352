"""A free solo game with other boxes and large meeples: dealing, what is seen, whole games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.pages.solo.free_games import game_of, remembered_games, sheet_entry
from meepleproof.service.play.solo.beside import read_beside
from meepleproof.service.play.solo.free import (
    Game,
    checklist_entries,
    deal,
    play_on,
    scenario,
    visible_position,
)
from meepleproof.service.play.solo.turns import end_rule
from tests.boxes_dealt import crowded_river
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import turns_of
from verifier.carcassonne.solo.claims import scenario_from_json
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import LAKE, Pile
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record
from verifier.documents import validation
from verifier.errors import Malformed

VECTORS = json.loads(
    (Path(__file__).parent / "vectors" / "free-games-boxes.json").read_text("utf-8")
)
ALL = RuleSet(boxes=BOXES, large=True)
PILES = ("KiNiFiKMXKtV", "RUHJVtOVU", "AUkCtPtUKiIJ")
RIVER = "rHrDrDrCrBrIrGrKrGrErL"
"""What the seed 20261128 deals: who shares a seed shares a game."""


def rules_of(vector: dict[str, Any]) -> RuleSet:
    return RuleSet(vector["colours"], vector["meeples"], *read_beside(vector["with"]))


def played(vector: dict[str, Any]) -> Game:
    return play_on(deal(vector["seed"], rules_of(vector)), parse_line(vector["line"]))


# Dealing


@pytest.mark.parametrize(
    "rules",
    [ALL, RuleSet(4, boxes=("river",)), RuleSet(boxes=("ic", "ks")), RuleSet(large=True)],
    ids=str,
)
def test_a_seed_deals_all_tiles_of_the_boxes(rules: RuleSet) -> None:
    start = deal(12, rules).start

    assert rules.pile_sizes == tuple(len(pile.known) for pile in start.piles)
    assert rules.river_tiles == len(start.river.known)
    assert rules.tile_counts() == Counter(start.known_tiles())
    assert () == Engine().violations(Record(start, ()))


def test_what_seeds_deal_with_boxes_never_changes() -> None:
    start = deal(20261128, ALL).start
    assert PILES == tuple(letters_of(pile.known[:8]) for pile in start.piles)
    assert RIVER == letters_of(start.river.known)


def test_large_meeples_alone_change_no_deal() -> None:
    assert deal(3).start.piles == deal(3, RuleSet(large=True)).start.piles


def test_the_lake_is_the_last_of_the_river() -> None:
    rivers = {deal(seed, ALL).start.river.known for seed in range(20)}
    assert {LAKE} == {river[-1] for river in rivers}
    assert 20 == len(rivers)


# What an address says


def test_the_order_of_the_letters_does_not_matter() -> None:
    play = remembered_games()
    games = [game_of({"seed": "5", "with": text}, play) for text in ("riL", "Lir", "iirL")]
    assert {RuleSet(boxes=("river", "ic"), large=True)} == {game.start.rules for game in games}


@pytest.mark.parametrize("text", ["q", "ix", "river", " ", "B"])
def test_letters_of_no_box_are_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(
        Malformed, match=r"stands for no box; there are r \(The River\), i "
    ) as error:
        read_beside(text)
    assert ("with", "SOLO-BOX-1") == (error.value.where, error.value.rule)


# What is seen


def test_only_the_river_tile_drawn_is_face_up() -> None:
    game = deal(7, ALL)
    shown = visible_position(game)

    assert Pile(game.start.river.known[:1], 10) == shown.river
    assert [()] * 3 == [pile.known for pile in shown.piles]


def test_what_is_seen_of_a_crowded_river_is_all_that_a_turn_needs() -> None:
    for seed in range(80):
        position = crowded_river(seed, Engine().outcomes)
        if position.over:
            continue
        seen = Engine().outcomes(visible_position(Game(position)))
        assert {as_seen(one) for one in Engine().outcomes(position)} == {as_seen(o) for o in seen}


def as_seen(outcome: Outcome) -> Outcome:
    """Return an outcome without the tiles to come, and which of them went under the stack."""
    return replace(outcome, after=replace(outcome.after, piles=(), river=Pile()))


# Whole games


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_games_that_were_shared_stay_what_they_were(vector: dict[str, Any]) -> None:
    game = played(vector)

    assert vector["line"] == line_text(game.line)
    assert vector["scores"] == list(game.outcomes[-1].final or ())
    assert vector["result"] == game.result
    assert vector["ended_by"] == end_rule(game.outcomes)
    entries = checklist_entries(game)
    assert vector["goals"] == {e.goal.id: e.turn for e in entries if e.turn is not None}
    assert vector["with"] == sheet_entry(game, vector["seed"])["with"]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    opened = Model(beside=turns_of)
    yield opened
    opened.close()


def both_keys_hold(vector: dict[str, Any], model: Model) -> None:
    document = scenario(played(vector), vector["seed"])
    validation.validate("scenario", document)

    verdict = Keyring([Engine(), model]).check(scenario_from_json(document))

    assert "holds" == verdict.answer
    assert ("engine", "model") == verdict.keys


@pytest.mark.parametrize("vector", VECTORS[4:7], ids=lambda vector: str(vector["seed"]))
def test_both_keys_say_that_games_with_all_boxes_went_like_this(
    vector: dict[str, Any], model: Model
) -> None:
    both_keys_hold(vector, model)


@pytest.mark.slow
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_both_keys_say_that_every_game_went_like_this(vector: dict[str, Any], model: Model) -> None:
    both_keys_hold(vector, model)
