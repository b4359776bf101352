"""The list of puzzles, page by page."""

from __future__ import annotations

import pytest

from meepleproof.service.pages.choosing import listing


@pytest.mark.parametrize(
    ("page", "puzzles", "numbers", "after_gaps"),
    [
        (1, 20, [], []),
        (1, 21, [1, 2], []),
        (1, 880, [1, 2, 3, 44], [44]),
        (4, 880, [1, 2, 3, 4, 5, 6, 44], [44]),
        (9, 880, [1, 7, 8, 9, 10, 11, 44], [7, 44]),
        (44, 880, [1, 42, 43, 44], [42]),
        (99, 41, [1, 2, 3], []),
    ],
)
def test_pages_link_to_those_around_and_to_both_ends(
    page: int, puzzles: int, numbers: list[int], after_gaps: list[int]
) -> None:
    found = listing(range(puzzles), lambda one: {"id": one}, {"page": str(page)}, "/", goal="x")
    assert [one["number"] for one in found["pages"]] == numbers
    assert [one["number"] for one in found["pages"] if one["gap"]] == after_gaps
    assert [one["href"] for one in found["pages"][:1]] == ["/?goal=x&page=1#found"][: len(numbers)]
