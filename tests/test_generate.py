"""`meepleproof generate` and `solve`: files whole or not at all, errors in one paragraph."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.workers import work_on
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from meepleproof.cli.pack_files import solutions_path
from tests import quick_candidates
from tests.games import NO_PLACE_FOR_X
from verifier.documents.schemas import schema
from verifier.documents.validation import validate

WISH = ("--goal", "road.4.x.2", "--tiles", "2", "--count", "2", "--seed", "3")
POSITION = "s3.4~P3.-1.0.N1~D0.0.0~W2.1.0.E1~V0.2.0~V3.1.1.E3~p1.2.3~h2.4.3~t2~n.W.V~u22.22.21"


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(group, list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "pack.json"
    kept = ["--run", str(path.parent / "run")]
    assert 0 == run(group, ["generate", *WISH, *kept, "-o", str(path)])
    return path


def beside(pack: Path) -> Path:
    return Path(solutions_path(str(pack)))


def solutions_of(pack: Path) -> dict[str, Any]:
    solutions: dict[str, Any] = json.loads(beside(pack).read_text())["solutions"]
    return solutions


def test_a_pack_says_all_that_was_proved(pack: Path) -> None:
    document = json.loads(pack.read_text())
    assert 2 == len(document["puzzles"])
    assert {puzzle["id"] for puzzle in document["puzzles"]} == set(solutions_of(pack))
    for puzzle in document["puzzles"]:
        assert ("unique", "holds", 1, 0) == tuple(
            puzzle["verdict"][key] for key in ("claim", "answer", "solutions", "shorter")
        )
        assert ["engine", "model"] == [key["name"] for key in puzzle["verdict"]["keys"]]
    assert 3 == document["provenance"]["seed"]


def test_the_same_wish_gives_the_same_bytes(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "generate", *WISH, "--jobs", "2")
    assert 0 == code
    assert pack.read_text() == out


def test_a_run_resumed_gives_the_same_bytes(pack: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    run_folder = str(pack.parent / "run")
    assert 0 == run(group, ["generate", "--resume", run_folder, "-o", str(again)])
    assert pack.read_bytes() == again.read_bytes()
    assert beside(pack).read_bytes() == beside(again).read_bytes()


def test_a_pack_is_solved(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "solve", str(pack), "--json")
    assert (0, "") == (code, err)
    document = json.loads(pack.read_text())
    for puzzle, answer in zip(document["puzzles"], json.loads(out), strict=True):
        assert (1, [0, 1]) == (answer["solutions"], answer["search"]["by_length"])
        assert puzzle["id"] == answer["id"]
        lines = [line["line"] for line in answer["search"]["lines"]]
        assert [solutions_of(pack)[puzzle["id"]]["line"]] == lines


def test_a_puzzle_is_proved_and_printed_in_words(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = ran(capsys, "solve", str(pack), "--puzzle", "2", "--prove")
    assert 0 == code
    assert "Unique: engine and model agree." in out
    assert "2. Colour" in out


def test_what_stays_undecided_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "solve", NO_PLACE_FOR_X, "--prove")
    assert 4 == code
    assert "Undecided: a tile may have no place" in out
    code, out, _ = ran(capsys, "solve", NO_PLACE_FOR_X, "--prove", "--json")
    assert 4 == code
    (answer,) = json.loads(out)
    assert "no place" in answer["why"]
    assert ("undecided", "reachable") == (answer["answer"], answer["claim"])


def test_without_a_next_tile_nothing_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    start = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~"
    for piles in ("n..~u24.24.23", "n.W.V~u24.23.22"):
        code, out, err = ran(capsys, "solve", start + piles, "--goal", "road-10")
        assert (3, "") == (code, out)
        assert "next tile" in err


def test_a_goal_of_ones_own_makes_a_pack_as_the_contract_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = ran(capsys, "generate", "--goal", "road.4.x.2", "--tiles", "2", "--seed", "3")
    assert 0 == code
    document = json.loads(out)
    validate("pack", document)
    example = schema("pack")["examples"][0]
    parts = ("generator", "seed", "parameters")
    shown, made = example["provenance"], document["provenance"]
    assert {part: shown[part] for part in parts} == {part: made[part] for part in parts}
    assert [key["name"] for key in shown["keys"]] == [key["name"] for key in made["keys"]]
    assert [one.keys() for one in example["puzzles"]] == [one.keys() for one in document["puzzles"]]


def test_staying_in_the_game_is_asked_for_however_many_tiles_lie_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stay.json"
    wish = ["--goal", "stay.0.x.0", "--tiles", "2", "--seed", "3"]
    code, out, err = ran(capsys, "generate", *wish, "-o", str(path))
    assert (0, "") == (code, out)
    assert f"Wrote 1 puzzle to {path}, its solution to {beside(path)}" in err
    (puzzle,) = json.loads(path.read_text())["puzzles"]
    on_the_table = len(puzzle["position"]["placements"])
    assert ("stay", on_the_table + 2) == (puzzle["goal"]["kind"], puzzle["goal"]["at_least"])
    code, out, _ = ran(capsys, "solve", str(path), "--json")
    assert 0 == code
    assert [[0, 1]] == [answer["search"]["by_length"] for answer in json.loads(out)]
    validate("solutions", json.loads(beside(path).read_text()))


def test_all_solutions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    one, few, _ = ran(capsys, "solve", POSITION, "--goal", "road.3.x.1")
    other, many, _ = ran(capsys, "solve", POSITION, "--goal", "road.3.x.1", "--all")
    assert (0, 0) == (one, other)
    assert "6 more" in few
    assert 7 == sum(line.startswith("1. ") for line in many.splitlines())


def test_no_solution_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "solve", POSITION, "--goal", "city-16")
    assert 1 == code
    assert "Solutions: none" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--goal", "road-5-3c", "--tiles", "0"], 2, "0 tiles: give 1 to 10"),
        (["--goal", "road-5-3c", "--tiles", "-4"], 2, "-4 tiles"),
        (["--goal", "road-5-3c", "--tiles", "99999999999"], 2, "99999999999 tiles"),
        (["--goal", "road-5-3c", "--tiles", "x"], 2, "'x' is not a valid integer"),
        (["--goal", "road-5-3c", "--count", "0"], 2, "0 puzzles"),
        (["--goal", "road-5-3c", "--count", "-1"], 2, "-1 puzzles"),
        (["--goal", "road-5-3c", "--seed", "-1"], 2, "seed -1"),
        (["--goal", "road-5-3c", "--candidates", "0"], 2, "0 candidates"),
        (["--goal", "road-5-3c", "--meeples", "8"], 2, "SOLO-OPTION-1"),
        (["--goal", "castle"], 2, "'castle'"),
        (["--goal", "road.9.5.1"], 2, "at least 9 and at most 5"),
        ([], 2, "either --goal or --checklist"),
        (["--checklist", "--goal", "road-10"], 2, "either --goal or --checklist"),
    ],
)
def test_a_bad_wish_is_one_paragraph(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = ran(capsys, "generate", *arguments)
    assert (code, "") == (found, out)
    assert words in err
    assert "Traceback" not in err


def test_a_goal_out_of_reach_is_undecided_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pack.json"
    wish = ["--goal", "city.90.x.0", "--tiles", "1", "--candidates", "2", "-o", str(path)]
    code, _, err = ran(capsys, "generate", *wish)
    assert 4 == code
    assert "That proves nothing" in err
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["pack.json", "pack.solutions.json"])
def test_an_existing_file_is_kept(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / name
    mine.write_text("mine")
    pack = str(tmp_path / "pack.json")
    code, _, err = ran(capsys, "generate", "--goal", "road-5-3c", "-o", pack)
    assert 3 == code
    assert "--force" in err
    assert str(mine) in err
    assert ("mine", [mine]) == (mine.read_text(), list(tmp_path.iterdir()))


def test_a_missing_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none" / "pack.json"
    wish = ["--goal", "city-8-10-3c", "--tiles", "1", "--candidates", "1", "-o", str(path)]
    code, _, err = ran(capsys, "generate", *wish)
    assert 3 == code
    assert str(path) in err


def test_a_folder_that_takes_no_files_is_named_before_the_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = ran(capsys, "generate", "--goal", "road-5-3c", "-o", "/proc/pack.json")
    assert 3 == code
    assert "'/proc/pack.json'" in err
    assert "candidate" not in err


def _started(arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "meepleproof", "generate", *arguments],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        start_new_session=True,
    )


@pytest.mark.one_build("files and signals")
@pytest.mark.parametrize(
    ("ending", "number", "jobs"),
    [
        pytest.param(os.killpg, signal.SIGINT, "1", id="Ctrl-C"),
        pytest.param(os.kill, signal.SIGTERM, "2", id="timeout"),
        pytest.param(os.killpg, signal.SIGTERM, "2", id="systemd"),
        pytest.param(os.kill, signal.SIGHUP, "2", id="a closed terminal"),
    ],
)
def test_who_ends_it_keeps_what_is_finished(
    ending: Callable[[int, int], None], number: int, jobs: str, tmp_path: Path
) -> None:
    wish = ["--goal", "stay.0.x.0", "--tiles", "2", "--count", "900", "--seed", "3"]
    process = _started([*wish, "--jobs", jobs, "-o", "pack.json"], tmp_path)
    assert process.stderr is not None
    first = process.stderr.readline()
    time.sleep(0.2)
    ending(process.pid, number)
    _, err = process.communicate(timeout=120)
    assert "puzzle 1 of 900" in first
    assert 130 == process.returncode, err
    assert "Traceback" not in err
    document: dict[str, Any] = json.loads((tmp_path / "pack.json").read_text())
    assert document["puzzles"]
    files = {path.name for path in tmp_path.iterdir()}
    assert {"pack.json", "pack.solutions.json"} == files


@pytest.mark.one_build("files and signals")
def test_who_reads_the_messages_may_leave_and_the_pack_is_written(tmp_path: Path) -> None:
    wish = ["--goal", "stay.0.x.0", "--tiles", "2", "--count", "2", "--seed", "3"]
    process = _started([*wish, "-o", "pack.json"], tmp_path)
    assert process.stderr is not None
    process.stderr.close()
    process.wait(timeout=120)
    document: dict[str, Any] = json.loads((tmp_path / "pack.json").read_text())
    assert document["puzzles"]


def test_a_disagreement_of_the_keys_keeps_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "meepleproof.cli.runs.work_on", partial(work_on, attempt=quick_candidates.disagreeing)
    )
    path = tmp_path / "pack.json"
    wish = ["--goal", "road.4.x.2", "--tiles", "2", "--count", "2", "--seed", "3"]
    code, _, err = ran(capsys, "generate", *wish, "-o", str(path))
    assert 5 == code
    assert "the keys quarrel" in err
    assert 1 == len(json.loads(path.read_text())["puzzles"])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not JSON"),
        ('{"puzzles": [', "not JSON"),
        ("[]", "position"),
        ('{"puzzles": []}', "names no $schema; packs are urn:meepleproof:pack"),
        ('{"goal": "road-10"}', "puzzle"),
    ],
)
def test_a_file_that_is_no_puzzle_is_refused(
    content: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.json"
    path.write_text(content)
    code, out, err = ran(capsys, "solve", str(path))
    assert (3, "") == (code, out)
    assert words in err
    assert "Traceback" not in err


def test_a_position_needs_a_goal(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = ran(capsys, "solve", POSITION)
    assert 2 == code
    assert "--goal" in err


@pytest.mark.one_build("which folder is imported")
def test_a_folder_of_ones_own_called_generator_is_not_taken_for_ours(tmp_path: Path) -> None:
    (tmp_path / "generator").mkdir()
    (tmp_path / "generator" / "__init__.py").write_text("raise SystemExit('not ours')\n")
    # As an installed command is: its own folder is on the path, that of the user is not.
    command = tmp_path / "bin" / "meepleproof"
    command.parent.mkdir()
    command.write_text(
        "from meepleproof.__main__ import main\nif __name__ == '__main__':\n    main()\n"
    )
    asked = ("generate", "--goal", "road-5-3c", "--tiles", "2", "--candidates", "20")
    done = subprocess.run(
        [sys.executable, str(command), *asked],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, 1) == (done.returncode, len(json.loads(done.stdout)["puzzles"]))
    assert "Traceback" not in done.stderr
