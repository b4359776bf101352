"""The pages of the free solo game: its options, the game itself, and the record sheet.

These are the plain pages, for browsers without script; each step is a link.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import goal_in_words, line_in_words
from meepleproof.service.pages.errors import with_error_page, with_problem
from meepleproof.service.pages.layout import HEADERS, PLAIN, from_template
from meepleproof.service.pages.sheet import PATH as SHEET
from meepleproof.service.pages.sheet import SCRIPTS, STYLES, sheet_page
from meepleproof.service.pages.solo.board import framed
from meepleproof.service.pages.solo.free_games import (
    FILE,
    Games,
    game_of,
    read_rules,
    read_seed,
    remembered_games,
    so_far,
)
from meepleproof.service.pages.solo.options import PATH, new_game_page
from meepleproof.service.pages.solo.playing import free_page
from meepleproof.service.pages.solo.scoring_notes import last_scored, last_scoring_in_words
from meepleproof.service.pages.solo.sidebar import scoreboard
from meepleproof.service.pages.solo.tables import free_table
from meepleproof.service.pages.solo.turn_form import (
    playing_board,
    refusal_shown,
    turn_shown,
    undo_link,
)
from meepleproof.service.pages.solo.wording import status_in_words
from meepleproof.service.pages.url import GameUrl, read_choices, read_turns
from meepleproof.service.play.solo.final import final_scoring
from meepleproof.service.play.solo.free import (
    ChecklistEntry,
    Game,
    checklist_entries,
    end_rule,
    scenario,
    visible_position,
)
from meepleproof.service.play.solo.turn_form import TurnForm, turn_form
from meepleproof.service.play.turns import as_sentence
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import Cell
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_ABBOT = ("abbot", "on")
_SEEDS = 10**9
"""Random seeds stay below this, so that they are short enough to pass on."""


def free_routes(games: Games | None = None) -> list[BaseRoute]:
    """Return the routes of the free game and its record sheet."""
    known = games or remembered_games()

    def play(request: Request) -> Response:
        return _play(request.query_params, known, plain=False)

    def plain(request: Request) -> Response:
        return _play(request.query_params, known, plain=True)

    def file(request: Request) -> Response:
        return _file(request.query_params, known)

    def sheet(_request: Request) -> Response:
        return sheet_page()

    return [
        Route(PATH, with_error_page(play)),
        Route(f"{PLAIN}{PATH}", with_error_page(plain)),
        Route(FILE, with_problem(file)),
        Route(SHEET, sheet),
    ]


def _play(query: Mapping[str, str], games: Games, *, plain: bool) -> Response:
    if "seed" not in query:
        return new_game_page()
    rules = read_rules(query)
    if not query["seed"]:
        url = _game_url(secrets.randbelow(_SEEDS), rules, query, PATH)
        return RedirectResponse(url.link(), 303, HEADERS)
    try:
        seed = read_seed(query)
        games(seed, rules, ())
    except Malformed as error:
        wrong = as_sentence(error.message)
        return new_game_page(rules, abbot="abbot" in query, seed=query["seed"], wrong=wrong)
    game = game_of(query, games)
    if not plain:
        return free_page(game, seed, free_table(game, query), query)
    # The links go on from before a refused turn.
    url = _game_url(seed, rules, query, f"{PLAIN}{PATH}")
    url = replace(url, turns=read_turns(query)[: len(game.line)])
    return _plain_page(game, seed, query, url)


def _file(query: Mapping[str, str], games: Games) -> Response:
    seed = read_seed(query)
    game = game_of(query, games)
    if not game.position.over:
        raise Malformed("the game is not over, so there is nothing to claim yet", where="line")
    document = scenario(game, seed)
    headers = {**HEADERS, "content-disposition": f'attachment; filename="{document["id"]}.json"'}
    return Response(canonical_bytes(document), headers=headers, media_type="application/json")


# What the address says


def _game_url(seed: int, rules: RuleSet, query: Mapping[str, str], path: str) -> GameUrl:
    numbers = {"seed": seed, "colours": rules.colours, "meeples": rules.meeples}
    fixed = [(name, str(number)) for name, number in numbers.items()]
    if "abbot" in query:
        fixed.append(_ABBOT)
    return GameUrl(path, tuple(fixed), read_turns(query))


# The game


def _plain_page(game: Game, seed: int, query: Mapping[str, str], url: GameUrl) -> Response:
    """Return the game at its current turn, or at its end."""
    position, number = visible_position(game), len(game.line) + 1
    form = turn_form(position, read_choices(query), number)
    final = game.outcomes[-1].final if game.outcomes else None
    return from_template(
        "plain-free.html",
        title=f"Free game {seed}",
        here=PATH,
        scripts=SCRIPTS,
        styles=STYLES,
        rules=game.start.rules,
        seed=seed,
        says=_say(game, form),
        board=framed(playing_board(position, form, url, last=_last(game, form))),
        refused=refusal_shown(game.refusal),
        turn=None if form is None else turn_shown(form, url, number=number),
        end=_end(game, url) if form is None else None,
        tools=_tools(game, form, url),
        scored=last_scored(game.start, game.outcomes),
        scoreboard=scoreboard(position, final),
        abbot=_ABBOT in url.fixed,
        goals=[_goal(entry, game) for entry in checklist_entries(game)],
        moves=line_in_words(game.start, game.outcomes),
    )


def _say(game: Game, form: TurnForm | None) -> str:
    if game.refusal is not None:
        return f"Not allowed. {game.refusal.sentence}"
    texts = [
        last_scoring_in_words(game.start, game.outcomes),
        *(f"Goal met: {goal_in_words(entry.goal)}." for entry in _just_met(game)),
    ]
    if form is None:
        return " ".join(filter(None, [f"The game is over. Your result is {game.result}.", *texts]))
    return " ".join(filter(None, [*(texts if form.untouched else ()), status_in_words(form)]))


def _just_met(game: Game) -> list[ChecklistEntry]:
    turns = len(game.line)
    return [entry for entry in checklist_entries(game) if turns and entry.turn == turns]


def _last(game: Game, form: TurnForm | None) -> tuple[Cell, ...]:
    """Return the cell of the last turn, until the next tile is placed."""
    if form is not None and form.choices.cell is not None:
        return ()
    return tuple(turn.cell for turn in game.line[-1:])


def _tools(game: Game, form: TurnForm | None, url: GameUrl) -> list[Document]:
    back = undo_link(form, game.refusal, url)
    return [
        *([] if back is None else [{"says": "Undo", "id": "undo", "href": back}]),
        {"says": "Record sheet", "id": "", "href": SHEET},
        {"says": "New game", "id": "", "href": PATH},
    ]


def _goal(entry: ChecklistEntry, game: Game) -> Document:
    met = entry.turn is not None
    return {
        "id": entry.goal.id,
        "says": goal_in_words(entry.goal),
        "met": met,
        "now": met and entry.turn == len(game.line),
        "count": f"Met in turn {entry.turn}." if met else so_far(entry, game),
    }


def _end(game: Game, url: GameUrl) -> Document:
    rule = end_rule(game) or ""
    return {
        "result": game.result,
        "rule": rule,
        "sentence": CATALOGUE.rule(rule).sentence,
        "final": [
            {
                "name": PIGMENTS[row.colour].name,
                "before": row.before,
                "scored": row.scored,
                "on_tiles": row.on_tiles,
                "after": row.after,
            }
            for row in final_scoring(game.outcomes)
        ],
        "file": GameUrl(FILE, url.fixed, url.turns).link(),
    }
