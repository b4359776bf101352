"""Solves endgames in this process and says how much memory that took: ``endgame_memory NUMBER``."""

from __future__ import annotations

import sys

from tests.bench.memory import peak
from tests.house_greedy import stored_endgames
from verifier.carcassonne.engine.house.endgame import solve, value_of
from verifier.carcassonne.house.endgame import Endgame

if __name__ == "__main__":
    number = int(sys.argv[1])
    for question, tiles in ((solve, 3), (value_of, 4), (value_of, 5)):
        for position in stored_endgames(tiles)[:number]:
            question(Endgame(position))
    sys.stdout.write(f"{peak()}\n")
