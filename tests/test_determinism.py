"""The same question is the same program in every process: sets must not leak their order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SEEDS = range(3)
PROGRAMS = """
import hashlib, json
from generator.solo.pack import read_pack
from verifier.constraints.cpsat import CpSatSolver
from verifier.carcassonne.model.solo.questions import Terms, decide, unplaceable_possible
from verifier.carcassonne.solo.position import Pile
from verifier.carcassonne.solo.letters import tiles_of
from dataclasses import replace

class Listener(CpSatSolver):
    def _exchange(self, question):
        print(hashlib.sha256(json.dumps(question).encode()).hexdigest())
        return None

packed = read_pack(json.load(open("puzzles/checklist.json")), "pack")
for puzzle in (one.puzzle for one in packed if one.document["verdict"]["claim"] == "unique"):
    decide(Listener(), puzzle.position, 2, puzzle.goal, exactly_at=2)
    unplaceable_possible(Listener(), puzzle.position, 2)
    unknown = replace(puzzle.position, piles=tuple(Pile((), 9) for _ in range(3)))
    terms = Terms(frozenset(tiles_of("DEUV")))
    decide(Listener(), unknown, 2, puzzle.goal, terms=terms, exactly_at=2)
"""


def programs(seed: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAMS],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_hashes_do_not_change_the_question() -> None:
    first, *others = [programs(seed) for seed in SEEDS]
    assert 30 == len(first)
    for other in others:
        assert first == other
