"""Puzzles of NEOM over HTTP: pictures, solutions, and answers judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from meepleproof.service.play.play import play_of
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.neom_shelf import STRUCK
from tests.service_client import Client, clients, problem
from verifier.documents import validation
from verifier.neom.state import SQUARES, square_name


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([shipped_packs() / "neom"])


@pytest.fixture(scope="module")
def client(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(shelf, tmp_path_factory.mktemp("state")) as make:
        yield make()


def of_kind(shelf: Shelf, kind: str) -> list[ShelvedPuzzle]:
    return list(shelf.matching(PuzzleFilter(kind=kind)))


def tried(client: Client, puzzle: str, **answer: Any) -> Any:
    request = {"game": "neom", "puzzle": puzzle, **answer}
    validation.validate("neom-attempt-request", request)
    found = client.post("/api/solutions/check", json=request)
    assert 200 == found.status_code, found.text
    validation.validate("neom-attempt", found.json())
    return found.json()


def refused(client: Client, puzzle: str, **answer: Any) -> Any:
    body = {"game": "neom", "puzzle": puzzle, **answer}
    return problem(client.post("/api/solutions/check", json=body), 422, "malformed")


def test_every_puzzle_has_a_picture_and_a_solution_that_solves_it(
    client: Client, shelf: Shelf
) -> None:
    for pack in shelf.packs:
        puzzles = shelf.matching(PuzzleFilter(pack=pack.id))
        for one in puzzles:
            answer = client.get(f"/api/puzzles/{one.id}/solution").json()
            validation.validate("neom-solution", answer)
            assert one.solution == answer["solution"]
            asked = ("first", "answer", "placed", "helpers", "money")
            name = next(each for each in asked if each in one.solution)
            assert tried(client, one.id, **{name: one.solution[name]})["solved"]
        picture = client.get(f"/api/puzzles/{puzzles[0].id}.svg").text
        assert ("<svg" in picture, "invented" in picture) == (True, True)


# --- the first action


def test_other_first_actions_lead_to_the_points_of_the_pack(client: Client, shelf: Shelf) -> None:
    for one in of_kind(shelf, "last-turns")[:3]:
        for other in one.solution["others"]:
            answer = tried(client, one.id, first=other["first"])
            assert (False, other["points"]) == (answer["solved"], answer["points"])
            assert "another one leads to more" in answer["sentence"]


def test_what_is_sold_is_no_part_of_an_answer(client: Client, shelf: Shelf) -> None:
    one = next(
        one for one in of_kind(shelf, "last-turns") if one.solution["first"] == {"action": "sell"}
    )
    tile = one.document["question"]["packs"][0][0]
    assert tried(client, one.id, first={"action": "sell", "tile": tile})["solved"]


def test_an_illegal_first_action_is_an_answer_with_its_rules(client: Client, shelf: Shelf) -> None:
    one = of_kind(shelf, "last-turns")[0]
    tile = one.document["question"]["packs"][0][0]
    off = tried(client, one.id, first={"action": "place", "tile": tile, "square": "F9"})
    assert "NEOM-PLACE-2" in off["refusal"]["rules"]
    assert (off["solved"], off["sentence"]) == (False, off["refusal"]["sentence"])
    assert "not a square of the board: F9" in off["sentence"]
    lying = one.document["question"]["state"]["city"][0]["tile"]
    other = tried(client, one.id, first={"action": "place", "tile": lying, "square": "C3"})
    assert other["refusal"]["rules"] == ["NEOM-SOLO-TURN-2"]
    never = tried(client, one.id, first={"action": "prevent"})
    assert never["refusal"]["rules"] == ["NEOM-ACT-2"]


def test_what_is_wrong_with_a_cornerstone_is_not_the_disaster_of_the_pack(
    client: Client, shelf: Shelf
) -> None:
    """It was: the first tile of the pack was taken to be given up for it, a Disaster or not."""
    one = next(each for each in of_kind(shelf, "last-turns") if each.id == STRUCK)
    first = {"action": "cornerstone", "tile": "demo-C-20", "square": "A1"}
    assert one.document["question"]["packs"][0][0] == "demo-III-01"  # the Crime Wave
    assert ["NEOM-PLACE-3"] == tried(client, one.id, first=first)["refusal"]["rules"]


def test_a_disaster_that_strikes_must_be_answered(client: Client, shelf: Shelf) -> None:
    struck = [
        (one, action)
        for one in of_kind(shelf, "last-turns")
        for action in (one.solution["first"], *(each["first"] for each in one.solution["others"]))
        if "disaster" in action
    ]
    one, action = struck[0]
    without = {name: said for name, said in action.items() if name != "disaster"}
    answer = tried(client, one.id, first=without)
    assert (answer["solved"], answer["refusal"]["rules"]) == (False, [])
    assert "say how it is answered" in answer["sentence"]


# --- the Disaster


def test_both_answers_to_a_disaster_have_their_points(client: Client, shelf: Shelf) -> None:
    for one in of_kind(shelf, "disaster")[:4]:
        for answer in ("take", "leave"):
            found = tried(client, one.id, answer=answer)
            assert found["solved"] == (answer == one.solution["answer"])
            assert found["points"] == one.solution["points"][answer]


# --- tiles to link


def test_no_other_square_for_a_tile_solves_it_and_the_reason_is_named(
    client: Client, shelf: Shelf
) -> None:
    reasons = set()
    for one in of_kind(shelf, "link")[::5]:
        first, *others = one.solution["placed"]
        for square in map(square_name, SQUARES):
            if square == first["square"]:
                continue
            placed = [{**first, "square": square}, *others]
            answer = tried(client, one.id, placed=placed)
            assert not answer["solved"]
            reasons |= {tuple(answer["refusal"]["rules"])}
    assert {("NEOM-PLACE-2",), ("NEOM-PLACE-3", "NEOM-PLACE-6")} <= reasons


def test_pollution_is_named(shelf: Shelf) -> None:
    """Of all ways to place the tiles of a puzzle some are legal, but not what was asked for."""
    rules = set()
    for one in of_kind(shelf, "link")[::4]:
        placed = one.solution["placed"]
        for number in range(len(placed)):
            for square in map(square_name, SQUARES):
                changed = [dict(each) for each in placed]
                changed[number]["square"] = square
                if changed != placed:
                    found = play_of(one.kind).attempt(one.packed, {"placed": changed})
                    rules |= set(found["refusal"]["rules"])
    assert "NEOM-SCORE-6" in rules


def test_other_tiles_than_those_to_place_are_no_answer(client: Client, shelf: Shelf) -> None:
    one = of_kind(shelf, "link")[0]
    answer = tried(client, one.id, placed=one.solution["placed"][1:])
    assert (answer["solved"], answer["refusal"]["rules"]) == (False, [])
    assert "place exactly these tiles" in answer["sentence"]


# --- purchases


def test_a_wrong_amount_has_the_mistakes_that_lead_to_it(client: Client, shelf: Shelf) -> None:
    for one in of_kind(shelf, "purchase"):
        for mistake in one.solution.get("mistakes", ()):
            if "money" in mistake:
                answer = tried(client, one.id, money=mistake["money"])
                assert (answer["solved"], mistake["forgets"] in answer["mistakes"]) == (False, True)
                assert "Who finds it forgets this: " in answer["sentence"]


def test_other_helpers_have_their_least_money(client: Client, shelf: Shelf) -> None:
    for one in of_kind(shelf, "purchase"):
        for other in one.solution.get("others", ()):
            answer = tried(client, one.id, helpers=other["helpers"])
            assert (answer["solved"], answer["money"]) == (False, other["money"])


# --- what is no answer


def test_an_answer_of_another_kind_is_refused(client: Client, shelf: Shelf) -> None:
    link, turns = of_kind(shelf, "link")[0], of_kind(shelf, "last-turns")[0]
    assert "give 'placed', not 'answer'" in refused(client, link.id, answer="take")["detail"]
    assert refused(client, link.id, answer="take")["where"] == "/answer"
    assert "name the tile" in refused(client, turns.id, first={"action": "place"})["detail"]
    unknown = {"action": "place", "tile": "demo-I-01x", "square": "C3"}
    assert refused(client, turns.id, first=unknown)["where"] == "/first/tile"
    body = {"game": "neom", "puzzle": link.id}
    answer = client.post("/api/solutions/check", json=body)
    assert answer.status_code == 422
