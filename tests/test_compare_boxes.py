"""`meepleproof compare` where a switch about boxes decides the set-up or the drawing."""

from __future__ import annotations

import json

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from verifier.carcassonne.engine.solo.compare_boxes import fewest_by_engine, play_apart
from verifier.carcassonne.model.solo.compare_boxes import fewest_by_model
from verifier.carcassonne.solo import compare_boxes as compare_module
from verifier.carcassonne.solo.compare import Comparison, readings
from verifier.carcassonne.solo.compare_boxes import compare_boxes
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.errors import Illegal, KeysDisagree, Undecided

CURLED = (
    "s3.4.r~rE3.1.-2.S1~rD0.2.-2~rG1.3.-2~rD1.3.-1~rA0.0.0~rK1.1.0.N1~rB0.2.0.N2~rG0.3.0~p1.2.3"
    "~h2.3.4~t2~n..~u24.23.24~rCIHL"
)
"""A river that has come back to its spring: C has no place now, and one after I and H."""

SMALLEST = [
    ("box.large", "instead", RuleSet(large=True), 10, "SOLO-BOX-5"),
    pytest.param(
        *("box.large", "instead", RuleSet(4, 4, ("ic",), large=True), 13, "SOLO-BOX-5"),
        marks=pytest.mark.slow,
    ),
    ("box.large", "instead", RuleSet(3, 3, ("river",), large=True), 7, "SOLO-BOX-5"),
    ("box.riverStart", "pile", RuleSet(boxes=("river",)), 15, "SOLO-PLACE-1"),
    pytest.param(
        *("box.riverStart", "pile", RuleSet(boxes=("river", "tb", "ks")), 15, "SOLO-PLACE-1"),
        marks=pytest.mark.slow,
    ),
    pytest.param(
        *("box.riverUnplaceable", "remove", RuleSet(boxes=("river",)), 10, "SOLO-BOX-7"),
        marks=pytest.mark.slow,
    ),
    pytest.param(
        *("box.pileOrder", "seat", RuleSet(4, 4, ("river",)), 80, "SOLO-PLACE-1"),
        marks=pytest.mark.slow,
    ),
    pytest.param(
        *("box.pileOrder", "seat", RuleSet(boxes=("river",)), 81, "SOLO-PLACE-1"),
        marks=pytest.mark.slow,
    ),
]
"""By switch, value and rules: the turns of a smallest game, and the rule that its last one breaks
by the value that is no default."""


def smallest(key: str, value: str, rules: RuleSet, turns: int) -> Comparison:
    return compare_boxes(readings([(key, value)], rules), turns=turns)


@pytest.mark.parametrize(("key", "value", "rules", "turns", "broken"), SMALLEST)
def test_the_smallest_game_is_found_and_shown_by_both_keys(
    key: str, value: str, rules: RuleSet, turns: int, broken: str
) -> None:
    found = smallest(key, value, rules, turns)
    assert (turns, turns, "holds") == (len(found.line), found.lower_bound, found.verdict.answer)
    assert [set(), {broken}] == [
        {violation.rule for violation in each.broken} for each in (found.one, found.other)
    ]
    assert turns - 1 == len(found.other.outcomes)
    assert ["engine", "model"] == [report.key for report in found.verdict.keys]


def starts(key: str, value: str, rules: RuleSet) -> tuple[Position, Position]:
    one, other = (setup(each) for each in readings([(key, value)], rules))
    return one, other


BOXES = [(), ("ic",), ("ks",), ("tb",), ("ic", "tb", "ks")]
VALUES = {
    "box.large": "instead",
    "box.pileOrder": "seat",
    "box.riverStart": "pile",
    "box.riverUnplaceable": "remove",
}


@pytest.mark.parametrize("colours", [3, 4])
@pytest.mark.parametrize("others", BOXES)
@pytest.mark.parametrize("key", VALUES)
def test_both_keys_count_alike_in_every_mixture(
    key: str, others: tuple[str, ...], colours: int
) -> None:
    rules = RuleSet(colours, 4, ("river", *others), large=True)
    pair = starts(key, VALUES[key], rules)
    if key == "box.pileOrder" and pair[0].piles == pair[1].piles:
        with pytest.raises(Illegal, match="all piles have 19 tiles"):
            smallest(key, VALUES[key], rules, 99)
        return
    fewest = fewest_by_engine(*pair, key)
    assert fewest == fewest_by_model(*pair, key, fewest)
    assert fewest_by_model(*pair, key, fewest - 1) is None
    assert fewest == fewest_by_engine(pair[1], pair[0], key)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["box.large", "box.riverStart"])
def test_games_that_are_a_turn_shorter_do_not_part(key: str) -> None:
    pair = starts(key, VALUES[key], RuleSet(boxes=("river",), large=True))
    fewest = fewest_by_engine(*pair, key)
    assert play_apart(*pair, key, fewest, games=40).game is not None
    for turns in range(1, fewest):
        assert play_apart(*pair, key, turns, games=8).game is None


def test_a_river_about_to_close_parts_in_a_few_turns() -> None:
    start = parse_position(CURLED)
    rules = readings([("box.riverUnplaceable", "remove")], start.rules)
    found = compare_boxes(rules, start)
    assert len(start.river.known) - 1 == len(found.line) == found.lower_bound


def test_a_game_that_no_deal_brings_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "_GAMES", 0)
    with pytest.raises(Undecided, match=r"fewer than 10 turns .* parts the readings; of 0 games"):
        smallest("box.large", "instead", RuleSet(large=True), 10)


def test_keys_that_count_otherwise_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "fewest_by_model", lambda *_: 9)
    with pytest.raises(KeysDisagree, match="after 10 turns by the engine, after 9 by the model"):
        smallest("box.large", "instead", RuleSet(large=True), 10)


def test_the_command_prints_both_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["compare", "box.large=instead", "--large", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert ("box.large", 10, 10) == (found["switch"], found["turns"], found["lower_bound"])
    assert [True, True] == [found[each]["rules"]["large"] for each in ("a", "b")]
    assert {"box.large": "instead"} == found["b"]["rules"]["switches"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["box.large=instead"], 3, "without large meeples it changes nothing; play with --large"),
        (["box.riverStart=pile"], 3, "without the River it changes nothing; play with --box river"),
        (["box.large=instead", "city.two=2", "--large"], 4, "compared alone; leave city.two"),
        (["box.pileOrder=seat", "--box", "river"], 4, "give --turns 81"),
        (["city.two=2", "--box", "ic"], 4, "ask it of the base game alone"),
        (["box.large=instead", "--box", "inns"], 2, "there is no box 'inns'"),
        (["box.large=instead", "--large", "--turns", "-1"], 2, "give 0 or more"),
        (["box.large=instead", "--large", "--from", CURLED], 2, "the position has its boxes"),
        (["box.pileOrder=seat", "--from", CURLED], 3, "a position is; leave out --from"),
        (["box.large=instead", "--game", "house", "--large"], 2, "--large"),
    ],
)
def test_what_cannot_be_compared_is_told_in_a_sentence(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == run(group, ["compare", *words])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in err
