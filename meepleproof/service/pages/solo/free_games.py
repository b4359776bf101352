"""What the address of a free game says: its seed, its rules, its turns; and the games of late.

A game is its address. The server only caches recent games, so that their turns need not be played
again with each new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import urlencode

from meepleproof.service.pages.solo.options import PATH
from meepleproof.service.pages.url import read_text, read_turns
from meepleproof.service.play.solo.free import ChecklistEntry, Game, deal, play_on
from meepleproof.service.play.turns import parse_player_turn
from verifier.carcassonne.solo.goals import goal_kinds
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.errors import Malformed

FILE = f"{PATH}/game.json"
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

    :raises Malformed: if one of their numbers is none.
    :raises Illegal: if there are no rules for so many colours or meeples.
    """
    return RuleSet(_number(query, "colours", 3), _number(query, "meeples", 4))


def _number(query: Mapping[str, str], name: str, default: int = 0) -> int:
    text = read_text(query, name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise Malformed(f"{text[:20]!r} is not a whole number", where=name)
    return int(text)


def file_link(query: Mapping[str, str]) -> str:
    """Return the address of the file of a game that is over."""
    usual = {"seed": "", "colours": "3", "meeples": "4", "line": ""}
    return f"{FILE}?{urlencode({name: query.get(name, one) for name, one in usual.items()})}"


def so_far(entry: ChecklistEntry, game: Game) -> str:
    """Return how close the game came to a goal, unless the scoreboard shows it already."""
    if not entry.closeness.have or (
        goal_kinds()[entry.goal.kind].on_the_scoreboard and not game.position.over
    ):
        return ""
    return entry.closeness.sentence
