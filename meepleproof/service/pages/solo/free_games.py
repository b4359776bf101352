"""Free games: what their addresses say, the page that begins one, and the record sheet.

A game is its address. The server only caches recent games, so that their turns need not be played
again with each new one. The record sheet has results with notes, and the goals met, as that of the
rulebook. It is stored by the browser alone; the server sends an empty one for a script to fill in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import HTMLResponse

from meepleproof.rendering.markup import html
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.drawings import pawn_parts
from meepleproof.service.play.solo.beside import BESIDE, BRIEF, WITH, beside_in_words, read_beside
from meepleproof.service.play.solo.document import table_document
from meepleproof.service.play.solo.free import (
    ChecklistEntry,
    Game,
    checklist_entries,
    deal,
    play_on,
    visible_position,
)
from meepleproof.service.play.solo.sentences import said
from meepleproof.service.play.solo.tables import final_document, refused_document
from meepleproof.service.play.solo.turns import end_rule, parse_player_turn
from meepleproof.service.play.url import read_text, read_turns
from verifier.carcassonne.solo.goals import checklist, goal_kinds
from verifier.carcassonne.solo.notation import beside_text, line_text
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

FREE = "/play"
FILE = f"{FREE}/game.json"
ANY = f"{FREE}/game"
"""The page of all free games where no server deals them: its address says which one it is."""
ABBOT = ("abbot", "on")
"""What the address says where an abbot marks whose turn it is."""
_REMEMBERED = 500

Games = Callable[[int, RuleSet, tuple[Turn, ...]], Game]


def remembered_games() -> Games:
    """Return a function that plays games, and remembers those it played of late."""

    @lru_cache(_REMEMBERED)
    def game(seed: int, rules: RuleSet, line: tuple[Turn, ...]) -> Game:
        if not line:
            return deal(seed, rules)
        return play_on(game(seed, rules, line[:-1]), line[-1:])

    return game


def game_of(query: Mapping[str, str], games: Games) -> Game:
    """Return the game that a query asks for, played up to the first refused turn.

    :raises Malformed: if a part of the query cannot be read.
    :raises Illegal: if the rules allow no such game.
    """
    seed, rules = read_seed(query), read_rules(query)
    line = tuple(parse_player_turn(text, n) for n, text in enumerate(read_turns(query)))
    # Turn by turn: a long line would recurse too deeply, and nothing follows a refused turn.
    game = games(seed, rules, ())
    for turns in range(1, len(line) + 1):
        game = games(seed, rules, line[:turns])
        if game.refusal is not None:
            break
    return game


def read_seed(query: Mapping[str, str]) -> int:
    """Return the seed of the game.

    :raises Malformed: if it is no number.
    """
    return _number(query, "seed")


def read_rules(query: Mapping[str, str]) -> RuleSet:
    """Return the rules of the game.

    :raises Malformed: if one of their numbers is none, or there is no such box.
    :raises Illegal: if there are no rules for so many colours or meeples.
    """
    boxes, large = read_beside(read_text(query, WITH))
    return RuleSet(_number(query, "colours", 3), _number(query, "meeples", 4), boxes, large)


def beside(rules: RuleSet) -> dict[str, str]:
    """Return the part of an address that says what lies beside the base game; empty if nothing.

    >>> beside(RuleSet(large=True)), beside(SOLO)
    ({'with': 'L'}, {})
    """
    return {} if rules.plain else {WITH: beside_text(rules)}


def facts_of(rules: RuleSet) -> list[str]:
    """Return what a game is played with, for below its head.

    >>> facts_of(RuleSet(boxes=("ks",)))
    ['3 colours', '4 meeples each', 'King']
    """
    facts = [f"{rules.colours} colours", f"{rules.meeples} meeples each", beside_in_words(rules)]
    return [fact for fact in facts if fact]


def _number(query: Mapping[str, str], name: str, default: int = 0) -> int:
    text = read_text(query, name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise Malformed(f"{text[:20]!r} is not a whole number", where=name)
    return int(text)


def file_link(query: Mapping[str, str]) -> str:
    """Return the address of the file of a game that is over."""
    usual = {"seed": "", "colours": "3", "meeples": "4", "line": ""}
    asked = {name: query.get(name, one) for name, one in usual.items()}
    return f"{FILE}?{urlencode(asked | beside(read_rules(query)))}"


def so_far(entry: ChecklistEntry, game: Game) -> str:
    """Return how close the game came to a goal, unless the scoreboard shows it already."""
    if not entry.closeness.have or (
        goal_kinds()[entry.goal.kind].on_the_scoreboard and not game.position.over
    ):
        return ""
    return entry.closeness.sentence


def free_table(game: Game, query: Mapping[str, str]) -> Document:
    """Return the table of a free game, with its checklist, and its result if it is over."""
    position = visible_position(game)
    going = not game.position.over
    document = table_document(position, game.start, game.outcomes, playing=going, free=True)
    document["goals"] = _goals(game)
    if game.refusal is not None:
        document["refused"] = refused_document(game.refusal)
    if game.position.over:
        rule = end_rule(game.outcomes) or ""
        document["end"] = {
            "kind": "over",
            "head": said("result.head", result=game.result),
            "says": said(f"over.{rule}"),
            "rule": rule,
            **final_document(game.outcomes),
            "file": file_link(query),
            "record": sheet_entry(game, read_seed(query)),
        }
    return document


def _goals(game: Game) -> list[Document]:
    return [
        {
            "id": entry.goal.id,
            "says": goal_in_words(entry.goal),
            **({"met": entry.turn} if entry.turn is not None else {}),
            **({"so_far": close} if (close := so_far(entry, game)) else {}),
        }
        for entry in checklist_entries(game)
    ]


_DIGITS = 15
"""Digits of a seed that can be typed; any such number is below 2^53."""
COLOURS = {3: "Three, as printed", 4: "A fourth colour"}
MEEPLES = {3: "harder", 4: "as printed", 5: "easier", 6: "easier", 7: "easier"}


def new_game_page(
    rules: RuleSet = SOLO,
    *,
    abbot: bool = False,
    seed: str = "",
    wrong: str = "",
    alone: bool = False,
) -> HTMLResponse:
    """Return the page on which a game is begun.

    ``rules``, ``abbot`` and ``seed`` are preselected; ``wrong`` states what is wrong with them.
    Where the page is ``alone``, the browser deals.
    """
    return from_template(
        "options.html",
        title="Free game",
        here=FREE,
        scripts=_SCRIPTS,
        styles=FREE_STYLES,
        status=400 if wrong else 200,
        rules=rules,
        abbot=abbot,
        seed=seed,
        wrong=wrong,
        colours=list(COLOURS.items()),
        meeples=list(MEEPLES.items()),
        beside=list(BESIDE.items()),
        ticked=beside_text(rules),
        digits=_DIGITS,
        alone=alone,
        game=ANY,
        sheet=SHEET,
        pawns=_pawns(),
    )


@cache
def _pawns() -> tuple[Markup, ...]:
    """Return the parts of the meeple of each colour."""
    pawns = ("".join(map(html, pawn_parts(colour))) for colour in range(max(COLOURS)))
    return tuple(map(Markup, pawns))


SHEET = "/play/sheet"
SHEET_SCRIPT = "sheet.js"
FREE_STYLES = ("free.css",)
_SCRIPTS = ("site.js", SHEET_SCRIPT)


def sheet_entry(game: Game, seed: int) -> dict[str, Any]:
    """Return what the record sheet keeps of a game that is over, but for date and notes."""
    rules = game.start.rules
    return {
        "seed": seed,
        "colours": rules.colours,
        "meeples": rules.meeples,
        **beside(rules),
        "line": line_text(game.line),
        "result": game.result,
        "scores": list(game.outcomes[-1].final or ()),
        "goals": [entry.goal.id for entry in checklist_entries(game) if entry.turn is not None],
    }


def sheet_page() -> HTMLResponse:
    """Return the page of the record sheet, for the script to fill in."""
    return from_template(
        "sheet.html",
        title="My record",
        here=FREE,
        scripts=_SCRIPTS,
        styles=FREE_STYLES,
        beside=dict(BRIEF),
        goals=[(goal.id, goal_in_words(goal)) for goal in checklist().values()],
    )
