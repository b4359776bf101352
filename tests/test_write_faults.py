"""A full disk or a failing write, at every step of everything that is written.

Whatever step fails, what was there before is there still, or all that is new; nothing else is
left, and one sentence names the file.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.journal import Journal
from generator.kind import Rejection, Result
from generator.kinds import kind_named
from generator.run import Plan
from meepleproof.service.tokens import Tokens
from tests import quick_candidates
from tests.console_output import run_command
from tests.service_client import STILL
from verifier.files import write_files

PLAN = Plan(kind_named("goal").wishes({"goal": "road-5-3c"}), 1, 7, 9)
STEPS = ("open", "write", "fsync", "close", "link", "replace")
"""All that is asked of the system between an old file and a new one."""
ERRORS = (errno.ENOSPC, errno.EIO)

State = dict[str, Any]


class Disk:
    """A disk that fails once, at the step of that kind and number in a folder; never for 0."""

    def __init__(self, folder: Path, step: str, number: int, error: int) -> None:
        self.folder, self.step, self.number, self.error = str(folder), step, number, error
        self.handles = set[int]()
        self.seen = 0

    def call(self, step: str, real: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if not self.concerns(step, given):
            return real(*given, **named)
        if step == "close":
            self.handles.discard(given[0])
        self.seen += step == self.step
        if step == self.step and self.seen == self.number:
            if step == "write":  # half of it comes to the disk
                real(given[0], bytes(given[1])[: len(given[1]) // 2])
            if step == "close":
                real(*given)
            raise OSError(self.error, os.strerror(self.error))
        result = real(*given, **named)
        if step == "open":
            self.handles.add(result)
        return result

    def concerns(self, step: str, given: tuple[Any, ...]) -> bool:
        if step in {"write", "fsync", "close"}:
            return given[0] in self.handles
        place = os.fspath(given[0])
        return isinstance(place, str) and place.startswith(self.folder)


@contextmanager
def failing(disk: Disk) -> Iterator[None]:
    """Let all that this process writes in the disk's folder go through it."""

    def through(step: str) -> Callable[..., Any]:
        real = getattr(os, step)
        return lambda *given, **named: disk.call(step, real, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        for step in STEPS:
            patch.setattr(os, step, through(step))
        yield


def content(folder: Path) -> State:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def names(folder: Path) -> State:
    """Return who has a token, as a new one differs each time; and which files there are."""
    return {"names": Tokens(folder / "tokens.json").names(), "files": sorted(content(folder))}


@dataclass(frozen=True)
class Writing:
    """A command that writes: what is there before, its words, and how its state is told."""

    before: Callable[[Path], object]
    words: tuple[str, ...]
    files: tuple[str, ...]
    state: Callable[[Path], State] = content


def nothing(_folder: Path) -> None:
    """Let it write where nothing is."""


def old(*files: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        for file in files:
            (folder / file).write_text("old")

    return write


PACK = ("pack.json", "pack.solutions.json")
POSITION = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23"
SHELVED = str(STILL / "road-5-3c.json")
MERGE = ("pack", "merge", SHELVED, "--id", "all", "--title", "All", "-o", "{}/pack.json")
SHOW = ("show", POSITION, "--svg", "-o", "{}/board.svg")
EXPORT = ("pack", "export", SHELVED, "--format", "csv", "-o", "{}/index.csv")
TOKEN = ("serve", "--tokens", "{}/tokens.json", "token", "add", "ann")
RETRACT = ("pack", "retract", "a" * 12, "--reason", "It is not unique.", "--date", "2026-11-22")

WRITINGS = {
    "a new pack": Writing(nothing, MERGE, PACK),
    "a pack in place of one": Writing(old(*PACK), (*MERGE, "--force"), PACK),
    "a new picture": Writing(nothing, SHOW, ("board.svg",)),
    "a picture in place of one": Writing(old("board.svg"), (*SHOW, "--force"), ("board.svg",)),
    "an index": Writing(old("index.csv"), (*EXPORT, "--force"), ("index.csv",)),
    "a retraction": Writing(nothing, (*RETRACT, "--in", "{}"), ("retractions.json",)),
    "the first token": Writing(nothing, TOKEN, ("tokens.json",), names),
    "another token": Writing(
        lambda folder: Tokens(folder / "tokens.json").add("bob"), TOKEN, ("tokens.json",), names
    ),
}


@pytest.mark.parametrize("writing", WRITINGS.values(), ids=WRITINGS)
def test_a_command_leaves_the_old_or_the_new_and_nothing_else(
    writing: Writing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(name: str, step: str, number: int) -> tuple[Path, Disk, int, str]:
        folder = tmp_path / name
        folder.mkdir()
        writing.before(folder)
        disk = Disk(folder, step, number, ERRORS[number % 2])
        with failing(disk):
            code, _, err = run_command(
                capsys, *(word.replace("{}", str(folder)) for word in writing.words)
            )
        return folder, disk, code, err

    before = tmp_path / "before"
    before.mkdir()
    writing.before(before)
    folder, _, code, _ = run("after", "none", 0)
    assert 0 == code
    expected = (writing.state(before), writing.state(folder))
    for step in STEPS:
        number = 0
        while True:
            number += 1
            folder, disk, code, err = run(f"{step}-{number}", step, number)
            if disk.seen < number:
                break
            assert writing.state(folder) in expected, (step, number)
            assert [] == list(disk.handles)
            if step == "link":  # without a second name for the old file it can be done, too
                assert 0 == code
                continue
            found = [
                f"Error: '{folder / file}': {os.strerror(disk.error)}\n" for file in writing.files
            ]
            assert (3, True) == (code, err in found), (step, number, err)
        assert number > 1 or step == "link", step


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_a_journal_is_begun_or_not_there(error: int, tmp_path: Path) -> None:
    for step in set(STEPS) - {"link", "close"}:  # it stays open
        for number in (1, 2):
            folder = tmp_path / f"{step}-{number}"
            disk = Disk(folder, step, number, error)
            with failing(disk):
                if step in {"write", "replace"} and number == 2:
                    Journal.begin(str(folder), {"seed": 7}).close()
                    assert 1 == disk.seen
                    continue
                with pytest.raises(OSError, match=r".*") as caught:
                    Journal.begin(str(folder), {"seed": 7})
            assert (error, str(folder / "journal.ndjson")) == (
                caught.value.errno,
                caught.value.filename,
            )
            assert set(content(folder)) <= {"journal.ndjson"}
            assert [] == list(disk.handles)
            if content(folder):  # its name only may not have come to the disk
                with Journal.resume(str(folder)) as journal:
                    assert {"seed": 7} == journal.parameters


def keep_all(folder: Path, results: list[Result], kept: list[int]) -> None:
    with Journal.begin(str(folder), {}) as journal:
        for candidate, result in enumerate(results):
            journal.keep((0, candidate), result)
            kept.append(candidate)


def broken_off(do: Callable[[], None]) -> OSError | None:
    try:
        do()
    except OSError as error:
        return error
    return None


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("step", ["write", "fsync"])
def test_a_journal_keeps_what_it_had(step: str, error: int, tmp_path: Path) -> None:
    made = quick_candidates.shipped()[0]
    results: list[Result] = [
        Rejection(0, "no luck"),
        quick_candidates.numbered(made, 1),
        Rejection(2, "no line"),
    ]
    for number in range(1, 5):
        folder = tmp_path / str(number)
        disk = Disk(folder, step, number, error)
        kept = list[int]()
        with failing(disk):
            failure = broken_off(partial(keep_all, folder, results, kept))
        if failure is None:
            assert disk.seen < number
            continue
        assert (error, str(folder / "journal.ndjson")) == (failure.errno, failure.filename)
        if not (folder / "journal.ndjson").exists():
            continue
        with Journal.resume(str(folder)) as again:
            # What could not be brought to the disk may have come there all the same.
            again_results = again.results(PLAN)
            assert len(kept) <= len(again_results) <= len(kept) + (step == "fsync")
            assert (
                list(zip(((0, n) for n in range(3)), results, strict=True))[: len(again_results)]
                == again_results
            )
            for candidate, result in list(enumerate(results))[len(again_results) :]:
                again.keep((0, candidate), result)
        with Journal.resume(str(folder)) as whole:
            assert results == [result for _, result in whole.results(PLAN)]


def test_what_cannot_be_brought_back_stays_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system without a second name for a file, nothing old is lost for nothing new."""

    def no_link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    write_files({one: b"old", two: b"old"})
    with failing(Disk(tmp_path, "replace", 2, errno.EIO)), pytest.raises(OSError, match="two"):
        write_files({one: b"new", two: b"new"})
    assert {"one": b"new", "two": b"old"} == content(tmp_path)
