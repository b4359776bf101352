"""The journal of a run: one line for each candidate done, so that nothing done is done again.

A folder holds it. Its first line says what was wished for and which versions work on it; every
further line, in the order in which they came, what became of a candidate::

    {"journal":1,"versions":"0.1.0, ortools 9.15","parameters":{"goal":"road-5-3c","seed":7}}
    {"wish":0,"candidate":0,"rejected":"no line to the goal was found"}
    {"wish":0,"candidate":1,"made":{"puzzle":{},"line":"...","game":"..."}}
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from generator.hands import versions
from generator.making import Difficulty, Made, Rejected
from generator.pack import puzzle_document, read_puzzle, solution_document
from generator.proving import Proof, Report
from generator.run import Place, Result
from verifier.errors import Malformed
from verifier.notation import parse_line

Document = dict[str, Any]

_NAME = "journal.ndjson"
_FORM = 1


class Journal:
    """The open journal of a run, which nobody else may write meanwhile.

    ``parameters`` are those with which the run was begun, ``known`` what came of its candidates
    before, ``mended`` how many bytes at its end were cut off, as they made no whole line.
    """

    def __init__(self, folder: str, handle: int) -> None:
        self.folder = folder
        self._path = str(Path(folder) / _NAME)
        self._handle = handle
        self.parameters: Document = {}
        self.known: list[tuple[Place, Result]] = []
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
        new = path.with_name(f".{_NAME}.{os.getpid()}.tmp")
        journal = cls(folder, os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666))
        try:
            journal._lock(folder)
            journal.parameters = dict(parameters)
            journal._write(_head(journal.parameters), safely=True)
            new.rename(path)
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

    def keep(self, place: Place, result: Result) -> None:
        """Add what came of a candidate. Puzzles are on the disk when this returns.

        :raises OSError: if it cannot be written; what was written before is safe.
        """
        wish, number = place
        entry: Document = {"wish": wish, "candidate": number}
        if isinstance(result, Made):
            self._write({**entry, "made": made_to_json(result)}, safely=True)
        else:
            self._write({**entry, "rejected": result.reason}, safely=False)

    def _lock(self, folder: str) -> None:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another program is at work on this run", folder) from None

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
            raise Malformed("a journal without a first line", where=self._path)
        self.parameters = _parameters(self._entry(lines[0], 1), self._path)
        self.known = list(self._results(lines[1:]))
        if self.mended:
            os.ftruncate(self._handle, len(data) - self.mended)

    def _results(self, lines: Iterable[bytes]) -> Iterator[tuple[Place, Result]]:
        for number, line in enumerate(lines, start=2):
            entry = self._entry(line, number)
            where = f"{self._path}, line {number}"
            try:
                yield (entry["wish"], entry["candidate"]), _result(entry, where)
            except (KeyError, TypeError):
                told = "no entry of a journal: it has a wish, a candidate, and made or rejected"
                raise Malformed(told, where=where) from None

    def _entry(self, line: bytes, number: int) -> Document:
        try:
            entry: Document = json.loads(line)
        except ValueError as error:
            where = f"{self._path}, line {number}"
            raise Malformed(f"not JSON: {error}", where=where) from None
        return entry


def _result(entry: Document, where: str) -> Result:
    if "made" in entry:
        return made_from_json(entry["made"], where)
    return Rejected(entry["candidate"], entry["rejected"])


def made_to_json(made: Made) -> Document:
    """Return all of a made puzzle as a document, so that it can be made again from it."""
    return {"puzzle": puzzle_document(made), **solution_document(made.line, made.game)}


def made_from_json(document: Document, where: str = "") -> Made:
    """Return the made puzzle of a document of :func:`made_to_json`.

    :raises Malformed: if it does not have that form, or contradicts itself.
    """
    puzzle, line = document["puzzle"], parse_line(document["line"])
    verdict = puzzle["verdict"]
    return Made(
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


def _parameters(head: Document, where: str) -> Document:
    """Return the parameters in the first line, if these versions can go on with the run."""
    try:
        form, begun_with, parameters = head["journal"], head["versions"], dict(head["parameters"])
    except (KeyError, TypeError, ValueError):
        raise Malformed("not the first line of a journal", where=f"{where}, line 1") from None
    if (form, begun_with) != (_FORM, versions()):
        raise Malformed(
            f"begun with meepleproof {begun_with} (journal {form}), this is {versions()} (journal "
            f"{_FORM}), which might make other puzzles; go on with the versions it was begun with, "
            "or begin anew with --run",
            where=where,
        )
    return parameters
