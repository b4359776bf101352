"""Engine, model and naive oracle of NEOM agree on states, logs and last turns of random games.

These are few; ``make agree-neom`` compares thousands.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.neom_agreement import (
    compare_last_turns,
    compare_log,
    compare_logs,
    compare_states,
    keys_compared,
)
from tests.neom_logs import Player
from verifier.neom.key import Key
from verifier.neom.log import Act, Claims, KeepCornerstone, Log, Reveal
from verifier.neom.state import City, Square, State
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import demo_catalogue

DISASTER = next(
    tile.id for tile in demo_catalogue().tiles if tile.type == "disaster" and tile.deck == "I"
)

KEYS = {key.name: key for key in keys_compared()}


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> Key:
    return KEYS[request.param]


def test_squares_links_outcomes_and_scores_agree(key: Key) -> None:
    compared = compare_states([key], 6, 0, every=7)
    assert 18 == compared["states"]
    assert compared["outcomes"] > compared["states"]


def test_reports_on_whole_and_spoiled_logs_agree(key: Key) -> None:
    compared = compare_logs([key], 3, 0)
    assert (3, 9) == (compared["whole logs"], compared["spoiled logs"])


def _first_turn(seed: int) -> tuple[TileCatalogue, Log]:
    """Return the log of a game to the Disaster of Generation I, shown in one of its first packs."""
    rng = Random(seed)
    catalogue = demo_catalogue()
    player = Player(catalogue, rng)
    player.preliminary_round()
    pack = next(p for p in player.packs(0) if DISASTER in p)
    player.events.append(Reveal((DISASTER, *pack[1:])))
    return catalogue, Log(player.board, tuple(player.events))


def test_an_unknown_action_without_a_pack_breaks_two_rules(key: Key) -> None:
    catalogue, log = _first_turn(0)
    acted = replace(log, events=(*log.events[:-1], Act("pass", DISASTER)))
    report = compare_log([key], catalogue, acted)
    assert {"NEOM-ACT-2", "NEOM-SOLO-TURN-2"} == {each.rule for each in report.violations}


def test_a_pack_after_the_last_turn_is_no_turn_whatever_is_done_with_it(key: Key) -> None:
    catalogue = demo_catalogue()
    over = State(("1+",), City("woodside"), frozenset({"wood"}), 20, frozenset(), 3, 8)
    events = (Reveal(("demo-III-02", "demo-III-03")), Act("place", "demo-III-02", "", (0, 0)))
    report = compare_log([key], catalogue, Log(over.city.board, events, start=over))
    assert ["NEOM-SOLO-TURN-4"] == [each.rule for each in report.violations]


def test_a_disaster_given_for_a_cornerstone_breaks_the_rules_of_both(key: Key) -> None:
    catalogue, log = _first_turn(0)
    kept = next(e.tile for e in log.events if isinstance(e, KeepCornerstone))
    act = Act("cornerstone", DISASTER, kept, (0, 0))
    report = compare_log([key], catalogue, replace(log, events=(*log.events, act)))
    assert {"NEOM-SOLO-DIS-2", "NEOM-PLACE-3"} <= {each.rule for each in report.violations}


@pytest.mark.parametrize("square", [(2, 2), (7, 7)])
def test_a_tile_that_is_no_cornerstone_does_not_exceed_their_number(
    key: Key, square: Square
) -> None:
    city = City("woodside", (((2, 1), "demo-C-26"),))
    before = State(("1+",), city, frozenset({"wood"}), 20, frozenset({"demo-C-07"}), 1, 2, 1)
    act = Act("cornerstone", "demo-I-05", "demo-I-02", square)
    pack = Reveal(("demo-I-02", "demo-I-05", "demo-I-13", "demo-I-26"))
    report = compare_log([key], demo_catalogue(), Log("woodside", (pack, act), before))
    off_the_board = {"NEOM-PLACE-2"} if square == (7, 7) else set()
    rules = {each.rule for each in report.violations}
    assert rules == {"NEOM-SOLO-CORNER-3"} | off_the_board


def test_notes_beside_an_illegal_pack_are_not_examined(key: Key) -> None:
    catalogue, log = _first_turn(0)
    pack = log.events[-1]
    assert isinstance(pack, Reveal)
    illegal = Reveal(pack.tiles[1:], Claims(money=99, tokens=frozenset()))
    report = compare_log([key], catalogue, replace(log, events=(*log.events[:-1], illegal)))
    assert (1, ()) == (len(report.violations), report.differences)


def test_values_of_first_actions_agree(key: Key) -> None:
    compared = compare_last_turns([key], 2, 0)
    assert 2 == compared["questions"]
    assert compared["first actions"] > compared["questions"]
