"""Puzzles of the house game over HTTP: solutions, answers judged, and studies played through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from generator.pack import Packed
from meepleproof.service.play.house.attempt import StudyPlay
from meepleproof.service.play.house.turns import parse_player_part_turns
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.house_endgames import brute_force
from tests.house_walkthrough import KINDS, PAGE, page, played, study_of
from tests.kinds import ids, puzzle_of, shipped
from tests.service_client import Client, clients, listening, problem
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.certificates import Plays, bound, margin, placement_of
from verifier.carcassonne.house.endgame import Endgame
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import HousePuzzle, parse_code
from verifier.documents import validation

ENGINE = HouseEngine()
EVERY = 17
"""Of the first part-turns of a study every so many are played."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf([shipped_packs() / "house"])


@pytest.fixture(scope="module")
def client(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with clients(shelf, tmp_path_factory.mktemp("state")) as make:
        yield make()


def studies() -> tuple[Packed[HousePuzzle], ...]:
    return shipped("house-studies")


def of_goal(shelf: Shelf, *kinds: str) -> list[ShelvedPuzzle]:
    every = (one for one in shelf.puzzles if one.game == "house")
    return [one for one in every if one.document["goal"]["kind"] in kinds]


def tried(client: Client, puzzle: str, **answer: Any) -> Any:
    request = {"game": "house", "puzzle": puzzle, **answer}
    validation.validate("house-attempt-request", request)
    found = client.post("/api/solutions/check", json=request)
    assert 200 == found.status_code, found.text
    validation.validate("house-attempt", found.json())
    return found.json()


def refused(client: Client, status: int, kind: str, **body: Any) -> Any:
    answer = client.post("/api/solutions/check", json={"game": "house", **body})
    return problem(answer, status, kind)


# --- solutions, farms, turns --------------------------------------------------------------------


def test_solutions_are_those_of_the_packs(client: Client, shelf: Shelf) -> None:
    for pack in shelf.packs:
        one = shelf.matching(PuzzleFilter(pack=pack.id))[-1]
        answer = client.get(f"/api/puzzles/{one.id}/solution").json()
        validation.validate(f"{one.game}-solution", answer)
        assert {"game": one.game, "puzzle": one.id, "solution": one.solution} == answer


def test_every_wrong_answer_about_farms_has_its_mistake(client: Client, shelf: Shelf) -> None:
    for one in of_goal(shelf, "farms")[::3]:
        wrong = {tuple(each["points"]): each for each in one.solution["wrong"]}
        for choice in one.document["choices"]:
            answer = tried(client, one.id, points=choice)
            assert (choice == one.solution["points"]) == answer["solved"]
            assert wrong.get(tuple(choice)) == answer.get("wrong")
            for reason in answer.get("wrong", {}).get("reasons", ()):
                assert reason in answer["sentence"]


def test_part_turns_are_judged_as_the_pack_states(client: Client, shelf: Shelf) -> None:
    for one in of_goal(shelf, "points", "own", "double")[::4]:
        answer = tried(client, one.id, turns=one.solution["line"])
        assert (True, one.solution["gain"]) == (answer["solved"], answer["gain"])
        assert one.solution["line"] == [each["part_turn"] for each in answer["outcomes"]]
        for other in one.solution["others"][:1]:
            answer = tried(client, one.document["code"], turns=other["line"])
            assert (False, other["gain"]) == (answer["solved"], answer["gain"])


def test_the_right_placement_with_a_wrong_piece_is_said_to_be_right(
    client: Client, shelf: Shelf
) -> None:
    sentences = []
    for one in of_goal(shelf, "points")[:3]:
        turn = parse_part_turn(one.solution["line"][0])
        position = parse_code(one.document["code"]).position
        for outcome in ENGINE.outcomes_on(position, turn.cell):
            if placement_of(outcome.part_turn) == placement_of(turn):
                answer = tried(client, one.id, turns=[str(outcome.part_turn)])
                gain = outcome.after.scores[outcome.colour] - position.scores[outcome.colour]
                assert (gain == one.solution["gain"]) == answer["solved"]
                sentences += [answer["sentence"]] * (not answer["solved"])
    assert sentences
    assert all(each.startswith("The placement is right, but") for each in sentences)


def test_a_part_turn_that_breaks_a_rule_is_an_answer(client: Client, shelf: Shelf) -> None:
    (one, *_) = of_goal(shelf, "points")
    answer = tried(client, one.id, turns=["base/E0.77.77"])
    assert {"turn", "rules", "sentence"} == answer["refusal"].keys()
    assert (False, [], 1) == (answer["solved"], answer["outcomes"], answer["refusal"]["turn"])
    answer = tried(client, one.id, turns=[f"{one.solution['line'][0].rstrip('+')}+"])
    assert ["HOUSE-TURN-8"] == answer["refusal"]["rules"]
    (one, *_) = of_goal(shelf, "double")
    answer = tried(client, one.id, turns=one.solution["line"][:1])
    assert (False, None) == (answer["solved"], answer.get("gain"))
    assert "both parts of a turn" in answer["sentence"]


def test_a_part_turn_may_be_given_in_any_way_that_is_the_same() -> None:
    given = ["base/U2.0.1.little.W", "base/B3.0.-1.little.M", "base/D1.4.4+"]
    wanted = ["base/U0.0.1.little.E", "base/B0.0.-1.little.M", "base/D1.4.4+"]
    assert wanted == [str(turn) for turn in parse_player_part_turns(given)]


# --- what is refused ----------------------------------------------------------------------------


def test_what_is_no_answer_is_refused_with_its_place(client: Client, shelf: Shelf) -> None:
    (farms, *_), (turn, *_), (study, *_) = (
        of_goal(shelf, kind) for kind in ("farms", "points", "win")
    )
    choice = farms.document["choices"][0]
    for pointer, status, kind, body in (
        ("/turns", 422, "malformed", {"puzzle": farms.id, "turns": []}),
        ("/points", 422, "malformed", {"puzzle": study.id, "points": choice}),
        ("/points", 422, "malformed", {"puzzle": farms.id, "points": [1, *choice]}),
        ("/help", 422, "malformed", {"puzzle": turn.id, "turns": [], "help": True}),
        ("", 422, "malformed", {"puzzle": turn.id}),
        ("/turns/0", 422, "malformed", {"puzzle": turn.id, "turns": ["hello"]}),
        ("/turns/1", 422, "malformed", {"puzzle": turn.id, "turns": ["base/E0.0.1", "ic/Z0.0.1"]}),
        ("/puzzle", 404, "unknown", {"puzzle": "aaaaaaaaaaaa", "turns": []}),
        ("/puzzle", 422, "malformed", {"puzzle": "h4~b0.0.D0~t1~nE", "turns": []}),
        ("/puzzle", 422, "malformed", {"puzzle": "h2~b0.0.D0~t1~nEVW~g.win.0.0", "turns": []}),
        ("/puzzle", 422, "illegal", {"puzzle": "h2~b0.0.D0~t1~nE~u9~g.points.4", "turns": []}),
        ("/puzzle", 422, "illegal", {"puzzle": "h2~b0.0.D0~t1~nE~g.farms", "points": [0, 0]}),
        ("/puzzle", 413, "too-large", {"puzzle": f"h3~b0.0.{'U0' * 145}~t1~nE~g.points.4",
                                       "turns": []}),
    ):  # fmt: skip
        assert pointer == refused(client, status, kind, **body)["violations"][0]["pointer"], body


def test_a_puzzle_of_another_game_asks_for_its_name(client: Client, shelf: Shelf) -> None:
    (one, *_) = of_goal(shelf, "points")
    answer = client.post("/api/solutions/check", json={"puzzle": one.id, "turns": []})
    assert "is of the game 'house'" in problem(answer, 404, "unknown")["detail"]


# --- studies ------------------------------------------------------------------------------------


def end_of(one: Packed[HousePuzzle], line: list[str]) -> int | None:
    """Return the margin with which a line ends, played by the engine; None if it goes on."""
    goal, position = one.puzzle.goal, one.puzzle.position
    ended = None
    for text in line:
        outcome = ENGINE.outcome(position, parse_part_turn(text))
        assert outcome is not None
        ended = margin(Endgame(one.puzzle.position, goal.handicaps), outcome)
        position = outcome.after
    return ended


@pytest.mark.parametrize("identity", ids("house-studies"))
def test_a_first_part_turn_is_right_or_has_its_refutation(identity: str) -> None:
    one = puzzle_of("house-studies", identity)
    study = StudyPlay(one)
    certificate = study.certificate
    wanted = {"win": 1, "save": 0}.get(one.puzzle.goal.kind, certificate.value)
    right = one.solution["line"][0] if one.solution else ""
    for first in {*[str(each) for each in certificate.most.then][::EVERY], right}:
        node = certificate.most.then[parse_part_turn(first)]
        answer = study.attempt([first], helped=True)
        assert (bound(node, "most") >= wanted) == answer["solved"]
        assert answer["play"]["reply"]["by"] == "certificate"
        if answer["solved"]:
            assert "refutation" not in answer["play"]
            continue
        shown = answer["play"]["refutation"]
        assert ("certificate", shown["line"][0]) == (shown["by"], answer["play"]["reply"]["turn"])
        assert bound(node, "most") == shown["margin"] == end_of(one, [first, *shown["line"]])


def all_plays(position: Position) -> list[Outcome]:
    return sorted(ENGINE.outcomes(position), key=lambda each: str(each.part_turn))


def test_where_both_have_left_the_certificate_the_engine_answers_alone() -> None:
    one = min(studies(), key=lambda each: len(json.dumps(each.solution)))
    study = StudyPlay(one)
    endgame = study.certificate.endgame
    first = next(
        each for each in all_plays(endgame.position)
        if isinstance(node := study.certificate.most.then[each.part_turn], Plays)
        and bound(node, "most") < study.certificate.value and not each.part_turn.second
    )  # fmt: skip
    known = study.certificate.most.then[first.part_turn]
    assert isinstance(known, Plays)
    second = next(each for each in all_plays(first.after) if each.part_turn not in known.then)
    line = [str(first.part_turn), str(second.part_turn)]
    answer = study.attempt(line, helped=True)
    values = brute_force(ENGINE, Endgame(second.after, endgame.handicaps))
    best = max(values.values())
    if second.after.rules.player_of(second.after.to_move) != endgame.player:
        best = -best
    kept = best >= {"win": 1, "save": 0}.get(one.puzzle.goal.kind, study.certificate.value)
    assert {"kept": kept, "by": "engine"} == answer["play"]["standings"][1]
    assert "engine" == answer["play"]["reply"]["by"]
    if not kept:
        shown = answer["play"]["refutation"]
        assert (best, "engine") == (shown["margin"], shown["by"])
        assert best == end_of(one, [*line, *shown["line"]])
    played_out = study.attempt([*line, answer["play"]["reply"]["turn"]], helped=False)
    assert best == played_out["play"]["margin"]


def test_three_studies_are_played_to_a_win_and_to_a_refutation(
    shelf: Shelf, tmp_path: Path
) -> None:
    with clients(shelf, tmp_path) as make, listening(make.app) as address:
        for kind in KINDS:
            one = study_of(shelf, kind)
            solution, (wrong, *_) = one.solution, one.solution["refutations"]
            *_, (_, end) = played(address, one.id, solution["line"][0])
            assert (True, solution["value"]) == (end["solved"], end["play"]["margin"])
            assert "The goal is reached." in end["sentence"]
            *_, (_, end) = played(address, one.id, wrong["line"][0])
            assert (False, wrong["value"]) == (end["solved"], end["play"]["margin"])
            assert "The goal is missed." in end["sentence"]
            assert not any(each["kept"] for each in end["play"]["standings"])
        assert PAGE.read_text("utf-8") == page(shelf, address)
