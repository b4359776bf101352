"""Ideas as hints: each theme is told of the colours and tiles of its puzzle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.solo.techniques import TECHNIQUES
from meepleproof.service.play.solo.hints import IDEAS_BY_RARITY, idea, solution_played
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import parse_code

VECTORS = {
    vector["about"].partition(":")[0]: vector
    for vector in reversed(json.loads(Path("tests/vectors/techniques.json").read_text("utf-8")))
    if vector["needed"]
}
"""A puzzle for each theme that its solution needs, the first of the list."""


def told(vector: dict[str, str], *themes: str, played: int = 0) -> str:
    puzzle = parse_code(vector["code"])
    solution = solution_played(puzzle.position, tuple(parse_line(vector["line"])))
    return " ".join(part for part in idea(puzzle, solution, themes, played) if part)


@pytest.mark.parametrize(
    ("theme", "says"),
    [
        ("blocking", "Blue keeps a meeple by laying the first tile where nothing is free."),
        ("claiming-at-the-end", "Blue claims the city with the first tile, which completes it."),
        ("closing-a-hole", "The last tile fills a gap."),
        ("coming-home", "A meeple of yellow must come home in time for the second tile."),
        ("detour", "The first tile is no part of what counts."),
        ("from-afar", "The first tile begins a part of the road that is joined later."),
        ("joining", "The last tile joins the parts of blue and of red."),
        ("loop", "The road comes back to one of its own tiles."),
        ("raising-the-lowest", "Red is lowest, and must get points before the city is scored."),
        ("right-claim", "Of several features that a tile offers only one may be claimed."),
        (
            "running-out",
            "Blue has no meeple left for the first tile, so it must lie where nothing is free.",
        ),
        (
            "scoring-order",
            "The last tile completes a city and a monastery; mind which is scored first.",
        ),
        ("third-colour", "The last tile brings all three colours together."),
        ("two-at-once", "The last tile completes a monastery and a road that count."),
        (
            "without-points",
            "The first tile completes a city of yellow, although it brings no points.",
        ),
    ],
)
def test_each_theme_is_told_of_its_puzzle(theme: str, says: str) -> None:
    assert told(VECTORS[theme], theme).endswith(says)


def test_each_theme_has_its_place_among_those_that_are_told_first() -> None:
    assert sorted(technique.id for technique in TECHNIQUES) == sorted(IDEAS_BY_RARITY)


def test_whose_the_feature_is_and_what_of_it_lies_there_is_told_first() -> None:
    joining = VECTORS["joining"]
    assert (
        "Blue and red share the road that counts. 2 of the road's 4 tiles are on the table. "
        "What is left needs no special idea, only a good look at the table."
    ) == told(joining)
    assert told(joining, played=1).startswith(
        "Blue and red share the road that counts. 3 of the road's 4 tiles are on the table."
    )


def test_the_rarest_two_are_told() -> None:
    themes = ("joining", "third-colour", "from-afar", "closing-a-hole", "right-claim")
    says = told(VECTORS["third-colour"], *themes)
    assert says.endswith(
        "The last tile brings all three colours together. "
        "The second tile begins a part of the city that is joined later."
    )


def test_what_was_played_is_told_no_more() -> None:
    detour = VECTORS["detour"]
    assert told(detour, "detour").endswith("The first tile is no part of what counts.")
    assert "first tile" not in told(detour, "detour", played=1)


def test_an_idea_that_says_the_same_twice_is_told_once() -> None:
    says = told(VECTORS["scoring-order"], "two-at-once", "scoring-order")
    assert told(VECTORS["scoring-order"], "scoring-order") == says
