"""Collections: what the index of a folder finds is what its packs say, and `find` lists it."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.collection.folder import INDEX, PackFolder, read_folder, write_index
from generator.collection.index import Facts, Index, PuzzleFilter, facts_of
from generator.levels import level_of
from meepleproof.cli.commands.find import command as find
from meepleproof.cli.commands.pack.index import command as index
from meepleproof.service.shelf import open_shelf
from tests.service_client import some_packs
from verifier.documents import validation
from verifier.errors import Malformed

WISHES = (
    PuzzleFilter(),
    PuzzleFilter(level="easy"),
    PuzzleFilter(level="expert"),
    PuzzleFilter(level="hard", level_for_length="easy"),
    PuzzleFilter(level="hard", theme="joining"),
    PuzzleFilter(needs="lowest", rating_from=800, rating_to=1200),
    PuzzleFilter(goal="city-16", tiles=4),
    PuzzleFilter(pack="stay", rating_to=700),
    PuzzleFilter(theme="joining", rating_from=5000),
    PuzzleFilter(decoys=0, level="easy"),
    PuzzleFilter(decoys=1),
    PuzzleFilter(decoys=10, needs="lowest"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return some_packs(tmp_path_factory.mktemp("packs"), "stay", "city-16", "road-10")


@pytest.fixture(scope="module")
def read(folder: Path) -> PackFolder:
    return read_folder(folder, checked=True)


def puzzles_of(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the puzzles of all packs with the ids of these."""
    packs = [
        json.loads(path.read_text("utf-8"))
        for path in folder.glob("*.json")
        if not path.name.endswith(".solutions.json")
    ]
    return [(pack["id"], one) for pack in packs for one in pack["puzzles"]]


def fits(pack: str, puzzle: dict[str, Any], wanted: PuzzleFilter) -> bool:
    """Return whether a puzzle fits, by looking at all that its document says."""
    goal, graded = puzzle["goal"], puzzle["difficulty"]
    return (
        wanted.goal in (None, goal if isinstance(goal, str) else goal["id"])
        and wanted.pack in (None, pack)
        and wanted.level in (None, level_of("goal", graded["rating"]))
        and wanted.level_for_length in (None, graded["level"])
        and wanted.tiles in (None, puzzle["tiles"])
        and (wanted.theme is None or wanted.theme in puzzle["themes"])
        and (wanted.needs is None or wanted.needs in puzzle["needs"])
        and (wanted.decoys or 0) <= puzzle["decoys"]
        and (wanted.rating_from or 0) <= graded["rating"]
        and (wanted.rating_to is None or graded["rating"] <= wanted.rating_to)
    )


@pytest.mark.parametrize("wanted", WISHES)
def test_a_filter_finds_what_looking_at_every_puzzle_finds(
    folder: Path, read: PackFolder, wanted: PuzzleFilter
) -> None:
    expected = sorted(
        (one["difficulty"]["rating"], one["id"])
        for pack, one in puzzles_of(folder)
        if fits(pack, one, wanted)
    )
    found = read.index.matching(wanted)
    assert expected == list(found)
    assert len(expected) == len(found)
    for place in expected[:2]:
        assert [one for one in expected if one > place] == list(found.after(place))


def test_puzzles_without_a_rating_come_last_and_are_in_no_range() -> None:
    facts = [Facts((rating, f"{rating}"), ()) for rating in (999_999, 700, 0)]
    found = Index.of(facts)
    assert [(0, "0"), (700, "700"), (999_999, "999999")] == list(found.matching(PuzzleFilter()))
    assert [(0, "0"), (700, "700")] == list(found.matching(PuzzleFilter(rating_from=0)))
    assert [(700, "700")] == list(found.matching(PuzzleFilter(rating_from=1, rating_to=999_999)))
    assert [] == list(Index.of([]).matching(PuzzleFilter(rating_to=9)))


def test_several_folders_are_indexed_as_one_with_all_their_puzzles(folder: Path) -> None:
    facts = [facts_of(one, pack, "goal") for pack, one in puzzles_of(folder)]
    random.Random(1).shuffle(facts)
    parts = [Index.of(facts[:7]), Index.of(facts[7:20]), Index.of(facts[20:])]
    together, whole = Index.joined(parts), Index.of(facts)
    assert (whole.places, whole.bits) == (together.places, together.bits)


def test_a_written_index_holds_all_that_the_packs_hold(
    folder: Path, read: PackFolder, tmp_path: Path
) -> None:
    packs = shutil.copytree(folder, tmp_path / "packs")
    gone, aside = (read.index.places[number][1] for number in (3, 5))
    day = {"date": "2026-11-21", "reason": "a test"}
    withdrawn = {"retractions": [{"id": gone, **day}], "set_aside": [{"id": aside, **day}]}
    text = json.dumps({"$schema": "urn:meepleproof:retractions:1", **withdrawn})
    (packs / "retractions.json").write_text(text, "utf-8")
    again = read_folder(packs, checked=True)
    assert len(read.index) - 2 == len(again.index) == write_index(packs)
    opened = read_folder(packs, checked=True)
    assert (again.index.places, again.index.bits) == (opened.index.places, opened.index.bits)
    assert (again.packs, again.withdrawn) == (opened.packs, opened.withdrawn)
    assert again.goals == opened.goals
    for one in (aside, *(identity for _, identity in again.index.places)):
        assert again.puzzle(one) == opened.puzzle(one)
        assert opened.puzzle(one) is not None
    assert opened.puzzle(gone) is None


def test_an_index_that_is_not_of_the_packs_is_refused(folder: Path, tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    shutil.copytree(folder, packs)
    result = CliRunner().invoke(index, [str(packs)], catch_exceptions=False)
    assert (0, f"Wrote {packs / INDEX}: 32 puzzles\n") == (result.exit_code, result.stderr)
    assert 32 == len(open_shelf([packs]).puzzles)
    with pytest.raises(FileExistsError):
        CliRunner().invoke(index, [str(packs)], catch_exceptions=False)
    (packs / "stay.json").unlink()
    with pytest.raises(Malformed, match="the packs have changed since this index was made"):
        open_shelf([packs])
    (packs / INDEX).write_text("not a database, and longer than its head" * 99)
    with pytest.raises(Malformed, match="not an index of packs"):
        open_shelf([packs])


def test_files_of_editors_and_other_systems_are_passed_over(
    folder: Path, read: PackFolder, tmp_path: Path
) -> None:
    packs = shutil.copytree(folder, tmp_path / "packs")
    (packs / "._road.json").write_bytes(b"\x00\xff")
    (packs / ".#stay.json").symlink_to("ann@nowhere.1234")
    assert len(read.index) == len(read_folder(packs, checked=True).index) == write_index(packs)


def test_an_index_for_which_there_is_no_room_is_reported(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = shutil.copytree(folder, tmp_path / "packs")
    before = sorted(packs.iterdir())

    def full(_: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(OSError, match="disk I/O error"):
        write_index(packs)
    assert before == sorted(packs.iterdir())


def test_find_lists_puzzles_and_says_if_there_are_none(folder: Path) -> None:
    def asked(*arguments: str) -> Any:
        given = ["--packs", str(folder), *arguments]
        return CliRunner().invoke(find, given, standalone_mode=False)

    listed = asked("--level", "easy", "--limit", "2")
    assert 0 == listed.return_value
    assert ["easy", "easy"] == [line.split()[1] for line in listed.stdout.splitlines()]
    graded = [one["difficulty"] for _, one in puzzles_of(folder)]
    easy = [one for one in graded if one["rating"] < 800]
    assert listed.stderr.startswith(f"2 of {len(easy)} that fit")
    for_length = asked("--level-for-length", "easy")
    assert for_length.stderr.split()[2] == str(len([1 for one in graded if one["level"] == "easy"]))
    tempting = json.loads(asked("--decoys", "10", "--json").stdout)["puzzles"]
    assert 10 <= min(one["decoys"] for one in tempting)
    document = json.loads(asked("--needs", "lowest", "--json").stdout)
    for one in document["puzzles"]:
        validation.validate("puzzle", one)
    assert document["total"] == len(
        [one for _, one in puzzles_of(folder) if "lowest" in one["needs"]]
    )
    assert 1 == asked("--theme", "loop", "--level", "hard", "--pack", "stay").return_value
    assert "no puzzle here has the pack 'none'" in str(asked("--pack", "none").exception)
    assert "no puzzle here has the goal 'road-99'" in str(asked("--goal", "road-99").exception)


@pytest.mark.parametrize("end", ["", "x"])
def test_a_shipped_pack_that_was_damaged_is_refused_with_its_place(
    folder: Path, tmp_path: Path, end: str
) -> None:
    packs = tmp_path / "packs"
    shutil.copytree(folder, packs)
    whole = (packs / "stay.json").read_text("utf-8")
    (packs / "stay.json").write_text(whole[:900] + end)
    with pytest.raises(Malformed, match=r"stay\.json.*line|line.*stay\.json"):
        read_folder(packs, checked=True)
