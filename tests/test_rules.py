"""The catalogue, the switches and rule sets hold together."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.catalogue.catalogue import Rule, SettledQuestion, Switch
from verifier.catalogue.printing import page_data, rule_page, rules_data, rules_table
from verifier.errors import (
    Ambiguous,
    Illegal,
    KeysDisagree,
    Malformed,
    MeepleproofError,
    Undecided,
)

# Counted once in the document the catalogue was taken from.
RULES_BY_FAMILY = {
    "DEF": 10,
    "BASE-TILE": 3,
    "BASE-SETUP": 2,
    "BASE-PLACE": 9,
    "BASE-MEEPLE": 8,
    "BASE-ROAD": 3,
    "BASE-CITY": 3,
    "BASE-MON": 2,
    "BASE-COUNT": 2,
    "BASE-SCORE": 4,
    "BASE-RETURN": 1,
    "BASE-END": 1,
    "BASE-FINAL": 1,
    "BASE-FIELD": 5,
    "SOLO-SETUP": 10,
    "SOLO-TURN": 4,
    "SOLO-PLACE": 5,
    "SOLO-MEEPLE": 11,
    "SOLO-SCORE": 15,
    "SOLO-END": 8,
    "SOLO-FINAL": 7,
    "SOLO-RESULT": 2,
    "SOLO-OPTION": 5,
    "SOLO-BOX": 12,
    "SOLO-TEAM": 1,
    "SOLO-GOAL": 22,
    "FACT": 14,
}

DEFAULTS = {
    "result.offset": "keep",
    "start.spaces": "1-2-3",
    "tile.unplaceable": "redraw_same_pile",
    "pile.empty": "skip_colour",
    "end.rescue": "no",
    "place.free": "yes",
    "score.soleMajority": "lowest_only",
    "score.qualifier": "majority_colours",
    "score.optional": "no",
    "final.unit": "meeple",
    "goal.worth": "value",
    "goal.scored": "yes",
    "goal.colours": "scoring",
    "goal.count": "at_least",
    "goal.monastery": "scored",
    "goal.allTiles": "piles_empty",
    "goal.total": "result",
    "city.two": "4",
    "box.pileOrder": "drawing",
    "box.large": "added",
    "box.riverUnplaceable": "under",
    "box.riverStart": "out",
}

RULE_ID = re.compile(r"\b(?:DEF|BASE|SOLO|FACT)-(?:[A-Z]+-)?\d+[a-e]?\b")
QUESTION_ID = re.compile(r"\bAMB-\d\d\b")

rule_sets = st.builds(
    lambda colours, meeples, boxes, large, choices: RuleSet(
        colours, meeples, tuple(boxes), large
    ).with_switches(choices),
    st.sampled_from((3, 4)),
    st.integers(3, 7),
    st.sets(st.sampled_from(BOXES)),
    st.booleans(),
    st.fixed_dictionaries(
        {}, optional={each.key: st.sampled_from(each.values) for each in CATALOGUE.switches}
    ),
)


def prose() -> list[str]:
    """Return all that is written for people, in the catalogue and in the register."""
    texts = [text for each in CATALOGUE.rules for text in (each.sentence, each.note, each.exempt)]
    for each in CATALOGUE.switches:
        texts += [each.question, each.why, each.effect]
    for settled in CATALOGUE.settled:
        texts += [settled.question, settled.answer]
    return texts


def questions() -> dict[str, set[str]]:
    """Return the ids of the rules each question concerns."""
    concerned: dict[str, set[str]] = {}
    register: tuple[Switch | SettledQuestion, ...] = (*CATALOGUE.switches, *CATALOGUE.settled)
    for each in register:
        concerned.setdefault(each.amb, set()).update(each.rules)
    return concerned


# --- the catalogue


def test_every_family_has_its_rules_and_no_id_comes_twice() -> None:
    raw = rules_data(CATALOGUE)["rules"]
    families = Counter(each["id"].rpartition("-")[0] for each in raw)
    assert families == RULES_BY_FAMILY
    assert len({each["id"] for each in raw}) == len(raw)


def test_every_rule_that_a_program_cites_is_in_the_catalogue() -> None:
    """Beside the catalogue itself, which has words for ids that are not."""
    root = Path(__file__).parent.parent
    known = {each.id for each in CATALOGUE.rules}
    cited = {
        (id_, str(file.relative_to(root)))
        for package in ("verifier", "generator", "meepleproof")
        for file in (root / package).rglob("*.py")
        if file.parent != root / "verifier" / "catalogue"
        for id_ in re.findall(
            r"\b(?<!NEOM-)(?:SOLO|BASE)-[A-Z]+-\d+[a-e]?\b", file.read_text("utf-8")
        )
    }
    assert len(cited) > 100
    assert set() == {(id_, file) for id_, file in cited if id_ not in known}


def test_every_family_is_numbered_without_gaps() -> None:
    for family, number in RULES_BY_FAMILY.items():
        numbers = [
            each.id.rpartition("-")[2]
            for each in CATALOGUE.rules
            if each.id.rpartition("-")[0] == family
        ]
        letters = [f"0{letter}" for letter in "abcde"] if family == "SOLO-GOAL" else []
        plain = [str(n) for n in range(1, number - len(letters) + 1)]
        assert letters + plain == numbers


@pytest.mark.parametrize("each", CATALOGUE.rules, ids=lambda each: each.id)
def test_a_rule_is_complete(each: Rule) -> None:
    assert each.sentence.endswith(".")
    assert each.status in CATALOGUE.statuses
    assert each.sources
    for source in each.sources:
        assert source in CATALOGUE.sources or CATALOGUE.rule(source).id != each.id


def test_no_source_and_no_status_is_idle() -> None:
    assert set(CATALOGUE.sources) == {
        code for each in CATALOGUE.rules for code in each.sources if not RULE_ID.fullmatch(code)
    }
    assert set(CATALOGUE.statuses) == {each.status for each in CATALOGUE.rules}


def test_prose_names_only_rules_questions_and_switches_that_exist() -> None:
    keys = {each.key for each in CATALOGUE.switches}
    for text in prose():
        for rule_id in RULE_ID.findall(text):
            assert CATALOGUE.rule(rule_id).id == rule_id
        assert set(QUESTION_ID.findall(text)) <= set(questions())
        assert set(re.findall(r"\b[a-z]{4,6}\.[a-z]+[A-Za-z]*\b", text)) <= keys


def test_what_depends_on_a_reading_says_so() -> None:
    for each in CATALOGUE.rules:
        if "SILENT" in each.sources and each.status == "base":
            assert each.ambiguities


def test_solo_needs_no_usual_rule_for_fields_or_final_scoring() -> None:
    for rule_id in (
        "BASE-FINAL-1",
        "BASE-FIELD-1",
        "BASE-FIELD-2",
        "BASE-FIELD-3",
        "BASE-FIELD-4",
        "BASE-MEEPLE-8",
        "BASE-TILE-3",
    ):
        assert "SOLO" in CATALOGUE.rule(rule_id).exempt


def test_an_unknown_rule_is_answered_with_the_nearest_ids() -> None:
    with pytest.raises(Malformed, match=r"'SOLO-SCROE-6'; did you mean SOLO-SCORE-6"):
        CATALOGUE.rule("SOLO-SCROE-6")
    with pytest.raises(Malformed, match=r"'meepleproof rules' lists"):
        CATALOGUE.rule("")


def test_facts_about_the_sheet_are_what_the_sheet_says() -> None:
    """FACT-8, FACT-13 and FACT-14, and BASE-TILE-1."""
    kinds = SOLO.sheet.kinds
    drawn = {kind: kind.orientations[0].segments for kind in kinds}

    def tiles_with(terrain: str, edges: int | None = None) -> int:
        return sum(
            kind.count
            for kind in kinds
            if any(
                segment.kind == terrain and edges in (None, len(segment.edges))
                for segment in drawn[kind]
            )
        )

    assert (72, 24) == (sum(kind.count for kind in kinds), len(kinds))
    assert tiles_with("monastery") == 6
    assert (
        sum(
            kind.count
            for kind in kinds
            if {"monastery", "road"} <= {segment.kind for segment in drawn[kind]}
        )
        == 2
    )
    assert (45, 44) == (tiles_with("road"), tiles_with("city"))
    assert tiles_with("city", edges=1) == 23
    shields = [(kind.count * s.shields, len(s.edges)) for kind in kinds for s in drawn[kind]]
    assert sum(number for number, _ in shields) == 10
    assert all(edges > 1 for number, edges in shields if number)
    assert all(drawn.values())


# --- the switches


def test_the_switches_and_their_defaults_are_those_of_the_register() -> None:
    assert {each.key: each.default for each in CATALOGUE.switches} == DEFAULTS


@pytest.mark.parametrize("each", CATALOGUE.switches, ids=lambda each: each.key)
def test_a_switch_is_complete(each: Switch) -> None:
    assert CATALOGUE.switch(each.key) == each
    assert each.default in each.values
    assert len(set(each.values)) == len(each.values)
    assert each.question.endswith("?")
    assert each.why
    assert each.effect
    assert each.rules


def test_rules_and_questions_name_each_other() -> None:
    named_by_rules: dict[str, set[str]] = {}
    for each in CATALOGUE.rules:
        for amb in each.ambiguities:
            named_by_rules.setdefault(amb, set()).add(each.id)
    assert named_by_rules == questions()


def test_only_fixed_questions_have_no_switch() -> None:
    settled = {each.amb for each in CATALOGUE.settled}
    assert settled == {"AMB-09", "AMB-11", "AMB-12", "AMB-20", "AMB-21", "AMB-22", "AMB-23"}
    # Of final scoring one question is settled, the other is not.
    assert settled & {each.amb for each in CATALOGUE.switches} == {"AMB-11"}


def test_a_switch_has_something_to_choose() -> None:
    assert all(len(each.values) > 1 for each in CATALOGUE.switches)


def test_a_settled_question_is_found_by_the_switch_that_it_was() -> None:
    assert [["AMB-12"], ["AMB-23"]] == [
        [each["amb"] for each in page_data(CATALOGUE, key)["settled"]]
        for key in ("four.start", "piles.visible")
    ]


def test_an_unknown_switch_is_answered_with_the_nearest_keys() -> None:
    with pytest.raises(Malformed, match=r"'city.tow'; did you mean city.two"):
        SOLO.value("city.tow")


# --- rule sets


@pytest.mark.parametrize("each", CATALOGUE.switches, ids=lambda each: each.key)
def test_a_rule_that_asks_a_switch_names_every_value(each: Switch) -> None:
    results = {value: value.upper() for value in each.values}
    for value in each.values:
        assert SOLO.with_switches({each.key: value}).choose(each.key, results) == value.upper()
    for value in each.values:
        # Refused whatever the rule set has chosen, not only where the value is missing.
        fewer = {other: "" for other in each.values if other != value}
        with pytest.raises(NotImplementedError, match=re.escape(each.key)):
            SOLO.choose(each.key, fewer)
    with pytest.raises(NotImplementedError, match=r"this rule names .*, another"):
        SOLO.choose(each.key, results | {"another": ""})


def test_an_unknown_switch_is_not_asked() -> None:
    with pytest.raises(Malformed, match=r"'city.tow'; did you mean city.two"):
        SOLO.choose("city.tow", {"4": 4, "2": 2})


def test_solo_is_the_printed_game() -> None:
    assert RuleSet(colours=3, meeples=4, switches=()) == SOLO
    assert SOLO.start_scores == (1, 2, 3)
    assert SOLO.pile_sizes == (24, 24, 23)
    assert {key: SOLO.value(key) for key in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("colours", "spaces", "scores"),
    [
        (3, "1-2-3", (1, 2, 3)),
        (3, "0-1-2", (0, 1, 2)),
        (4, "1-2-3", (1, 2, 3, 4)),
        (4, "0-1-2", (0, 1, 2, 3)),
    ],
)
def test_start_scores(colours: int, spaces: str, scores: tuple[int, ...]) -> None:
    chosen = RuleSet(colours=colours).with_switches({"start.spaces": spaces})
    assert scores == chosen.start_scores


@given(rule_sets)
def test_piles_hold_all_tiles_but_the_start_tile(chosen: RuleSet) -> None:
    land = sum(chosen.tile_counts().values()) - 1 - chosen.river_tiles
    assert sum(chosen.pile_sizes) == land == (71 if not chosen.boxes else land)
    assert len(chosen.pile_sizes) == len(chosen.start_scores) == chosen.colours
    assert max(chosen.pile_sizes) - min(chosen.pile_sizes) <= 1
    if "river" not in chosen.boxes:
        assert list(chosen.pile_sizes) == sorted(chosen.pile_sizes, reverse=True)


@pytest.mark.parametrize(
    ("options", "rule_id", "where"),
    [
        ({"colours": 2}, "SOLO-SETUP-2", "colours"),
        ({"colours": -3}, "SOLO-SETUP-2", "colours"),
        ({"colours": 5}, "SOLO-OPTION-2", "colours"),
        ({"colours": 10**30}, "SOLO-OPTION-2", "colours"),
        ({"meeples": 2}, "SOLO-OPTION-3", "meeples"),
        ({"meeples": 0}, "SOLO-OPTION-3", "meeples"),
        ({"meeples": 8}, "SOLO-OPTION-1", "meeples"),
    ],
)
def test_options_no_text_allows(options: dict[str, int], rule_id: str, where: str) -> None:
    with pytest.raises(Illegal, match=str(*options.values())) as caught:
        RuleSet(**options)  # type: ignore[arg-type]  # what is wrong on purpose
    assert (rule_id, where) == (caught.value.rule, caught.value.where)
    assert CATALOGUE.rule(rule_id)


@pytest.mark.parametrize("number", [True, 3.0, "3", None, [3]])
@pytest.mark.parametrize("option", ["colours", "meeples"])
def test_options_are_whole_numbers(option: str, number: Any) -> None:
    with pytest.raises(Malformed, match=f"{option} must be a whole number") as caught:
        RuleSet(**{option: number})
    assert repr(number) in str(caught.value)


def test_unknown_values_and_double_choices() -> None:
    with pytest.raises(Malformed, match=r"end\.rescue has no value 'maybe'; it has no, yes"):
        SOLO.with_switches({"end.rescue": "maybe"})
    with pytest.raises(Ambiguous, match=r"end\.rescue is set to both 'no' and 'yes'"):
        RuleSet(switches=(("end.rescue", "no"), ("end.rescue", "yes")))


@given(rule_sets)
def test_a_rule_set_can_be_pasted(chosen: RuleSet) -> None:
    assert chosen == eval(repr(chosen), {"RuleSet": RuleSet})  # noqa: S307 - our own repr


@given(rule_sets, st.randoms(use_true_random=False))
def test_equal_rules_are_equal_rule_sets(chosen: RuleSet, order: Any) -> None:
    everything = [(key, chosen.value(key)) for key in DEFAULTS]
    order.shuffle(everything)
    boxes = tuple(reversed(chosen.boxes))
    again = RuleSet(chosen.colours, chosen.meeples, boxes, chosen.large, tuple(everything))
    assert (chosen, hash(chosen)) == (again, hash(again))
    assert list(chosen.switches) == sorted(chosen.switches)
    assert all(value != DEFAULTS[key] for key, value in chosen.switches)


@given(rule_sets)
def test_every_switch_can_be_put_back(chosen: RuleSet) -> None:
    assert replace(chosen, switches=()) == chosen.with_switches(DEFAULTS)


def test_a_rule_set_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        SOLO.colours = 4  # type: ignore[misc]  # what is wrong on purpose


# --- printing


def test_the_table_shows_every_rule_and_every_switch() -> None:
    table = rules_table(CATALOGUE)
    words = " ".join(table.split())
    for each in CATALOGUE.rules:
        assert f"{each.id} {each.sentence}" in words
    for key, default in DEFAULTS.items():
        assert f"\n  {key} = {default}" in table
    assert max(map(len, table.splitlines())) <= 100


def test_a_page_shows_all_that_is_known_of_a_rule() -> None:
    words = " ".join(rule_page(CATALOGUE, "SOLO-SCORE-7").split())
    known = CATALOGUE.rule("SOLO-SCORE-7")
    for part in (
        known.sentence,
        known.note,
        "score.soleMajority",
        CATALOGUE.rule("BASE-SCORE-2").sentence,
    ):
        assert part in words


def test_a_page_for_a_question_shows_its_switch_and_what_is_settled() -> None:
    page = page_data(CATALOGUE, "AMB-11")
    assert ["final.unit"] == [each["key"] for each in page["switches"]]
    assert ["final.waste"] == [each["formerly"] for each in page["settled"]]
    assert [each["amb"] for each in page_data(CATALOGUE, "amb-09")["settled"]] == ["AMB-09"]


def test_every_name_has_a_page() -> None:
    names = [each.id for each in CATALOGUE.rules] + list(DEFAULTS) + list(questions())
    for name in names:
        assert name in rule_page(CATALOGUE, name.lower())
        data = page_data(CATALOGUE, name)
        assert json.loads(json.dumps(data)) == data
        assert any(data.values())


def test_a_page_that_does_not_exist_names_the_nearest() -> None:
    with pytest.raises(Malformed, match=r"'final.units'; did you mean final.unit"):
        rule_page(CATALOGUE, "final.units")


def test_plain_data_is_json() -> None:
    data = rules_data(CATALOGUE)
    assert json.loads(json.dumps(data)) == data


# --- errors


@pytest.mark.parametrize(
    ("kind", "exit_code"),
    [(Malformed, 3), (Illegal, 3), (Ambiguous, 3), (Undecided, 4), (KeysDisagree, 5)],
)
def test_errors_know_their_exit_code(kind: type[MeepleproofError], exit_code: int) -> None:
    error = kind("no city\nthere", where="/tiles/0", rule="BASE-PLACE-3")
    assert exit_code == error.exit_code
    assert str(error) == "no city there (at /tiles/0; BASE-PLACE-3)"
    assert issubclass(kind, ValueError) == (exit_code == 3)


def test_errors_come_back_whole_from_another_process() -> None:
    error = Illegal("5 meeples", where="/supplies/1", rule="SOLO-SETUP-3")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(error), error.rule, error.where) == (str(again), again.rule, again.where)
    assert type(again) is Illegal
