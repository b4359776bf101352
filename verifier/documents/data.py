"""Where the data that belongs to the packages is: schemas, puzzles that ship, example files."""

from __future__ import annotations

from pathlib import Path

__all__ = ["data", "pack_folders"]

_PACKED = Path(__file__).parent / "data"
"""What ``setup.py`` copies into a wheel."""

_BESIDE = Path(__file__).parents[2]
"""The top of a checkout, where the folders of data stand beside the packages."""

_ELSEWHERE = {"examples": "docs/examples"}
"""Folders of data that do not stand at the top of a checkout."""


def data(name: str) -> Path:
    """Return the folder of data called ``name``: "schemas", "puzzles" or "examples".

    >>> data("schemas").joinpath("position.schema.json").is_file()
    True
    """
    packed = _PACKED / name
    return packed if packed.is_dir() else _BESIDE / _ELSEWHERE.get(name, name)


def pack_folders() -> list[Path]:
    """Return the folders of the packs that ship.

    >>> [path.name for path in pack_folders()]
    ['puzzles', 'house', 'neom', 'records']
    """
    below = sorted(path for path in data("puzzles").iterdir() if path.is_dir())
    return [data("puzzles"), *below]
