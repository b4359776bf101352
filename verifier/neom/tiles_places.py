"""What a check of a catalogue says, with the places of its faults in the owner's words."""

from __future__ import annotations

from typing import Any

from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.tiles_changes import catalogue_hash
from verifier.neom.tiles_document import CheckedDocument, provenance_to_json

__all__ = ["checked_to_json", "place_in_words"]

_LISTS = {"tiles": "tile", "goods": "good", "boards": "City board"}


def place_in_words(document: Any, where: str) -> str:
    """Return a JSON Pointer into a catalogue's document with the tile's id and name for its number.

    >>> mine = {"tiles": [{"id": "I-07", "name": "Sawmill"}], "params": {}}
    >>> place_in_words(mine, "/tiles/0/needs_goods/1")
    'tile I-07 Sawmill, needs_goods 2'
    >>> place_in_words(mine, "/params/flood/protected_by"), place_in_words(mine, "/goods")
    ('flood.protected_by', 'goods')
    """
    steps = where.split("/")[1:]
    named = [f"{int(step) + 1}" if step.isdecimal() else step for step in steps]
    between = ", "
    if len(steps) > 1 and steps[0] in _LISTS and steps[1].isdecimal():
        named[:2] = [_entry_in_words(document, steps[0], int(steps[1]))]
    elif len(steps) > 1 and steps[0] == "params":  # unknown numbers are named like this, too
        named, between = named[1:], "."
    said = "".join(f" {name}" if name.isdecimal() else f"{between}{name}" for name in named)
    return said.removeprefix(between)


def _entry_in_words(document: Any, key: str, number: int) -> str:
    entry = document[key][number]
    known = [entry.get(name) for name in ("id", "name")] if isinstance(entry, dict) else []
    words = " ".join(word for word in known if isinstance(word, str) and word)
    return f"{_LISTS[key]} {words or f'{number + 1} of the list'}"


def checked_to_json(document: Any, checked: CheckedDocument) -> Document:
    """Return the check of a document as one of the schema ``neom-catalogue-check``."""
    catalogue = checked.catalogue
    return {
        "game": "neom",
        "catalogue": None if catalogue is None else provenance_to_json(catalogue),
        "hash": None if catalogue is None or checked.form else catalogue_hash(catalogue),
        "form": [_fault_to_json(document, fault) for fault in checked.form],
        "contradictions": [_fault_to_json(document, fault) for fault in checked.contradictions],
        "counted": checked.counted,
        "unknown": list(checked.unknown),
    }


def _fault_to_json(document: Any, fault: Malformed) -> dict[str, str]:
    return {
        "message": fault.message,
        "where": fault.where,
        "place": place_in_words(document, fault.where),
        "rule": fault.rule,
    }
