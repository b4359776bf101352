"""The routes of the pages of the house game and of NEOM, and of tables, which know all games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from starlette.routing import BaseRoute

from meepleproof.service.pages.house.game import house_game_routes
from meepleproof.service.pages.house.pages import house_routes
from meepleproof.service.pages.house.score import score_routes
from meepleproof.service.pages.neom.own import own_pages
from meepleproof.service.pages.neom.packs import neom_pack_routes
from meepleproof.service.pages.neom.pages import neom_routes
from meepleproof.service.pages.neom.table import neom_table_pages
from meepleproof.service.pages.solo.free_games import Games
from meepleproof.service.pages.table_routes import table_routes
from meepleproof.service.play.house.game import remembered_house_games
from meepleproof.service.shelf import Shelf


def further_routes(shelf: Shelf, games: Games, today: Callable[[], date]) -> list[BaseRoute]:
    """Return the routes; ``today`` is asked for the day."""
    evenings = remembered_house_games()
    return [
        *table_routes(shelf, games, evenings),
        *house_routes(shelf, today),
        *house_game_routes(evenings),
        *score_routes(),
        *neom_table_pages(),
        *neom_pack_routes(),
        *own_pages(),
        *neom_routes(shelf, today),
    ]
