"""The journal of a run: one line for each candidate tried, so that none is tried again.

It is a file in a folder of its own. The first line holds the run's parameters and the versions of
the program; each further line holds a candidate's result, in the order in which they arrived::

    {"journal":3,"versions":"0.2.0 (2f0c81...), ortools 9.15","parameters":{"seed":7}}
    {"wish":0,"candidate":0,"rejected":"no line to the goal was found"}
    {"wish":0,"candidate":1,"made":{"kind":"goal","puzzle":{},"solution":{}}}

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

from generator.kind import Rejection, Result, Wish
from generator.kinds import kind_named
from generator.pack import Packed
from generator.run import CandidateId, Plan
from generator.workers import versions
from verifier.documents.strict_json import Document, json_value
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.files import beside, sync_folder

_NAME = "journal.ndjson"
FORM = 3
"""The form of a journal; docs/compatibility.md names it, too."""


class Journal:
    """The open journal of a run, locked against other programs.

    ``parameters`` are those the run was begun with, ``dropped_bytes`` is the length of an
    incomplete last line, which was cut off.
    """

    def __init__(self, folder: str, handle: int) -> None:
        self.folder = folder
        self._path = str(Path(folder) / _NAME)
        self._name = repr(self._path)
        self._handle = handle
        self.parameters: Document = {}
        self._entries: list[tuple[str, Document]] = []
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

    def results(self, plan: Plan) -> list[tuple[CandidateId, Result]]:
        """Return the results of the candidates so far of a run with that plan.

        :raises Malformed: if a line is of another plan, or contradicts itself.
        """
        return [entry_from_json(entry, plan, where) for where, entry in self._entries]

    def keep(self, candidate: CandidateId, result: Result) -> None:
        """Append the result of a candidate. A puzzle is on the disk when this returns.

        :raises OSError: if it cannot be written; earlier lines are safe.
        """
        self._write(entry_to_json(candidate, result), safely=isinstance(result, Packed))

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
        self._entries = list(self._read_entries(lines[1:]))
        if self.dropped_bytes:
            os.ftruncate(self._handle, len(data) - self.dropped_bytes)

    def _read_entries(self, lines: Iterable[bytes]) -> Iterator[tuple[str, Document]]:
        """Yield each entry after the place that it is at.

        :raises Malformed: if a line is damaged, or a candidate is on two.
        """
        lines_of = dict[CandidateId, int]()
        for number, line in enumerate(lines, start=2):
            where = f"{self._name}, line {number}"
            entry = self._entry(line, number)
            validate("journal", entry, where)
            if "journal" in entry:
                message = "the first line of a journal, where what came of a candidate is expected"
                raise Malformed(message, where=where)
            candidate = entry["wish"], entry["candidate"]
            if candidate in lines_of:
                wish, one = candidate
                message = f"candidate {one} of wish {wish} is on line {lines_of[candidate]}, too"
                raise Malformed(message, where=where)
            lines_of[candidate] = number
            yield where, entry

    def _entry(self, line: bytes, number: int) -> Document:
        where = f"{self._name}, line {number}"
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise Malformed(f"not UTF-8 text: byte {line[error.start]:#04x}", where=where) from None
        entry: Document = json_value(text, where)
        return entry


def made_in(folder: str) -> Iterator[Document]:
    """Yield the puzzles that a run has made so far, as journals have them.

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
    if isinstance(result, Packed):
        made = {"kind": result.kind, "puzzle": result.document, "solution": result.solution}
        return {**entry, "made": made}
    return {**entry, "rejected": result.reason}


def entry_from_json(entry: Document, plan: Plan, where: str = "") -> tuple[CandidateId, Result]:
    """Return the candidate of a journal's entry, and its result.

    :raises Malformed: if it is not of a run with that plan, or contradicts itself.
    """
    wish, number = entry["wish"], entry["candidate"]
    if wish >= len(plan.wishes):
        message = f"candidate {number} of wish {wish}, and there are {len(plan.wishes)} wishes"
        raise Malformed(message, where=where)
    if "rejected" in entry:
        return (wish, number), Rejection(number, entry["rejected"])
    return (wish, number), _made(entry["made"], plan.wishes[wish], number, where)


def _made(made: Document, wish: Wish, number: int, where: str) -> Packed[Any]:
    kind = kind_named(wish.kind)
    if made["kind"] != kind.name:
        message = f"a puzzle of the kind {made['kind']!r}, and the wish is for {kind.name!r}"
        raise Malformed(message, where=where)
    puzzle, solution = made["puzzle"], made["solution"]
    kind.form.require_alone(puzzle, solution, f"{where} /made")
    if puzzle["source"]["candidate"] != number:
        other = puzzle["source"]["candidate"]
        message = f"the line of candidate {number} holds the puzzle of candidate {other}"
        raise Malformed(message, where=where)
    return kind.form.packed(
        puzzle, solution, where, kind=kind.name, beside=kind.form.beside_of(wish.given)
    )


def _head(parameters: Document) -> Document:
    return {"journal": FORM, "versions": versions(), "parameters": parameters}


def _parameters(head: Any, where: str) -> Document:
    """Return the parameters in the first line, if these versions can go on with the run."""
    if not isinstance(head, dict) or "journal" not in head:
        raise Malformed("not the first line of a journal", where=f"{where}, line 1")
    form, begun_with = head["journal"], head.get("versions")
    if (form, begun_with) != (FORM, versions()):
        raise Malformed(
            f"started with meepleproof {begun_with} (journal {form}); this is {versions()} "
            f"(journal {FORM}), which might make other puzzles. Continue with the versions it "
            "was started with, or start another run with --run",
            where=where,
        )
    validate("journal", head, f"{where}, line 1")
    parameters: Document = head["parameters"]
    return parameters
