"""The forms of a catalogue: each number has a field, and what a field gives can be read."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from meepleproof.service.pages.neom.catalogue_forms import (
    begun_catalogue,
    effect_forms,
    number_forms,
    tile_fields,
)
from verifier.documents.strict_json import Document
from verifier.neom.parameters_document import parameters_from_json, parameters_to_json
from verifier.neom.tiles_document import checked_document

_STATES: dict[str, Any] = {"unknown": None, "never": False, "empty": []}
_EXAMPLES: dict[str, Any] = {
    "numbers": [1, 2, 3],
    "words": ["power"],
    "goods": ["wood"],
    "word": "power",
}
NUMBERS = [field for section in number_forms() for field in section["fields"]]


def values_of(field: Document) -> Iterator[Any]:
    """Yield values that a person can give by a field: each state, each option, an example."""
    yield from (_STATES[state] for state in field["states"] if state in _STATES)
    kind = field["kind"]
    if kind == "choice":
        yield from (value for value, _ in field["options"])
    elif kind == "target":
        yield from ({"type": value} for value, _ in field["options"])
        yield {"tag": "power"}
    elif kind in ("group", "lines"):
        whole = {one["path"][0]: next(iter(values_of(one))) for one in field["fields"]}
        yield whole if kind == "group" else [whole]
    elif kind == "number":
        yield from {field["least"], min(field["most"], 3)}
    else:
        yield _EXAMPLES.get(kind, "some words")


def put(whole: Document, path: list[str], value: Any) -> None:
    for name in path[:-1]:
        if whole.get(name) is None:
            whole[name] = {}
        whole = whole[name]
    whole[path[-1]] = value


def form_faults(document: Document) -> list[str]:
    return [str(fault) for fault in checked_document(document).form]


def paths(document: Document, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from paths(value, (*path, name))
        else:
            yield (*path, name)


def test_every_number_of_the_rulebook_has_one_field() -> None:
    every = set(paths(parameters_to_json(parameters_from_json({}))))
    assert every == {tuple(field["path"]) for field in NUMBERS}
    assert len(every) == len(NUMBERS)


@pytest.mark.parametrize("field", NUMBERS, ids=lambda field: ".".join(field["path"]))
def test_what_a_field_gives_can_be_read(field: Document) -> None:
    for value in values_of(field):
        document = copy.deepcopy(begun_catalogue())
        put(document["params"], field["path"], value)
        assert [] == form_faults(document), value


def test_what_is_typed_of_a_tile_can_be_read() -> None:
    for field in tile_fields():
        for value in values_of(field):
            assert [] == form_faults(with_tile({field["path"][0]: value})), (field, value)


def test_every_effect_is_of_a_kind_with_the_fields_it_needs() -> None:
    for form in effect_forms():
        needed = [one for one in form["fields"] if one["path"] != ["text"]]
        words = {"text": "its words"} if form["kind"] == "custom" else {}
        given = {one["path"][0]: next(iter(values_of(one))) for one in needed}
        effect = {"kind": form["kind"], **given, **words}
        assert [] == form_faults(with_tile({"effects": [effect]})), effect


def with_tile(values: Document) -> Document:
    document = begun_catalogue()
    tile = {"id": "I-01", "deck": "I", "mark": "1+", "type": "public", "roads": None, **values}
    document["tiles"].append(tile)
    return document


def test_a_begun_catalogue_has_no_fault_and_knows_only_what_is_public() -> None:
    checked = checked_document(begun_catalogue())
    assert () == checked.faults
    assert checked.catalogue is not None
    known = checked.catalogue.parameters
    assert (6, None, None) == (known.start_money, known.sell_value, known.cornerstone_cap)
    assert all(tile.type == "disaster" for tile in checked.catalogue.tiles)
