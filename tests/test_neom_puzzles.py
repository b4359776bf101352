"""Puzzles of NEOM: their ids and proofs, what ships, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from generator.chance import Chance
from generator.neom.games import turns_of_a_game
from generator.neom.kinds import prove
from generator.neom.proved import BothKeys
from generator.pack import Packed, sealed
from tests import neom_oracle as oracle
from tests.console_output import run_command
from tests.kinds import PLANS, PUZZLES, discrepancies, documents, path_of, quickest, read, shipped
from verifier.documents.validation import validate
from verifier.errors import Illegal
from verifier.neom.key import SHARED
from verifier.neom.puzzle import (
    LinkQuestion,
    NeomPuzzle,
    TurnsQuestion,
    first_action_to_json,
    puzzle_of,
    question_from_json,
)
from verifier.neom.state import CENTRE, SQUARES, City, FirstAction, Square, square_name
from verifier.neom.tiles_document import catalogue_to_json, demo_catalogue

PLANNED = {pack["id"]: pack for pack in PLANS[PUZZLES / "neom"]["packs"]}


def turns_puzzles() -> Iterator[tuple[Packed[NeomPuzzle], TurnsQuestion]]:
    for name in ("neom-last-turns", "neom-disaster"):
        for one in shipped(name) if name in PLANNED else ():
            if isinstance(one.puzzle.question, TurnsQuestion):
                yield one, one.puzzle.question


# --- what ships ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANNED)
def test_a_pack_is_what_was_planned(name: str) -> None:
    pack, _ = documents(name)
    assert pack["catalogue"]["invented"]
    assert len({one["difficulty"]["level"] for one in pack["puzzles"]}) > 1


def test_the_naive_rules_find_the_same_answers_to_questions_of_two_turns() -> None:
    examined = 0
    for one, question in turns_puzzles():
        if len(question.packs) > 2 or one.puzzle.id[-1] not in "0123":
            continue
        best = oracle.best_by_first_action(
            one.puzzle.catalogue,
            question.state,
            question.packs,
            income_at_end=question.income_at_end,
        )
        assert stated_answer(one) == by_brute_force(question, best)
        examined += 1
    assert examined


def test_the_naive_rules_find_the_same_places_for_tiles_to_link() -> None:
    """All squares for all tiles, whatever the order, and only the last city is looked at."""
    one, question, ways = min(links(), key=lambda each: prod(map(len, each[2])))
    found = []
    for squares in product(*ways):
        placed = dict(zip(squares, question.tiles_to_place, strict=True))
        city = question.city
        for square, tile in placed.items():
            city = city.with_tile(square, tile)
        if len(placed) == len(squares) and naive_is_sound(one.puzzle, city):
            found.append({square_name(square): tile for square, tile in placed.items()})
    assert [{each["square"]: each["tile"] for each in (one.solution or {})["placed"]}] == found


def links() -> Iterator[tuple[Packed[NeomPuzzle], LinkQuestion, list[list[Square]]]]:
    """Yield the puzzles of tiles to link, with the squares that each tile might take."""
    for one in shipped("neom-link"):
        question = one.puzzle.question
        assert isinstance(question, LinkQuestion)
        tiles = question.tiles_to_place
        yield one, question, [naive_squares(one.puzzle, question, tile) for tile in tiles]


def naive_squares(puzzle: NeomPuzzle, question: LinkQuestion, tile: str) -> list[Square]:
    lying, catalogue = dict(question.city.tiles), puzzle.catalogue
    return [
        square
        for square in SQUARES
        if (question.overbuilding or square not in lying)
        and (question.centre or square != CENTRE or square in lying)
        and oracle.may_cover(catalogue, question.city, catalogue.tile(tile), square)
    ]


def naive_is_sound(puzzle: NeomPuzzle, city: City) -> bool:
    lying = {square for square, _ in city.tiles} - {CENTRE}
    linked = oracle.linked(puzzle.catalogue, city)
    return linked == lying and oracle.pollution_points(puzzle.catalogue, city) == 0


def stated_answer(one: Packed[NeomPuzzle]) -> tuple[Any, int]:
    solution = one.solution or {}
    if one.document["question"]["kind"] == "last-turns":
        return solution["first"], solution["points"]
    return solution["answer"], max(solution["points"].values())


def by_brute_force(question: TurnsQuestion, best: dict[FirstAction, int]) -> tuple[Any, int]:
    (first, points), (_, second) = sorted(best.items(), key=lambda each: -each[1])[:2]
    if question.kind == "last-turns":
        assert points - second >= 2
        return first_action_to_json(first), points
    return ("take" if first.kind == "prevent" else "leave"), points


# --- ids ----------------------------------------------------------------------------------------


def test_an_id_holds_what_tiles_do_and_not_what_they_are_called() -> None:
    puzzle = shipped("neom-last-turns")[0].puzzle
    tiles = puzzle.catalogue.tiles
    renamed = replace(puzzle.catalogue, tiles=tuple(replace(tile, name="X") for tile in tiles))
    assert NeomPuzzle(renamed, puzzle.question).id == puzzle.id
    dearer = replace(tiles[0], cost=(tiles[0].cost or 0) + 1)
    changed = replace(puzzle.catalogue, tiles=(dearer, *tiles[1:]))
    assert NeomPuzzle(changed, puzzle.question).id != puzzle.id


def test_other_tiles_of_a_catalogue_do_not_matter() -> None:
    one = shipped("neom-last-turns")[0].puzzle
    assert puzzle_of(demo_catalogue(), one.question).id == one.id


# --- what is refused ----------------------------------------------------------------------------


def test_a_forged_solution_is_found_out() -> None:
    one = quickest("neom-last-turns")
    points = (one.solution or {})["points"] + 1
    forged = replace(one, solution={**(one.solution or {}), "points": points})
    assert "of its solution, points" in discrepancies(forged)[0]
    harder = {**one.document, "difficulty": {"level": "hard", "rating": 999}}
    forged = replace(one, document=harder)
    assert "its difficulty" in discrepancies(forged)[0]


@pytest.mark.parametrize(
    ("packs", "rule"),
    [
        ((("demo-I-02",),), "NEOM-SOLO-PACK-1"),
        ((("demo-III-02",), ("demo-III-02",)), "NEOM-SOLO-TURN-3"),
        ((("demo-III-02",), ("demo-III-03",), ("demo-III-04",)), "NEOM-SOLO-TURN-4"),
    ],
)
def test_packs_that_cannot_come_are_refused(packs: tuple[tuple[str, ...], ...], rule: str) -> None:
    pack, _ = documents("neom-last-turns")
    asked = {**pack["puzzles"][0], "question": {**two_turns(pack), "packs": list(map(list, packs))}}
    pack["catalogue"] = {**catalogue_to_json(demo_catalogue()), "complete": False}
    with pytest.raises(Illegal) as caught:
        read(sealed({**pack, "puzzles": [asked]}))
    assert caught.value.rule == rule
    assert "/question/packs/" in caught.value.where


def two_turns(pack: dict[str, Any]) -> dict[str, Any]:
    """Return a question of the last two turns, its city empty of tiles that tests name."""
    questions = [puzzle["question"] for puzzle in pack["puzzles"]]
    question = next(each for each in questions if len(each["packs"]) == 2)
    return {**question, "state": {**question["state"], "city": [], "cornerstones_placed": 0}}


def test_a_question_that_does_not_reach_the_end_of_the_game_is_none() -> None:
    puzzle = shipped("neom-last-turns")[0].puzzle
    assert isinstance(puzzle.question, TurnsQuestion)
    short = replace(puzzle.question, packs=puzzle.question.packs[:1])
    with pytest.raises(Illegal, match="to the end of the game"):
        prove(puzzle_of(puzzle.catalogue, short), BothKeys())
    with pytest.raises(Illegal, match="no Disaster that could be prevented"):
        prove(puzzle_of(puzzle.catalogue, replace(short, kind="disaster")), BothKeys())


# --- made anew ----------------------------------------------------------------------------------


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    first, again = (list(turns_of_a_game(demo_catalogue(), Chance(3))) for _ in range(2))
    assert first == again
    assert len(first) == 21


def test_generate_prints_the_same_bytes_and_refuses_other_games_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("generate", "--game", "neom", "--kind", "disaster", "--seed", "7")
    code, out, _ = run_command(capsys, *asked)
    validate("neom-pack", json.loads(out))
    assert (code, out) == run_command(capsys, *asked)[:2]
    assert run_command(capsys, *asked, "--goal", "road-10")[0] == 2
    assert run_command(capsys, "generate", "--game", "neom")[0] == 2
    code, _, err = run_command(capsys, "generate", "--game", "neom", "--kind", "mine")
    assert (code, "last-turns, link, purchase and disaster (NEOM" in err) == (2, True)


def test_a_catalogue_that_leaves_numbers_open_makes_no_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = catalogue_to_json(demo_catalogue())
    document["params"]["sell_value"] = None
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    asked = ("generate", "--game", "neom", "--kind", "last-turns", "--candidates", "2")
    code, out, err = run_command(capsys, *asked, "--catalogue", str(file))
    assert (code, out) == (4, "")
    assert "NEOM-ACT-SELL-1 needs sell_value" in err


@pytest.mark.parametrize("name", PLANNED)
def test_puzzles_are_shown_and_solved(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(path_of(name))
    wanted = quickest(name).puzzle.id
    code, out, _ = run_command(capsys, "show", path, "--puzzle", wanted)
    assert (code, "invented" in out) == (0, True)
    code, out, _ = run_command(capsys, "show", path, "--puzzle", wanted, "--svg")
    assert (code, out.count("<svg")) == (0, 1)
    code, out, _ = run_command(capsys, "solve", path, "--puzzle", wanted)
    assert (code, "Engine and model agree" in out) == (0, True)
    assert run_command(capsys, "solve", path, "--puzzle", "99")[0] == 2


def test_of_a_question_that_is_no_puzzle_both_keys_findings_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the tile of the answer no first action is best."""
    one = next(one for one in shipped("neom-last-turns") if one.puzzle.id == "n4b47xests27")
    question = json.loads(json.dumps(one.document["question"]))
    question["packs"][0].remove((one.solution or {})["first"]["tile"])
    path = pack_with(question, tmp_path)
    code, out, _ = run_command(capsys, "solve", path)
    assert (code, "No puzzle: no first action is best by two points.\n" in out) == (1, True)
    assert "\nEngine and model agree (4 first actions).\n" in out
    assert "\nSell a tile: 67 points.\n" in out
    code, out, _ = run_command(capsys, "solve", path, "--json")
    (found,) = json.loads(out)
    assert (code, found["keys"], found["shared"]) == (1, ["engine", "model"], list(SHARED))
    assert {"first", "points", "others"} == set(found["found"])


def test_of_a_forced_turn_agreement_of_the_keys_is_not_claimed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = json.loads(json.dumps(quickest("neom-last-turns").document["question"]))
    question["state"] |= {"money": 0, "reserve": []}
    question["packs"][0] = ["demo-III-19"]
    path = pack_with(question, tmp_path)
    code, out, _ = run_command(capsys, "solve", path)
    assert (code, "No puzzle: the first turn is forced" in out) == (1, True)
    assert ("agree" in out, "by the engine; the model was not asked" in out) == (False, True)
    (found,) = json.loads(run_command(capsys, "solve", path, "--json")[1])
    assert (found["keys"], "shared" in found) == (["engine"], False)


def pack_with(question: dict[str, Any], folder: Path) -> str:
    """Write a pack with that question alone, on the whole demo; return its path."""
    pack, _ = documents("neom-last-turns")
    whole = demo_catalogue()
    identity = puzzle_of(whole, question_from_json(question, whole, "")).id
    asked = {**pack["puzzles"][0], "id": identity, "question": question}
    catalogue = {**catalogue_to_json(whole), "complete": False}
    document = sealed({**pack, "catalogue": catalogue, "puzzles": [asked]})
    path = folder / "pack.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_other_answers_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    one = quickest("neom-last-turns")
    asked = ("explain", str(path_of("neom-last-turns")), "--puzzle", one.puzzle.id)
    code, out, _ = run_command(capsys, *asked)
    assert (code, "--solution tells what is right" in out, "\nNot: " in out) == (0, True, False)
    code, out, _ = run_command(capsys, *asked, "--solution")
    assert (code, "\nNot: " in out, "Engine and model agree" in out) == (0, True, True)
    wrong = (one.solution or {})["others"][0]
    code, out, _ = run_command(capsys, *asked, "--turn", json.dumps({"first": wrong["first"]}))
    assert (code, f"leads to {wrong['points']} points at most" in out) == (1, True)
    catalogue, pack = one.puzzle.catalogue, one.document["question"]["packs"][0]
    tile = next(tile for tile in pack if catalogue.tile(tile).type != "disaster")
    off = {"first": {"action": "place", "tile": tile, "square": "F9"}}
    code, out, _ = run_command(capsys, *asked, "--turn", json.dumps(off))
    assert (code, "\n  NEOM-PLACE-2\n" in out) == (1, True)
    for answer in ("sell", "[1]", '{"answer": "take"}', '{"first": {}}'):
        assert run_command(capsys, *asked, "--turn", answer)[0] == 2
    assert run_command(capsys, *asked, "--goal", "road-10")[0] == 2
    assert run_command(capsys, "explain", "docs/examples/neom-state.json")[0] == 3
