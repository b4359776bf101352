"""Puzzles of the least money for tiles of NEOM: questions, flaws, mistakes, and what ships."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from generator.kind import Proved
from generator.neom.proved import BothKeys, Keys
from generator.neom.purchase import prove_purchase
from generator.pack import Packed, sealed
from meepleproof.rendering.neom.puzzles import solution_in_words
from tests.console_output import run_command
from tests.kinds import PUZZLES, documents, read, shipped
from tests.neom_oracle import placings
from tests.neom_oracle_purchase import is_enough
from tests.neom_small import ACROSS, UPRIGHT, catalogue, city, state, tile
from verifier.errors import Illegal, Malformed, Undecided
from verifier.neom.parameters import ByTier
from verifier.neom.puzzle import (
    NeomPuzzle,
    PurchaseQuestion,
    puzzle_of,
    question_from_json,
    step_to_json,
)
from verifier.neom.state import Action, State
from verifier.neom.tiles import Effect
from verifier.neom.tiles_document import catalogue_to_json, demo_catalogue

PACK = "neom-purchase"

ASKED: dict[str, Any] = {
    "kind": "purchase",
    "asks": "helpers",
    "board": "woodside",
    "city": [{"square": "D3", "tile": "demo-I-11"}],
    "tokens": ["wood"],
    "generation": 1,
    "cornerstones_placed": 0,
    "tiles": ["demo-I-16"],
    "helpers": ["demo-C-15", "demo-I-18", "demo-I-30"],
}


# --- documents ----------------------------------------------------------------------------------


def test_a_question_is_written_as_it_was_read() -> None:
    question = question_from_json(ASKED, demo_catalogue(), "")
    assert ASKED == question.to_json()
    assert isinstance(question, PurchaseQuestion)
    assert (frozenset({"demo-C-15"}), 0) == (question.state.reserve, question.state.money)
    other = {**ASKED, "asks": "money", "routes_used": {"west": 0, "east": 1}}
    del other["helpers"]
    assert other == question_from_json(other, demo_catalogue(), "").to_json()


@pytest.mark.parametrize(
    ("changed", "error", "rule", "where"),
    [
        ({"tiles": ["demo-I-01"]}, Illegal, "NEOM-SOLO-DIS-2", "/question/tiles/0"),
        ({"tiles": ["demo-I-11"]}, Illegal, "NEOM-SOLO-TURN-3", "/question/tiles/0"),
        ({"tiles": ["demo-II-16"]}, Illegal, "NEOM-SOLO-PACK-1", "/question/tiles/0"),
        (
            {"helpers": ["demo-I-18", "demo-I-16"]},
            Illegal,
            "NEOM-SOLO-TURN-3",
            "/question/helpers/1",
        ),
        ({"helpers": ["demo-III-02"]}, Illegal, "NEOM-SOLO-PACK-1", "/question/helpers/0"),
        ({"helpers": ["demo-I-99"]}, Malformed, "", "/question/helpers/0"),
        ({"tokens": ["gold"]}, Malformed, "", "/question/tokens/0"),
        ({"generation": 4}, Malformed, "NEOM-SOLO-TURN-4", "/question/generation"),
        ({"tiles": ["demo-I-16", "demo-I-17"]}, Malformed, "", "/question/tiles"),
        ({"money": 5}, Malformed, "", "/question"),
        ({"asks": "x"}, Malformed, "", "/question/asks"),
    ],
)
def test_bad_questions_are_refused(
    changed: dict[str, Any], error: type[Malformed | Illegal], rule: str, where: str
) -> None:
    pack, _ = documents(PACK)
    asked = {**pack["puzzles"][0], "question": {**ASKED, **changed}}
    pack["catalogue"] = {**catalogue_to_json(demo_catalogue()), "complete": False}
    with pytest.raises(error) as caught:
        read(sealed({**pack, "puzzles": [asked]}))
    assert (rule, True) == (caught.value.rule, caught.value.where.endswith(where))


# --- proofs -------------------------------------------------------------------------------------

TILES = catalogue(
    tile("villa", cost=5, needs_goods=("coal",)),
    tile("palace", cost=2, needs_goods=("coal", "jewels"), deck="III"),
    tile("mine", "raw", cost=1, produces=("coal",)),
    tile("pit", "raw", cost=1, produces=("coal",)),
    tile("mill", produces=("coal",), roads=UPRIGHT),
    tile("market", cost=4, effects=(Effect("price_change", -1, tier="raw"),)),
    tile("pier", cost=1, roads=ACROSS),
    tile("fair", cost=1, on_place=2, roads=UPRIGHT),
)


KEYS = BothKeys()


def proved(start: State, tiles: str, helpers: str = "", keys: Keys = KEYS) -> Proved[NeomPuzzle]:
    question = PurchaseQuestion(start, tuple(tiles.split()), tuple(helpers.split()))
    return prove_purchase(puzzle_of(TILES, question), keys)


def test_of_a_number_the_mistakes_are_named_with_what_they_lead_to() -> None:
    """The palace £2, coal £2 and £1 less by the market, jewels £6 and £1 less by the route."""
    found = proved(state(city(C2="market", D3="mine", E3="pier"), generation=3), "palace")
    (step,) = found.solution["way"]
    assert ("", 8, 8) == (found.flaw, found.solution["money"], step["paid"])
    assert (["coal", "jewels"], ["east"]) == (step["bought"], step["routes"])
    mistakes = [{"forgets": "routes", "money": 9}, {"forgets": "prices", "money": 9}]
    assert mistakes == found.solution["mistakes"]
    assert ("one-tile", "routes-errs", "prices-errs") == found.themes
    assert Fraction(7, 5) == found.tries


def test_one_set_of_helpers_is_the_cheapest() -> None:
    """The fair brings £1 more than it costs; mine and mill make the same, and the mill is free."""
    found = proved(state(), "villa", "fair mine mill", KEYS.first)
    assert ("", ["fair", "mill"], 4) == (
        found.flaw,
        found.solution["helpers"],
        found.solution["money"],
    )
    others = [(other["helpers"], other["money"]) for other in found.solution["others"]]
    assert [(["mill"], 5), (["fair", "mine"], 5), (["fair", "mill", "mine"], 5)] == others
    assert ("two-helpers", "tokens-errs", "receipts-errs") == found.themes


def test_both_keys_agree_on_the_sets_of_helpers() -> None:
    found = proved(state(), "villa", "fair mill")
    assert (["fair", "mill"], 4) == (found.solution["helpers"], found.solution["money"])
    assert {"sets_of_helpers": 4} == found.work["model"]


@pytest.mark.parametrize(
    ("tiles", "helpers", "flaw"),
    [
        ("villa mine", "", "what is printed on the tiles gives the answer, added up"),
        ("villa", "", "what is printed on the tiles gives the answer, added up"),
        ("palace", "", "the tiles cannot be placed, however much money there is"),
        ("palace", "mine fair", "the tiles cannot be placed, however much money there is"),
        ("villa", "mine pit", "several sets of helpers are the cheapest"),
        ("villa", "market pier", "no helper makes it cheaper"),
        ("villa", "mine fair", "the helpers that make it cheaper alone are the answer"),
        ("villa", "mine mill", "what is printed on the tiles gives the answer, added up"),
        ("villa", "mine", "fewer than three sets of helpers make it possible"),
    ],
)
def test_questions_that_are_no_puzzles(tiles: str, helpers: str, flaw: str) -> None:
    found = proved(state(), tiles, helpers, KEYS.first)
    assert flaw == found.flaw
    assert found.work


# --- what ships ---------------------------------------------------------------------------------


def purchases() -> list[tuple[Packed[NeomPuzzle], PurchaseQuestion]]:
    return [
        (one, one.puzzle.question)
        for one in shipped(PACK)
        if isinstance(one.puzzle.question, PurchaseQuestion)
    ]


def test_both_questions_and_many_mistakes_ship() -> None:
    asked = Counter(question.asks for _, question in purchases())
    themes = Counter(theme for one, _ in purchases() for theme in one.document["themes"])
    assert 14 <= asked.total()
    assert 7 <= min(asked["money"], asked["helpers"])
    assert 4 <= min(themes["tokens-errs"], themes["receipts-errs"])
    assert 7 <= themes["routes-errs"] + themes["prices-errs"]


def test_the_naive_rules_need_as_much_money() -> None:
    """One pound less is not enough, and the way of the solution can be gone with that much."""
    smallest = sorted(purchases(), key=lambda each: (len(each[1].tiles), each[0].puzzle.id))
    for one, question in [each for each in smallest if each[1].asks == "money"][:3]:
        solution = one.solution or {}
        money, tiles = solution["money"], frozenset(question.tiles_to_place)
        less = replace(question.state, money=money - 1)
        assert not is_enough(one.puzzle.catalogue, less, tiles, "")


def test_the_ways_of_the_solutions_can_be_gone_by_the_naive_rules() -> None:
    for one, question in purchases():
        solution, catalogue_ = one.solution or {}, one.puzzle.catalogue
        now = replace(question.state, money=solution["money"])
        for step in solution["way"]:
            is_stone = catalogue_.tile(step["tile"]).deck == "C"
            action = Action("cornerstone" if is_stone else "place", step["tile"], step["tile"])
            (now,) = {
                after
                for found, paid, after in placings(catalogue_, now, action)
                if step_to_json(found, paid) == step
            }
        wanted = {*question.tiles_to_place, *solution.get("helpers", ())}
        assert wanted == {step["tile"] for step in solution["way"]}


def test_a_puzzle_of_helpers_is_shown_with_all_that_decides(
    capsys: pytest.CaptureFixture[str],
) -> None:
    number, (one, question) = next(
        (number, each)
        for number, each in enumerate(purchases(), start=1)
        if each[1].asks == "helpers"
    )
    path = str(PUZZLES / "neom" / f"{PACK}.json")
    code, out, _ = run_command(capsys, "show", path, "--puzzle", str(number))
    flat = " ".join(out.split())
    assert (code, "Which of the helpers do you place before it" in flat) == (0, True)
    assert all(tile in out for tile in question.helpers)
    assert "The west Trade Route is open if" in flat
    answer = "\n".join(solution_in_words(one.puzzle, one.solution or {}))
    assert f"£{(one.solution or {})['money']} is enough." in answer
    assert "pay £" in answer


def test_an_unknown_price_leaves_a_purchase_undecided() -> None:
    one, question = purchases()[0]
    open_prices = replace(
        one.puzzle.catalogue.parameters, good_price=ByTier(raw=None, processed=None, luxury=None)
    )
    lacking = replace(one.puzzle.catalogue, parameters=open_prices)
    with pytest.raises(Undecided, match="NEOM-BUY-5 needs good_price"):
        prove_purchase(puzzle_of(lacking, question), BothKeys())
