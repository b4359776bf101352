"""How the lines that reach a goal are counted as solutions: the contract that a puzzle states.

In the last turn of a line only the placement counts, under both contracts.

1. Every line is a solution by itself if any turn before the last has another outcome: another
   claim, other scores, other features that bring points.
2. Lines that place the same tiles in the same way, turn for turn, are one solution if one becomes
   the other by changing the claim of one turn at a time, reaching the goal each time. Claims and
   scoring orders that change nothing for the goal thus make no further solution; claims that only
   work together with others do.

Engine and model each count by them with code of their own.
"""

from __future__ import annotations

from typing import Literal

__all__ = ["CONTRACT", "CONTRACTS", "Contract"]

Contract = Literal[1, 2]

CONTRACTS: tuple[Contract, ...] = (1, 2)

CONTRACT: Contract = 2
"""The contract of the puzzles that are made now."""
