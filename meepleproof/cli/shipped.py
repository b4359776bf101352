"""The packs that ship by their names, and the puzzles in them by their ids."""

from __future__ import annotations

import re
from pathlib import Path

from generator.collection.folder import read_folder
from verifier.documents.data import data
from verifier.documents.strict_json import Document

__all__ = ["pack_path", "shipped_puzzle"]


_FOLDERS = ("", "house", "neom", "records")


def pack_path(given: str) -> str:
    """Return the path of the pack that ships under this name; what is given if there is none.

    A file of that name goes first.

    >>> Path(pack_path("road-10")).name, pack_path("my-pack.json")
    ('road-10.json', 'my-pack.json')
    """
    if re.fullmatch(r"[a-z0-9-]{1,40}", given) and not Path(given).exists():
        for folder in _FOLDERS:
            path = data("puzzles") / folder / f"{given}.json"
            if given != "plan" and path.is_file():
                return str(path)
    return given


def shipped_puzzle(given: str) -> Document | None:
    """Return the document of the shipped puzzle with this id; None if there is none.

    A file of that name takes precedence.

    >>> shipped_puzzle("59t9f467mcqr")["tiles"], shipped_puzzle("000000000000")
    (4, None)
    """
    if not re.fullmatch("[0-9a-z]{12}", given) or Path(given).exists():
        return None
    held = read_folder(data("puzzles"), {}, None).puzzle(given)
    return None if held is None else held.document
