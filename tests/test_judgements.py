"""What readers found hard is held against the rating, and the documents say how that went."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judgements import JUDGEMENTS, SIGNS, judged, pairs, table

pytestmark = pytest.mark.one_build("what packs state")


def test_all_that_were_judged_ship_and_took_fewer_than_a_hundred_lines() -> None:
    assert {one["id"] for one in JUDGEMENTS} == set(judged())
    assert not [one for one in JUDGEMENTS if not 0 < one["lines"] < 100]


def test_the_document_has_the_table_as_it_is() -> None:
    text = Path("docs/development/ratings.md").read_text("utf-8")
    assert [] == [row for row in table() if row not in text]


def test_pairs_of_one_length_are_counted_by_what_was_felt_and_then_by_lines() -> None:
    rated = {"a": (3, 300), "b": (3, 200), "c": (3, 400), "d": (4, 100), "e": (4, 100)}
    puzzles = {
        name: {"tiles": tiles, "difficulty": {"rating": rating}}
        for name, (tiles, rating) in rated.items()
    }
    felt = {"a": ("easy", 2), "b": ("easy", 9), "c": ("medium", 1), "d": ("hard", 5)}
    judgements = [
        {"id": name, "felt": word, "lines": lines} for name, (word, lines) in felt.items()
    ]
    assert (2, 1) == pairs(judgements, puzzles, SIGNS["the rating"])
    alike = [*judgements, {"id": "e", "felt": "easy", "lines": 1}]
    assert (2, 1) == pairs(alike, puzzles, SIGNS["the rating"])
