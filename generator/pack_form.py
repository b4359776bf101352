"""What the packs of all games have in common: their head, their digest, and their solutions.

The solutions of a pack are a document beside it: someone who opens a pack to play from it must not
read them by accident.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from verifier import __version__
from verifier.documents.canonical_json import digest
from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

ATTRIBUTION = "the meepleproof authors"
LICENCE = "CC0-1.0"


@dataclass(frozen=True, slots=True)
class Title:
    """A pack's id, which never changes, its title for readers, and its version."""

    id: str
    text: str
    version: str = "1.0.0"


class Made(Protocol):
    """What a pack asks of a puzzle that was made: where it comes from."""

    @property
    def seed(self) -> int:
        """The seed of the run."""

    @property
    def candidate(self) -> int:
        """The number of the candidate."""


# --- writing


def pack_head(form: str, title: Title, game: str | None = None, *, number: int = 1) -> Document:
    """Return the first entries of a pack; those of the Solo Variant do not name their game.

    ``number`` is that of the form.

    >>> pack_head("house-pack", Title("late", "Late farms"), "house")["$schema"]
    'urn:meepleproof:house-pack:1'
    """
    return {
        **_form_and_game(form, game, number),
        "id": title.id,
        "title": title.text,
        "version": title.version,
        "licence": LICENCE,
        "attribution": ATTRIBUTION,
    }


def provenance(seed: int, parameters: Document, *, model: str = __version__) -> Document:
    """Return where a pack comes from: seed, parameters, and the versions of both keys."""
    return {
        "generator": "meepleproof",
        "version": __version__,
        "seed": seed,
        "parameters": parameters,
        "keys": [{"name": "engine", "version": __version__}, {"name": "model", "version": model}],
    }


def report_of(key: str, work: Mapping[str, int]) -> Document:
    """Return what a pack states of one key's part in a proof: what it examined."""
    return {"name": key, "version": __version__, "parameters": {}, "work": dict(work)}


def reports_of_both(work: Mapping[str, int]) -> list[Document]:
    """Return the reports of both keys, which examined the same.

    >>> [report["name"] for report in reports_of_both({"turns": 3})]
    ['engine', 'model']
    """
    return [report_of(key, work) for key in ("engine", "model")]


def source_of(made: Made) -> Document:
    """Return which candidate of which seed a puzzle was made from."""
    return {"seed": made.seed, "candidate": made.candidate}


def solutions_of(
    form: str, solutions: Document, title: Title, game: str | None = None, *, number: int = 1
) -> Document:
    """Return the document of a pack's solutions, given by the ids of their puzzles."""
    return sealed(
        {
            **_form_and_game(form, game, number),
            "pack": title.id,
            "version": title.version,
            "solutions": solutions,
        }
    )


def sealed(document: Document) -> Document:
    """Return the document with its integrity digest, over everything else in it."""
    body = {key: value for key, value in document.items() if key != "integrity"}
    return {**body, "integrity": digest(body)}


def pack_text(document: Document) -> str:
    """Return the document as it is written to a file: indented, with its keys in order."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def solutions_path(pack: str) -> str:
    """Return the name of the file with the solutions of a pack, which lies beside it.

    >>> solutions_path("puzzles/road-5-3c.json")
    'puzzles/road-5-3c.solutions.json'
    """
    return f"{pack.removesuffix('.json')}.solutions.json"


def _form_and_game(form: str, game: str | None, number: int) -> Document:
    schema = {"$schema": f"urn:meepleproof:{form}:{number}"}
    return schema if game is None else {**schema, "game": game}


# --- reading


def require_form(name: str, document: Document, where: str) -> None:
    """Check that it is such a document, of a version we read, unchanged since it was made.

    :raises Malformed: if it is not.
    """
    stated, read = document.get("$schema"), forms_read(name)
    other = rf"urn:meepleproof:{name}:[0-9]{{1,9}}"
    if isinstance(stated, str) and stated not in read and re.fullmatch(other, stated):
        raise Malformed(
            f"it has the form {stated}; this version reads {' and '.join(read)}, a newer one may "
            "read it",
            where=f"{where}/$schema",
        )
    validate(name, document, where)
    stated, actual = document["integrity"], sealed(document)["integrity"]
    if stated != actual:
        raise Malformed(
            f"it was changed after it was made: it states {stated}, its content gives {actual}",
            where=f"{where}/integrity",
        )


def forms_read(name: str) -> tuple[str, ...]:
    """Return the forms of such a document that this version reads.

    >>> forms_read("pack")
    ('urn:meepleproof:pack:1', 'urn:meepleproof:pack:2')
    """
    stated = schema(name)["properties"]["$schema"]
    return tuple(stated.get("enum", [stated.get("const")]))


def require_once(pack: Document, where: str) -> None:
    """Check that the pack names every puzzle once.

    :raises Malformed: if it does not.
    """
    for identity, times in Counter(one["id"] for one in pack["puzzles"]).items():
        if times > 1:
            message = f"the pack {pack['id']!r} has the puzzle {identity} {times} times"
            raise Malformed(message, where=f"{where}/puzzles")


def read_solutions(form: str, document: Document | None, pack: Document, where: str) -> Document:
    """Return the solutions of the pack by the ids of their puzzles; none if there is no document.

    :raises Malformed: if it does not have that form, or is not of this pack and version.
    """
    if document is None:
        return {}
    require_form(form, document, where)
    of, wanted = (document["pack"], document["version"]), (pack["id"], pack["version"])
    if of != wanted:
        raise Malformed(
            f"these are the solutions of {of[0]} {of[1]}, the pack is {wanted[0]} {wanted[1]}",
            where=where,
        )
    solutions: Document = document["solutions"]
    return solutions
