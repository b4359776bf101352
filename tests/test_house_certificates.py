"""Certificates of endgames: what they prove is true, and forged ones prove nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.house_certificates import IN_TREES, SMALL, certificate, forgeries, is_true
from tests.house_endgames import best_of_placements, brute_force, small_endgames
from tests.house_oracle import ORACLE
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.house.certificate_check import CheckedCertificate, check_certificate
from verifier.carcassonne.house.certificates import (
    Certificate,
    certificate_from_json,
    certificate_to_json,
    certify,
    placement_of,
    refutation,
    reply,
)
from verifier.carcassonne.house.endgame import Endgame, ValuedPlay
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents.strict_json import Document, json_text, json_value
from verifier.errors import Illegal, Malformed, MeepleproofError

KEYS = (HouseEngine(), HouseModel())
VECTORS = Path(__file__).parent / "vectors"
FORM_1, FORM_2 = (f"urn:meepleproof:house-certificate:{form}" for form in (1, 2))
made = cache(certificate)


@cache
def values_of(name: str) -> dict[Placement, int]:
    """Return the value of each placement by the third opinion and brute force."""
    return brute_force(ORACLE, made(name).endgame)


def document(name: str) -> Document:
    written: Document = json.loads(json_text(certificate_to_json(made(name))))
    return written


def checked(given: Certificate) -> CheckedCertificate:
    return check_certificate(given, KEYS)


def refused(forged: Document) -> str:
    """Return why a document is refused; empty if it is not."""
    try:
        read = certificate_from_json(forged)
    except (Malformed, Illegal) as error:
        return str(error)
    answer = checked(read)
    assert answer.verdict.answer in ("holds", "violated")
    assert (answer.verdict.answer == "holds") == (answer.verdict.why == "")
    return answer.verdict.why


@pytest.mark.parametrize("name", SMALL)
def test_a_certificate_proves_what_brute_force_finds(name: str) -> None:
    given = made(name)
    answer = checked(given)
    assert ("holds", "", "") == (answer.verdict.answer, answer.verdict.why, answer.where)
    assert ("engine", "model") == answer.verdict.names
    values = values_of(name)
    assert is_true(given, values)
    assert values == {placement: bounds.most for placement, bounds in given.bounds.items()}
    proved = {p: b.least for p, b in given.bounds.items() if b.least is not None}
    assert proved == {placement: values[placement] for placement in proved}
    assert {given.value} == {proved.get(placement) for placement in given.best}
    assert given.others is None or given.is_lead_exact


def test_certificates_of_endgames_by_chance_hold() -> None:
    compare(first_seed=1, number=8, most=400)


@pytest.mark.slow
def test_certificates_of_many_endgames_by_chance_hold() -> None:
    compare(first_seed=1000, number=60, most=1500)


def compare(first_seed: int, number: int, most: int) -> None:
    """Hold certificates, and forged ones, to brute force on endgames from random games."""
    found = small_endgames(KEYS[0], first_seed, most)
    valid = (each for each in found if not faults(each[1].position))
    for seed, endgame, values in islice(valid, number):
        given = certify(endgame, perfect_reply, HouseEngine(), exact_lead=bool(seed % 2))
        placements = best_of_placements(values)
        assert "holds" == checked(given).verdict.answer, seed
        assert is_true(given, placements), seed
        assert placements == {each: bounds.most for each, bounds in given.bounds.items()}, seed
        way = list(IN_TREES)[seed % len(IN_TREES)]
        written = json.loads(json_text(certificate_to_json(given)))
        for forged in forgeries(written, way, most=2, seed=seed):
            if not refused(forged):
                assert way in HARMLESS, (seed, json_text(forged))
                assert is_true(certificate_from_json(forged), placements), seed


@pytest.mark.parametrize("name", SMALL)
def test_documents_and_certificates_correspond(name: str) -> None:
    text = json_text(certificate_to_json(made(name)))
    read = certificate_from_json(json_value(text, "text"))
    assert made(name) == read
    assert text == json_text(certificate_to_json(read))


@pytest.mark.parametrize("name", SMALL)
def test_replies_do_not_depend_on_the_order_in_which_a_document_is_written(name: str) -> None:
    given = made(name)
    for ordered in (sorted, partial(sorted, reverse=True)):
        other = certificate_from_json(reordered(document(name), ordered))
        assert given == other
        for first in given.most.then:
            for shown in (first, placement_of(first)):
                assert refutation(given, shown) == refutation(other, shown)
            assert reply(given, (first,)) == reply(other, (first,))
        assert reply(given) == reply(other)


def reordered(part: Any, ordered: Callable[[Any], Any]) -> Any:
    """Return a document with the members of each object in the order of their names."""
    if not isinstance(part, dict):
        return part
    return {name: reordered(part[name], ordered) for name in ordered(part)}


def test_workers_come_to_the_same() -> None:
    given = made("three tiles, player 2 moves")
    shown: list[str] = []
    with ThreadPoolExecutor(2) as executor:
        again = certify(given.endgame, perfect_reply, HouseEngine(), executor=executor)
        answer = check_certificate(given, KEYS, executor=executor, progress=shown.append)
    assert given == again
    alone = checked(given)
    done = [[(key.key, key.examined) for key in each.verdict.keys] for each in (alone, answer)]
    assert done[0] == done[1]
    assert shown[-1].endswith(shown[0].rpartition(" ")[2])


HARMLESS = {
    "leave out": "the strategy of the next best placement says only that the lead is exact",
    "no count": "the best of one last part-turn is all of them",
}


@pytest.mark.parametrize("way", IN_TREES)
@pytest.mark.parametrize("name", SMALL)
def test_forged_trees_are_refused(name: str, way: str) -> None:
    tried = harmless = 0
    for forged in forgeries(document(name), way, most=3, seed=len(name)):
        tried += 1
        if not refused(forged):
            harmless += 1
            assert way in HARMLESS, json_text(forged)
            assert is_true(certificate_from_json(forged), values_of(name))
    assert harmless < max(tried, 1)
    assert tried or way in RARE.get(name, ()), "nothing was forged"


RARE = {
    "one tile": ("cut off", "count one more", "count one less", "no count"),
}
"""Ways for which some endgames have no spot."""


@pytest.mark.parametrize(
    ("part", "claim"),
    [("value", 2), ("value", 0), ("best", ["base/B0.0.-1"]), ("others", 0), ("others", -2)],
)
def test_a_claim_that_the_trees_do_not_prove_is_refused(part: str, claim: object) -> None:
    forged = document("two tiles")
    forged[part] = claim
    assert f"/{part}" == checked(certificate_from_json(forged)).where


@pytest.mark.parametrize("name", ["forged_one", "forged_best"])
def test_placements_that_do_not_even_win_are_not_called_equally_good(name: str) -> None:
    forged = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    answer = checked(certificate_from_json(forged))
    assert ("violated", "/least") == (answer.verdict.answer, answer.where)
    missing = "the lower bound of base/E1.0.-1 is missing: nothing shows that it brings 2"
    assert answer.verdict.why.startswith(missing)
    forged["$schema"] = FORM_2
    assert missing == refused(forged)


def test_a_placement_is_best_only_if_its_strategy_brings_the_value() -> None:
    forged = document("two tiles")
    forged["most"]["base/B0.0.-1.little.M"] = {"base/C0.0.1": 1}
    forged["best"] = ["base/B0.0.-1", "base/C0.0.1"]
    del forged["others"]
    forged["$schema"] = FORM_2
    right = "the lower bound of base/B0.0.-1 is missing: -1 is shown, not that it brings 1"
    assert right == refused(forged)


def test_the_form_follows_the_number_of_best_placements() -> None:
    forms = {name: document(name)["$schema"] for name in SMALL}
    expected = {name: FORM_2 if len(made(name).best) > 1 else FORM_1 for name in SMALL}
    assert expected == forms
    assert {FORM_1, FORM_2} == set(forms.values())


@pytest.mark.parametrize("form", [FORM_1, None])
def test_several_best_placements_are_not_read_from_form_1(form: str | None) -> None:
    given = document("one tile")
    assert "" == refused(given)
    given["$schema"] = form
    if form is None:
        del given["$schema"]
    assert "several best placements need form 2" in refused(given)
    placed = [key for key in given["least"] if "base/U0.1.1" in key]
    for key in placed:
        _, *others = sorted(key.split(" "), key=lambda text: not text.startswith("base/U0.1.1"))
        given["least"][" ".join(others)] = given["least"].pop(key)
    why = "the lower bound of base/U0.1.1 is missing: nothing shows that it brings -1"
    assert f"{why}; form 1 has that of one best placement, form 2 of each" == refused(given)


def test_a_bound_that_is_left_out_is_asked_for() -> None:
    forged = document("two tiles")
    del forged["others"]
    assert "all other placements is not given" in refused(forged)


def test_a_better_play_for_the_other_side_is_found() -> None:
    forged = document("two tiles")
    forged["least"]["base/C0.0.1.little.N"] = {"of": 3, "base/B0.0.-1": 3}
    forged["value"] = 3
    forged["most"]["base/C0.0.1.little.N"] = {"base/B0.0.-1": 3}
    assert refused(forged) == (
        "after base/C0.0.1.little.N: base/B0.0.-1.little.M is better than base/B0.0.-1: "
        "it brings 1, not 3"
    )


def test_a_play_given_for_the_wrong_value_is_refused_even_if_the_claim_fits() -> None:
    forged = document("two tiles")
    forged["most"]["base/C0.0.1.little.N"] = {"base/B0.0.-1": 3}
    assert "/most" == checked(certificate_from_json(forged)).where


def test_another_reply_that_is_as_good_is_as_good_a_proof() -> None:
    changed = document("two tiles")
    (key,) = changed["most"]["base/C0.0.1"]
    assert "base/B0.0.-1.little.M" == key
    changed["most"]["base/C0.0.1"] = {"base/B0.0.-1": -2}
    assert "" != refused(changed)
    changed["most"]["base/C0.0.1"] = {"base/B0.0.-1": 0}
    assert "" == refused(changed)  # with its follower the same placement brings more anyway
    assert is_true(certificate_from_json(changed), values_of("two tiles"))


def test_a_part_turn_in_two_groups_is_refused() -> None:
    forged = document("two tiles")
    forged["most"]["base/C0.0.1 base/B0.0.-1"] = forged["most"].pop("base/C0.0.1")
    assert "the part-turn base/B0.0.-1 is given twice" in refused(forged)


def test_a_key_given_twice_is_refused() -> None:
    text = json_text(document("two tiles"))
    twice = text.replace('"most":{', '"most":{"base/C0.0.1":5,', 1)
    with pytest.raises(Malformed, match=r"the key .base/C0\.0\.1. is given twice"):
        json_value(twice, "text")


def test_a_tree_deeper_than_any_endgame_is_refused() -> None:
    forged = document("two tiles")
    for _ in range(6):
        forged["least"] = {"base/B0.0.1": forged["least"]}
    assert "/least/" in refused(forged)


@pytest.mark.parametrize(("handicaps", "right"), [([1, 0], False), ([0, 9], False), ([1, 1], True)])
def test_margins_are_those_with_the_handicaps(handicaps: list[int], *, right: bool) -> None:
    forged = document("two tiles") | {"handicaps": handicaps}
    assert right == (refused(forged) == "")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"hidden": 3}, "tiles_unknown"),
        ({"hand": []}, "no_tiles_left"),
        ({"end": "tie"}, "game_over"),
        ({"hand": ["base/B", "base/V"]}, "is not legal there"),
        ({"hand": ["base/C", "base/V"]}, "is not legal there"),
        ({"scores": [0, 0, 1, 0]}, "the game ends with a margin of"),
        ({"to_move": 2, "scores": [4, 0, 0, 0]}, "the game ends with a margin of"),
        ({"placements": []}, "no_tiles"),
    ],
)
def test_a_certificate_of_another_position_is_refused(change: Document, why: str) -> None:
    forged = document("two tiles")
    forged["position"] |= change
    assert why in refused(forged)


def test_a_tie_is_no_sum_of_points() -> None:
    # E closes the city and brings 2 points; then C has no place, and the game is a tie.
    forged = document("a tie saves the game")
    key = next(text for text in forged["most"] if "base/E2.0.1.little.S" in text)
    assert 0 == forged["most"][key]
    forged["most"][key.replace(" base/E2.0.1.little.S", "")] = forged["most"].pop(key)
    forged["most"]["base/E2.0.1.little.S"] = 2 - 4
    assert "the game ends with a margin of 0, not -2" in refused(forged)


def test_a_solver_that_errs_makes_no_certificate_that_holds() -> None:
    def first_play(endgame: Endgame) -> ValuedPlay:
        outcomes = HouseEngine().outcomes(endgame.position)
        worst = min((outcome.part_turn for outcome in outcomes), key=str)
        return ValuedPlay(worst, 0, (worst,))

    given = certify(made("three tiles, player 2 moves").endgame, first_play, HouseEngine())
    answer = checked(given)
    assert ("violated", "/most") == (answer.verdict.answer, answer.where)


class Forgetful(HouseModel):
    """A key that does not know that a tile may be put down without a piece."""

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return all outcomes but those without a piece."""
        return frozenset(o for o in super().outcomes(position) if o.part_turn.piece)

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return the outcome if it has a piece."""
        return super().outcome(position, part_turn) if part_turn.piece else None


def test_keys_that_differ_prove_nothing() -> None:
    answer = check_certificate(made("two tiles"), (HouseEngine(), Forgetful()))
    assert "keys disagree" == answer.verdict.answer
    assert "the keys say different things of base/B0.0.-1" == answer.verdict.why


@pytest.mark.parametrize("name", SMALL)
def test_a_key_confirms_one_part_turn_as_it_lists_all(name: str) -> None:
    position = made(name).endgame.position
    for key in (*KEYS, ORACLE):
        outcomes = key.outcomes(position)
        for outcome in outcomes:
            assert outcome == key.outcome(position, outcome.part_turn)
            other = replace(outcome.part_turn, second=not outcome.part_turn.second)
            legal = any(each.part_turn == other for each in outcomes)
            assert legal == (key.outcome(position, other) is not None)
        for wrong in WRONG:
            assert key.outcome(position, wrong) is None


WRONG = (
    PartTurn("base/B", 0, 0, 0),
    PartTurn("base/B", 0, 7, 7),
    PartTurn("base/U", 2, 0, 1),
    PartTurn("base/C", 0, 0, 1, "big", "N"),
    PartTurn("base/C", 0, 0, 1, "builder", "N"),
    PartTurn("base/C", 0, 0, 1, "little", "M"),
    PartTurn("ks/A", 0, 0, -1),
)


def test_only_positions_that_can_lie_there_are_checked() -> None:
    given = made("two tiles")
    position = replace(given.endgame.position, scores=(0, 0, 0, 99999))
    with pytest.raises(MeepleproofError):
        checked(replace(given, endgame=Endgame(position)))


IN_WORDS = {
    "two tiles": "the player to move wins by 1 point; only base/C0.0.1 wins; it is 2 points",
    "a tie saves the game": "nobody wins; only base/E2.0.1 does not lose; it is 2 points",
    "one tile": (
        "the player to move loses by 1 point; base/U0.0.-1, base/U0.1.-1 and base/U0.1.1 are "
        "equally good, 2 points"
    ),
}


@pytest.mark.parametrize("name", IN_WORDS)
def test_the_claim_stands_in_plain_words(name: str) -> None:
    claim = f"by best play of both {IN_WORDS[name]} better than any other"
    assert claim == checked(made(name)).verdict.claim


def test_a_lead_proved_from_above_alone_is_one_at_least() -> None:
    given = certify(made("two tiles").endgame, perfect_reply, HouseEngine(), exact_lead=False)
    assert checked(given).verdict.claim.endswith("it is at least 2 points better than any other")


def test_a_hand_without_a_place_has_no_certificate() -> None:
    endgame = Endgame(parse_position("h2.2.b.100~b0.-1.U1.E0.U1~t1~nCC"))
    with pytest.raises(Illegal, match="hand_unplayable"):
        certify(endgame, perfect_reply, HouseEngine())
