"""The table of docs/compatibility.md names the versions that the program has."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import journal
from generator.collection import folder
from verifier import __version__
from verifier.carcassonne.solo import conformance
from verifier.carcassonne.tiles import reader

ROWS = {
    line.split(" | ")[0].removeprefix("| "): line.split(" | ")[2].removesuffix(" |")
    for line in Path("docs/compatibility.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and line.count(" | ") == 2
}
NOW = {
    "the package": __version__,
    "the tile sheet": f"`{reader.FORMAT}`",
    "questions to other engines": str(conformance.PROTOCOL),
    "the journal of a run": str(journal.FORM),
    "the index of a folder of packs": str(folder.FORM),
}


@pytest.mark.parametrize("what", NOW)
def test_the_table_says_what_is_so_now(what: str) -> None:
    assert NOW[what] == ROWS[what].split(";")[0]
