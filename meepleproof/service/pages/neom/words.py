"""What the page says of puzzles of NEOM: their tasks, and sentences with names instead of ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

from meepleproof.rendering.neom.games import reminders
from meepleproof.rendering.neom.words import UNKNOWN, goods_in_words
from verifier.documents.strict_json import Document
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.engine import Due, Engine
from verifier.neom.log import Log, Reveal
from verifier.neom.puzzle import (
    LinkQuestion,
    NeomPuzzle,
    Pack,
    PurchaseQuestion,
    TurnsQuestion,
)
from verifier.neom.state import TURNS, State
from verifier.neom.tiles import DECKS, TileCatalogue

__all__ = [
    "named",
    "purse",
    "reason_told",
    "refusal_told",
    "reminded",
    "rules_told",
    "task_in_words",
]


_NUMBERS = ("no", "one", "two", "three", "four")
_WORD = re.compile(r"\w(?:[\w.-]*[\w-])?")
"""What could be the id of a tile; a full stop after it ends a sentence."""

_TOLD = ("Disaster", "Income at the end of turn 7, as the city stands")
"""Reminders for puzzles about turns."""


def task_in_words(puzzle: NeomPuzzle) -> str:
    """Return a puzzle's task in a few words."""
    question = puzzle.question
    if isinstance(question, LinkQuestion):
        return f"Link {_NUMBERS[len(question.tiles_to_place)]} tiles"
    if isinstance(question, PurchaseQuestion):
        first, *others = (puzzle.catalogue.tile(tile) for tile in question.tiles_to_place)
        what = f"{_NUMBERS[len(others) + 1]} tiles" if others else (first.name or first.id)
        return f"Helpers for {what}" if question.helpers else f"The least money for {what}"
    if question.kind == "disaster":
        pack = (puzzle.catalogue.tile(each) for each in question.packs[0])
        name = next(tile.name for tile in pack if tile.type == "disaster")
        return f"Take the {name or 'Disaster'}, or leave it?"
    return f"The last {_NUMBERS[len(question.packs)]} turns"


def named(catalogue: TileCatalogue, text: str) -> str:
    """Return a text with the names of tiles instead of their ids.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> named(demo_catalogue(), "Not: demo-I-14 Wayside Inn on C2, demo-I-02.")
    'Not: Wayside Inn on C2, Tent Rows.'
    """
    known = catalogue.tile_by_id

    for word in set(_WORD.findall(text)) & known.keys():
        text = text.replace(f"{word} {known[word].name}", known[word].name or word)

    def name(match: re.Match[str]) -> str:
        tile = known.get(match[0])
        return match[0] if tile is None else tile.name or tile.id

    return _WORD.sub(name, text)


def reason_told(catalogue: TileCatalogue, refusal: Document, tile: str = "") -> Document:
    """Return why something is not allowed; what is said of ``tile`` begins with no name."""
    says = refusal["sentence"].removeprefix("No: ")
    if tile:
        says = says.replace(f"{tile}: ", "").replace(f"{tile} ", "it ")
    says = named(catalogue, says)
    return {"says": says[0].upper() + says[1:], "rules": refusal["rules"]}


def refusal_told(catalogue: TileCatalogue, refusal: Document, turn: int) -> Document:
    """Return that a turn of a line cannot be made, with the sentences of its rules."""
    told = reason_told(catalogue, refusal)
    return {"says": told["says"], "rules": rules_told(told["rules"]), "turn": turn}


def rules_told(ids: Iterable[str]) -> dict[str, str]:
    """Return the sentences of rules by their ids."""
    known = {rule.id: rule.sentence for rule in CATALOGUE.rules}
    return {each: known[each] for each in ids}


def purse(engine: Engine, puzzle: NeomPuzzle, state: State) -> list[list[str]]:
    """Return what a player has, as headings and words: money, goods, routes, and when it is.

    Of a purchase the money is not told, as it is asked for.
    """
    asks_money = isinstance(puzzle.question, PurchaseQuestion)
    turn = "" if asks_money else f", turn {state.turn} of {TURNS}"
    told = [["Generation", f"{DECKS[state.generation - 1]}{turn}"]]
    if not asks_money:
        told.append(["Money", f"£{state.money}"])
    told.append(["Goods", goods_in_words(state.tokens)])
    return [*told, ["Routes left", _routes(_due(engine, puzzle, state).routes_left)]]


def reminded(engine: Engine, puzzle: NeomPuzzle, question: TurnsQuestion) -> list[str]:
    """Return what there is to remember of the Disaster and of income, once the pack lies open."""
    told = dict(reminders(_due(engine, puzzle, question.state, question.packs[0])))
    return [f"{heading}: {told[heading]}." for heading in _TOLD]


def _due(engine: Engine, puzzle: NeomPuzzle, state: State, pack: Pack = ()) -> Due:
    events = (Reveal(pack),) if pack else ()
    return engine.follow(puzzle.catalogue, Log(state.city.board, events, state))[-1].due


def _routes(left: tuple[int, int] | None) -> str:
    """Return which Trade Routes can still be used, and how often if more than once.

    >>> _routes((0, 0)), _routes((1, 2))
    ('none', 'west, east twice')
    """
    if left is None:
        return UNKNOWN
    times = {1: "", 2: " twice"}
    used = zip(("west", "east"), left, strict=True)
    sides = [f"{side}{times.get(uses, f' {uses} times')}" for side, uses in used if uses]
    return ", ".join(sides) or "none"
