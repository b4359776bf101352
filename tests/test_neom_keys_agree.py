"""Engine, model and naive oracle of NEOM agree on states, logs and last turns of random games.

These are few; ``make agree-neom`` compares thousands.
"""

from __future__ import annotations

import pytest

from tests.neom_agreement import (
    compare_last_turns,
    compare_logs,
    compare_states,
    keys_compared,
)
from verifier.neom.key import Key

KEYS = {key.name: key for key in keys_compared()}


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> Key:
    return KEYS[request.param]


def test_squares_links_outcomes_and_scores_agree(key: Key) -> None:
    compared = compare_states(key, 6, 0, every=7)
    assert 18 == compared["states"]
    assert compared["outcomes"] > compared["states"]


def test_reports_on_whole_and_spoiled_logs_agree(key: Key) -> None:
    compared = compare_logs(key, 3, 0)
    assert (3, 9) == (compared["whole logs"], compared["spoiled logs"])


def test_values_of_first_actions_agree(key: Key) -> None:
    compared = compare_last_turns(key, 2, 0)
    assert 2 == compared["questions"]
    assert compared["first actions"] > compared["questions"]
