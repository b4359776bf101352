"""The pages of a game by the house rules: its set-up, its table, and its record."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.service.http.messages import answer, json_content
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import address_of, from_template, play_page
from meepleproof.service.play.house import GAME
from meepleproof.service.play.house.evenings import (
    PATH,
    RECORD,
    game_record,
    game_table,
    read_evening,
)
from meepleproof.service.play.house.game import HouseGames
from meepleproof.service.play.house.plays import PIECES, STYLES
from verifier.carcassonne.house.evening import HELD_BACK_AT_LEAST, TILES_A_MINUTE, plan_table
from verifier.carcassonne.house.rule_set import HOUSE, RuleSet
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document

SET_UP = "/house/play"
_SEEDS = 1_000_000
_SETS = (
    ("ic", "Inns & Cathedrals"),
    ("tb", "Traders & Builders"),
    ("ks", "King & Scout"),
    ("river", "River"),
)

_ALL = RuleSet(sets=("base", *(name for name, _ in _SETS)))


def house_game_routes(games: HouseGames, *, alone: bool) -> list[BaseRoute]:
    """Return the routes of house games: their set-up, the game, and its record.

    A page that is played alone is the same for all games, and asks for its first table.
    """
    pages = _Pages(games)
    return [
        Route(SET_UP, with_error_page(pages.set_up)),
        Route(PATH, with_error_page(pages.play_any if alone else pages.play)),
        Route(RECORD, with_problem(pages.record)),
    ]


@dataclass(frozen=True, slots=True)
class _Pages:
    games: HouseGames

    def set_up(self, _request: Request) -> Response:
        return from_template(
            "house-play.html",
            title="A game by the house rules",
            here="/house",
            scripts=("running.js", "setup.js"),
            styles=("free.css", "house.css"),
            sets=[(name, text, name in HOUSE.sets) for name, text in _SETS],
            boxes={
                "tiles": {**dict(plan_table(_ALL, 30).mixed), "river": 0},
                "a_minute": TILES_A_MINUTE,
                "held_back": HELD_BACK_AT_LEAST,
                "opening": plan_table(_ALL, 30).opening,
            },
            game=PATH,
        )

    def play(self, request: Request) -> Response:
        query = request.query_params
        if "players" not in query:
            return RedirectResponse(SET_UP, 303)
        if not query.get("seed"):
            fixed = {**query, "seed": str(secrets.randbelow(_SEEDS))}
            return RedirectResponse(f"{PATH}?{urlencode(fixed)}", 303)
        table = game_table(self.games, query)
        evening = read_evening(query)
        plan, fixed = evening.plan, {name: query[name] for name in GAME.free if name in query}
        facts = [f"{plan.bag} tiles", f"{evening.minutes} minutes", f"seed {evening.seed}"]
        about = {
            "asks": {**fixed, "game": "house"},
            "answered": any(guest.seat != "person" for guest in evening.guests),
            "fixed": fixed,
        }
        return _page(facts, table, about)

    def play_any(self, _request: Request) -> Response:
        about = {
            "asks": {"game": "house"},
            "answered": True,
            "free": GAME.free,
            "told": "seed {seed}",
            "line": "",
        }
        return _page([], None, about)

    def record(self, request: Request) -> Response:
        document = game_record(self.games, request.query_params)
        if "download" not in request.query_params:
            return answer(json_content(document))
        headers = {"content-disposition": 'attachment; filename="house-game.json"'}
        text = canonical_bytes(document)
        return Response(text, headers=headers, media_type="application/json")


def _page(facts: list[str], table: Document | None, about: Document) -> Response:
    return play_page(
        head="A game by the house rules",
        facts=facts,
        here=SET_UP,
        scripts=("play.js",),
        styles=STYLES,
        table=table,
        about={
            **about,
            "evening": True,
            "home": SET_UP,
            "path": PATH,
            "pieces": address_of(PIECES),
        },
    )
