"""The examples at the end of every help page run in an empty folder, typed into a shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from meepleproof.cli.commands.example import shipped_examples
from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.help_pages import all_commands, examples_on
from verifier.documents.data import data

LONG = {
    *("compare", "conform", "dataset", "engine", "generate"),
    *("pack", "pack build", "pack check", "pack export", "pack grade", "pack index"),
    *("site", "site build", "smallest", "verify"),
}
"""Commands whose examples take more than some seconds."""


def examples_of(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the examples of a command as they stand on its help page."""
    assert 0 == run(group, [*words, "--help"])
    return examples_on(capsys.readouterr().out)


def parameters() -> Iterator[object]:
    for words in all_commands():
        name = " ".join(words)
        marks = [pytest.mark.slow] if name in LONG else []
        yield pytest.param(words, id=name or "meepleproof", marks=marks)


@pytest.mark.parametrize("words", list(parameters()))
def test_the_examples_of_a_help_page_run_in_an_empty_folder(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    for example in examples_of(words, capsys):
        if re.match(r"meepleproof (play|serve)(?! token)", example):
            continue  # it would serve until it is ended
        done = typed(example, folder, tmp_path / "home")
        # 1 is an answer as well: the engine fails, the game is broken.
        assert done.returncode in (0, 1), f"{example}\n{done.stderr}"


def typed(line: str, folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Return what comes of a line typed into a shell in that folder."""
    bin_folder = str(Path(sys.executable).parent)
    return subprocess.run(  # noqa: S602 - a user types it into a shell, with its pipes
        line,
        shell=True,
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
            **dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"), str(home)),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_help_page_names_a_document_of_the_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    for words in all_commands():
        assert 0 == run(group, [*words, "--help"])
        assert not re.findall(r"docs/\S*|\S+\.md|puzzles/\S+", capsys.readouterr().out), words


# --- the files ----------------------------------------------------------------------------------


def test_every_example_file_is_listed_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(group, ["example"])
    out = capsys.readouterr().out
    every = shipped_examples()
    assert [f"{one.name} {one.summary}" for one in every.values()] == [
        " ".join(line.split()) for line in out.splitlines()
    ]
    files = {path.name for path in data("examples").iterdir()}
    assert files - {"index.json"} == {one.path.name for one in every.values()}


@pytest.mark.parametrize("name", list(shipped_examples()))
def test_an_example_is_printed_and_written_as_it_is(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = shipped_examples()[name].path.read_bytes()
    assert 0 == run(group, ["example", name])
    assert expected == capsys.readouterr().out.encode()
    file = tmp_path / "it"
    assert 0 == run(group, ["example", name, "-o", str(file)])
    assert expected == file.read_bytes()


def test_an_example_overwrites_nothing_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.json"
    file.write_text("mine")
    assert 3 == run(group, ["example", "ledger", "-o", str(file)])
    assert "exists; give --force" in capsys.readouterr().err
    assert "mine" == file.read_text()
    assert 0 == run(group, ["example", "ledger", "-o", str(file), "--force"])
    assert "ledger:2" in file.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hous-game"], "Did you mean 'house-game' or 'house-game-broken'?"),
        (["zzz"], "There is no example 'zzz'. 'meepleproof example' lists all."),
        (["-o", "x.json"], "-o goes with the NAME of an example"),
    ],
)
def test_what_an_example_cannot_be_is_wrong_usage(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(group, ["example", *words])
    assert said in capsys.readouterr().err
