"""The page's scripts outside a browser, by Deno: they solve each puzzle that needs no server."""

from __future__ import annotations

import json
import subprocess
from collections import Counter, defaultdict
from typing import Any

import pytest

from generator.collection.index import PuzzleFilter
from generator.listed import listed_kinds
from meepleproof.service.pages.layout import assets
from meepleproof.service.play.play import play_of
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf
from tests.deno import DENO, SCRIPTS, by_script, needs_deno
from tests.test_play import solving_line
from verifier.documents.strict_json import Document

pytestmark = needs_deno

KINDS = [one.name for one in listed_kinds()]
SERVED = ("study", "farm-study", "study-of-four", "last-bag-tile", "double-turn")
"""Kinds that need a server: hundreds of ways to begin have hundreds of ways to go on each."""


def test_what_a_device_keeps_is_read_from_older_forms_and_never_lost() -> None:
    words = ["test", "--allow-read", "--no-config", "--quiet", str(SCRIPTS)]
    ran = subprocess.run(
        [str(DENO), *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert 0 == ran.returncode, ran.stdout + ran.stderr
    assert "| 0 failed" in ran.stdout


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


def told(one: ShelvedPuzzle) -> Document:
    """Return what the page of a puzzle has, and the line that solves it."""
    play, packed = play_of(one.kind), one.packed
    found: Document = {
        "id": one.id,
        "about": play.playing(packed).about,
        "line": solving_line(one),
    }
    if play.has_answers(packed):
        found |= {"listed": play.answers(packed), "table": play.table(packed, "")}
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_is_solved_by_the_page_alone_by_its_solution(shelf: Shelf, kind: str) -> None:
    puzzles = list(shelf.matching(PuzzleFilter(kind=kind)))
    assert puzzles
    if kind in SERVED:
        assert not any(play_of(kind).has_answers(one.packed) for one in puzzles)
        return
    by_sheet = defaultdict[str, list[Document]](list)
    for one in puzzles:
        by_sheet[play_of(kind).playing(one.packed).rules or "solo.json"].append(told(one))
    ended = list[Any]()
    for sheet, given in by_sheet.items():
        ended += by_script("solve.js", [json.loads(assets()[sheet].content), *given])
    assert {"solved": len(puzzles)} == Counter(kind for _, kind in ended)
