"""Which values a catalogue of NEOM does not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from verifier.neom.tile_catalogue import EFFECT_FIELDS, Tile, TileCatalogue


def unknown_values(catalogue: TileCatalogue) -> tuple[str, ...]:
    """Return the paths of all values that the catalogue does not know, as verdicts name them."""
    parameters = _unknown_in(catalogue.parameters, "")
    boards = [
        f"boards/{board.id}/{name}"
        for board in catalogue.boards
        for name in ("good", "roads")
        if getattr(board, name) is None
    ]
    tiles = [path for tile in catalogue.tiles for path in _unknown_of(tile)]
    return (*parameters, *boards, *tiles)


def _unknown_in(part: Any, path: str) -> Iterator[str]:
    for field in fields(part):
        value, place = getattr(part, field.name), f"{path}{field.name}"
        if value is None:
            yield place
        elif isinstance(value, tuple):
            for number, entry in enumerate(value):
                if is_dataclass(entry):
                    yield from _unknown_in(entry, f"{place}.{number}.")
        elif is_dataclass(value):
            yield from _unknown_in(value, f"{place}.")


def _unknown_of(tile: Tile) -> Iterator[str]:
    for field in fields(tile):
        if field.name != "number" and getattr(tile, field.name) is None:
            yield f"tiles/{tile.id}/{field.name}"
    for number, effect in enumerate(tile.effects or ()):
        for name in EFFECT_FIELDS[effect.kind]:
            if getattr(effect, name) is None:
                yield f"tiles/{tile.id}/effects/{number}/{name}"
