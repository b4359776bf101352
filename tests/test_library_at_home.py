"""The library runs in a project whose modules have the names that folders of ours have."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "library.md"
THEIRS = ("puzzles.py", "service.py", "schemas/__init__.py", "rendering/__init__.py")

APP = """
import doctest, sys
import puzzles, rendering, schemas, service
assert {"mine"} == {each.WHOSE for each in (puzzles, rendering, schemas, service)}
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8")
print(failed, "of", tried, "failed")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a program, and modules of its own."""
    for name in THEIRS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('WHOSE = "mine"\n', encoding="utf-8")
    (tmp_path / "app.py").write_text(APP, encoding="utf-8")
    return tmp_path


def test_every_example_of_the_page_runs_beside_modules_of_a_user(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "app.py", str(PAGE)],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    )
    failed, _, tried, _ = done.stdout.splitlines()[-1].split()
    assert "0" == failed, done.stdout
    assert int(tried) == PAGE.read_text(encoding="utf-8").count(">" * 3 + " ")


def test_commands_run_beside_modules_of_a_user(project: Path) -> None:
    for start in (["-m", "meepleproof"], [str(Path(sys.executable).with_name("meepleproof"))]):
        python = [sys.executable] if start[0] == "-m" else []
        done = subprocess.run(
            [*python, *start, "solve", "checklist", "--puzzle", "4"],
            cwd=project,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.startswith("Puzzle 59t9f467mcqr")


@pytest.mark.parametrize("name", ["verifier", "generator"])
def test_the_page_names_the_two_names_that_clash(name: str) -> None:
    (sentence,) = [
        line for line in PAGE.read_text("utf-8").splitlines() if "of yours, beside" in line
    ]
    assert f"`{name}`" in sentence
