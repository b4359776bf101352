"""A folder of packs as a collection reads it: from the packs, or from the index beside them.

``meepleproof pack index`` writes the index. It holds the puzzles of the folder and the facts about
them, so that a hundred thousand can be searched without reading one.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from generator.collection.index import Index, facts_of
from generator.pack_form import solutions_path
from verifier.documents.strict_json import Document, json_value
from verifier.errors import Malformed
from verifier.files import beside

__all__ = ["INDEX", "HeldPack", "HeldPuzzle", "PackFolder", "read_folder", "write_index"]

INDEX = "index.sqlite3"
"""The name of the index in a folder of packs."""
_FORM = 2
_PACK = "urn:meepleproof:pack:"
_SOLUTIONS = ".solutions.json"
_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bits (name TEXT NOT NULL, value TEXT NOT NULL, bits BLOB NOT NULL);
CREATE TABLE puzzles (
  id TEXT PRIMARY KEY, pack TEXT NOT NULL, document TEXT NOT NULL, solution TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class HeldPack:
    """A pack but for its puzzles: its file, the rest of its document, and the ids withdrawn."""

    path: Path
    head: Document
    withdrawn: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.head["id"])

    @property
    def document(self) -> Document:
        """The whole document, read from its file."""
        document: Document = json.loads(self.path.read_text(encoding="utf-8-sig"))
        return document


@dataclass(frozen=True, slots=True)
class HeldPuzzle:
    """A puzzle as its pack has it, and its solution as the solutions of the pack have it."""

    pack: str
    document: Document
    solution: Document


@dataclass(frozen=True, slots=True)
class PackFolder:
    """What a folder offers: packs, files of packs of other kinds, why puzzles were withdrawn.

    ``puzzle`` returns the puzzle of an id; the index does not have those that were withdrawn.
    ``goals`` has the goals of the puzzles by their ids, as documents.
    """

    packs: tuple[HeldPack, ...]
    others: tuple[Path, ...]
    retracted: Mapping[str, str]
    index: Index
    goals: Mapping[str, Any]
    puzzle: Callable[[str], HeldPuzzle | None]


Check = Callable[[Document, str, Document], object]
"""Checks a pack, named for errors, with its solutions; raises Malformed if something is wrong."""


def read_folder(folder: Path, retracted: Mapping[str, str], check: Check | None) -> PackFolder:
    """Return what a folder offers, from its index if it has one.

    :param check: called for each pack unless there is an index, whose packs were checked when it
        was made; None for packs that need no check.
    :raises Malformed: if something cannot be read, or the index is not of these packs.
    :raises OSError: if a file cannot be opened.
    """
    if (folder / INDEX).is_file():
        return _opened(folder, retracted)
    return _read(folder, retracted, check)


def write_index(folder: Path, retracted: Mapping[str, str], check: Check) -> int:
    """Check the packs of a folder, write their index beside them, and return how many it has.

    :raises Malformed: if a pack cannot be read.
    :raises OSError: if the index cannot be written.
    """
    files = _files(folder)
    found = _read(folder, retracted, check)
    draft = beside(folder / INDEX)
    try:
        with closing(sqlite3.connect(draft)) as database, database:
            database.executescript(_TABLES)
            facts = {
                "form": _FORM,
                "files": files,
                "retracted": dict(retracted),
                "packs": [[one.path.name, one.head, one.withdrawn] for one in found.packs],
                "others": [path.name for path in found.others],
                "places": found.index.places,
                "goals": found.goals,
            }
            rows = ((name, json.dumps(value)) for name, value in facts.items())
            database.executemany("INSERT INTO facts VALUES (?, ?)", rows)
            database.executemany("INSERT INTO bits VALUES (?, ?, ?)", _bit_rows(found.index))
            database.executemany("INSERT INTO puzzles VALUES (?, ?, ?, ?)", _rows(found))
        draft.replace(folder / INDEX)
    finally:
        draft.unlink(missing_ok=True)
    return len(found.index)


def _bit_rows(index: Index) -> Iterator[tuple[str, str, bytes]]:
    size = len(index) // 8 + 1
    for (name, value), bits in index.bits.items():
        yield name, value, bits.to_bytes(size, "little")


def _rows(found: PackFolder) -> Iterator[tuple[str, str, str, str]]:
    for _, identity in found.index.places:
        held = found.puzzle(identity)
        if held is not None:
            yield identity, held.pack, json.dumps(held.document), json.dumps(held.solution)


def _opened(folder: Path, retracted: Mapping[str, str]) -> PackFolder:
    """Return what a folder offers, from its index."""
    name = repr(str(folder / INDEX))
    address = f"{(folder / INDEX).absolute().as_uri()}?mode=ro&immutable=1"
    try:
        # Threads share it, one at a time: see _by_database.
        database = sqlite3.connect(address, uri=True, check_same_thread=False)
        rows = database.execute("SELECT name, value FROM facts")
        facts = {key: json.loads(value) for key, value in rows}
        bits = {
            (key, value): int.from_bytes(found, "little")
            for key, value, found in database.execute("SELECT * FROM bits")
        }
    except sqlite3.DatabaseError as error:
        raise Malformed(f"not an index of packs: {error}", where=name) from None
    now = [list(file) for file in _files(folder)]
    if facts.get("form") != _FORM or facts["files"] != now or facts["retracted"] != retracted:
        raise Malformed(
            "the packs have changed since this index was made; remake it with 'meepleproof pack "
            f"index {folder} --force', or remove it",
            where=name,
        )
    return PackFolder(
        tuple(HeldPack(folder / one[0], one[1], tuple(one[2])) for one in facts["packs"]),
        tuple(folder / one for one in facts["others"]),
        retracted,
        Index([(rating, identity) for rating, identity in facts["places"]], bits),
        facts["goals"],
        partial(_by_database, database, threading.Lock()),
    )


def _by_database(
    database: sqlite3.Connection, lock: threading.Lock, identity: str
) -> HeldPuzzle | None:
    with lock:
        asked = "SELECT pack, document, solution FROM puzzles WHERE id = ?"
        row = database.execute(asked, (identity,)).fetchone()
    return None if row is None else HeldPuzzle(row[0], json.loads(row[1]), json.loads(row[2]))


def _read(folder: Path, retracted: Mapping[str, str], check: Check | None) -> PackFolder:
    """Return what a folder offers, from its packs."""
    packs, others = list[HeldPack](), list[Path]()
    puzzles, goals = dict[str, HeldPuzzle](), dict[str, Any]()
    for name, _, _ in _files(folder):
        path = folder / name
        document = None if name.endswith(_SOLUTIONS) else read_document(path, strict=bool(check))
        schema = str(document.get("$schema", "")) if isinstance(document, dict) else ""
        if "-pack:" in schema:
            others.append(path)
        if document is None or not schema.startswith(_PACK):
            continue
        beside_it = Path(solutions_path(str(path)))
        solutions = read_document(beside_it, strict=bool(check))
        if check is not None:
            check(document, repr(str(path)), solutions)
        ids = [one["id"] for one in document["puzzles"]]
        withdrawn = tuple(one for one in ids if one in retracted)
        head = {key: value for key, value in document.items() if key != "puzzles"}
        packs.append(HeldPack(path, head, withdrawn))
        for one in document["puzzles"]:
            identity, goal = one["id"], one["goal"]
            if identity in withdrawn:
                continue
            if identity not in solutions["solutions"]:
                missing = f"the solution of the puzzle {identity} is missing"
                raise Malformed(missing, where=repr(str(beside_it)))
            if identity in puzzles:
                twice = f"two packs of the shelf have the puzzle {identity!r}"
                raise Malformed(twice, where=repr(str(path)))
            solution = solutions["solutions"][identity]
            puzzles[identity] = HeldPuzzle(document["id"], one, solution)
            goals[goal if isinstance(goal, str) else goal["id"]] = goal
    index = Index.of(facts_of(one.document, one.pack) for one in puzzles.values())
    return PackFolder(tuple(packs), tuple(others), retracted, index, goals, puzzles.get)


def read_document(path: Path, *, strict: bool = True) -> Any:
    """Return the JSON document of a file.

    :param strict: False for files that we wrote and ship; that takes a third of the time.
    :raises Malformed: if it cannot be read.
    """
    name = repr(str(path))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("not UTF-8 text", where=name) from None
    if not strict:
        with contextlib.suppress(json.JSONDecodeError):
            return json.loads(text)
    return json_value(text, name)


def _files(folder: Path) -> list[tuple[str, int, int]]:
    """Return the documents in a folder, each with its size and when it was written."""
    paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
