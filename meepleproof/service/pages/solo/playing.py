"""The pages on which puzzles and free games are played, and a puzzle on a sheet of paper.

They are frames that a script fills.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.pack import Packed
from meepleproof.rendering.solo.svg import ACROSS, board_svg, next_tiles_svg, scoreboard_svg
from meepleproof.service.pages.errors import missing_page, with_error_page, with_problem
from meepleproof.service.pages.layout import (
    HEADERS,
    address_of,
    cacheable,
    from_template,
    play_page,
)
from meepleproof.service.pages.puzzles import puzzle_address, sort_of
from meepleproof.service.pages.solo.free_games import (
    ABBOT,
    ANY,
    COLOURS,
    FILE,
    FREE,
    FREE_STYLES,
    MEEPLES,
    SHEET,
    SHEET_SCRIPT,
    Games,
    beside,
    facts_of,
    free_table,
    game_of,
    new_game_page,
    read_rules,
    read_seed,
    sheet_page,
)
from meepleproof.service.play.play import play_of
from meepleproof.service.play.refusal import as_sentence
from meepleproof.service.play.solo.beside import (
    BRIEF,
    WITH,
    pieces_file,
    played_with,
    rules_file,
)
from meepleproof.service.play.solo.document import puzzle_start
from meepleproof.service.play.solo.free import Game, scenario
from meepleproof.service.play.solo.plays import STYLES
from meepleproof.service.play.solo.starts import game_start, undealt_games
from meepleproof.service.play.solo.wording import task_in_words
from meepleproof.service.play.url import read_text
from meepleproof.service.shelf import Shelf, coded
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_STEPS = "/first-steps"
_UP = {FREE: FREE, _STEPS: _STEPS}
"""Where the way back leads from below some addresses."""
_KEPT = ("seed", "colours", "meeples", WITH, "abbot")


def made_page(
    packed: Packed[Puzzle], table: Document, about: Document, query: Mapping[str, str], path: str
) -> HTMLResponse:
    """Return the page of a puzzle that was made here; ``about`` goes to the script."""
    told = play_of(packed.kind).playing(packed)
    more: Document = {
        **told.about,
        "share": told.share,
        "opens": told.share,
        "asks": {},
        "puzzle": packed.id,
        "proof": told.proof,
        "sort": sort_of(packed, told),
        **about,
    }
    facts, rules = [packed.level, *told.facts], packed.puzzle.position.rules
    return _page(task_in_words(packed.puzzle), facts, table, more, query, path, rules=rules)


def lesson_page(  # noqa: PLR0913 - how it is told is given by name
    number: int,
    head: str,
    says: str,
    table: Document,
    puzzle: Puzzle,
    *,
    of: int,
    following: str,
    alone: bool,
) -> HTMLResponse:
    """Return the page of one of the first steps, which says what it teaches.

    ``alone`` there is no server to ask for a table.
    """
    more = following.startswith(_STEPS)
    about: Document = {
        **({} if alone else {"asks": {"code": puzzle.code}}),
        "start": puzzle_start(puzzle),
        "lesson": {"number": number, "says": says, "leads": "" if more else "solo"},
        "next": following,
        "following": "Next step" if more else "Your first puzzle",
        "others": ["All steps", _STEPS],
    }
    task = f"{head}: {task_in_words(puzzle).partition(': ')[2]}"
    return _page(task, [f"step {number} of {of}"], table, about, {}, f"{_STEPS}/{number}")


def _free_page(game: Game, seed: int, table: Document, query: Mapping[str, str]) -> HTMLResponse:
    """Return the page of a free game."""
    rules = game.start.rules
    asks = {"seed": seed, "colours": rules.colours, "meeples": rules.meeples, **beside(rules)}
    about: Document = {"game": "solo", "asks": asks, "start": game_start(game.start, seed)}
    facts = [*facts_of(rules), f"seed {seed}"]
    return _page("Free solo game", facts, table, about, query, FREE, free=True, rules=rules)


def _files(rules: RuleSet) -> Document:
    """Return the addresses of the drawings and rules of a game."""
    return {"pieces": address_of(pieces_file(rules)), "rules": address_of(rules_file(rules))}


def _any_game(_request: Request) -> Response:
    """Return the page that deals and plays the game of its address in the browser."""
    about: Document = {
        "game": "solo",
        "free": _KEPT,
        "undealt": undealt_games(COLOURS, MEEPLES),
        "usual": {"colours": str(SOLO.colours), "meeples": str(SOLO.meeples)},
        "beside": {"name": WITH, "means": BRIEF, **_files(RuleSet(boxes=BOXES))},
        "told": "{colours} colours · {meeples} meeples each · {beside}seed {seed}",
        "home": FREE,
    }
    return _page("Free solo game", [], None, about, {}, ANY, free=True)


def _page(  # noqa: PLR0913 - what differs between games is given by name
    head: str,
    facts: list[str],
    table: Document | None,
    about: Document,
    query: Mapping[str, str],
    path: str,
    *,
    free: bool = False,
    rules: RuleSet = SOLO,
) -> HTMLResponse:
    """Return a page; a ``free`` game on it can be put on the record sheet.

    ``rules`` decide which drawings it needs.
    """
    fixed = {name: query[name] for name in _KEPT if name in query}
    if path == FREE:
        fixed |= {name: str(value) for name, value in about["asks"].items()}
    return play_page(
        head=head,
        facts=facts,
        here=_UP.get(path.rpartition("/")[0] or path, "/"),
        scripts=("play.js", *([SHEET_SCRIPT] if free else [])),
        styles=(*STYLES, *(FREE_STYLES if free else ())),
        table=table,
        about={
            **about,
            "path": path,
            "fixed": fixed,
            "line": query.get("line", ""),
            **_files(rules),
        },
    )


_PRINT = "/print"
_PARTS: dict[str, Callable[[Position], str]] = {
    "board": lambda position: board_svg(position, scoreboard=False),
    "scoreboard": scoreboard_svg,
    "tiles": lambda position: next_tiles_svg(position, ACROSS),
}


def print_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of the sheet of a puzzle, which is given by its code, and its pictures."""

    def sheet(request: Request) -> Response:
        packed = _coded(shelf, request.query_params)
        puzzle, shelved = packed.puzzle, packed.solution is not None
        query = urlencode({"code": puzzle.code})
        play = puzzle_address(packed.id) if shelved else f"/p?{query}"
        level = [packed.level] if packed.level else []
        return from_template(
            "print.html",
            title="A puzzle on paper",
            scripts=("site.js", "print.js"),
            styles=("print.css",),
            task=task_in_words(puzzle),
            facts=[*level, f"puzzle {puzzle.id}", *played_with(puzzle.position.rules)],
            play=play,
            code=puzzle.code,
            code_picture=f"/qr.svg?{urlencode({'path': play})}",
            proof=play_of(packed.kind).playing(packed).proof,
            pictures={part: f"{_PRINT}/{part}.svg?{query}" for part in _PARTS},
        )

    def picture(request: Request) -> Response:
        draw = _PARTS.get(request.path_params["part"])
        if draw is None:
            return missing_page("There is no such picture.")
        position = _coded(shelf, request.query_params).puzzle.position
        return cacheable(draw(position), "image/svg+xml")

    return [
        Route(_PRINT, with_error_page(sheet)),
        Route(f"{_PRINT}/{{part}}.svg", with_error_page(picture)),
    ]


def _coded(shelf: Shelf, query: Mapping[str, str]) -> Packed[Puzzle]:
    """Return the puzzle for a goal that a query has the code of.

    :raises Malformed: if it cannot be read, or is of another game.
    """
    packed = coded(shelf, read_text(query, "code"))
    if not isinstance(packed.puzzle, Puzzle):
        raise Malformed("only puzzles for goals of the Solo Variant are printed here", where="code")
    return packed


_SEEDS = 10**9
"""Random seeds stay below this, so that they are short enough to pass on."""


def free_routes(games: Games, *, alone: bool) -> list[BaseRoute]:
    """Return the routes of the free game and its record sheet; ``alone`` the browser deals."""

    def play(request: Request) -> Response:
        return new_game_page(alone=True) if alone else _play(request.query_params, games)

    def file(request: Request) -> Response:
        return _file(request.query_params, games)

    def sheet(_request: Request) -> Response:
        return sheet_page()

    return [
        Route(FREE, with_error_page(play)),
        Route(FILE, with_problem(file)),
        *([Route(ANY, _any_game)] if alone else []),
        Route(SHEET, sheet),
    ]


def _play(given: QueryParams, games: Games) -> Response:
    if "seed" not in given:
        return new_game_page()
    ticked = given.getlist(WITH)
    query = dict(given) | ({WITH: "".join(ticked)} if ticked else {})
    rules = read_rules(query)
    if not query["seed"]:
        return RedirectResponse(_address(secrets.randbelow(_SEEDS), rules, query), 303, HEADERS)
    if ticked not in ([], [beside(rules).get(WITH)]):
        return RedirectResponse(_address(query["seed"], rules, query), 303, HEADERS)
    try:
        seed = read_seed(query)
        games(seed, rules, ())
    except Malformed as error:
        wrong = as_sentence(error.message)
        return new_game_page(rules, abbot="abbot" in query, seed=query["seed"], wrong=wrong)
    game = game_of(query, games)
    return _free_page(game, seed, free_table(game, query), query)


def _file(query: Mapping[str, str], games: Games) -> Response:
    seed = read_seed(query)
    game = game_of(query, games)
    if not game.position.over:
        raise Malformed("the game is not over, so there is nothing to claim yet", where="line")
    document = scenario(game, seed)
    headers = {**HEADERS, "content-disposition": f'attachment; filename="{document["id"]}.json"'}
    return Response(canonical_bytes(document), headers=headers, media_type="application/json")


def _address(seed: int | str, rules: RuleSet, query: Mapping[str, str]) -> str:
    """Return the address of a free game after the turns made."""
    parts = {"seed": seed, "colours": rules.colours, "meeples": rules.meeples, **beside(rules)}
    abbot = dict([ABBOT]) if "abbot" in query else {}
    line = {"line": query["line"]} if query.get("line") else {}
    return f"{FREE}?{urlencode({**parts, **abbot, **line})}"
