"""Our engine answers every message of the protocol, right or wrong, by one line, and lives on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meepleproof.cli.console import SIZE_LIMIT
from tests.engine_messages import answers_to, messages, require_an_answer_to_each
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.notation import parse_position

SETUP = position_to_json(parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23"))
A_ROW = position_to_json(parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nEJUVWKEJUVWK"))
OPTIONAL = "s3.4~o.score.optional.yes~W0.-1.0.E1~D0.0.0~p1.2.3~h3.4.4~t2~n.A."
FINAL = {"ask": "final", "rules": {"colours": 3, "meeples": 4}}


def test_every_random_message_has_one_answer() -> None:
    kinds = require_an_answer_to_each(list(messages(400, seed=1)))
    assert {"answer", "cannot", "error"} == set(kinds)


# What is wrong with a request, or beyond what can be answered, and what is answered.
AGAINST_EACH_OTHER: dict[str, tuple[dict[str, Any], str]] = {
    "fewer meeples than colours": (
        FINAL | {"scores": [5, 5, 5], "meeples": [4, 0]},
        "2 meeples are given for 3 colours (at /meeples; SOLO-SETUP-2)",
    ),
    "fewer scores than colours": (
        FINAL | {"rules": {"colours": 4, "meeples": 4}, "scores": [1, 2, 3], "meeples": [0] * 4},
        "3 scores are given for 4 colours (at /scores; SOLO-SETUP-2)",
    ),
    "an unknown tile": (
        {"ask": "turns", "position": SETUP},
        "the next tile of colour 1 is not known (at /piles)",
    ),
    "a count of piles": (
        {"ask": "count", "position": SETUP, "depth": 1},
        "lines are counted for one row of tiles (at /position/piles)",
    ),
    "a count without end": (
        {"ask": "count", "position": A_ROW, "depth": 12},
        "lines of 6 turns are too many to count longer ones (at /depth)",
    ),
    "what is not scored cannot be declined": (
        {
            "ask": "play",
            "position": position_to_json(parse_position(OPTIONAL)),
            "turn": "A1.1.0.M.W",
            "declined": ["N"],
        },
        "'N' is declined, but not among those scored (at /declined)",
    ),
}


@pytest.mark.parametrize("name", AGAINST_EACH_OTHER)
def test_a_request_that_has_no_answer_is_answered_all_the_same(name: str) -> None:
    request, why = AGAINST_EACH_OTHER[name]
    hello = {"ask": "hello", "id": 2, "protocol": 1}
    (first, second) = answers_to([json.dumps(r).encode() for r in (request | {"id": 1}, hello)])
    assert 1 == first.pop("id")
    ((_, text),) = first.items()
    assert text.endswith(why)
    assert "meepleproof" == second["name"]


def test_a_line_that_is_too_long_is_one_message() -> None:
    first, second = answers_to(
        [b"[" * (2 * SIZE_LIMIT + 9), b'{"ask":"hello","id":3,"protocol":1}']
    )
    assert {"id": 0, "error": "the request is longer than 16 MB"} == first
    assert (3, "meepleproof") == (second["id"], second["name"])


@pytest.mark.parametrize("number", ["true", "-1", "1000000", "1" + "0" * 40, '"1"', "null"])
def test_an_id_that_no_answer_can_repeat_is_answered_as_0(number: str) -> None:
    (answer,) = answers_to([b'{"ask":"hello","protocol":1,"id":%s}' % number.encode()])
    assert 0 == answer["id"]
    assert "error" in answer
