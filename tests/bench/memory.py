"""Searches in this process and says how much memory that took: ``memory TILES NODES``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.bench.positions import stored, with_tiles
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.solo.goals import checklist


def peak() -> float:
    """Return the largest resident set of this process so far, in MB.

    Linux tells it of the process; getrusage would count the program that started it as well.
    """
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1000


if __name__ == "__main__":
    tiles, nodes = int(sys.argv[1]), int(sys.argv[2])
    solve(with_tiles(stored()[0], tiles), checklist()["road-5-3c"], tiles, nodes=nodes)
    sys.stdout.write(f"{peak()}\n")
