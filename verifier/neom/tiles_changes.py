"""What in a catalogue has changed since a part of it was taken, and the hash that names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from verifier.documents.canonical_json import digest
from verifier.documents.strict_json import Document
from verifier.neom.parameters_document import parameters_to_json
from verifier.neom.tiles import Board, Good, Tile, TileCatalogue
from verifier.neom.tiles_document import catalogue_to_json

__all__ = ["Change", "catalogue_changes", "catalogue_hash"]

_DIGITS = 12
"""Hexadecimal digits of a hash that tell the catalogues of one owner apart."""


def catalogue_hash(catalogue: TileCatalogue) -> str:
    """Return twelve digits that name what a catalogue says, whatever the form of its file.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> len(catalogue_hash(demo_catalogue()))
    12
    """
    return digest(catalogue_to_json(catalogue)).removeprefix("sha256:")[:_DIGITS]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a catalogue says otherwise now: what it is, and which of its values.

    Nothing is named in ``values`` if it is gone.
    """

    what: str
    values: tuple[str, ...]


def catalogue_changes(before: TileCatalogue, now: TileCatalogue) -> tuple[Change, ...]:
    """Return what of a part of a catalogue is other in the catalogue as it is now.

    What only ``now`` has is no change.

    >>> from dataclasses import replace
    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> demo = demo_catalogue()
    >>> dearer = replace(demo, tiles=(replace(demo.tiles[1], cost=9), *demo.tiles[2:]))
    >>> for change in catalogue_changes(replace(demo, tiles=demo.tiles[:3]), dearer):
    ...     print(change)
    Change(what='tile demo-I-01 Flood', values=())
    Change(what='tile demo-I-02 Tent Rows', values=('cost',))
    """
    old, new = _flat(parameters_to_json(before.parameters)), _numbers(now)
    other = [path for path, value in old if new.get(path) != value]
    return (
        *_changed("tile", before.tiles, now.tiles),
        *_changed("City board", before.boards, now.boards),
        *_changed("good", before.goods, now.goods),
        *(Change("number", (path,)) for path in other),
    )


def _changed(
    what: str, before: Iterable[Tile | Board | Good], now: Iterable[Tile | Board | Good]
) -> Iterator[Change]:
    there = {one.id: one for one in now}
    for one in before:
        called = f"{what} {one.id} {getattr(one, 'name', '')}".rstrip()
        same = there.get(one.id)
        if same is None:
            yield Change(called, ())
        elif same != one:
            names = [each.name for each in fields(one)]
            other = tuple(name for name in names if getattr(one, name) != getattr(same, name))
            yield Change(called, other)


def _numbers(catalogue: TileCatalogue) -> dict[str, Any]:
    return dict(_flat(parameters_to_json(catalogue.parameters)))


def _flat(document: Document, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a document by their paths."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value
