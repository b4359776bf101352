"""The list of puzzles, page by page."""

from __future__ import annotations

import pytest

from meepleproof.service.pages.choosing import ON_A_PAGE, page_links


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
    last = max(1, -(-puzzles // ON_A_PAGE))
    links = page_links("/", {"goal": "x", "kind": ""}, min(page, last), last)
    assert [one["number"] for one in links] == numbers
    assert [one["number"] for one in links if one["gap"]] == after_gaps
    assert [one["href"] for one in links[:1]] == ["/?goal=x&page=1#found"][: len(numbers)]
