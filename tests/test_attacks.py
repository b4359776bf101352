"""Bodies that took seconds to read: now each is read in as many steps as it has characters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from meepleproof.service.bodies import document_of
from meepleproof.service.problems import Problem
from tests.attacks import attacks

SMALL, LARGE = 1_000, 8_000


def lines_run(do: Callable[[], object]) -> int:
    """Return how many lines of Python run, those of libraries included."""
    number = 0

    def step(_frame: FrameType, event: str, _given: Any) -> Any:
        nonlocal number
        number += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        do()
    finally:
        sys.settrace(before)
    return number


def read(body: bytes) -> object:
    """Read a body as the service does, a refusal included."""
    try:
        return document_of(body, "verification-request", 32)
    except Problem as problem:
        return problem


@pytest.mark.parametrize("name", attacks())
def test_a_body_is_read_in_linear_time(name: str) -> None:
    """Eight times as much takes eight times as many steps at most, and not 64 times."""
    read(attacks(SMALL)[name])  # what is made once, like validators, is not counted
    small = lines_run(partial(read, attacks(SMALL)[name]))
    large = lines_run(partial(read, attacks(LARGE)[name]))
    assert large < 2_000 + 12 * small


@pytest.mark.parametrize("name", attacks())
def test_a_refusal_has_a_bounded_number_of_faults(name: str) -> None:
    answer = read(attacks()[name])
    if isinstance(answer, Problem):
        assert len(answer.violations) <= 20
        assert all(len(violation.detail) < 600 for violation in answer.violations)
