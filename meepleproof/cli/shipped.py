"""The packs that ship by their names, and the puzzles in them by their ids."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from verifier.documents.data import pack_folders

__all__ = ["pack_path", "packs_and_files", "path_of_puzzle"]


def pack_path(given: str) -> str:
    """Return the path of the pack that ships under this name; what is given if there is none.

    A file of that name goes first.

    >>> Path(pack_path("road-10")).name, pack_path("my-pack.json")
    ('road-10.json', 'my-pack.json')
    """
    if re.fullmatch(r"[a-z0-9-]{1,40}", given) and not Path(given).exists():
        for path in pack_folders():
            pack = path / f"{given}.json"
            if given != "plan" and pack.is_file():
                return str(pack)
    return given


def path_of_puzzle(given: str) -> str | None:
    """Return the path of the pack that ships with the puzzle of this id; None if there is none.

    A file of that name takes precedence.

    >>> Path(path_of_puzzle("59t9f467mcqr") or "").name, path_of_puzzle("000000000000")
    ('checklist.json', None)
    """
    if not re.fullmatch("[0-9a-z]{12}", given) or Path(given).exists():
        return None
    for folder in pack_folders():
        for path in sorted(folder.glob("*.json")):
            is_pack = not path.name.endswith((".solutions.json", "plan.json"))
            if is_pack and f'"id": "{given}"' in path.read_text(encoding="utf-8"):
                return str(path)
    return None


def packs_and_files(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the packs that ship whose names begin so, and leave files to the shell.

    >>> [item.value for item in packs_and_files(None, None, "road-5")]
    ['road-5-3c', 'road-5-3c-volume-2', 'road-5']
    """
    names = sorted(
        path.stem
        for folder in pack_folders()
        for path in folder.glob("*.json")
        if path.stem.startswith(incomplete)
        and not path.name.endswith((".solutions.json", "plan.json"))
    )
    return [*map(CompletionItem, names), CompletionItem(incomplete, type="file")]
