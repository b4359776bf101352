"""`meepleproof smallest` with other boxes: what counting tiles shows, and what it does not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.boxes_dealt import official_start
from tests.games import in_order
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.goals import fewest_turns
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.smallest import smallest
from verifier.errors import Undecided

ALL = ("ic", "tb", "ks")
COUNTED = {
    "road-10": 4,
    "road-10-2c": 4,
    "city-16": 4,
}
"""Goals whose smallest games with ic are as short as counting allows."""


@pytest.mark.slow
@pytest.mark.parametrize("word", COUNTED)
@pytest.mark.parametrize("rules", [RuleSet(boxes=("ic",)), RuleSet(boxes=ALL, large=True)])
def test_a_game_as_short_as_counting_allows_is_the_smallest(word: str, rules: RuleSet) -> None:
    found = smallest(checklist()[word], rules)
    assert (COUNTED[word], COUNTED[word]) == (found.turns, found.lower_bound)
    assert "holds" == found.verdict.answer


def test_what_the_model_alone_shows_is_left_undecided() -> None:
    found = smallest(checklist()["city-16-3c"], RuleSet(boxes=("tb",)))
    assert ("undecided", 5, 4) == (found.verdict.answer, found.turns, found.lower_bound)
    assert "by the model alone 4 turns are too few; the engine shows it of 3 only" in (
        found.verdict.why
    )


def scorings(seed: int) -> Iterator[tuple[RuleSet, int, str, int]]:
    """Yield what is completed in a game in which inns, cathedrals and meeples come soon."""
    rng = random.Random(seed)
    rules = RuleSet(meeples=7, boxes=rng.choice([(), ("ic",), ("tb", "ks"), ALL]), large=True)
    position, turn = official_start(rng, rules), 0
    while not position.over and turn < 30:
        outcomes = in_order(Engine().outcomes(position))
        outcome = max(rng.sample(outcomes, min(12, len(outcomes))), key=points)
        turn += 1
        for scoring in outcome.scorings:
            yield rules, turn, scoring.kind, scoring.value
        position = outcome.after


def points(outcome: object) -> int:
    """Return what the turn completes, in points."""
    return sum(scoring.value for scoring in outcome.scorings)  # type: ignore[attr-defined]  # an outcome


@pytest.mark.parametrize(
    "seeds",
    [range(12), pytest.param(range(12, 1_000), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
def test_no_game_brings_a_feature_sooner_than_counting_says(seeds: range) -> None:
    features = close = 0
    for seed in seeds:
        for rules, turn, kind, value in scorings(seed):
            if kind not in ("road", "city"):
                continue
            goal = Goal("goal", "road" if kind == "road" else "city", value)
            fewest = fewest_turns(goal, rules)
            assert fewest <= turn, (seed, kind, value)
            features += 1
            close += fewest == turn
    assert features > 10 * len(seeds) // 4
    assert close


@pytest.mark.parametrize(
    ("worth", "plain", "with_inns", "city", "with_cathedrals"),
    [(4, 3, 1, 1, 1), (10, 9, 4, 2, 2), (16, 15, 7, 4, 4), (18, 17, 8, 4, 4), (30, 29, 14, 7, 5)],
)
def test_what_a_tile_may_be_worth_is_counted(
    worth: int, plain: int, with_inns: int, city: int, with_cathedrals: int
) -> None:
    road, walls = Goal("road", "road", worth), Goal("city", "city", worth)
    assert [plain, with_inns] == [fewest_turns(road, RuleSet(boxes=b)) for b in ((), ("ic",))]
    assert [city, with_cathedrals] == [fewest_turns(walls, RuleSet(boxes=b)) for b in ((), ("ic",))]


@pytest.mark.parametrize(
    ("word", "rules"),
    [
        ("road-10", RuleSet(boxes=("river",))),
        ("monasteries-3", RuleSet(boxes=("tb",))),
        ("total-40", RuleSet(large=True)),
        ("all-tiles", RuleSet(boxes=("ic",))),
    ],
)
def test_what_counting_does_not_bound_is_not_decided(word: str, rules: RuleSet) -> None:
    with pytest.raises(Undecided, match=f"that reaches {word} is found by facts.*SOLO-BOX-11"):
        smallest(checklist()[word], rules)


def test_the_command_takes_boxes(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["smallest", "city-16", "--box", "ic", "--large", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert ("holds", 4) == (found["verdict"], found["turns"])
