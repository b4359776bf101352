"""The journal of a run: one line for each candidate done, so that nothing done is done again.

A folder holds it. Its first line says what was wished for and which versions work on it; every
further line, in the order in which they came, what became of a candidate::

    {"journal":2,"versions":"0.2.0 (2f0c81...), ortools 9.15","parameters":{"seed":7}}
    {"wish":0,"candidate":0,"rejected":"no line to the goal was found"}
    {"wish":0,"candidate":1,"made":{"puzzle":{},"line":"...","game":"..."}}

``schemas/journal.schema.json`` says what a line may be.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from generator.pack import puzzle_document, read_puzzle, solution_document
from generator.pipeline import Difficulty, ProvedPuzzle, Rejection
from generator.proving import Proof, Report
from generator.run import CandidateId, Result
from generator.workers import versions
from schemas import validate
from verifier.carcassonne.notation import parse_line
from verifier.errors import Malformed
from verifier.files import beside, sync_folder
from verifier.strict_json import json_value

Document = dict[str, Any]

_NAME = "journal.ndjson"
_FORM = 2


class Journal:
    """The open journal of a run, which nobody else may write meanwhile.

    ``parameters`` are those with which the run was begun, ``known`` what came of its candidates
    before, ``mended`` how many bytes at its end were cut off, as they made no whole line.
    """

    def __init__(self, folder: str, handle: int) -> None:
        self.folder = folder
        self._path = str(Path(folder) / _NAME)
        self._name = repr(self._path)
        self._handle = handle
        self.parameters: Document = {}
        self.known: list[tuple[CandidateId, Result]] = []
        self.mended = 0

    @classmethod
    def begin(cls, folder: str, parameters: Mapping[str, int | str | bool]) -> Journal:
        """Begin a journal in a folder, which is made if there is none.

        :raises FileExistsError: if the folder holds a journal already.
        :raises OSError: if it cannot be written.
        """
        Path(folder).mkdir(exist_ok=True)
        path = Path(folder) / _NAME
        if path.exists():
            raise FileExistsError(
                errno.EEXIST, "holds a run already; go on with it by --resume", folder
            )
        new = beside(path)
        try:
            journal = cls(
                folder, os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666)
            )
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        try:
            journal._lock(folder)
            journal.parameters = dict(parameters)
            journal._write(_head(journal.parameters), safely=True)
            journal._publish(new)
        except BaseException:
            new.unlink(missing_ok=True)
            journal.close()
            raise
        return journal

    @classmethod
    def resume(cls, folder: str) -> Journal:
        """Open a folder's journal and read what is known; a line cut off at its end is dropped.

        :raises FileNotFoundError: if there is none.
        :raises Malformed: if it is none that this version can go on with, or is damaged elsewhere.
        :raises OSError: if it cannot be read or written, or somebody is at work on the run.
        """
        path = Path(folder) / _NAME
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, "holds no run; begin one with --run", folder)
        journal = cls(folder, os.open(path, os.O_RDWR | os.O_APPEND))
        try:
            journal._lock(folder)
            journal._read(path.read_bytes())
        except BaseException:
            journal.close()
            raise
        return journal

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)

    def keep(self, place: CandidateId, result: Result) -> None:
        """Add what came of a candidate. Puzzles are on the disk when this returns.

        :raises OSError: if it cannot be written; what was written before is safe.
        """
        self._write(entry_to_json(place, result), safely=isinstance(result, ProvedPuzzle))

    def _lock(self, folder: str) -> None:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another program is at work on this run", folder) from None

    def _publish(self, new: Path) -> None:
        """Give the journal its name, for good."""
        try:
            os.replace(new, self._path)  # noqa: PTH105 - as the tests of failing disks have it
            sync_folder(Path(self.folder))
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None

    def _write(self, entry: Document, *, safely: bool) -> None:
        data = (json.dumps(entry, separators=(",", ":"), ensure_ascii=False) + "\n").encode()
        try:
            while data:
                data = data[os.write(self._handle, data) :]
            if safely:
                os.fsync(self._handle)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None

    def _read(self, data: bytes) -> None:
        lines = data.split(b"\n")
        # Whoever was killed, or had no room left, may have written half a line.
        self.mended = len(lines.pop())
        if not lines:
            raise Malformed("a journal without a first line", where=self._name)
        self.parameters = _parameters(self._entry(lines[0], 1), self._name)
        self.known = list(self._results(lines[1:]))
        if self.mended:
            os.ftruncate(self._handle, len(data) - self.mended)

    def _results(self, lines: Iterable[bytes]) -> Iterator[tuple[CandidateId, Result]]:
        lines_of = dict[CandidateId, int]()
        for number, line in enumerate(lines, start=2):
            where = f"{self._name}, line {number}"
            place, result = entry_from_json(self._entry(line, number), where)
            if place in lines_of:
                told = f"candidate {place[1]} of wish {place[0]} is on line {lines_of[place]}, too"
                raise Malformed(told, where=where)
            lines_of[place] = number
            yield place, result

    def _entry(self, line: bytes, number: int) -> Document:
        where = f"{self._name}, line {number}"
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise Malformed(f"not UTF-8 text: byte {line[error.start]:#04x}", where=where) from None
        entry: Document = json_value(text, where)
        return entry


def entry_to_json(place: CandidateId, result: Result) -> Document:
    """Return what came of a candidate as a journal has it."""
    wish, number = place
    entry: Document = {"wish": wish, "candidate": number}
    if isinstance(result, ProvedPuzzle):
        return {**entry, "made": proved_puzzle_to_json(result)}
    return {**entry, "rejected": result.reason}


def entry_from_json(entry: Document, where: str = "") -> tuple[CandidateId, Result]:
    """Return which candidate a journal's entry is about, and what came of it.

    :raises Malformed: if it is no such entry, or contradicts itself.

    >>> entry_from_json({"wish": 0, "candidate": 3, "rejected": "no line"})
    ((0, 3), Rejected(candidate=3, reason='no line'))
    """
    validate("journal", entry, where)
    if "journal" in entry:
        raise Malformed("a first line, and not what came of a candidate", where=where)
    place = (entry["wish"], entry["candidate"])
    if "rejected" in entry:
        return place, Rejection(place[1], entry["rejected"])
    made = proved_puzzle_from_json(entry["made"], where)
    if made.candidate != place[1]:
        told = f"candidate {place[1]} is said to have made the puzzle of candidate {made.candidate}"
        raise Malformed(told, where=where)
    return place, made


def proved_puzzle_to_json(made: ProvedPuzzle) -> Document:
    """Return all of a made puzzle as a document, so that it can be made again from it."""
    return {"puzzle": puzzle_document(made), **solution_document(made.line, made.game)}


def proved_puzzle_from_json(document: Document, where: str = "") -> ProvedPuzzle:
    """Return the made puzzle of a document of :func:`made_to_json`.

    :raises Malformed: if it does not have that form, or contradicts itself.
    """
    puzzle, line = document["puzzle"], parse_line(document["line"])
    verdict = puzzle["verdict"]
    return ProvedPuzzle(
        puzzle=read_puzzle(puzzle, where),
        line=line,
        game=parse_line(document["game"]),
        proof=Proof(line, tuple(map(_report, verdict["keys"])), verdict.get("best")),
        difficulty=Difficulty(**puzzle["difficulty"], themes=tuple(puzzle["themes"])),
        seed=puzzle["source"]["seed"],
        candidate=puzzle["source"]["candidate"],
    )


def _report(key: Document) -> Report:
    return Report(
        key["name"],
        key["version"],
        tuple(key["parameters"].items()),
        tuple(key["work"].items()),
    )


def _head(parameters: Document) -> Document:
    return {"journal": _FORM, "versions": versions(), "parameters": parameters}


def _parameters(head: Any, where: str) -> Document:
    """Return the parameters in the first line, if these versions can go on with the run."""
    if not isinstance(head, dict) or "journal" not in head:
        raise Malformed("not the first line of a journal", where=f"{where}, line 1")
    form, begun_with = head["journal"], head.get("versions")
    if (form, begun_with) != (_FORM, versions()):
        raise Malformed(
            f"begun with meepleproof {begun_with} (journal {form}), this is {versions()} (journal "
            f"{_FORM}), which might make other puzzles; go on with the versions it was begun with, "
            "or begin anew with --run",
            where=where,
        )
    validate("journal", head, f"{where}, line 1")
    parameters: Document = head["parameters"]
    return parameters
