"""The pages of the free solo game: its options, the game itself, and the record sheet.

A game is its address: seed, options and the turns made. The server keeps nothing but a memory of
how games went lately, so that a turn need not be played again with the next one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from xml.etree.ElementTree import Element

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rendering.palette import PIGMENTS
from rendering.words import goal_in_words
from service.pages.errors import told
from service.pages.layout import HEADERS, page
from service.pages.markup import h
from service.pages.options import PATH, welcome
from service.pages.scoring_notes import last_scored, last_scored_in_words
from service.pages.sheet import PATH as SHEET
from service.pages.sheet import SCRIPT, empty_sheet, write_down
from service.pages.sidebar import keys, scoreboard, story, whole_board
from service.pages.turn_form import playing_board, refused, turn_card, undone
from service.pages.url import Way, chosen, text_asked, turns_asked
from service.pages.wording import saying
from service.play.free import (
    Game,
    Tick,
    continued,
    dealt,
    ended_by,
    final_scoring,
    scenario,
    seen,
    ticks,
)
from service.play.turn_form import Making, making
from service.play.turns import Refusal, sentence_of, turn_as_written
from verifier.carcassonne.codec import canonical_bytes
from verifier.carcassonne.position import Cell, Position
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Turn
from verifier.errors import Malformed

FILE = f"{PATH}/game.json"
_ABBOT = ("abbot", "on")
_REMEMBERED = 500
_SEEDS = 10**9
"""Seeds drawn by chance stay below this: short enough to be told to a friend."""

Games = Callable[[int, RuleSet, tuple[Turn, ...]], Game]


def free_routes() -> list[BaseRoute]:
    """Return the routes of the free game and its record sheet."""
    games = _remembered()

    def play(request: Request) -> Response:
        return _play(request.query_params, games)

    def file(request: Request) -> Response:
        return _file(request.query_params, games)

    def sheet(_request: Request) -> Response:
        return _page("Record sheet", *empty_sheet())

    return [Route(PATH, told(play)), Route(FILE, told(file)), Route(SHEET, sheet)]


def _remembered() -> Games:
    @lru_cache(_REMEMBERED)
    def game(seed: int, rules: RuleSet, line: tuple[Turn, ...]) -> Game:
        if not line:
            return dealt(seed, rules)
        return continued(game(seed, rules, line[:-1]), line[-1:])

    return game


def _play(query: Mapping[str, str], games: Games) -> Response:
    if "seed" not in query:
        return _page("Free game", *welcome())
    rules = _rules(query)
    if not query["seed"]:
        way = _way(secrets.randbelow(_SEEDS), rules, query)
        return RedirectResponse(way.to(), 303, HEADERS)
    try:
        seed = _number(query, "seed")
        games(seed, rules, ())
    except Malformed as error:
        chosen_before = welcome(rules, abbot="abbot" in query, wrong=sentence_of(error.message))
        return _page("Free game", *chosen_before, status=400)
    game = _game(query, seed, rules, games)
    # A turn that was refused is not part of the way on.
    way = replace(_way(seed, rules, query), turns=turns_asked(query)[: len(game.line)])
    table = _table(game, query, way)
    return _page(f"Free game {seed}", _title(seed, rules), table)


def _page(title: str, *parts: Element, status: int = 200) -> Response:
    scripts = ("play.js", SCRIPT)
    return page(title, *parts, here=PATH, scripts=scripts, styles=("free.css",), status=status)


def _title(seed: int, rules: RuleSet) -> Element:
    told = f"{rules.colours} colours · {rules.meeples} meeples each · seed {seed}"
    return h("div", h("h1", "Free solo game"), h("p", told, class_="under"), class_="title")


def _file(query: Mapping[str, str], games: Games) -> Response:
    seed = _number(query, "seed")
    game = _game(query, seed, _rules(query), games)
    if not game.position.over:
        raise Malformed("the game is not over, so there is nothing to claim yet", where="line")
    document = scenario(game, seed)
    headers = {**HEADERS, "content-disposition": f'attachment; filename="{document["id"]}.json"'}
    return Response(canonical_bytes(document), headers=headers, media_type="application/json")


# What the address says


def _way(seed: int, rules: RuleSet, query: Mapping[str, str]) -> Way:
    numbers = {"seed": seed, "colours": rules.colours, "meeples": rules.meeples}
    fixed = [(name, str(number)) for name, number in numbers.items()]
    if "abbot" in query:
        fixed.append(_ABBOT)
    return Way(PATH, tuple(fixed), turns_asked(query))


def _rules(query: Mapping[str, str]) -> RuleSet:
    return RuleSet(_number(query, "colours", 3), _number(query, "meeples", 4))


def _number(query: Mapping[str, str], name: str, default: int = 0) -> int:
    text = text_asked(query, name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise Malformed(f"{text[:20]!r} is not a whole number", where=name)
    return int(text)


def _game(query: Mapping[str, str], seed: int, rules: RuleSet, games: Games) -> Game:
    line = tuple(turn_as_written(text, n) for n, text in enumerate(turns_asked(query)))
    # From the start, for a long line would recurse too deeply; and nothing follows a refused turn.
    game = games(seed, rules, ())
    for turns in range(1, len(line) + 1):
        game = games(seed, rules, line[:turns])
        if game.refusal is not None:
            break
    return game


# The game


def _table(game: Game, query: Mapping[str, str], way: Way) -> Element:
    """Return the game at the turn in which the player is, or at its end."""
    position, number = seen(game), len(game.line) + 1
    made = making(position, chosen(query), number)
    return h(
        "div",
        h(
            "div",
            playing_board(position, made, way, last=_last(game, made)),
            class_="left",
        ),
        h(
            "div",
            None if game.refusal is None else _refused(game.refusal),
            _end(game, way) if made is None else turn_card(made, way, number=number),
            _tools(game, made, way),
            last_scored(game.start, game.outcomes),
            _scoreboard(game, position, way),
            class_="right",
        ),
        h("div", _checklist(game), story(game.start, game.outcomes), keys(), class_="below"),
        id="game",
        class_="game",
        data_say=_say(game, made),
    )


def _say(game: Game, made: Making | None) -> str:
    if game.refusal is not None:
        return f"Not allowed. {game.refusal.sentence}"
    told = [
        last_scored_in_words(game.start, game.outcomes),
        *(f"Goal met: {goal_in_words(tick.goal)}." for tick in _just_met(game)),
    ]
    if made is None:
        return " ".join(filter(None, [f"The game is over. Your result is {game.result}.", *told]))
    return " ".join(filter(None, [*(told if made.untouched else ()), saying(made)]))


def _just_met(game: Game) -> list[Tick]:
    turns = len(game.line)
    return [tick for tick in ticks(game) if turns and tick.turn == turns]


def _last(game: Game, made: Making | None) -> tuple[Cell, ...]:
    """Return where the last tile went, until the next one lies on the board."""
    if made is not None and made.chosen.cell is not None:
        return ()
    return tuple(turn.cell for turn in game.line[-1:])


def _refused(refusal: Refusal) -> Element:
    return h("section", h("h2", "A turn was refused"), refused(refusal), class_="card")


def _tools(game: Game, made: Making | None, way: Way) -> Element:
    back = undone(made, game.refusal, way)
    undo = h("a", "Undo", class_="button", id="undo", href=back, data_step="")
    return h(
        "div",
        None if back is None else undo,
        h("button", "Copy the link", type="button", class_="button", data_copy=way.to()),
        whole_board(),
        h("a", "Record sheet", class_="button", href=SHEET),
        h("a", "New game", class_="button", href=PATH),
        class_="tools",
        role="group",
        aria_label="Tools",
    )


def _scoreboard(game: Game, position: Position, way: Way) -> Element:
    made = scoreboard(position, game.outcomes[-1].final if game.outcomes else None)
    if _ABBOT in way.fixed:
        for row in made.iter("li"):
            if row.get("class") == "active":
                row.insert(1, _abbot())
    return made


def _abbot() -> Element:
    """Return the abbot, who shows whose turn it is and does nothing else (SOLO-SETUP-10)."""
    mitre = "M7,10 L12,1 L17,10 Z"
    body = "M8,14 A5,5 0 1 1 16,14 C19,18 22,25 22,31 H2 C2,25 5,18 8,14 Z"
    parts = [h("path", d=body), h("path", d=mitre)]
    made = h("svg", *parts, viewBox="0 0 24 32", class_="abbot", width=21, height=28, role="img")
    made.set("aria-label", "the abbot stands here")
    return made


def _checklist(game: Game) -> Element:
    told = ticks(game)
    met = sum(tick.turn is not None for tick in told)
    return h(
        "section",
        h("h2", f"Checklist: {met} of {len(told)} goals met"),
        h("ol", *(_ticked(tick, game) for tick in told), class_="checklist"),
        class_="card",
        id="checklist",
    )


def _ticked(tick: Tick, game: Game) -> Element:
    now = tick.turn == len(game.line)
    told = f"Met in turn {tick.turn}." if tick.turn is not None else _so_far(tick, game)
    return h(
        "li",
        h("span", "☐" if tick.turn is None else "☑", class_="box", aria_hidden="true"),
        h("span", goal_in_words(tick.goal), class_="goal"),
        " ",
        h("span", told, class_="count") if told else None,
        class_=None if tick.turn is None else "met now" if now else "met",
        data_goal=tick.goal.id,
    )


def _so_far(tick: Tick, game: Game) -> str:
    """Return how close the game came, where the scoreboard does not say it already."""
    if not tick.near.have or (tick.goal.kind == "total" and not game.position.over):
        return ""
    return tick.near.sentence


# Its end


def _end(game: Game, way: Way) -> Element:
    ended = ended_by(game) or ""
    seed = dict(way.fixed)["seed"]
    return h(
        "section",
        h("h2", f"The game is over: your result is {game.result}"),
        h("p", h("b", ended), f" {CATALOGUE.rule(ended).sentence}", class_="rule"),
        _final(game),
        write_down(game, int(seed), abbot=_ABBOT in way.fixed),
        h(
            "p",
            h("a", "The game as a file", href=Way(FILE, way.fixed, way.turns).to()),
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
        for row in final_scoring(game)
    ]
    heads = ("Colour", "Before", "Meeples that score", "In the end")
    return h(
        "table",
        h("caption", "Final scoring: 2 points for each meeple that scores"),
        h("thead", h("tr", *(h("th", head, scope="col") for head in heads))),
        h("tbody", *rows),
    )
