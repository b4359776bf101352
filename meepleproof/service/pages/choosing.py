"""Choosing a puzzle, of any game: lists page by page, filtered by what an address asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from generator.collection.index import PuzzleFilter
from generator.grade import LEVELS
from meepleproof.service.daily import kinds_in_turns
from meepleproof.service.pages.context import PageContext
from meepleproof.service.pages.days import coming_days, day_in_words, day_path
from meepleproof.service.pages.layout import address_of
from meepleproof.service.pages.url import read_number, read_text
from meepleproof.service.play.play import kind_in_words, play_of, played_game
from meepleproof.service.shelf import ShelvedPuzzle

ON_A_PAGE = 20
_MOST_PAGES = 9999
_MOST_TILES, _MOST_DECOYS = 99, 99
_PAGES_BESIDE = 2
"""Links to so many pages before and after the one shown, besides the first and the last."""


def list_of_game(
    context: PageContext, game: str, query: Mapping[str, str], **asked: str
) -> dict[str, Any]:
    """Return what the template of a game's list needs: the puzzle of the day, and those found.

    ``asked`` is what else the puzzles are filtered by, beside their kind and level.

    :raises Malformed: if the address cannot be read.
    """
    played, day = played_game(game), context.today()
    every, today = PuzzleFilter(game=game), context.days.puzzle(game, day)
    asked = {name: read_text(query, name) for name in ("kind", "level")} | asked
    return {
        "here": played.home,
        "game": game,
        "below": played.below,
        "rated": played.one_scale,
        "day": day_in_words(day),
        "daily": day_path(day, played.below),
        "today": None if today is None else card_of(today),
        "days": _met(context, game, day),
        "all": len(context.shelf.matching(every)),
        "kinds": [("", "any kind"), *((name, text) for name, text, _ in played.kinds)],
        "levels": level_choices(),
        **_listing(context, _found(context, game, asked), query, played.home, asked),
    }


def card_of(shelved: ShelvedPuzzle) -> dict[str, Any]:
    """Return what a list shows of a puzzle."""
    return {
        "id": shelved.id,
        "title": task_of(shelved),
        "kind": kind_in_words(played_game(shelved.game), shelved.kind),
        "level": shelved.level,
        "rating": shelved.rating,
    }


def task_of(shelved: ShelvedPuzzle) -> str:
    """Return what a puzzle asks, as the head of its page does."""
    return play_of(shelved.kind).task(shelved.packed)


def _found(context: PageContext, game: str, asked: Mapping[str, str]) -> Sequence[str]:
    """Return the ids of the puzzles that fit, in the order of the game's lists."""
    played, given = played_game(game), {name: value for name, value in asked.items() if value}
    kinds = played.chosen_kinds(given.pop("kind", ""))
    wanted = PuzzleFilter(
        game=game,
        goal=given.get("goal"),
        level=given.get("level"),
        tiles=read_number(given, "tiles", _MOST_TILES),
        needs=given.get("needs"),
        decoys=read_number(given, "decoys", _MOST_DECOYS),
    )
    found = [one for one in context.shelf.facts(wanted) if one.stated("kind") in kinds]
    return [one.id for one in (found if played.one_scale else kinds_in_turns(found))]


def _met(context: PageContext, game: str, today: date) -> list[str]:
    """Return what browsers fetch early, to play the puzzles of the coming days offline."""
    met = list[str]()
    for day in coming_days(today):
        shelved = context.days.puzzle(game, day)
        if shelved is None:
            continue
        play, own = play_of(shelved.kind), f"/puzzle/{shelved.id}"
        pieces = play.playing(shelved.packed).pieces
        met += [day_path(day, played_game(game).below)]
        met += [address_of(pieces) if pieces else f"{own}/tiles.svg"]
        met += [f"{own}/answers"] if play.has_answers(shelved.packed) else []
    return list(dict.fromkeys(met))


def _listing(
    context: PageContext,
    found: Sequence[str],
    query: Mapping[str, str],
    path: str,
    asked: Mapping[str, str],
) -> dict[str, Any]:
    """Return what shows one page of the puzzles found, which ``asked`` filtered."""
    last = max(1, -(-len(found) // ON_A_PAGE))
    number = min(read_number(query, "page", _MOST_PAGES) or 1, last)
    begin = (number - 1) * ON_A_PAGE
    shown = found[begin : begin + ON_A_PAGE]
    return {
        **asked,
        "found": _in_words(len(found)),
        "cards": [card_of(context.shelf.known(identity)) for identity in shown],
        "pages": page_links(path, asked, number, last),
    }


def level_choices() -> list[tuple[str, str]]:
    """Return the levels to choose from, each with its text; the first asks for any."""
    return [("", "any level"), *((level, level) for level in LEVELS)]


def _in_words(number: int) -> str:
    if not number:
        return "No puzzle fits"
    return f"{number} puzzle{'s' if number > 1 else ''}"


def page_links(path: str, asked: Mapping[str, str], number: int, last: int) -> list[dict[str, Any]]:
    """Return links to the first and last page and those around this one, none if it is alone.

    ``gap`` says whether pages are left out before a link.
    """
    kept = {key: value for key, value in asked.items() if value}
    around = range(number - _PAGES_BESIDE, number + _PAGES_BESIDE + 1)
    shown = [one for one in range(1, last + 1) if one in {1, last, *around}]
    return [
        {
            "number": one,
            "href": f"{path}?{urlencode({**kept, 'page': str(one)})}#found",
            "here": one == number,
            "gap": one - before > 1,
        }
        for before, one in pairwise([0, *shown])
        if last > 1
    ]
