"""What a pack is chosen from: skeletons, and how many of one there may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import curation
from generator.curation import MOST_OF_SKELETON, SKELETON, select
from generator.journal import proved_puzzle_from_json
from generator.pack import PackedPuzzle
from generator.pipeline import ProvedPuzzle
from generator.skeleton import skeleton
from meepleproof.cli.pack_files import read_pack_files
from verifier.carcassonne.notation import parse_line
from verifier.carcassonne.puzzle import parse_code

PUZZLES = Path(__file__).parents[1] / "puzzles"

# A road of three tiles: one on the table, then one to its east, then one to its north.
ROAD = "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t2~n.U.V~g.road.0.x.0"


def proved(packed: PackedPuzzle) -> ProvedPuzzle:
    document = {"puzzle": packed.document}
    document |= {"line": packed.document["id"], "game": ""}
    return proved_puzzle_from_json(document)


def shipped(name: str) -> tuple[PackedPuzzle, ...]:
    return read_pack_files(str(PUZZLES / f"{name}.json"))[1]
