"""Documents in and out: nothing is lost on the way, and what is wrong is told with its place."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import (
    goal_from_json,
    goal_to_json,
    outcome_to_json,
    position_from_any,
    position_from_json,
    position_to_json,
    record_from_json,
    record_to_json,
    rules_from_json,
    rules_to_json,
    turn_from_json,
    turn_to_json,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text, turn_text
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, row, setup
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.solo.turn import (
    FEATURES,
    NO_CLAIM,
    OWN_FEATURES,
    Record,
    RecordedMeeple,
    RecordedTurn,
    Turn,
)
from verifier.carcassonne.tiles import tiles_in_play
from verifier.documents import schemas
from verifier.documents.canonical_json import canonical_bytes, digest

# --- strategies: whatever can be stated, valid or not -------------------------------------------

MOST = 999_999
ALL_KINDS = tuple(goal_kinds())

colours = st.integers(0, 3)
coordinates = st.integers(-9999, 9999)
counts = st.integers(0, MOST)
tiles = st.sampled_from(tuple(RuleSet(boxes=BOXES).tile_counts()))
river_tiles = st.sampled_from(tuple(tiles_in_play(("river",)).counts()))
rotations = st.integers(0, 3)
several_tiles = st.lists(tiles, max_size=5).map(tuple)
per_colour = st.lists(counts, min_size=1, max_size=4).map(tuple)
orders = st.lists(st.sampled_from(FEATURES), max_size=4).map(tuple)

rule_sets = st.builds(
    RuleSet,
    st.integers(3, 4),
    st.integers(3, 7),
    st.sets(st.sampled_from(BOXES)).map(tuple),
    st.booleans(),
    st.fixed_dictionaries(
        {}, optional={s.key: st.sampled_from(s.values) for s in CATALOGUE.switches}
    ).map(lambda choices: tuple(choices.items())),
)
meeples = st.builds(Meeple, st.sampled_from(OWN_FEATURES), colours, st.booleans())
placements = st.builds(Placement, tiles, rotations, coordinates, coordinates, st.none() | meeples)
piles = st.lists(st.builds(Pile, several_tiles, counts), min_size=1, max_size=4).map(tuple)
positions = st.builds(
    Position,
    rules=rule_sets,
    placements=st.lists(placements, max_size=6).map(tuple),
    scores=per_colour,
    supplies=per_colour,
    to_move=colours,
    piles=piles,
    discards=several_tiles,
    monasteries=counts,
    over=st.booleans(),
    large=st.just(()) | per_colour,
    river=st.builds(Pile, st.lists(river_tiles, max_size=5).map(tuple), counts),
)
recorded_meeples = st.builds(
    RecordedMeeple,
    st.sampled_from((*OWN_FEATURES, "F")),
    st.none() | colours,
    st.none() | st.tuples(coordinates, coordinates),
    st.sampled_from(("meeple", "large", "marker", "abbot")),
)
recorded_turns = st.builds(
    RecordedTurn,
    colour=colours,
    tile=tiles,
    rotation=rotations,
    x=coordinates,
    y=coordinates,
    meeples=st.lists(recorded_meeples, max_size=2).map(tuple),
    order=orders,
    discards=several_tiles,
    pile=st.none() | colours,
)
records = st.builds(
    Record,
    positions | st.builds(setup, rule_sets, piles),
    st.lists(recorded_turns, max_size=3).map(tuple),
    st.booleans(),
)
turns = st.builds(
    Turn,
    tiles,
    rotations,
    coordinates,
    coordinates,
    st.sampled_from(OWN_FEATURES),
    orders,
    st.booleans(),
) | st.builds(Turn, tiles, rotations, coordinates, coordinates, st.just(NO_CLAIM), orders)


@st.composite
def own_goals(draw: st.DrawFn, kinds: Iterable[str] = ALL_KINDS) -> Goal:
    kind = draw(st.sampled_from(list(kinds)))
    if goal_kinds()[kind].parts:
        part = own_goals(goal_kinds()[kind].parts)
        return Goal(f"own-{draw(counts)}", kind, parts=(draw(part), draw(part)))
    if not goal_kinds()[kind].bounds:
        return Goal(f"own-{draw(counts)}", kind)
    least = draw(counts)
    bounded = st.none() if goal_kinds()[kind].greatest else st.none() | st.integers(least, MOST)
    most = draw(bounded)
    number = draw(st.integers(0, 4)) if goal_kinds()[kind].colours else 0
    return Goal(f"own-{draw(counts)}", kind, least, most, number)


def examples(name: str) -> list[Any]:
    found: list[Any] = schemas.schema(name)["examples"]
    return copy.deepcopy(found)


# --- nothing is lost ----------------------------------------------------------------------------


@given(positions)
def test_a_position_survives_json_and_text(position: Position) -> None:
    document = position_to_json(position)
    assert position == position_from_json(through_bytes(document))
    assert position == parse_position(position_text(position))
    assert document == position_to_json(position_from_any(position_text(position)))
    assert position == position_from_any(document)


@given(records)
@example(Record(setup(), ()))
@example(Record(setup(), (), official=False))
@example(Record(row(setup(), tiles_of("EJU")), ()))
@example(Record(replace(setup(), scores=(0, 1, 2)), ()))
def test_a_record_survives(record: Record) -> None:
    assert record == record_from_json(through_bytes(record_to_json(record)))


@given(own_goals() | st.sampled_from(list(checklist().values())))
@example(Goal("own-0", "total", 0, 0))
def test_a_goal_survives(goal: Goal) -> None:
    assert goal == goal_from_json(through_bytes(goal_to_json(goal)))


@given(rule_sets)
def test_rules_survive(rules: RuleSet) -> None:
    assert rules == rules_from_json(through_bytes(rules_to_json(rules)))


@given(turns)
def test_a_turn_survives(turn: Turn) -> None:
    assert turn == turn_from_json(through_bytes(turn_to_json(turn)))


def through_bytes(document: Any) -> Any:
    """Return the document as another program would read it."""
    return json.loads(canonical_bytes(document))


@pytest.mark.parametrize("document", examples("position"))
def test_example_positions_say_it_shortly_and_are_valid(document: Any) -> None:
    position = position_from_json(document)
    require_valid(position)
    assert spelled_out(document) == position_to_json(position)


@pytest.mark.parametrize("document", examples("record"))
def test_example_records_come_out_as_they_went_in(document: Any) -> None:
    assert spelled_out(document) == record_to_json(record_from_json(document))


@pytest.mark.parametrize("document", examples("goal"))
def test_example_goals_come_out_as_they_went_in(document: Any) -> None:
    assert spelled_out(document) == goal_to_json(goal_from_json(document))


def spelled_out(document: Any) -> Any:
    """Return the document without ``$schema``, with both numbers of every pile."""
    if isinstance(document, list):
        return [spelled_out(entry) for entry in document]
    if not isinstance(document, dict):
        return document
    if set(document) <= {"known", "hidden"}:
        return {"known": "", "hidden": 0} | document
    return {key: spelled_out(value) for key, value in document.items() if key != "$schema"}


def test_equal_positions_are_equal_bytes() -> None:
    one = replace(
        setup(),
        placements=(Placement("base/U", 2, 1, 0, Meeple("W", 0)), Placement("base/D", 0, 0, 0)),
        discards=tiles_of("XC"),
    )
    other = replace(
        setup(),
        placements=(Placement("base/D", 0, 0, 0), Placement("base/U", 0, 1, 0, Meeple("E", 0))),
        discards=tiles_of("CX"),
    )
    assert canonical_bytes(position_to_json(one)) == canonical_bytes(position_to_json(other))


def test_an_official_record_states_its_set_up_once() -> None:
    assert {"rules", "piles", "turns"} == set(record_to_json(Record(setup(), ())))
    claimed = Record(replace(setup(), to_move=1), ())
    assert {"start", "official", "turns"} == set(record_to_json(claimed))


def test_a_goal_of_the_checklist_may_be_spelled_out() -> None:
    document = {"id": "road-5-3c", "kind": "road", "at_least": 5, "at_most": 5, "colours": 3}
    assert checklist()["road-5-3c"] == goal_from_json(document)


def test_canonical_bytes_are_sorted_compact_utf8() -> None:
    document = {"ö": 1, "b": {"y": "é", "x": [1, True]}}
    expected = '{"b":{"x":[1,true],"y":"é"},"ö":1}'.encode()
    assert expected == canonical_bytes(document)
    assert f"sha256:{hashlib.sha256(expected).hexdigest()}" == digest(document)


# --- outcomes -----------------------------------------------------------------------------------


def test_an_outcome_tells_colours_from_one_and_leaves_out_what_did_not_happen() -> None:
    start = replace(
        row(setup(), tiles_of("E")),
        placements=(Placement("base/D", 0, 0, 0, Meeple("N", 1)),),
        supplies=(4, 3, 4),
        scores=(5, 2, 3),
    )
    closing = Turn("base/E", 2, 0, 1, NO_CLAIM, ("S",))
    outcome = next(o for o in Engine().outcomes(start) if o.turn == closing)
    assert outcome_to_json(outcome) == {
        "colour": 1,
        "turn": "E2.0.1.-.S",
        "scorings": [
            {
                "feature": "S",
                "kind": "city",
                "value": 4,
                "present": [2],
                "majority": [2],
                "receivers": [2],
            }
        ],
        "after": position_to_json(outcome.after),
        "final": [5, 6, 3],
        "result": 3,
    }


def test_an_outcome_in_mid_game_has_no_result() -> None:
    outcomes = Engine().outcomes(row(setup(), tiles_of("EJ")))
    documents = [outcome_to_json(outcome) for outcome in outcomes]
    assert documents
    for document in documents:
        assert {"colour", "turn", "scorings", "after"} == set(document)
        assert document["after"] == position_to_json(position_from_json(document["after"]))


def test_an_outcome_without_a_turn_has_none() -> None:
    closed = (Placement("base/D", 0, 0, 0), Placement("base/E", 2, 0, 1))
    (outcome,) = Engine().outcomes(replace(row(setup(), tiles_of("C")), placements=closed))
    document = outcome_to_json(outcome)
    assert document["discards"] == "C"
    assert document["scorings"] == []
    assert document["after"]["over"] is True
    assert "turn" not in document


def test_the_rules_as_printed_need_no_switches() -> None:
    assert rules_to_json(SOLO) == {"colours": 3, "meeples": 4}
    assert turn_to_json(Turn("base/E", 2, 0, 1)) == turn_text(Turn("base/E", 2, 0, 1))
