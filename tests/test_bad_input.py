"""Bad input of every kind: what comes in wrong is told with what was given, its place, its rule."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meepleproof.cli.console import read_json
from verifier.carcassonne.solo.codec import (
    goal_from_json,
    position_from_any,
    record_from_json,
    record_to_json,
    rules_from_json,
    turn_from_json,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.documents import schemas
from verifier.errors import Ambiguous, Illegal, Malformed, MeepleproofError


def examples(name: str) -> list[Any]:
    found: list[Any] = schemas.schema(name)["examples"]
    return copy.deepcopy(found)


ROAD = examples("position")[1]  # D, with U east of it and a meeple of colour 1 on their road

Change = Callable[[dict[str, Any]], object]


def put(*path: str | int, value: Any) -> Change:
    """Return a change that sets one place of a document."""

    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


def both(one: Change, other: Change) -> Change:
    return lambda document: (one(document), other(document))


def add_tile(tile: str, rotation: int, x: int, y: int) -> Change:
    entry = {"tile": tile, "rotation": rotation, "x": x, "y": y}
    return lambda document: document["placements"].append(entry)


BAD_POSITIONS: dict[str, tuple[Change, str, str, str]] = {
    "no tile Z": (
        put("placements", 0, "tile", value="Z"),
        'is "Z"',
        "/placements/0/tile",
        "SOLO-OPTION-4",
    ),
    "unknown tile in a pile": (
        put("piles", 0, "known", value="LÖK"),
        'is "LÖK"',
        "/piles/0/known",
        "SOLO-OPTION-4",
    ),
    "a small letter": (put("discards", value="c"), 'is "c"', "/discards", "SOLO-OPTION-4"),
    "a cell used twice": (
        add_tile("U", 0, 1, 0),
        "2 tiles lie on cell (1,0)",
        "cell (1,0)",
        "BASE-PLACE-2",
    ),
    "edges that do not match": (
        add_tile("E", 0, 0, 1),
        "city of D meets field of E",
        "tile D on cell (0,0)",
        "BASE-PLACE-3",
    ),
    "a tile apart": (add_tile("U", 0, 5, 5), "shares no edge", "cell (5,5)", "BASE-PLACE-2"),
    "5 meeples of a colour": (
        put("supplies", 0, value=4),
        "1 meeples on tiles and 4 in supply",
        "/supplies/0",
        "SOLO-SETUP-3",
    ),
    "8 meeples by the rules": (
        put("rules", "meeples", value=8),
        "is 8",
        "/rules/meeples",
        "SOLO-OPTION-1",
    ),
    "2 colours": (put("rules", "colours", value=2), "is 2", "/rules/colours", "SOLO-SETUP-2"),
    "a score below start": (
        put("scores", 2, value=0),
        "colour 3 has 0 points",
        "/scores/2",
        "SOLO-SETUP-9",
    ),
    "a negative score": (put("scores", 0, value=-1), "is -1", "/scores/0", "SOLO-SETUP-9"),
    "a huge score": (put("scores", 0, value=10**30), f"is {10**30}", "/scores/0", "SOLO-SETUP-9"),
    "an impossible supply": (
        put("supplies", 1, value=9),
        "9 in supply",
        "/supplies/1",
        "SOLO-SETUP-3",
    ),
    "a negative supply": (put("supplies", 1, value=-3), "is -3", "/supplies/1", "SOLO-SETUP-3"),
    "scores of 2 colours": (
        put("scores", value=[1, 2]),
        "2 scores are given for 3 colours",
        "/scores",
        "SOLO-SETUP-2",
    ),
    "2 piles": (
        put("piles", value=[{"known": "E"}, {"known": "J"}]),
        "2 piles are given",
        "/piles",
        "SOLO-SETUP-6",
    ),
    "meeples on adjacent tiles": (
        both(
            put("placements", 0, "meeple", value={"segment": "E", "colour": 2}),
            put("supplies", 1, value=3),
        ),
        "carries a meeple on the adjacent tile (1,0) too",
        "tile D on cell (0,0)",
        "BASE-MEEPLE-3",
    ),
    "a meeple on a field": (
        put("placements", 1, "meeple", "segment", value="F"),
        'is "F"',
        "/placements/1/meeple/segment",
        "",
    ),
    "a meeple where nothing is": (
        put("placements", 1, "meeple", "segment", value="N"),
        "tile U has no road, city or monastery at 'N'",
        "tile U on cell (1,0)",
        "SOLO-MEEPLE-3",
    ),
    "colour 0": (put("to_move", value=0), "is 0", "/to_move", ""),
    "colour 4 of 3": (
        put("to_move", value=4),
        "colour 4 is to move, but there are 3",
        "/to_move",
        "SOLO-TURN-1",
    ),
    "a rotation of 90": (
        put("placements", 0, "rotation", value=90),
        "is 90",
        "/placements/0/rotation",
        "",
    ),
    "a cell out of reach": (
        put("placements", 0, "x", value=5000),
        "no board of 72 tiles reaches there",
        "tile D on cell (5000,0)",
        "BASE-TILE-1",
    ),
    "a fraction": (put("placements", 0, "x", value=0.0), "is 0.0", "/placements/0/x", ""),
    "null": (put("discards", value=None), "is null", "/discards", "SOLO-OPTION-4"),
    "too many tiles": (
        put("piles", 0, "known", value="CC"),
        "3 tiles C are in the game, the set has 1",
        "tile C",
        "BASE-TILE-1",
    ),
    "an endless pile": (
        put("piles", 0, "hidden", value=10**6),
        "is 1000000",
        "/piles/0/hidden",
        "",
    ),
    "more tiles than there are": (
        put("piles", 0, "hidden", value=72),
        "72 unknown tiles are more than the set has",
        "/piles",
        "BASE-TILE-1",
    ),
    "scored monasteries": (
        put("monasteries", value=2),
        "2 monasteries have been scored, 0 are complete",
        "/monasteries",
        "SOLO-GOAL-9",
    ),
    "an unknown switch": (
        put("rules", "switches", value={"city.tow": "2"}),
        'did you mean "city.two"?',
        "/rules/switches",
        "",
    ),
    "a misspelt key": (put("discard", value="C"), 'did you mean "discards"?', "the top level", ""),
    "another schema": (put("$schema", value="urn:x"), 'is "urn:x"', "/$schema", ""),
    "no tiles": (put("placements", value=[]), "no tile lies", "/placements", "SOLO-SETUP-5"),
}


@pytest.mark.parametrize(
    ("change", "message", "where", "rule"), BAD_POSITIONS.values(), ids=BAD_POSITIONS
)
def test_a_bad_position_is_told_with_place_and_rule(
    change: Change, message: str, where: str, rule: str
) -> None:
    document = copy.deepcopy(ROAD)
    change(document)
    with pytest.raises((Malformed, Illegal)) as caught:
        require_valid(position_from_any(document))
    assert message in str(caught.value)
    assert (where, rule) == (caught.value.where, caught.value.rule)
    assert "\n" not in str(caught.value)


BAD_RECORDS: dict[str, tuple[int, Change, str, str]] = {
    "two starts": (1, put("piles", value=[{}]), "nothing beside 'start'", "/piles"),
    "no start": (0, lambda record: record.pop("piles"), 'lacks "piles"', "the top level"),
    "half a cell": (
        0,
        put("turns", 0, "meeples", 0, "x", value=1),
        'has "x" but lacks "y"',
        "/turns/0/meeples/0",
    ),
    "an unknown piece": (
        1,
        put("turns", 0, "meeples", 0, "piece", value="pig"),
        'is "pig"',
        "/turns/0/meeples/0/piece",
    ),
    "an unknown feature": (1, put("turns", 0, "order", value=["Q"]), 'is "Q"', "/turns/0/order/0"),
    "a bad tile in the start": (
        1,
        put("start", "placements", 0, "tile", value="Y"),
        'is "Y"',
        "/start/placements/0/tile",
    ),
    "an unofficial set-up": (0, put("official", value=False), "is false", "/official"),
    "turns by name": (0, put("turns", value="U0.1.0.E"), 'is "U0.1.0.E"', "/turns"),
}


@pytest.mark.parametrize(
    ("number", "change", "message", "where"), BAD_RECORDS.values(), ids=BAD_RECORDS
)
def test_a_bad_record_is_told_with_its_place(
    number: int, change: Change, message: str, where: str
) -> None:
    document = examples("record")[number]
    change(document)
    with pytest.raises(Malformed) as caught:
        record_from_json(document)
    assert message in str(caught.value)
    assert where == caught.value.where


OWN = {"id": "own", "kind": "road"}

BAD_GOALS: dict[str, tuple[Any, type[MeepleproofError], str]] = {
    "unknown": ("road-11", Malformed, 'is "road-11"'),
    "unknown kind": (OWN | {"kind": "farm"}, Malformed, 'is "farm"'),
    "no name": ({"kind": "road"}, Malformed, 'lacks "id"'),
    "bounds that cross": (OWN | {"at_least": 5, "at_most": 4}, Illegal, "cannot both hold"),
    "a total of colours": (
        OWN | {"kind": "total", "colours": 2},
        Illegal,
        "only goals about roads and cities",
    ),
    "a taken name": (
        OWN | {"id": "road-10"},
        Ambiguous,
        "the checklist has another goal 'road-10'",
    ),
    "negative": (OWN | {"at_least": -1}, Malformed, "is -1"),
    "huge": (OWN | {"at_least": 10**400}, Malformed, "is 1000"),
}


@pytest.mark.parametrize(("document", "error", "message"), BAD_GOALS.values(), ids=BAD_GOALS)
def test_a_bad_goal_is_told_with_its_place(
    document: Any, error: type[MeepleproofError], message: str
) -> None:
    with pytest.raises(error) as caught:
        goal_from_json(document, "/puzzles/3/goal")
    assert message in str(caught.value)
    assert caught.value.where.startswith("/puzzles/3/goal")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"rules": {"colours": 3', "not JSON"),
        ("", "not JSON"),
        ("s3.4~D0.0.0~", "not JSON"),
        ('"s3.4~D0.0.0~p1.2.3~h4.4.4~t1"', "lacks the word 'n'"),
        ('"s3.4~Z0.0.0~p1.2.3~h4.4.4~t1~n"', "there is no tile 'Z'"),
        ('"s9.4~D0.0.0~p1.2.3~h4.4.4~t1~n"', "9 colours"),
        ("[]", "is []"),
        ("42", "is 42"),
    ],
    ids=["truncated", "empty", "bare text", "lacking", "no tile Z", "9 colours", "list", "number"],
)
def test_a_bad_file_is_told_by_its_name(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises((Malformed, Illegal), match=re.escape(path.name)) as caught:
        position_from_any(read_json(str(path)), repr(str(path)))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "X", "Z0.0.0.-", "D0.0.0.-\n", "D4.0.0.-", "D0.0.0.-.Q"])
def test_what_is_no_turn_is_quoted(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        turn_from_json(text, "/turns/2")
    assert json.dumps(text) in str(caught.value)
    assert caught.value.where == "/turns/2"


# --- anything at all ---------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "kind", "rules", "piles", "start", "turns", "placements", "x"])
            | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(anything)
def test_whatever_comes_in_is_read_or_told(document: Any) -> None:
    readers: tuple[Callable[[Any], object], ...] = (
        position_from_any,
        record_from_json,
        goal_from_json,
        rules_from_json,
        turn_from_json,
    )
    for read in readers:
        # Anything but the program's own kind of error fails the test.
        with contextlib.suppress(MeepleproofError):
            read(document)


@given(st.data())
def test_an_example_with_anything_in_one_place_is_read_or_told(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(examples("record")))
    holder, step = data.draw(st.sampled_from(list(spots(document))))
    holder[step] = data.draw(anything)
    try:
        record = record_from_json(document)
    except MeepleproofError:
        return
    assert record == record_from_json(record_to_json(record))


def spots(node: Any) -> list[tuple[Any, Any]]:
    """Return every place inside a document, as what holds it and where."""
    steps = (
        list(node) if isinstance(node, dict) else range(len(node) if isinstance(node, list) else 0)
    )
    return [(node, step) for step in steps] + [spot for step in steps for spot in spots(node[step])]


@given(st.text() | st.text("snphtuxmoverDULK0123456789.~-NESWM", max_size=60))
def test_whatever_text_comes_in_is_read_or_told(text: str) -> None:
    try:
        position = position_from_any(text, "here")
    except MeepleproofError:
        return
    assert position == parse_position(position_text(position))
