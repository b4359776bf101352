"""The shelf: which packs and puzzles the service offers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.collection.folder import write_index
from generator.collection.index import PuzzleFilter
from generator.listed import listed_kinds
from generator.pack import sealed
from meepleproof.service.shelf import Shelf, open_shelf, shipped_packs
from tests.service_client import clients, problem, some_packs, two_packs
from verifier.carcassonne.solo.notation import parse_line
from verifier.documents import validation
from verifier.errors import Malformed
from verifier.games import GAMES


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


def withdraw(folder: Path, identity: str, how: str = "retractions") -> None:
    """Withdraw a puzzle from the packs of the folder, or set it aside."""
    entry = {"id": identity, "date": "2026-11-21", "reason": "too easy"}
    document = {"$schema": "urn:meepleproof:retractions:1", "retractions": [], how: [entry]}
    text = json.dumps(document)
    (folder / "retractions.json").write_text(text, "utf-8")


def test_puzzles_stand_by_rating_and_are_found_by_id(shelf: Shelf) -> None:
    assert ["checklist", "stay"] == [pack.id for pack in shelf.packs]
    stated = [len(pack.document["puzzles"]) for pack in shelf.packs]
    assert sum(stated) == len(shelf.puzzles)
    assert stated == [shelf.size(pack.id) for pack in shelf.packs]
    assert sorted(one.rating or 0 for one in shelf.puzzles) == [one.rating for one in shelf.puzzles]
    for one in shelf.puzzles:
        assert shelf.puzzle(one.id) == one
        assert one.puzzle.tiles == len(parse_line(one.solution["line"]))
    assert shelf.puzzle("000000000000") is None
    assert shelf.pack("road-10") is None


def test_a_wish_is_what_all_its_parts_say(shelf: Shelf) -> None:
    wanted = PuzzleFilter(level="medium", rating_from=1000, rating_to=1200, pack="checklist")
    expected = [
        one
        for one in shelf.puzzles
        if one.level == "medium" and 1000 <= (one.rating or 0) <= 1200 and one.pack == "checklist"
    ]
    assert 0 < len(expected) < len(shelf.puzzles)
    assert expected == list(shelf.matching(wanted))
    assert list(shelf.puzzles) == list(shelf.matching(PuzzleFilter()))
    assert ["road-10"] == [
        one.puzzle.goal.id for one in shelf.matching(PuzzleFilter(goal="road-10"))
    ]
    for theme in {theme for one in shelf.puzzles for theme in one.themes}:
        assert all(theme in one.themes for one in shelf.matching(PuzzleFilter(theme=theme)))
    assert [] == list(shelf.matching(PuzzleFilter(theme="wit")))


def test_a_withdrawn_puzzle_is_on_no_list(tmp_path: Path) -> None:
    some_packs(tmp_path, "stay")
    identity = json.loads((tmp_path / "stay.json").read_text("utf-8"))["puzzles"][0]["id"]
    withdraw(tmp_path, identity)
    shelf = open_shelf([tmp_path])
    assert shelf.puzzle(identity) is None
    (pack,) = shelf.packs
    assert len(pack.document["puzzles"]) - 1 == len(shelf.puzzles) == shelf.size(pack.id)
    assert ((identity,), ()) == (pack.retracted, pack.set_aside)
    assert {identity: "too easy"} == shelf.retracted


@pytest.mark.parametrize("indexed", [False, True])
def test_a_puzzle_set_aside_opens_by_its_id_and_is_on_no_list(
    tmp_path: Path, indexed: bool
) -> None:
    some_packs(tmp_path, "stay")
    identity = json.loads((tmp_path / "stay.json").read_text("utf-8"))["puzzles"][0]["id"]
    withdraw(tmp_path, identity, "set_aside")
    if indexed:
        write_index(tmp_path)
    shelf = open_shelf([tmp_path])
    (pack,) = shelf.packs
    assert identity == shelf.known(identity).id
    assert len(pack.document["puzzles"]) - 1 == len(shelf.puzzles) == shelf.size(pack.id)
    assert identity not in {one.id for one in shelf.puzzles}
    assert {one["id"] for one in pack.document["puzzles"]} == {one.id for one in shelf.readable()}
    assert ((), (identity,), {}) == (pack.retracted, pack.set_aside, shelf.retracted)


def test_what_ships_is_on_the_shelf_and_plans_are_no_packs(tmp_path: Path) -> None:
    shutil.copy(shipped_packs() / "plan.json", tmp_path)
    assert () == open_shelf([tmp_path]).packs


def test_folders_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        some_packs(folder, "stay")
    with pytest.raises(Malformed, match="two packs of the shelf have the pack 'stay'"):
        open_shelf([one, two])
    with pytest.raises(FileNotFoundError):
        open_shelf([tmp_path / "three"])
    (one / "stay.solutions.json").unlink()
    with pytest.raises(FileNotFoundError):
        open_shelf([one])


# --- other games


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder = some_packs(tmp_path_factory.mktemp("mixed"), "stay")
    for name in ("house/house-double-turn", "neom/neom-disaster"):
        for file in (f"{name}.json", f"{name}.solutions.json"):
            shutil.copy(shipped_packs() / file, folder)
    return open_shelf([folder])


def test_packs_of_other_games_are_listed_with_their_game_and_read(
    mixed: Shelf, tmp_path: Path
) -> None:
    with clients(mixed, tmp_path) as make:
        client = make()
        listed = client.get("/api/packs").json()
        validation.validate("pack-list", listed)
        games = {pack["id"]: (pack["game"], pack["kinds"]) for pack in listed["packs"]}
        assert {
            "house-double-turn": ("house", ["double-turn"]),
            "neom-disaster": ("neom", ["disaster"]),
            "stay": ("solo", ["goal"]),
        } == games
        for identity, game in (("house-double-turn", "house"), ("neom-disaster", "neom")):
            pack = client.get(f"/api/packs/{identity}").json()
            validation.validate(f"{game}-pack", pack)
            puzzle = client.get(f"/api/puzzles/{pack['puzzles'][0]['id']}").json()
            assert pack["puzzles"][0] == puzzle


def test_puzzles_of_all_games_are_listed_or_those_of_one(mixed: Shelf, tmp_path: Path) -> None:
    with clients(mixed, tmp_path) as make:
        client = make()
        listed = client.get("/api/packs").json()["packs"]
        whole = client.get("/api/puzzles").json()
        assert sum(pack["puzzles"] for pack in listed) == whole["total"] == len(mixed.puzzles)
        lines = client.get("/api/puzzles.ndjson").text.splitlines()
        assert sorted(one.id for one in mixed.puzzles) == sorted(
            json.loads(one)["id"] for one in lines
        )
        for pack in listed:
            found = client.get(f"/api/puzzles?game={pack['game']}&kind={pack['kinds'][0]}").json()
            assert (pack["puzzles"], pack["puzzles"]) == (found["total"], len(found["puzzles"]))
        assert 0 == client.get("/api/puzzles?game=house&pack=stay").json()["total"]
        answer = client.get("/api/puzzles?game=house&kind=disaster")
        assert "whose-farm" in problem(answer, 400, "parameter")["detail"]


def test_attempts_name_the_game_of_the_puzzle(mixed: Shelf, tmp_path: Path) -> None:
    with clients(mixed, tmp_path) as make:
        solo, neom = (mixed.matching(PuzzleFilter(game=game))[0].id for game in ("solo", "neom"))
        for puzzle, of in ((solo, "the Solo Variant"), (neom, "the game 'neom'")):
            request = {"game": "house", "puzzle": puzzle, "turns": []}
            answer = make().post("/api/solutions/check", json=request)
            assert f"is of {of}, not of " in problem(answer, 404, "unknown")["detail"]


def test_puzzles_of_other_games_are_drawn(mixed: Shelf, tmp_path: Path) -> None:
    with clients(mixed, tmp_path) as make:
        for game in ("house", "neom"):
            (one, *_) = mixed.matching(PuzzleFilter(game=game))
            picture = make().get(f"/api/puzzles/{one.id}.svg")
            assert "image/svg+xml" == picture.headers["content-type"]
            assert picture.text.startswith("<svg")


def test_a_withdrawn_puzzle_of_another_game_is_gone(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    for end in (".json", ".solutions.json"):
        shutil.copy(shipped_packs() / "house" / f"house-double-turn{end}", packs)
    document = json.loads((packs / "house-double-turn.json").read_text("utf-8"))
    gone = document["puzzles"][0]["id"]
    withdraw(packs, gone)
    with clients(open_shelf([packs]), tmp_path) as make:
        problem(make().get(f"/api/puzzles/{gone}"), 410, "withdrawn")
        problem(make().get(f"/api/puzzles/{gone}/solution"), 410, "withdrawn")


@pytest.mark.parametrize("pack", ["house/house-double-turn", "neom/neom-link"])
def test_a_missing_solution_is_said(pack: str, tmp_path: Path) -> None:
    for part in ("", ".solutions"):
        shutil.copy(shipped_packs() / f"{pack}{part}.json", tmp_path)
    path = tmp_path / f"{Path(pack).name}.solutions.json"
    solutions = json.loads(path.read_text("utf-8"))
    identity = list(solutions["solutions"])[1]
    del solutions["solutions"][identity]
    path.write_text(json.dumps(sealed(solutions)), "utf-8")
    with pytest.raises(Malformed, match=f"the solution of the puzzle {identity} is missing"):
        open_shelf([tmp_path])


def test_the_shipped_shelf_has_packs_of_all_games() -> None:
    shelf = open_shelf()
    assert set(GAMES) == {one.game for one in shelf.puzzles}
    assert {one.name for one in listed_kinds()} == set(shelf.values("kind"))
    assert sum(shelf.size(pack.id) for pack in shelf.packs) == len(shelf.puzzles)
