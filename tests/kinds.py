"""Packs that ship, of every kind: their documents, their puzzles, and what is asked of a kind."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from generator.kind import Result
from generator.kinds import form_of, form_of_plan, kind_named
from generator.listed import listed_kinds
from generator.pack import Packed, pack_text, sealed, solutions_path
from verifier import __version__
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document

PUZZLES = Path(__file__).parents[1] / "puzzles"
FOLDERS = (PUZZLES, *sorted(path for path in PUZZLES.iterdir() if path.is_dir()))
PLANS: dict[Path, Document] = {
    folder: json.loads((folder / "plan.json").read_text("utf-8")) for folder in FOLDERS
}
PLANNED: dict[str, Document] = {
    pack["id"]: pack for plan in PLANS.values() for pack in plan["packs"]
}
KIND_OF: dict[str, str] = {
    pack["id"]: form_of_plan(plan, "").planned_kind(pack)
    for plan in PLANS.values()
    for pack in plan["packs"]
}
"""The kind of the puzzles of each pack."""
KINDS = [kind.name for kind in listed_kinds()]


def path_of(name: str) -> Path:
    """Return where the pack of that name is."""
    return next(
        folder / f"{name}.json"
        for folder, plan in PLANS.items()
        if name in {pack["id"] for pack in plan["packs"]}
    )


def documents(name: str) -> tuple[Document, Document]:
    """Return a pack that ships, and its solutions."""
    path = path_of(name)
    beside = path.with_name(f"{name}.solutions.json")
    return json.loads(path.read_text("utf-8")), json.loads(beside.read_text("utf-8"))


def read(pack: Document, solutions: Document | None = None) -> tuple[Packed[Any], ...]:
    """Return the puzzles of a pack."""
    return form_of(pack, "pack").read(pack, "pack", solutions)


def ids(name: str) -> list[str]:
    """Return the ids of the puzzles of a pack that ships, which is not read whole for this."""
    return [one["id"] for one in documents(name)[0]["puzzles"]]


@cache
def shipped(name: str) -> tuple[Packed[Any], ...]:
    """Return the puzzles of a pack that ships, with their solutions."""
    return read(*documents(name))


def puzzle_of(name: str, identity: str) -> Packed[Any]:
    """Return a puzzle of a pack that ships."""
    return next(one for one in shipped(name) if one.id == identity)


def work_of(packed: Packed[Any]) -> int:
    """Return how much the engine examined for a puzzle."""
    keys = {key["name"]: key for key in packed.document["verdict"]["keys"]}
    return int(sum(keys["engine"]["work"].values()))


def quickest(name: str) -> Packed[Any]:
    """Return the puzzle of a pack of which the engine examined the least."""
    return min(shipped(name), key=lambda one: (work_of(one), one.id))


def proved_by(version: str, document: dict[str, Any]) -> dict[str, Any]:
    """Return what a pack states of a puzzle, as if that version had proved it."""
    verdict = document["verdict"]
    keys = [{**key, "version": version} for key in verdict["keys"]]
    return {**document, "verdict": {**verdict, "keys": keys}}


def as_made_today(pack: Path) -> dict[str, bytes]:
    """Return the files of a pack that ships, by name, as if today's version had made them."""
    files = (pack, Path(solutions_path(str(pack))))
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    made_by = json.loads(texts[pack.name])["provenance"]["version"]
    before, now = (f'"version": "{version}' for version in (made_by, __version__))
    return {
        name: pack_text(sealed(json.loads(text.replace(before, now)))).encode()
        for name, text in texts.items()
    }


def discrepancies(packed: Packed[Any]) -> list[str]:
    """Return what is wrong with a puzzle by both keys."""
    with CpSatSolver() as solver:
        return list(kind_named(packed.kind).discrepancies(packed, solver))


def attempt(name: str, seed: int, candidate: int, **options: Any) -> Result:
    """Return what comes of a candidate for a kind."""
    kind = kind_named(name)
    with CpSatSolver() as solver:
        return kind.attempt(kind.wishes(options)[0], seed, candidate, solver)
