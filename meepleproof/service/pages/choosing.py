"""Choosing a puzzle, of any game: the list that browsers search, and the page that shows it.

A page of ``serve`` and one of a built site are the same: the browser asks for the list once, and
finds what an address or the player asks for.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import Facts, PuzzleFilter
from generator.grade import LEVELS, UNGRADED
from meepleproof.service.daily import kinds_in_turns
from meepleproof.service.http.messages import Content, answer, json_content
from meepleproof.service.pages.context import PageContext
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import GAMES_PATH, address_of, from_template
from meepleproof.service.play.play import Offer, play_of, played_game, played_games
from meepleproof.service.problems import Problem
from meepleproof.service.shelf import Shelf
from verifier.documents.strict_json import Document
from verifier.games import GAMES

_LIST = "/list"


def list_routes(context: PageContext) -> list[BaseRoute]:
    """Return the route of the lists."""
    listed = cache(lambda game: json_content(list_document(context.shelf, game)))

    def answered(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            raise Problem("unknown", f"there is no game {game[:20]!r}", parameter="game")
        content: Content = listed(game)
        return answer(content)

    return [
        Route(f"{_LIST}/{{game}}.json", with_problem(answered)),
        Route(GAMES_PATH, with_error_page(lambda _request: _games())),
        *(Route(climb_path(game), with_error_page(partial(_climb, game))) for game in climbing()),
    ]


def climbing() -> list[str]:
    """Return the games whose puzzles are rated on one scale, so that one can climb it."""
    return [name for name, played in played_games().items() if played.one_scale]


def climb_path(game: str) -> str:
    """Return the address of the climb of a game."""
    return f"{played_game(game).below}/climb"


def _climb(game: str, _request: Request) -> Response:
    """Return the page of the climb of a game, which a script fills."""
    played = played_game(game)
    return from_template(
        "climb.html",
        title="Climb",
        here=played.home,
        name=played.title,
        scripts=("site.js", "climb.js"),
        styles=("home.css",),
        about={
            "game": game,
            "list": f"{_LIST}/{game}.json",
            "pieces": address_of(played.sheet) if played.sheet else "",
        },
    )


def _games() -> Response:
    """Return the page of all games that one can play."""
    games = [
        (played.title, (*played.offers, *([_offer_of(name)] if name in climbing() else ())))
        for name, played in played_games().items()
    ]
    return from_template(
        "games.html", title="Play a game", here=GAMES_PATH, games=games, styles=("home.css",)
    )


def _offer_of(game: str) -> Offer:
    """Return the climb of a game as an offer."""
    return Offer(climb_path(game), "Climb", "Puzzles that get harder, until three are missed.")


def list_of_game(context: PageContext, game: str) -> dict[str, Any]:
    """Return what the template of a game's list needs."""
    played = played_game(game)
    return {
        "here": played.home,
        "name": played.title,
        "homes": [(one.home, one.title) for one in played_games().values()],
        "scripts": ("site.js", "home.js"),
        "styles": ("home.css",),
        "game": game,
        "below": played.below,
        "rated": played.one_scale,
        "pieces": played.sheet,
        "alone": context.alone,
        "climb": climb_path(game) if played.one_scale else "",
        "list": f"{_LIST}/{game}.json",
        "all": len(context.shelf.matching(PuzzleFilter(game=game))),
        "kinds": [("", "any kind"), *((name, text) for name, text, _ in played.kinds)],
        "levels": level_choices(),
    }


def list_document(shelf: Shelf, game: str) -> Document:
    """Return the puzzles of a game in the order of its list, for browsers to search.

    ``titles`` are those of all puzzles, each once; a puzzle refers to its own by number. ``kinds``
    are the choices of a list with the kinds that each means, and ``rated`` are the kinds whose
    ratings are on one scale.
    """
    played, titles = played_game(game), dict[str, int]()
    found = shelf.facts(PuzzleFilter(game=game))
    # Ratings of other kinds are on other scales: these come last.
    by_scale = sorted(found, key=lambda one: one.stated("kind") not in played.daily)
    ordered = by_scale if played.one_scale else kinds_in_turns(found)
    puzzles = [
        _row(one, titles.setdefault(title_of(shelf, one), len(titles)), _board_of(shelf, one))
        for one in ordered
    ]
    return {
        "titles": list(titles),
        "rated": list(played.daily) if played.one_scale else [],
        "kinds": {name: [text, list(kinds)] for name, text, kinds in played.kinds},
        "puzzles": puzzles,
    }


def _row(one: Facts, title: int, board: int) -> Document:
    """Return a puzzle of a list; what it does not have is left out."""
    numbers = {name: one.stated(name) for name in ("tiles", "decoys") if one.stated(name)}
    return {
        "id": one.id,
        "title": title,
        "kind": one.stated("kind"),
        **({"rating": one.place[0]} if one.place[0] < UNGRADED else {}),
        **({"level": level} if (level := one.level) else {}),
        **({"goal": goal} if (goal := one.stated("goal")) else {}),
        **{name: int(number) for name, number in numbers.items()},
        **({"board": board} if board else {}),
        **({"needs": needs} if (needs := [v for of, v in one.values if of == "needs"]) else {}),
    }


def _board_of(shelf: Shelf, one: Facts) -> int:
    held = shelf.held(one.id)
    return 0 if held is None else play_of(one.stated("kind")).board_of(held.document)


def title_of(shelf: Shelf, one: Facts) -> str:
    """Return what a puzzle asks, by its document alone where that is enough."""
    held, play = shelf.held(one.id), play_of(one.stated("kind"))
    stated = "" if held is None else play.task_of(held.document)
    return stated or play.task(shelf.known(one.id).packed)


def level_choices() -> list[tuple[str, str]]:
    """Return the levels to choose from, each with its text; the first asks for any."""
    return [("", "any level"), *((level, level) for level in LEVELS)]
