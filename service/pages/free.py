"""The pages of the free solo game: its options, the game itself, and the record sheet.

These are the plain pages, for browsers without script; each step is a link.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rendering.palette import PIGMENTS
from rendering.words import goal_in_words
from service.pages.errors import with_error_page
from service.pages.free_games import (
    FILE,
    Games,
    game_of,
    read_rules,
    read_seed,
    remembered_games,
    so_far,
)
from service.pages.layout import HEADERS, PLAIN, page
from service.pages.markup import h
from service.pages.options import PATH, new_game_page
from service.pages.playing import free_page
from service.pages.scoring_notes import last_scoring_card, last_scoring_in_words
from service.pages.sheet import PATH as SHEET
from service.pages.sheet import SCRIPTS, STYLES, sheet_page
from service.pages.sidebar import scoreboard, story
from service.pages.tables import free_table
from service.pages.turn_form import playing_board, refusal_card, turn_card, undo_link
from service.pages.url import GameUrl, read_choices, read_turns
from service.pages.wording import status_in_words
from service.play.final import final_scoring
from service.play.free import (
    ChecklistEntry,
    Game,
    checklist_entries,
    end_rule,
    scenario,
    visible_position,
)
from service.play.turn_form import TurnForm, turn_form
from service.play.turns import Refusal, as_sentence
from verifier.canonical_json import canonical_bytes
from verifier.carcassonne.position import Cell, Position
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.rule_set import RuleSet
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
        Route(FILE, with_error_page(file)),
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
        return free_page(rules, seed, free_table(game, query), query)
    # The links go on from before a refused turn.
    url = _game_url(seed, rules, query, f"{PLAIN}{PATH}")
    url = replace(url, turns=read_turns(query)[: len(game.line)])
    return _page(f"Free game {seed}", _title(seed, rules), _table(game, query, url))


def _page(title: str, *parts: Element) -> Response:
    return page(title, *parts, here=PATH, scripts=SCRIPTS, styles=STYLES)


def _title(seed: int, rules: RuleSet) -> Element:
    texts = f"{rules.colours} colours · {rules.meeples} meeples each · seed {seed}"
    return h("div", h("h1", "Free solo game"), h("p", texts, class_="under"), class_="title")


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


def _table(game: Game, query: Mapping[str, str], url: GameUrl) -> Element:
    """Return the game at its current turn, or at its end."""
    position, number = visible_position(game), len(game.line) + 1
    form = turn_form(position, read_choices(query), number)
    return h(
        "div",
        h(
            "div",
            playing_board(position, form, url, last=_last(game, form)),
            class_="left",
        ),
        h(
            "div",
            None if game.refusal is None else _refusal(game.refusal),
            _end(game, url) if form is None else turn_card(form, url, number=number),
            _tools(game, form, url),
            last_scoring_card(game.start, game.outcomes),
            _scoreboard(game, position, url),
            class_="right",
        ),
        h("div", _checklist(game), story(game.start, game.outcomes), class_="below"),
        id="game",
        class_="game",
        data_say=_say(game, form),
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


def _refusal(refusal: Refusal) -> Element:
    return h("section", h("h2", "A turn was refused"), refusal_card(refusal), class_="card")


def _tools(game: Game, form: TurnForm | None, url: GameUrl) -> Element:
    back = undo_link(form, game.refusal, url)
    undo = h("a", "Undo", class_="button", id="undo", href=back)
    return h(
        "div",
        None if back is None else undo,
        h("a", "Record sheet", class_="button", href=SHEET),
        h("a", "New game", class_="button", href=PATH),
        class_="tools",
        role="group",
        aria_label="Tools",
    )


def _scoreboard(game: Game, position: Position, url: GameUrl) -> Element:
    card = scoreboard(position, game.outcomes[-1].final if game.outcomes else None)
    if _ABBOT in url.fixed:
        for row in card.iter("li"):
            if row.get("class") == "active":
                row.insert(1, _abbot())
    return card


def _abbot() -> Element:
    """Return the abbot, a marker of whose turn it is and nothing else (SOLO-SETUP-10)."""
    mitre = "M7,10 L12,1 L17,10 Z"
    body = "M8,14 A5,5 0 1 1 16,14 C19,18 22,25 22,31 H2 C2,25 5,18 8,14 Z"
    parts = [h("path", d=body), h("path", d=mitre)]
    picture = h("svg", *parts, viewBox="0 0 24 32", class_="abbot", width=21, height=28, role="img")
    picture.set("aria-label", "the abbot stands here")
    return picture


def _checklist(game: Game) -> Element:
    texts = checklist_entries(game)
    met = sum(entry.turn is not None for entry in texts)
    return h(
        "section",
        h("h2", f"Checklist: {met} of {len(texts)} goals met"),
        h("ol", *(_ticked(entry, game) for entry in texts), class_="checklist"),
        class_="card",
        id="checklist",
    )


def _ticked(entry: ChecklistEntry, game: Game) -> Element:
    now = entry.turn == len(game.line)
    texts = f"Met in turn {entry.turn}." if entry.turn is not None else so_far(entry, game)
    return h(
        "li",
        h("span", "☐" if entry.turn is None else "☑", class_="box", aria_hidden="true"),
        h("span", goal_in_words(entry.goal), class_="goal"),
        " ",
        h("span", texts, class_="count") if texts else None,
        class_=None if entry.turn is None else "met now" if now else "met",
        data_goal=entry.goal.id,
    )


# Its end


def _end(game: Game, url: GameUrl) -> Element:
    rule = end_rule(game) or ""
    seed = dict(url.fixed)["seed"]
    return h(
        "section",
        h("h2", f"The game is over: your result is {game.result}"),
        h("p", h("b", rule), f" {CATALOGUE.rule(rule).sentence}", class_="rule"),
        _final(game),
        h(
            "p",
            h("a", "The game as a file", href=GameUrl(FILE, url.fixed, url.turns).link()),
            ", for both keys to verify: ",
            h("code", f"meepleproof verify free-game-{seed}.json"),
            class_="note",
        ),
        class_="card banner ended",
        id="banner",
    )


def _final(game: Game) -> Element:
    rows = [
        h(
            "tr",
            h("th", PIGMENTS[row.colour].name, scope="row"),
            h("td", str(row.before)),
            h("td", f"{row.scored} of {row.on_tiles}"),
            h("td", h("b", str(row.after))),
        )
        for row in final_scoring(game.outcomes)
    ]
    heads = ("Colour", "Before", "Meeples that score", "In the end")
    return h(
        "table",
        h("caption", "Final scoring: 2 points for each meeple that scores"),
        h("thead", h("tr", *(h("th", head, scope="col") for head in heads))),
        h("tbody", *rows),
    )
