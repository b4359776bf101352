"""What pages of the house game ask for beside puzzles: games, their records, tables to score."""

from __future__ import annotations

from functools import partial

from meepleproof.service.play.asked import TABLE, Answers, Told
from meepleproof.service.play.house.evenings import RECORD, game_record, game_table
from meepleproof.service.play.house.game import remembered_house_games
from meepleproof.service.play.house.scoring import TOLD, told_of_table


def answers() -> Answers:
    """Return what is answered at which path; it remembers the latest games."""
    games = remembered_house_games()
    return {
        TABLE: Told(partial(game_table, games)),
        RECORD: Told(partial(game_record, games)),
        TOLD: Told(told_of_table),
    }
