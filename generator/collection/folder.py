"""A folder of packs as a collection reads it: from the packs, or from the index beside them.

``meepleproof pack index`` writes the index. It holds the puzzles of the folder and the facts about
them, so that a hundred thousand can be searched without reading one.
"""

from __future__ import annotations

import contextlib
import errno
import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from generator.collection.index import Index, facts_of, goal_id
from generator.kinds import form_of
from generator.listed import ListedForm, listed_form
from generator.pack import RETRACTIONS, Withdrawn, read_withdrawn, schema_of, solutions_path
from verifier.documents.strict_json import Document, json_value
from verifier.errors import Malformed
from verifier.files import beside

__all__ = [
    "INDEX",
    "HeldPack",
    "HeldPuzzle",
    "PackFolder",
    "open_folders",
    "read_folder",
    "withdrawn_in",
    "write_index",
]

INDEX = "index.sqlite3"
"""The name of the index in a folder of packs."""
FORM = 5
"""The form of an index; docs/compatibility.md names it, too."""
_SOLUTIONS = ".solutions.json"
_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bits (name TEXT NOT NULL, value TEXT NOT NULL, bits BLOB NOT NULL);
CREATE TABLE puzzles (
  id TEXT PRIMARY KEY, pack TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL,
  solution TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class HeldPack:
    """A pack but for its puzzles: its file, the rest of its document, and the ids not offered."""

    path: Path
    head: Document
    retracted: tuple[str, ...]
    set_aside: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name that all versions of the pack share."""
        return str(self.head["id"])

    @property
    def form(self) -> str:
        """The schema of the pack, without its number."""
        return schema_of(self.head)

    @property
    def document(self) -> Document:
        """The whole document, read from its file."""
        document: Document = json.loads(self.path.read_text(encoding="utf-8-sig"))
        return document


@dataclass(frozen=True, slots=True)
class HeldPuzzle:
    """A puzzle as its pack has it, and its solution as the solutions of the pack have it."""

    pack: str
    kind: str
    document: Document
    solution: Document


@dataclass(frozen=True, slots=True)
class PackFolder:
    """What a folder offers: packs, and why puzzles were withdrawn.

    ``puzzle`` returns the puzzle of an id, unless it was retracted; the index does not have those
    set aside either. ``goals`` has the goals of the puzzles by their ids, as documents.
    """

    packs: tuple[HeldPack, ...]
    withdrawn: Withdrawn
    index: Index
    goals: Mapping[str, Any]
    puzzle: Callable[[str], HeldPuzzle | None]


def withdrawn_in(folder: Path) -> Withdrawn:
    """Return why puzzles of a folder are not offered; nothing if its retractions are missing.

    :raises Malformed: if they cannot be read, or name a puzzle twice.
    :raises OSError: if the file cannot be opened.
    """
    path = folder / RETRACTIONS
    return read_withdrawn(read_document(path), repr(str(path))) if path.exists() else Withdrawn()


def read_folder(folder: Path, *, checked: bool = False) -> PackFolder:
    """Return what a folder offers, from its index if it has one.

    :param checked: whether the packs need no check, as those of an index need none.
    :raises Malformed: if something cannot be read, or the index is not of these packs.
    :raises OSError: if a file cannot be opened.
    """
    if (folder / INDEX).is_file():
        return _opened(folder)
    return _read(folder, checked=checked)


def open_folders(folders: Iterable[Path], *, checked: bool = False) -> list[PackFolder]:
    """Return what some folders offer.

    :raises Malformed: if something cannot be read, or a puzzle is in two of them.
    :raises OSError: if a file cannot be opened.
    """
    opened = [read_folder(folder, checked=checked) for folder in folders]
    seen = set[str]()
    for folder in opened:
        for _, identity in folder.index.places:
            if identity in seen:
                twice = f"two of the folders have the puzzle {identity!r}"
                raise Malformed(twice, where="--packs")
            seen.add(identity)
    return opened


def write_index(folder: Path, *, checked: bool = False) -> int:
    """Check the packs of a folder, write their index beside them, and return how many it offers.

    :raises Malformed: if a pack cannot be read.
    :raises OSError: if the index cannot be written.
    """
    files = _files(folder)
    found = _read(folder, checked=checked)
    draft = beside(folder / INDEX)
    try:
        with closing(sqlite3.connect(draft)) as database, database:
            database.executescript(_TABLES)
            facts = {
                "form": FORM,
                "files": files,
                "withdrawn": asdict(found.withdrawn),
                "packs": [
                    [one.path.name, one.head, one.retracted, one.set_aside] for one in found.packs
                ],
                "places": found.index.places,
                "goals": found.goals,
            }
            rows = ((name, json.dumps(value)) for name, value in facts.items())
            database.executemany("INSERT INTO facts VALUES (?, ?)", rows)
            database.executemany("INSERT INTO bits VALUES (?, ?, ?)", _bit_rows(found.index))
            database.executemany("INSERT INTO puzzles VALUES (?, ?, ?, ?, ?)", _rows(found))
        draft.replace(folder / INDEX)
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error), str(folder / INDEX)) from None
    finally:
        draft.unlink(missing_ok=True)
    return len(found.index)


def _bit_rows(index: Index) -> Iterator[tuple[str, str, bytes]]:
    size = len(index) // 8 + 1
    for (name, value), bits in index.bits.items():
        yield name, value, bits.to_bytes(size, "little")


def _rows(found: PackFolder) -> Iterator[tuple[str, str, str, str, str]]:
    offered = [identity for _, identity in found.index.places]
    for identity in (*offered, *(one for pack in found.packs for one in pack.set_aside)):
        held = found.puzzle(identity)
        if held is not None:
            yield (
                identity,
                held.pack,
                held.kind,
                json.dumps(held.document),
                json.dumps(held.solution),
            )


def _opened(folder: Path) -> PackFolder:
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
    if facts.get("form") != FORM:
        raise Malformed(
            f"this index has the form {facts.get('form')}, and this version reads form {FORM}; "
            f"remake it with 'meepleproof pack index {folder} --force', or remove it",
            where=name,
        )
    withdrawn = withdrawn_in(folder)
    if facts["files"] != now or facts["withdrawn"] != asdict(withdrawn):
        raise Malformed(
            "the packs have changed since this index was made; remake it with 'meepleproof pack "
            f"index {folder} --force', or remove it",
            where=name,
        )
    return PackFolder(
        tuple(
            HeldPack(folder / name, head, tuple(retracted), tuple(set_aside))
            for name, head, retracted, set_aside in facts["packs"]
        ),
        withdrawn,
        Index([(rating, identity) for rating, identity in facts["places"]], bits),
        facts["goals"],
        partial(_by_database, database, threading.Lock()),
    )


def _by_database(
    database: sqlite3.Connection, lock: threading.Lock, identity: str
) -> HeldPuzzle | None:
    with lock:
        asked = "SELECT pack, kind, document, solution FROM puzzles WHERE id = ?"
        row = database.execute(asked, (identity,)).fetchone()
    return None if row is None else HeldPuzzle(*row[:2], *map(json.loads, row[2:]))


def _read(folder: Path, *, checked: bool) -> PackFolder:
    """Return what a folder offers, from its packs."""
    withdrawn = withdrawn_in(folder)
    packs, puzzles, goals = list[HeldPack](), dict[str, HeldPuzzle](), dict[str, Any]()
    for path, document, form in _packs(folder, strict=not checked):
        beside_it = Path(solutions_path(str(path)))
        solutions = read_document(beside_it, strict=not checked)
        if not checked:
            form_of(document, repr(str(path))).read(document, repr(str(path)), solutions)
        ids = [one["id"] for one in document["puzzles"]]
        head = {key: value for key, value in document.items() if key != "puzzles"}
        retracted = tuple(one for one in ids if one in withdrawn.retracted)
        set_aside = tuple(one for one in ids if one in withdrawn.set_aside)
        packs.append(HeldPack(path, head, retracted, set_aside))
        stated = document["provenance"]["parameters"].get("kind", "")
        for one in document["puzzles"]:
            identity = one["id"]
            if identity in retracted:
                continue
            if identity not in solutions["solutions"]:
                missing = f"the solution of the puzzle {identity} is missing"
                raise Malformed(missing, where=repr(str(beside_it)))
            if identity in puzzles:
                twice = f"two packs of the folder have the puzzle {identity!r}"
                raise Malformed(twice, where=repr(str(path)))
            kind, solution = form.kind_of(one, stated), solutions["solutions"][identity]
            puzzles[identity] = HeldPuzzle(document["id"], kind, one, solution)
            if goal_id(one) and identity not in set_aside:
                goals[goal_id(one)] = one["goal"]
    index = Index.of(
        facts_of(one.document, one.pack, one.kind)
        for identity, one in puzzles.items()
        if identity not in withdrawn.set_aside
    )
    return PackFolder(tuple(packs), withdrawn, index, goals, puzzles.get)


def _packs(folder: Path, *, strict: bool) -> Iterator[tuple[Path, Document, ListedForm]]:
    """Yield the packs of a folder, of whatever form; anything else in it is passed over."""
    for name, _, _ in _files(folder):
        if not name.endswith(_SOLUTIONS):
            document = read_document(folder / name, strict=strict)
            form = listed_form(schema_of(document))
            if form is not None:
                yield folder / name, document, form


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
    # Editors and other systems put files of theirs beside, whose names begin with a dot.
    paths = sorted(
        path for path in folder.iterdir() if path.suffix == ".json" and path.name[0] != "."
    )
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
