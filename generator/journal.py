"""The journal of a run: one line for each candidate tried, so that none is tried again.

It is a file in a folder of its own. The first line holds the run's parameters and the versions of
the program; each further line holds a candidate's result, in the order in which they arrived::

    {"journal":2,"versions":"0.2.0 (2f0c81...), ortools 9.15","parameters":{"seed":7}}
    {"wish":0,"candidate":0,"rejected":"no line to the goal was found"}
    {"wish":0,"candidate":1,"made":{"puzzle":{},"line":"...","game":"..."}}

``schemas/journal.schema.json`` describes the lines.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from generator.run import CandidateId, Result
from generator.solo.pack import contract_of, read_puzzle
from generator.solo.pack_writing import puzzle_document, solution_document
from generator.solo.pipeline import Difficulty, ProvedPuzzle, Rejection
from generator.solo.proving import Proof, Report
from generator.solo.quality import decoys
from generator.solo.tries import try_of
from generator.workers import versions
from verifier.carcassonne.solo.notation import parse_line
from verifier.documents.strict_json import Document, json_value
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.files import beside, sync_folder

_NAME = "journal.ndjson"
_VERSION = 2


class Journal:
    """The open journal of a run, locked against other programs.

    ``parameters`` are those the run was begun with, ``results`` those of its candidates so far,
    ``dropped_bytes`` is the length of an incomplete last line, which was cut off.
    """

    def __init__(self, folder: str, handle: int) -> None:
        self.folder = folder
        self._path = str(Path(folder) / _NAME)
        self._name = repr(self._path)
        self._handle = handle
        self.parameters: Document = {}
        self.results: list[tuple[CandidateId, Result]] = []
        self.dropped_bytes = 0

    @classmethod
    def begin(cls, folder: str, parameters: Mapping[str, int | str | bool]) -> Journal:
        """Begin a journal in a folder, which is created if it does not exist.

        :raises FileExistsError: if the folder already has a journal.
        :raises OSError: if it cannot be written.
        """
        Path(folder).mkdir(exist_ok=True)
        path = Path(folder) / _NAME
        if path.exists():
            raise FileExistsError(
                errno.EEXIST, "already holds a run; continue it with --resume", folder
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
        """Open a folder's journal and read its results; an incomplete last line is cut off.

        :raises FileNotFoundError: if there is none.
        :raises Malformed: if these versions cannot go on with it, or another line is damaged.
        :raises OSError: if it cannot be read or written, or another program is working on it.
        """
        path = Path(folder) / _NAME
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, "holds no run; start one with --run", folder)
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
        """Close the file."""
        os.close(self._handle)

    def keep(self, candidate: CandidateId, result: Result) -> None:
        """Append the result of a candidate. A puzzle is on the disk when this returns.

        :raises OSError: if it cannot be written; earlier lines are safe.
        """
        self._write(entry_to_json(candidate, result), safely=isinstance(result, ProvedPuzzle))

    def _lock(self, folder: str) -> None:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another program is working on this run", folder) from None

    def _publish(self, new: Path) -> None:
        """Give the complete journal its final name."""
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
        # A program that was killed, or whose disk was full, may have written half a line.
        self.dropped_bytes = len(lines.pop())
        if not lines:
            raise Malformed("a journal without a first line", where=self._name)
        self.parameters = _parameters(self._entry(lines[0], 1), self._name)
        self.results = list(self._results(lines[1:]))
        if self.dropped_bytes:
            os.ftruncate(self._handle, len(data) - self.dropped_bytes)

    def _results(self, lines: Iterable[bytes]) -> Iterator[tuple[CandidateId, Result]]:
        lines_of = dict[CandidateId, int]()
        for number, line in enumerate(lines, start=2):
            where = f"{self._name}, line {number}"
            candidate, result = entry_from_json(self._entry(line, number), where)
            if candidate in lines_of:
                wish, one = candidate
                message = f"candidate {one} of wish {wish} is on line {lines_of[candidate]}, too"
                raise Malformed(message, where=where)
            lines_of[candidate] = number
            yield candidate, result

    def _entry(self, line: bytes, number: int) -> Document:
        where = f"{self._name}, line {number}"
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise Malformed(f"not UTF-8 text: byte {line[error.start]:#04x}", where=where) from None
        entry: Document = json_value(text, where)
        return entry


def made_in(folder: str) -> Iterator[Document]:
    """Yield the puzzles that a run has made so far, as :func:`proved_puzzle_to_json` has them.

    Nothing is changed, and a run that is still worked on may be read, of any versions.

    :raises FileNotFoundError: if there is no run.
    :raises Malformed: if a line is damaged.
    """
    path = Path(folder) / _NAME
    lines = path.read_bytes().split(b"\n")[1:-1]  # without its head, and half a line at the end
    for number, line in enumerate(lines, start=2):
        where = f"{str(path)!r}, line {number}"
        entry = json_value(line.decode(errors="replace"), where)
        validate("journal", entry, where)
        if "made" in entry:
            yield entry["made"]


def entry_to_json(candidate: CandidateId, result: Result) -> Document:
    """Return the result of a candidate as an entry of a journal."""
    wish, number = candidate
    entry: Document = {"wish": wish, "candidate": number}
    if isinstance(result, ProvedPuzzle):
        return {**entry, "made": proved_puzzle_to_json(result)}
    return {**entry, "rejected": result.reason}


def entry_from_json(entry: Document, where: str = "") -> tuple[CandidateId, Result]:
    """Return the candidate of a journal's entry, and its result.

    :raises Malformed: if it is not such an entry, or contradicts itself.

    >>> entry_from_json({"wish": 0, "candidate": 3, "rejected": "no line"})
    ((0, 3), Rejection(candidate=3, reason='no line'))
    """
    validate("journal", entry, where)
    if "journal" in entry:
        raise Malformed(
            "the first line of a journal, where the result of a candidate is expected", where=where
        )
    number: int = entry["candidate"]
    candidate = (entry["wish"], number)
    if "rejected" in entry:
        return candidate, Rejection(number, entry["rejected"])
    proved = proved_puzzle_from_json(entry["made"], where)
    if proved.candidate != number:
        message = f"the line of candidate {number} holds the puzzle of candidate {proved.candidate}"
        raise Malformed(message, where=where)
    return candidate, proved


def proved_puzzle_to_json(proved: ProvedPuzzle) -> Document:
    """Return the whole of a proved puzzle as a document, from which it can be read again."""
    return {"puzzle": puzzle_document(proved), **solution_document(proved)}


def proved_puzzle_from_json(document: Document, where: str = "") -> ProvedPuzzle:
    """Return the puzzle of a document of :func:`proved_puzzle_to_json`.

    :raises Malformed: if it does not have that form, or contradicts itself.
    """
    puzzle, line = document["puzzle"], parse_line(document["line"])
    verdict, read = puzzle["verdict"], read_puzzle(puzzle, where)
    return ProvedPuzzle(
        puzzle=read,
        line=line,
        game=parse_line(document["game"]),
        proof=Proof(
            line,
            tuple(map(_report, verdict["keys"])),
            verdict.get("best"),
            contract=contract_of(puzzle),
        ),
        difficulty=Difficulty(**puzzle["difficulty"], themes=tuple(puzzle["themes"])),
        needs=tuple(puzzle.get("needs", ())),
        # Packs older than the count lack it.
        decoys=puzzle["decoys"] if "decoys" in puzzle else decoys(read),
        seed=puzzle["source"]["seed"],
        candidate=puzzle["source"]["candidate"],
        also=tuple(parse_line(way) for way in document.get("also", ())),
        tries=tuple(map(try_of, document.get("tries", ()))),
    )


def _report(key: Document) -> Report:
    return Report(
        key["name"],
        key["version"],
        tuple(key["parameters"].items()),
        tuple(key["work"].items()),
    )


def _head(parameters: Document) -> Document:
    return {"journal": _VERSION, "versions": versions(), "parameters": parameters}


def _parameters(head: Any, where: str) -> Document:
    """Return the parameters in the first line, if these versions can go on with the run."""
    if not isinstance(head, dict) or "journal" not in head:
        raise Malformed("not the first line of a journal", where=f"{where}, line 1")
    form, begun_with = head["journal"], head.get("versions")
    if (form, begun_with) != (_VERSION, versions()):
        raise Malformed(
            f"started with meepleproof {begun_with} (journal {form}); this is {versions()} "
            f"(journal {_VERSION}), which might make other puzzles. Continue with the versions it "
            "was started with, or start another run with --run",
            where=where,
        )
    validate("journal", head, f"{where}, line 1")
    parameters: Document = head["parameters"]
    return parameters
