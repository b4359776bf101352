"""Puzzles with tiles in hand: to lay them in the right order, and to find how a table came about.

The tile for each turn is the player's choice. A line is legal turns with tiles of the hand, one
after another, and rules decide whether it solves the puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from generator.pack import Packed
from generator.solo.records.past import start_of
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import tile_in_words
from meepleproof.service.play.refusal import Refusal
from meepleproof.service.play.solo.document import (
    goal_whole,
    hand_document,
    piece_document,
    table_document,
)
from meepleproof.service.play.solo.sentences import said
from meepleproof.service.play.solo.tables import refused_document
from meepleproof.service.play.solo.turns import parse_player_turn, play_turns
from meepleproof.service.play.solo.wording import check_in_words, hint_in_words, moves_in_words
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.reach import same_table
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import Position, set_up_around, with_row
from verifier.carcassonne.solo.puzzle import HelpPuzzle, TablePuzzle
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import drawing_of
from verifier.documents.strict_json import Document
from verifier.wording import listed

__all__ = ["Hand", "hand_of", "hand_start", "hand_table"]


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a puzzle starts, the tiles in hand, and the goal or the table (``aim``) to reach."""

    start: Position
    tiles: tuple[str, ...]
    goal: Goal | None = None
    aim: Position | None = None


def hand_of(puzzle: HelpPuzzle | TablePuzzle) -> Hand:
    """Return what is in hand: all tiles of a table but the start tile, if it asks for the game."""
    if isinstance(puzzle, HelpPuzzle):
        return Hand(puzzle.position, puzzle.hand, goal=puzzle.goal)
    aim = puzzle.position
    start = start_of(aim)
    tiles = tuple(one.tile for one in aim.placements if one != start)
    return Hand(set_up_around(start, aim.rules), tiles, aim=aim)


def hand_table(packed: Packed[HelpPuzzle | TablePuzzle], texts: Sequence[str]) -> Document:
    """Return the table after some turns with tiles of the hand.

    :raises Malformed: if a turn cannot be read.
    """
    hand = hand_of(packed.puzzle)
    outcomes, refusal = _played(hand, texts)
    after = outcomes[-1].after if outcomes else hand.start
    turns = turns_of(outcomes)
    document = table_document(after, hand.start, outcomes, playing=False)
    document.pop("coming", None)
    document.pop("later", None)
    document["of"] = len(hand.tiles)
    left = list((Counter(hand.tiles) - Counter(turn.tile for turn in turns)).elements())
    choices = hand_document(after, left, len(turns) + 1, only=_places(hand))
    document |= choices
    if hand.aim is not None:
        document |= _aim(hand.aim, {placement.cell for placement in after.placements})
    if refusal is not None:
        document["refused"] = refused_document(refusal)
    elif not choices:
        document["end"] = _end(hand, outcomes, left)
    if packed.solution is not None:
        document["help"] = _help(hand, str(packed.solution["line"]), outcomes)
    return document


def hand_start(puzzle: HelpPuzzle | TablePuzzle) -> Document:
    """Return where the puzzle starts, for a browser that plays on by itself."""
    hand = hand_of(puzzle)
    document: Document = {
        "position": position_to_json(hand.start),
        "of": len(hand.tiles),
        "hand": letters_of(hand.tiles),
    }
    if hand.goal is not None:
        document["goal"] = goal_whole(hand.goal)
    if hand.aim is not None:
        document["aim"] = position_to_json(hand.aim)
    return document


def _played(hand: Hand, texts: Sequence[str]) -> tuple[tuple[Outcome, ...], Refusal | None]:
    """Return the outcomes of turns with tiles of the hand, up to the first that is refused."""
    turns = [parse_player_turn(text, number) for number, text in enumerate(texts)]
    left = Counter(hand.tiles)
    for number, turn in enumerate(turns):
        if not left[turn.tile]:
            outcomes, refusal = _along(hand, turns[:number])
            missing = Refusal(number + 1, (), "That tile is not in your hand.")
            return outcomes, refusal or missing
        left[turn.tile] -= 1
    return _along(hand, turns)


def _along(hand: Hand, turns: Sequence[Turn]) -> tuple[tuple[Outcome, ...], Refusal | None]:
    return play_turns(with_row(hand.start, tuple(turn.tile for turn in turns)), turns)


def _places(hand: Hand) -> set[tuple[str, int, Cell]] | None:
    """Return where the tiles lie on the table to reach; None if they may lie anywhere."""
    if hand.aim is None:
        return None
    return {(one.tile, one.rotation, one.cell) for one in hand.aim.placements}


def _aim(aim: Position, lying: Collection[Cell]) -> Document:
    """Return the table to reach: its pieces, those still to lay, and its numbers in words."""
    rows = zip(PIGMENTS, aim.scores, aim.supplies, strict=False)
    told = [
        said("aim.colour", colour=pigment.name, score=score, hand=hand)
        for pigment, score, hand in rows
    ]
    return {
        "aim": [
            {**piece_document(one), **({} if one.cell in lying else {"to_lay": True})}
            for one in aim.placements
        ],
        "notice": said("aim.scores", scores="; ".join(told)),
    }


def _end(hand: Hand, outcomes: Sequence[Outcome], left: Sequence[str]) -> Document:
    if left:
        over = bool(outcomes) and outcomes[-1].after.over
        return _missed(said("missed.hand_over" if over else "missed.hand"))
    after = outcomes[-1].after
    if hand.aim is not None and same_table(after, hand.aim):
        return _solved(said("solved.table", turns=len(hand.tiles)))
    if hand.goal is not None and reached(hand.goal, outcomes[-1]):
        return _solved(said("solved.last"))
    if hand.aim is None:
        return _missed(said("missed.all_lie"))
    differences = listed(list(_differences(after, hand.aim)))
    return _missed(f"All tiles lie, but {differences}.")


def _differences(after: Position, aim: Position) -> Iterator[str]:
    for pigment, score, wanted in zip(PIGMENTS, after.scores, aim.scores, strict=False):
        if score != wanted:
            yield f"{pigment.name} has {score} points in place of {wanted}"
    stand = [{one.cell: one.meeple for one in each.placements} for each in (after, aim)]
    if stand[0] != stand[1]:
        yield "the meeples stand otherwise"


def _solved(says: str) -> Document:
    return {"kind": "solved", "head": said("solved.head"), "says": says}


def _missed(says: str) -> Document:
    return {"kind": "missed", "head": said("missed.head"), "says": says}


def _help(hand: Hand, line: str, outcomes: Sequence[Outcome]) -> Document:
    turns = parse_line(line)
    solution, _ = _along(hand, turns)
    pairs = enumerate(zip(solution, outcomes, strict=False), start=1)
    off = (number for number, (one, other) in pairs if not same_table(one.after, other.after))
    left = next(off, None)
    made = len(outcomes)
    return {
        "hints": [] if left or made >= len(solution) else _hints(hand, solution, made),
        "check": {
            "on_track": left is None,
            "says": check_in_words(left, unique=True),
            **({} if left is None else {"turn": left}),
        },
        "solution": {
            "head": "The only solution",
            "line": line_text(turns),
            "moves": moves_in_words(hand.start, solution),
        },
    }


def _hints(hand: Hand, solution: Sequence[Outcome], made: int) -> list[Document]:
    """Return the hints for the next turn: its tile, its square, and the whole of it."""
    outcome = solution[made]
    before = solution[made - 1].after if made else hand.start
    assert outcome.turn is not None  # noqa: S101 - a solution lays all its tiles
    turn, at = outcome.turn, list(outcome.turn.cell)
    name = PIGMENTS[outcome.colour].name.capitalize()
    hints: list[Document] = []
    tile = tile_in_words(drawing_of(turn.tile, 0))
    if len(set(hand.tiles)) > 1:
        hints.append({"says": f"{name} takes the tile with {tile}."})
    hints.append({"says": f"The tile with {tile} goes on the marked square.", "at": at})
    hints.append({"says": hint_in_words(before, outcome), "at": at})
    return hints
