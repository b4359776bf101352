"""What a turn of a whole game by the house rules costs the service, and how large its answer is."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from statistics import median
from time import process_time

from meepleproof.service.play.house.evenings import game_table, read_evening
from meepleproof.service.play.house.game import answered, remembered_house_games
from verifier.documents.canonical_json import canonical_bytes

GAME: Mapping[str, str] = {"players": "2", "minutes": "30", "seed": "7", "sets": "ic.tb.ks"}
"""A game of two with every box but the river, 60 tiles."""
_LATE = 45
"""Part-turns after which a position counts as late."""
_TIMES = 5


@cache
def greedy_line() -> tuple[str, ...]:
    """Return the part-turns of that game, both players greedy."""
    game = remembered_house_games()(read_evening({**GAME, "seats": "greedy.greedy"}), ())
    while game.goes_on:
        game = answered(game)
    return tuple(map(str, game.line))


def table_after(turns: int) -> tuple[float, int]:
    """Return the milliseconds for the table after so many part-turns, and its compressed bytes.

    The turns before the last one are played already, as in a game that goes on.
    """
    line, taken, size = greedy_line(), list[float](), 0
    for _ in range(_TIMES):
        games = remembered_house_games()
        game_table(games, {**GAME, "line": "~".join(line[: turns - 1])})
        began = process_time()
        body = canonical_bytes(game_table(games, {**GAME, "line": "~".join(line[:turns])}))
        taken.append((process_time() - began) * 1000)
        size = len(gzip.compress(body))
    return min(taken), size


def late_table(quick: bool) -> float:
    """Return the median of the milliseconds for late tables of that game."""
    step = 6 if quick else 1
    return median(table_after(turns)[0] for turns in range(_LATE, len(greedy_line()), step))
