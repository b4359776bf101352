"""Packs the suite into one archive, with digests of all files; always the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from verifier import __version__
from verifier.carcassonne.solo.conformance.cases import AREAS, PROTOCOL, case_to_json, cases
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.schemas import schema

__all__ = ["LICENCE", "archive", "contents"]

LICENCE = "CC0-1.0"

_CONTRACTS = (
    "case",
    "common",
    "engine-answer",
    "engine-request",
    "goal",
    "manifest",
    "position",
    "record",
    "scenario",
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a ZIP file can store
_READABLE = 0o644 << 16
_UNIX = 3


def archive() -> bytes:
    """Return the archive as a ZIP file."""
    buffer = io.BytesIO()
    # Not compressed, since compressed bytes differ between versions of zlib.
    with ZipFile(buffer, "w", ZIP_STORED) as file:
        for name, data in sorted(contents().items()):
            entry = ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            file.writestr(entry, data)
    return buffer.getvalue()


def contents() -> dict[str, bytes]:
    """Return every file of the archive by its name, including the manifest.

    >>> sorted({name.partition("/")[0] for name in contents()})
    ['LICENSE', 'README.md', 'cases', 'example', 'manifest.json', 'rules', 'scenarios', 'schemas', \
'tiles']
    """
    files = dict(_files())
    manifest = {
        "$schema": "urn:meepleproof:manifest:1",
        "title": "meepleproof conformance suite",
        "version": __version__,
        "protocol": PROTOCOL,
        "licence": LICENCE,
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return files | {"manifest.json": _pretty(manifest)}


def _files() -> Iterator[tuple[str, bytes]]:
    here, game = resources.files(__package__), resources.files("verifier.carcassonne")
    yield "README.md", _text(here / "README.md")
    yield "LICENSE", _text(game / "solo" / "scenarios" / "LICENSE")
    yield "example/toy_engine.py", _text(game / "example" / "toy_engine.py")
    yield "tiles/base.json", _text(game / "tiles" / "base.json")
    for name in ("catalogue.json", "switches.json"):
        yield f"rules/{name}", _text(game / "solo" / name)
    for contract in _CONTRACTS:
        yield f"schemas/{contract}.schema.json", _pretty(dict(schema(contract)))
    for area in AREAS:
        lines = [canonical_bytes(case_to_json(case)) for case in cases() if case.area == area]
        yield f"cases/{area}.ndjson", b"".join(line + b"\n" for line in lines)
    for folder in (game / "solo" / "scenarios").iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                if file.name.endswith(".json"):
                    yield f"scenarios/{folder.name}/{file.name}", _text(file)


def _text(file: Traversable) -> bytes:
    """Return a text as bytes with Unix newlines, however it was checked out."""
    return file.read_text(encoding="utf-8").encode()


def _pretty(document: object) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
